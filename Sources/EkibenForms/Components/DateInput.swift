public import EkibenDocuments
public import EkibenExpressions

/// A row that takes a date, a time or both, with the precision and the offset that were given.
///
/// It reads ISO 8601 only, as in `2024-03-05`; a host that takes `5.3.2024` says it so. A picker of
/// dates is a presentation of it.
public struct DateInput: InputComponent {
  /// The registered name under which rows of this kind are stored.
  public static let component = "DateInput"

  /// How much of a date or time an input takes.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A day, or as much of one as is known: `2024`, `2024-03`, `2024-03-05`.
    case date
    /// A day and a time, or as much of them as is known.
    case dateTime
    /// A time of any day: `10:00`.
    case time
    /// A month of a year: `2024-03`.
    case month
    /// A year: `2024`.
    case year

    fileprivate func takes(_ date: DateText) -> Bool {
      switch self {
      case .date: date.kind == .date
      case .dateTime: date.kind != .time
      case .time: date.kind == .time
      case .month: date.precision == .month
      case .year: date.precision == .year
      }
    }

    /// What to give, in few words.
    fileprivate var hint: String {
      switch self {
      case .date: "a date as in 2024-03-05"
      case .dateTime: "a date and time as in 2024-03-05T10:00"
      case .time: "a time as in 10:00"
      case .month: "a month as in 2024-03"
      case .year: "a year as in 2024"
      }
    }
  }

  /// The row's identity.
  public let id: RowID
  /// The row's fields.
  public var record: Fields

  /// An input for dates and times.
  public init(_ field: Field<DateText>, title: String? = nil, kind: Kind = .date) {
    self.init(id: field.row, title: title, kind: kind)
  }

  /// An input of any kind, for callers that have a typed field of their own.
  package init(id: RowID, title: String?, kind: Kind) {
    self.id = id
    record = [.component: .text(Self.component)]
    record[.title] = title.map(Value.text)
    if kind != .date { record[.kind] = .text(kind.rawValue) }
  }

  /// What a host draws for a date input.
  public struct View: ViewModel {
    /// What stands beside the answer.
    public var label = RowLabel()
    /// How much of a date or time to ask for.
    public var kind = Kind.date
    /// The answer as it is shown; nil is none.
    public var text: String?
    /// The numbers of the answer, for the wheels of a picker; nil where it is no date.
    public var parts: DateText.Parts?
    /// The first date that a picker offers.
    public var least: DateText?
    /// The last date that a picker offers.
    public var greatest: DateText?
    /// How the form asks to show it.
    public var presentation = Presentation()
    /// The hint that stands in for an answer while there is none.
    public var placeholder: String?
    /// What is wrong with the answer, as far as it shows now.
    public var issues: [ValidationIssue] = []

    /// An input without a label.
    public init() {}

    /// A label and the answer or a hint beside it.
    public var look: RowLook {
      RowLook(label: label, answer: text, hint: placeholder ?? kind.hint, issues: issues)
    }
  }

  /// Reads a record; nil when its kind is unknown.
  public init?(id: RowID, record: Fields) {
    guard record.kind(Kind.date) != nil else { return nil }
    (self.id, self.record) = (id, record)
  }

  /// Draws label, answer, range, hint and issues.
  public func render(in view: inout View) {
    let limits = Limits(record)
    view.label = RowLabel(record)
    view.kind = kind
    view.text = shownAnswer()
    view.parts = record[.value].flatMap { DateText(documentValue: $0) }?.parts
    view.least = limits.leastDate()
    view.greatest = limits.greatestDate()
    view.presentation = Presentation(record)
    view.placeholder = view.text == nil ? view.label.hint : nil
    view.issues = shownIssues()
  }

  /// Takes a date or time, as its kind says.
  public var inputTraits: InputTraits {
    let kind = kind
    return InputTraits(
      expects: kind.hint, shape: .date, kind: kind.rawValue, presentation: Presentation(record))
  }

  /// Reads ISO 8601; a date that the calendar does not have is a problem of its own.
  public func read(_ text: String, in context: InputContext) throws(InputProblem) -> DateText {
    if let date = DateText(text) { return try checked(date) }
    if DateText.namesNoDate(text) { throw .noSuchDate(text: text) }
    throw .unreadable(takes: inputTraits.expects, text: text)
  }

  /// Takes a date or time of its kind.
  public func answer(from value: Value, in context: InputContext) throws(InputProblem) -> DateText {
    guard case .date(let date) = value
    else { throw .unreadable(takes: inputTraits.expects, text: ValueText.bare(value)) }
    return try checked(date)
  }

  private var kind: Kind { record.kind(Kind.date) ?? .date }

  private func checked(_ date: DateText) throws(InputProblem) -> DateText {
    guard kind.takes(date) else { throw .unreadable(takes: kind.hint, text: date.text) }
    return date
  }
}
