public import EkibenDocuments

/// A typed handle on a row: its id, and the Swift type of its answer.
///
/// Declare fields as constants, so that a mistyped name or a wrong type does not compile:
///
/// ```swift
/// extension Field<String> { static let name = Field("name") }
/// extension Field<Bool> { static let consent = Field("consent") }
/// ```
///
/// Use one static name for one type only: the same name on `Field<String>` and `Field<Int>` leaves
/// the compiler unable to choose where it is written `.name`.
public struct Field<Answer: FieldValue>: Hashable, Sendable {
  /// The row that the field stands for.
  public let row: RowID

  /// Declares a field on a row.
  public init(_ row: RowID) { self.row = row }
}

/// A Swift type that can be an answer.
public protocol FieldValue: Hashable, Sendable {
  /// The answer as the document keeps it.
  var documentValue: Value { get }

  /// Reads an answer; nil when the value is of another kind.
  init?(documentValue: Value)
}

extension String: FieldValue {
  /// A text.
  public var documentValue: Value { .text(self) }
  /// Reads a text, or the code of a coded answer.
  public init?(documentValue: Value) {
    guard let text = documentValue.asText ?? documentValue.asRecord?.text(.code) else { return nil }
    self = text
  }
}

extension Bool: FieldValue {
  /// A bool.
  public var documentValue: Value { .bool(self) }
  /// Reads a bool.
  public init?(documentValue: Value) {
    guard let bool = documentValue.asBool else { return nil }
    self = bool
  }
}

extension Int: FieldValue {
  /// A whole number.
  public var documentValue: Value { .integer(Int64(self)) }
  /// Reads a whole number that fits.
  public init?(documentValue: Value) {
    guard let integer = documentValue.asInteger else { return nil }
    self.init(exactly: integer)
  }
}

extension DecimalNumber: FieldValue {
  /// A decimal number with its digits.
  public var documentValue: Value { .decimal(self) }
  /// Reads a decimal number, or a whole one.
  public init?(documentValue: Value) {
    guard let number = documentValue.asNumber else { return nil }
    self = number
  }
}

extension DateText: FieldValue {
  /// A date or time as it was written.
  public var documentValue: Value { .date(self) }
  /// Reads a date or time.
  public init?(documentValue: Value) {
    guard case .date(let date) = documentValue else { return nil }
    self = date
  }
}

extension Array: FieldValue where Element: FieldValue {
  /// A list.
  public var documentValue: Value { .list(map(\.documentValue)) }
  /// Reads a list of which each element can be read.
  public init?(documentValue: Value) {
    guard let values = documentValue.asList else { return nil }
    let elements = values.compactMap { Element(documentValue: $0) }
    guard elements.count == values.count else { return nil }
    self = elements
  }
}

extension Value: FieldValue {
  /// The value itself, for a field that may hold anything.
  public var documentValue: Value { self }
  /// Takes any value.
  public init?(documentValue: Value) { self = documentValue }
}

/// An enum with text raw values is an answer when it says so: `enum Colour: String, FieldValue { … }`.
extension FieldValue where Self: RawRepresentable<String> {
  /// The raw value.
  public var documentValue: Value { .text(rawValue) }
  /// Reads a raw value; nil for a text that no case has.
  public init?(documentValue: Value) {
    guard let text = String(documentValue: documentValue) else { return nil }
    self.init(rawValue: text)
  }
}
