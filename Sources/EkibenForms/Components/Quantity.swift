public import EkibenDocuments
public import EkibenExpressions

/// A row that takes a number and its unit, such as `5 mg`; the digits are kept, and nothing is converted.
///
/// An answer is a record of `number` and `unit`, and of `comparator` where the number is a bound, as in `< 5 mg`. Two
/// are equal if all of these are (rule F27).
public struct Quantity: InputComponent {
  /// The registered name under which rows of this kind are stored.
  public static let component = "Quantity"

  /// A number and its unit.
  public struct Amount: FieldValue {
    /// The number, with its digits.
    public var number: DecimalNumber
    /// The unit's code; nil where there is none.
    public var unit: String?
    /// How what is meant stands to the number: `<`, `<=`, `>=` or `>`; nil where it is the number.
    public var comparator: String?

    package static let comparators = ["<=", "<", ">=", ">"]

    /// Puts a number and a unit together.
    public init(_ number: DecimalNumber, _ unit: String? = nil, comparator: String? = nil) {
      (self.number, self.unit, self.comparator) = (number, unit, comparator)
    }

    /// A record of number, unit and comparator.
    public var documentValue: Value {
      var record: Fields = [.number: .decimal(number)]
      record[.unit] = unit.map(Value.text)
      record[.comparator] = comparator.map(Value.text)
      return .record(record)
    }

    /// Reads a record of number, unit and comparator; nil where anything else stands in it.
    public init?(documentValue: Value) {
      guard let record = documentValue.asRecord, let number = record[.number]?.asNumber
      else { return nil }
      let (unit, comparator) = (record.text(.unit), record.text(.comparator))
      guard record.count == 1 + [unit, comparator].count(where: { $0 != nil }),
        comparator.map(Self.comparators.contains) ?? true
      else { return nil }
      self.init(number, unit, comparator: comparator)
    }

    /// Reads `5 mg`, `5mg`, `5` or `< 5 mg`; nil where there is no number.
    public init?(_ text: String) {
      let comparator = Self.comparators.first { text.utf8.starts(with: $0.utf8) }
      let text = comparator.map { Self.rest(text.utf8.dropFirst($0.utf8.count)) } ?? text
      // What looks like an exponent may begin a unit, as in `5 eq` written without a space.
      let digits = DecimalNumber.number(beginning: text.utf8)
      guard let number = DecimalNumber(String(Substring(digits))) else { return nil }
      let unit = Self.rest(text.utf8[digits.endIndex...])
      self.init(number, unit.isEmpty ? nil : unit, comparator: comparator)
    }

    // Without a space before it, by bytes: what combines with that belongs to the unit.
    private static func rest(_ text: Substring.UTF8View) -> String {
      String(Substring(text.first == UInt8(ascii: " ") ? text.dropFirst() : text))
    }

    /// Comparator, number and unit, with spaces between them.
    public var text: String {
      [comparator, number.digits, unit].compactMap(\.self).joined(separator: " ")
    }

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

  /// A quantity in one of some units, of which a single one need not be given; without units in any.
  public init(_ field: Field<Amount>, title: String? = nil, units: [Choice.Option] = []) {
    id = field.row
    record = [.component: .text(Self.component)]
    record[.title] = title.map(Value.text)
    if !units.isEmpty { record[.units] = .list(units.map { .record($0.record) }) }
  }

  /// Reads a record.
  public init?(id: RowID, record: Fields) { (self.id, self.record) = (id, record) }

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
      return RowLook(label: label, answer: text, hint: hint, issues: issues)
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

  private var units: [Choice.Option] { record.options(.units) }

  /// Takes a number and one of its units.
  public var inputTraits: InputTraits {
    let units = units
    var traits = InputTraits(
      expects: "a number and a unit, as in 5 \(units.first?.code ?? "mg")",
      shape: .record([.number: .decimal, .unit: .text, .comparator: .text]),
      presentation: Presentation(record))
    traits.units = units
    return traits
  }

  /// Reads `5 mg`, the unit by its code or label.
  public func read(_ text: String, in context: InputContext) throws(InputProblem) -> Amount {
    guard let amount = Amount(text)
    else { throw .unreadable(takes: inputTraits.expects, text: text) }
    return try checked(amount, byLabel: true)
  }

  /// Takes a number and the code of one of its units.
  public func answer(from value: Value, in context: InputContext) throws(InputProblem) -> Amount {
    guard let amount = Amount(documentValue: value)
    else { throw .unreadable(takes: inputTraits.expects, text: ValueText.bare(value)) }
    return try checked(amount, byLabel: false)
  }

  /// Number and code.
  public func text(of amount: Amount, in context: InputContext) -> String { amount.text }

  /// Number and label of the unit.
  public func displayText(of amount: Amount, in context: InputContext) -> String {
    guard let unit = amount.unit else { return amount.text }
    let label = context.units[unit] ?? units.first { ByteText.equal($0.code, unit) }?.label
    return Amount(amount.number, label ?? unit, comparator: amount.comparator).text
  }

  private func checked(_ amount: Amount, byLabel: Bool) throws(InputProblem) -> Amount {
    guard amount.number.isInRange else { throw .outOfRange(text: amount.number.digits) }
    let units = units
    guard let first = units.first else { return amount }
    let unit = amount.unit ?? (units.count == 1 ? first.code : "")
    let match =
      units.first { ByteText.equal($0.code, unit) }
      ?? (byLabel ? units.first { ByteText.equal($0.label, unit) } : nil)
    guard let match else { throw .notAUnit(text: unit, units: units) }
    return Amount(amount.number, match.code, comparator: amount.comparator)
  }
}
