public import EkibenDocuments
public import EkibenExpressions

/// A row that takes a number and its unit, such as `5 mg`; the digits are kept, and nothing is converted.
///
/// An answer is a record of `number` and `unit`. Two are equal if their digits and units are (rule F27).
public struct Quantity: RegisteredComponent {
  /// The registered name under which rows of this kind are stored.
  public static let component = "Quantity"

  /// A number and its unit.
  public struct Amount: FieldValue {
    /// The number, with its digits.
    public var number: DecimalNumber
    /// The unit's code; nil where there is none.
    public var unit: String?

    /// Puts a number and a unit together.
    public init(_ number: DecimalNumber, _ unit: String? = nil) {
      self.number = number
      self.unit = unit
    }

    /// A record of number and unit.
    public var documentValue: Value {
      var record: Fields = [.number: .decimal(number)]
      record[.unit] = unit.map(Value.text)
      return .record(record)
    }

    /// Reads a record of number and unit; nil where anything else stands in it.
    public init?(documentValue: Value) {
      guard let record = documentValue.asRecord else { return nil }
      guard let number = record[.number]?.asNumber,
        record.count == (record.text(.unit) == nil ? 1 : 2)
      else { return nil }
      self.init(number, record.text(.unit))
    }

    /// Reads `5 mg`, `5mg` or `5`; nil where it does not begin with a number.
    public init?(_ text: String) {
      // What looks like an exponent may begin a unit, as in `5 eq` written without a space.
      let digits = DecimalNumber.number(beginning: text.utf8)
      guard let number = DecimalNumber(String(Substring(digits))) else { return nil }
      // By bytes: what combines with the space belongs to the unit.
      let rest = text.utf8[digits.endIndex...]
      let unit = rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest
      self.init(number, unit.isEmpty ? nil : String(Substring(unit)))
    }

    /// Number and unit, with a space between them.
    public var text: String { unit.map { "\(number.digits) \($0)" } ?? number.digits }

    /// Equality by bytes, as of the answers (rule D2).
    public static func == (left: Amount, right: Amount) -> Bool {
      left.documentValue == right.documentValue
    }

    /// Hashes what is stored.
    public func hash(into hasher: inout Hasher) { hasher.combine(documentValue) }
  }

  /// The row's identity.
  public let id: RowID
  /// The row's fields.
  public var record: Fields

  /// A quantity in one of some units; a single unit need not be given, and without units any is
  /// taken.
  public init(_ field: Field<Amount>, title: String? = nil, units: [Choice.Option] = []) {
    id = field.row
    record = [.component: .text(Self.component)]
    record[.title] = title.map(Value.text)
    if !units.isEmpty { record[.units] = .list(units.map { .record($0.record) }) }
  }

  /// Reads a record.
  public init?(id: RowID, record: Fields) {
    self.id = id
    self.record = record
  }
}

extension Quantity {
  /// What a host draws for a quantity.
  public struct View: ViewModel {
    /// What stands beside the answer.
    public var label = RowLabel()
    /// The units that are offered; of none, any will do.
    public var units: [Choice.Option] = []
    /// How the form asks to show it, such as as a slider.
    public var presentation = Presentation()
    /// What the form says of answers: least, greatest, step and decimals.
    public var limits = Limits()
    /// The answer, for a field of numbers and one of units; nil where there is none.
    public var amount: Amount?
    /// The answer as it is shown.
    public var text: String?
    /// The hint that stands in for an answer while there is none.
    public var placeholder: String?
    /// What is wrong with the answer, as far as it shows now.
    public var issues: [ValidationIssue] = []

    /// Makes a view without content.
    public init() {}

    /// A label and the answer or a hint beside it.
    public var look: RowLook {
      let units = units.map(\.label).joined(separator: " / ")
      let hint = placeholder ?? (units.isEmpty ? "a number and a unit" : "a number of \(units)")
      return RowLook(
        label: label, content: text.map(RowLook.Content.answer) ?? .noAnswer(hint: hint),
        issues: issues)
    }
  }

  /// Draws label, units, answer and issues.
  public func render(in view: inout View) {
    view.label = RowLabel(record)
    view.units = units
    view.presentation = Presentation(record)
    view.limits = Limits(record)
    view.amount = record[.value].flatMap { Amount(documentValue: $0) }
    view.text = shownAnswer()
    view.placeholder = view.text == nil ? view.label.hint : nil
    view.issues = shownIssues()
  }

  private var units: [Choice.Option] {
    (record[.units]?.asList ?? []).compactMap { $0.asRecord.flatMap { Choice.Option($0) } }
  }
}

extension Quantity: InputComponent {
  /// Takes a number and one of its units.
  public var inputTraits: InputTraits {
    let units = units
    var traits = InputTraits(
      expects: "a number and a unit, as in 5 \(units.first?.code ?? "mg")",
      shape: .record([.number: .decimal, .unit: .text]), presentation: Presentation(record))
    traits.units = units
    return traits
  }

  /// Reads `5 mg`, the unit by its code or label.
  public func read(_ text: String, in context: InputContext) throws(InputProblem) -> Amount {
    guard let amount = Amount(text) else {
      throw .unreadable(takes: inputTraits.expects, text: text)
    }
    return try checked(amount, byLabel: true)
  }

  /// Takes a number and the code of one of its units.
  public func answer(from value: Value, in context: InputContext) throws(InputProblem) -> Amount {
    guard let amount = Amount(documentValue: value) else {
      throw .unreadable(takes: inputTraits.expects, text: Notation.text(of: value))
    }
    return try checked(amount, byLabel: false)
  }

  /// Number and code.
  public func text(of amount: Amount, in context: InputContext) -> String { amount.text }

  /// Number and label of the unit.
  public func displayText(of amount: Amount, in context: InputContext) -> String {
    guard let unit = amount.unit else { return amount.text }
    let label = context.units[unit] ?? units.first { ByteText.equal($0.code, unit) }?.label
    return Amount(amount.number, label ?? unit).text
  }

  private func checked(_ amount: Amount, byLabel: Bool) throws(InputProblem) -> Amount {
    guard amount.number.isInRange else { throw .outOfRange(text: amount.number.digits) }
    let units = units
    guard let first = units.first else { return amount }
    guard let unit = amount.unit else {
      guard units.count == 1 else { throw .notAUnit(text: "", units: units) }
      return Amount(amount.number, first.code)
    }
    let matches =
      units.filter { ByteText.equal($0.code, unit) }
      + (byLabel ? units.filter { ByteText.equal($0.label, unit) } : [])
    guard let match = matches.first else { throw .notAUnit(text: unit, units: units) }
    return Amount(amount.number, match.code)
  }
}
