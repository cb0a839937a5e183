/// What a field can hold.
///
/// Equality is exact: texts by bytes, numbers by kind and digits, so that an edit from `1.5` to
/// `1.50` or from one spelling of `é` to the other is an edit (rules D2 and D7).
///
/// Lists and records may be nested in each other up to `ValueCoding.maximumDepth` levels. Deeper
/// ones can be built, but neither stored nor read from text: what takes values in refuses them.
public enum Value: Hashable, Sendable {
  /// An explicit null; not the same as an absent field.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A decimal number with its digits.
  case decimal(DecimalNumber)
  /// A text; empty text is a value.
  case text(String)
  /// A date or time as written (`2024-03`), so that its precision is kept.
  case date(DateText)
  /// Raw bytes.
  case bytes([UInt8])
  /// Values in order.
  case list([Value])
  /// Named values.
  case record(Fields)
  /// Source text that Ekiben does not understand and gives back byte for byte.
  case verbatim(String)

  /// Exact equality; see ``Value``.
  @_effects(readonly) public static func == (left: Value, right: Value) -> Bool {
    // One value after the other: matched as a pair, both would be copied, and references counted.
    switch left {
    case .null: if case .null = right { return true }
    case .bool(let left): if case .bool(let right) = right { return left == right }
    case .integer(let left): if case .integer(let right) = right { return left == right }
    case .decimal(let left): if case .decimal(let right) = right { return left == right }
    case .text(let left): if case .text(let right) = right { return ByteText.equal(left, right) }
    case .date(let left): if case .date(let right) = right { return left == right }
    case .bytes(let left): if case .bytes(let right) = right { return left == right }
    case .list(let left): if case .list(let right) = right { return left == right }
    case .record(let left): if case .record(let right) = right { return left == right }
    case .verbatim(let left):
      if case .verbatim(let right) = right { return ByteText.equal(left, right) }
    }
    return false
  }

  /// Hashes kind and content.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let bool): hasher.combine(bool)
    case .integer(let integer): hasher.combine(integer)
    case .decimal(let decimal): hasher.combine(decimal)
    case .text(let text), .verbatim(let text): ByteText.hash(text, into: &hasher)
    case .date(let date): hasher.combine(date)
    case .bytes(let bytes): hasher.combine(bytes)
    case .list(let values): hasher.combine(values)
    case .record(let fields): hasher.combine(fields)
    }
  }

  /// What stands for a secret wherever one could be seen.
  package static let masked = Value.text("••••••••")

  /// The text, if this is one.
  public var asText: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The bool, if this is one.
  public var asBool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The whole number, if this is one.
  public var asInteger: Int64? {
    if case .integer(let integer) = self { integer } else { nil }
  }

  /// The fields, if this is a record.
  public var asRecord: Fields? {
    if case .record(let fields) = self { fields } else { nil }
  }

  /// The values, if this is a list.
  public var asList: [Value]? {
    if case .list(let values) = self { values } else { nil }
  }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral
{
  /// A text.
  public init(stringLiteral text: String) { self = .text(text) }
  /// A bool.
  public init(booleanLiteral bool: Bool) { self = .bool(bool) }
  /// A whole number.
  public init(integerLiteral integer: Int64) { self = .integer(integer) }
  /// A list.
  public init(arrayLiteral values: Value...) { self = .list(values) }
}
