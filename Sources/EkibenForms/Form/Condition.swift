public import EkibenDocuments

/// When a section or row is shown: data, so that it can be stored, explained and exported.
///
/// ```swift
/// .visible(when: .consent == true && .age > 17)
/// ```
///
/// Conditions are kept with the form; this version does not act on them yet (rule F12).
public struct Condition: Hashable, Sendable {
  /// How an answer is compared with a value; the raw value is the member of the record and of the file.
  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    /// Equal.
    case equal = "is"
    /// Not equal.
    case unequal = "isNot"
    /// Less.
    case less = "lessThan"
    /// Less or equal.
    case atMost = "atMost"
    /// Greater.
    case greater = "greaterThan"
    /// Greater or equal.
    case atLeast = "atLeast"
  }

  /// The record that keeps it.
  ///
  /// It is one of
  ///
  /// ```text
  /// {row: "age", atLeast: 18}     a row's answer compared with a value, see Comparison
  /// {all: [condition, …]}         each of them holds
  /// {any: [condition, …]}         at least one of them holds
  /// {not: condition}              it does not hold
  /// ```
  public let record: Fields

  /// A condition that holds while a row's answer compares with a value as stated.
  public init(row: RowID, _ comparison: Comparison = .equal, _ value: Value) {
    record = ["row": .text(row.rawValue), FieldName(unchecked: comparison.rawValue): value]
  }

  /// A condition that holds while each of some others does; of none it holds.
  public static func all(_ conditions: [Condition]) -> Condition {
    Condition(record: ["all": .list(conditions.map { .record($0.record) })])
  }

  /// A condition that holds while at least one of some others does; of none it does not.
  public static func any(_ conditions: [Condition]) -> Condition {
    Condition(record: ["any": .list(conditions.map { .record($0.record) })])
  }

  private init(record: Fields) { self.record = record }

  /// A condition that holds while another does not.
  public static prefix func ! (condition: Condition) -> Condition {
    Condition(record: ["not": .record(condition.record)])
  }

  /// A condition that holds while both do; chains make one list.
  public static func && (left: Condition, right: Condition) -> Condition {
    .all(left.parts(of: "all") + right.parts(of: "all"))
  }

  /// A condition that holds while one of them does; chains make one list.
  public static func || (left: Condition, right: Condition) -> Condition {
    .any(left.parts(of: "any") + right.parts(of: "any"))
  }

  private func parts(of name: FieldName) -> [Condition] {
    guard let parts = record[name]?.asList else { return [self] }
    return parts.compactMap(\.asRecord).map { Condition(record: $0) }
  }
}

extension Field {
  /// The condition that the field's answer is a certain value.
  public static func == (field: Field, value: Answer) -> Condition {
    Condition(row: field.row, .equal, value.documentValue)
  }

  /// The condition that the field's answer is not a certain value.
  public static func != (field: Field, value: Answer) -> Condition {
    Condition(row: field.row, .unequal, value.documentValue)
  }

  /// The condition that the field's answer is less than a value.
  public static func < (field: Field, value: Answer) -> Condition {
    Condition(row: field.row, .less, value.documentValue)
  }

  /// The condition that the field's answer is a value or less.
  public static func <= (field: Field, value: Answer) -> Condition {
    Condition(row: field.row, .atMost, value.documentValue)
  }

  /// The condition that the field's answer is greater than a value.
  public static func > (field: Field, value: Answer) -> Condition {
    Condition(row: field.row, .greater, value.documentValue)
  }

  /// The condition that the field's answer is a value or more.
  public static func >= (field: Field, value: Answer) -> Condition {
    Condition(row: field.row, .atLeast, value.documentValue)
  }
}
