public import EkibenDocuments
public import EkibenExpressions

/// A row that takes typed text: plain, or a number, as its field says.
public struct TextInput: InputComponent {
  /// The registered name under which rows of this kind are stored.
  public static let component = "TextInput"

  /// What kind of text an input takes, where its type leaves it open.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// One line of any text.
    case plain
    /// Any text, over several lines.
    case multiline
    /// A whole number.
    case integer
    /// A decimal number, its digits kept.
    case decimal
    /// An e-mail address; the text is not checked.
    case email
    /// A telephone number; the text is not checked.
    case phone
    /// A web address; the text is not checked.
    case url
    /// A text that stands in no history; a mask stands for it wherever it could be seen.
    case secret

    fileprivate var isNumber: Bool { self == .integer || self == .decimal }

    fileprivate var shape: AnswerShape {
      self == .integer ? .integer : self == .decimal ? .decimal : .text
    }

    fileprivate var expects: String { isNumber ? hint ?? "text" : "text" }

    /// What to give, in few words; nil where anything will do.
    fileprivate var hint: String? {
      switch self {
      case .plain, .multiline, .secret: nil
      case .integer: "a whole number"
      case .decimal: "a decimal number"
      case .email: "an e-mail address"
      case .phone: "a telephone number"
      case .url: "a web address"
      }
    }
  }

  /// How a text is to be written, where the field is a text: which keyboard, how many lines.
  ///
  /// Numbers are not among them, since their type decides: a whole number is a `Field<Int>`, one with
  /// digits behind the point a `Field<DecimalNumber>`.
  public enum TextKind: String, Hashable, Sendable, CaseIterable {
    /// One line of any text.
    case plain
    /// Any text, over several lines.
    case multiline
    /// An e-mail address; the text is not checked.
    case email
    /// A telephone number; the text is not checked.
    case phone
    /// A web address; the text is not checked.
    case url
    /// A text that stands in no history; a mask stands for it wherever it could be seen.
    case secret

    /// Not a kind of text.
    @available(*, unavailable, message: "a whole number needs a Field<Int>")
    public static var integer: TextKind { .plain }
    /// Not a kind of text.
    @available(*, unavailable, message: "a decimal number needs a Field<DecimalNumber>")
    public static var decimal: TextKind { .plain }
  }

  /// The row's identity.
  public let id: RowID
  /// The row's fields.
  public var record: Fields

  /// An input for text, refined by a kind.
  public init(_ field: Field<String>, title: String? = nil, kind: TextKind = .plain) {
    self.init(id: field.row, title: title, kind: Kind(rawValue: kind.rawValue) ?? .plain)
  }

  /// An input for whole numbers.
  public init(_ field: Field<Int>, title: String? = nil) {
    self.init(id: field.row, title: title, kind: .integer)
  }

  /// An input for decimal numbers.
  public init(_ field: Field<DecimalNumber>, title: String? = nil) {
    self.init(id: field.row, title: title, kind: .decimal)
  }

  /// The type of the field decides; there is no kind to give.
  @available(*, unavailable, message: "an Int field decides its kind")
  public init(_ field: Field<Int>, title: String? = nil, kind: Kind) {
    self.init(field, title: title)
  }

  /// The type of the field decides; there is no kind to give.
  @available(*, unavailable, message: "a DecimalNumber field decides its kind")
  public init(_ field: Field<DecimalNumber>, title: String? = nil, kind: Kind) {
    self.init(field, title: title)
  }

  /// An input of any kind, for callers that have a typed field of their own.
  package init(id: RowID, title: String?, kind: Kind) {
    self.id = id
    record = [.component: .text(Self.component)]
    record[.title] = title.map(Value.text)
    if kind != .plain { record[.kind] = .text(kind.rawValue) }
  }

  /// Shows a hint while there is no answer.
  public func placeholder(_ text: String) -> TextInput { setting(.placeholder, to: .text(text)) }

  /// What a host draws for a text input.
  public struct View: ViewModel {
    /// What stands beside the answer.
    public var label = RowLabel()
    /// Which keyboard to show.
    public var kind = Kind.plain
    /// The answer as it is shown; nil is none, which is not an empty one.
    public var text: String?
    /// The hint that stands in for an answer while there is none.
    public var placeholder: String?
    /// How the form asks to show it, such as a number as a slider.
    public var presentation = Presentation()
    /// What the form says of answers: least, greatest, step and decimals of a number.
    public var limits = Limits()
    /// The greatest number of Characters.
    public var maxLength: Int?
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
    guard record.kind(Kind.plain) != nil else { return nil }
    (self.id, self.record) = (id, record)
  }

  /// Draws label, answer, hint and issues.
  public func render(in view: inout View) {
    view.label = RowLabel(record)
    view.kind = kind
    view.text = shownAnswer()
    view.placeholder = view.text == nil ? view.label.hint : nil
    view.presentation = Presentation(record)
    view.limits = Limits(record)
    view.maxLength = view.limits.maxLength
    view.issues = shownIssues()
  }

  /// A text or a number; which, its kind says.
  public typealias Answer = Value

  /// Takes text, or a number, as its kind says; an emptied text is an answer, an emptied number none.
  public var inputTraits: InputTraits {
    let kind = kind
    return InputTraits(
      expects: kind.expects, shape: kind.shape, kind: kind.rawValue,
      clearsOnEmptyText: kind.isNumber, presentation: Presentation(record))
  }

  /// Reads a text as it is, or a number in the digits of JSON.
  public func read(_ text: String, in context: InputContext) throws(InputProblem) -> Value {
    let kind = kind
    guard kind.isNumber else { return .text(text) }
    guard let number = DecimalNumber(text),
      kind == .decimal || number.digits.allSatisfy({ "-0123456789".contains($0) })
    else { throw .unreadable(takes: kind.expects, text: text) }
    if kind == .decimal { return .decimal(try checked(number)) }
    guard let integer = Int64(text) else { throw .tooLarge(text: text) }
    return .integer(integer)
  }

  /// Takes a value of its kind; a whole number is a decimal one as well.
  public func answer(from value: Value, in context: InputContext) throws(InputProblem) -> Value {
    let kind = kind
    switch (kind.shape, value) {
    case (.decimal, .decimal(let number)): return .decimal(try checked(number))
    case (.decimal, .integer(let number)): return .decimal(DecimalNumber(number))
    case (.integer, .integer), (.text, .text): return value
    case _: throw .unreadable(takes: kind.expects, text: ValueText.bare(value))
    }
  }

  private func checked(_ number: DecimalNumber) throws(InputProblem) -> DecimalNumber {
    guard number.isInRange else { throw .outOfRange(text: number.digits) }
    return number
  }

  /// Its limits; of a secret nobody but the store knows what it is.
  public func brokenRules(by answer: Value, in context: InputContext) -> [ValidationIssue.Rule] {
    kind == .secret ? [] : Limits(record).rules(brokenBy: answer, in: context)
  }

  private var kind: Kind { record.kind(Kind.plain) ?? .plain }
}

extension Fields {
  /// The kind of a row, or the usual one; nil is a kind of a later version.
  func kind<Kind: RawRepresentable<String>>(_ usual: Kind) -> Kind? {
    text(.kind).map { Kind(rawValue: $0) } ?? usual
  }
}
