public import EkibenDocuments

/// Formulas as records, which are what forms keep and files hold:
///
/// ```text
/// {row: "age", atLeast: 18}             compared with a value, see Comparison
/// {row: "end", atLeastRow: "start"}     compared with the answer of another row
/// {row: "phone", exists: true}          answered, or with false not
/// {row: "colours", contains: "red"}     red is among the answers, or in the text
/// {row: "colour", anyOf: ["red", …]}    one of these
/// {row: "colours", count: {atLeast: 2}} the number of answers
/// {…, reach: "every"}                   of a row that repeats: nearest (if not said), any or every
/// {all: […]}  {any: […]}  {not: …}
/// {fhirpath: "%a + %b > 3"}             an expression, see CompiledExpression
/// ```
extension Formula {
  /// How deep formulas may be nested in each other.
  public static let maximumDepth = 32

  /// Reads a record; nil where it says anything else as well, or is nested too deeply.
  ///
  /// - Complexity: O(n).
  public init?(record: Fields) { self.init(record, depth: 1) }

  private init?(_ record: Fields, depth: Int) {
    guard depth <= Self.maximumDepth else { return nil }
    if record[.row] != nil {
      self.init(simple: record)
    } else if record.count == 1, let list = record[.all]?.asList ?? record[.any]?.asList {
      let parts = list.compactMap { $0.asRecord.flatMap { Formula($0, depth: depth + 1) } }
      guard parts.count == list.count else { return nil }
      self = record[.all] == nil ? .any(parts) : .all(parts)
    } else if record.count == 1, let part = record[.not]?.asRecord,
      let formula = Formula(part, depth: depth + 1)
    {
      self = .not(formula)
    } else if record.count == 1, let text = record[.fhirPath]?.asText {
      self = .fhirPath(text)
    } else {
      return nil
    }
  }

  private init?(simple record: Fields) {
    var reach = Reach.nearest
    if let text = record[.reach] {
      guard let named = text.asText.flatMap({ Reach(rawValue: $0) }) else { return nil }
      reach = named
    }
    let others = record.filter { $0.name != .row && $0.name != .reach }
    guard let row = Self.row(record[.row]), others.count == 1, let other = others.first else {
      return nil
    }
    self.init(Reference(row, reach), other.name.rawValue, other.value)
  }

  private init?(_ reference: Reference, _ name: String, _ value: Value) {
    switch (name, value) {
    case ("exists", .bool(let expected)): self = .exists(reference, expected)
    case ("contains", _): self = .contains(reference, value)
    case ("anyOf", .list(let values)): self = .anyOf(reference, values)
    case ("count", .record(let record)):
      guard record.count == 1, let part = record.first, let number = part.value.asInteger,
        let comparison = Comparison(rawValue: part.name.rawValue)
      else { return nil }
      self = .count(reference, comparison, number)
    default:
      if let comparison = Comparison(rawValue: name) {
        self = .compares(reference, comparison, .value(value))
      } else if name.hasSuffix("Row"), let row = Self.row(value),
        let comparison = Comparison(rawValue: String(name.dropLast(3)))
      {
        self = .compares(reference, comparison, .row(row))
      } else {
        return nil
      }
    }
  }

  private static func row(_ value: Value?) -> RowID? {
    guard let text = value?.asText, InvalidName.problem(in: text) == nil else { return nil }
    return RowID(unchecked: text)
  }

  /// The record that reads back as an equal formula.
  public var record: Fields {
    switch self {
    case .all(let parts): ["all": .list(parts.map { .record($0.record) })]
    case .any(let parts): ["any": .list(parts.map { .record($0.record) })]
    case .not(let part): ["not": .record(part.record)]
    case .fhirPath(let text): [.fhirPath: .text(text)]
    case .exists(let reference, let expected): reference.record("exists", .bool(expected))
    case .contains(let reference, let value): reference.record("contains", value)
    case .anyOf(let reference, let values): reference.record("anyOf", .list(values))
    case .count(let reference, let comparison, let number):
      reference.record("count", .record([comparison.member: .integer(number)]))
    case .compares(let reference, let comparison, .value(let value)):
      reference.record(comparison.member, value)
    case .compares(let reference, let comparison, .row(let other)):
      reference.record(FieldName(unchecked: comparison.rawValue + "Row"), .text(other.rawValue))
    }
  }
}

extension Formula.Comparison {
  fileprivate var member: FieldName { FieldName(unchecked: rawValue) }
}

extension Formula.Reference {
  fileprivate func record(_ name: FieldName, _ value: Value) -> Fields {
    var record: Fields = ["row": .text(row.rawValue), name: value]
    if reach != .nearest { record["reach"] = .text(reach.rawValue) }
    return record
  }
}

extension FieldName {
  /// Of a condition, a variable or a calculation: its text in FHIRPath.
  package static let fhirPath: FieldName = "fhirpath"

  // Each literal would be looked at anew whether it is a legal name.
  fileprivate static let row: FieldName = "row"
  fileprivate static let all: FieldName = "all"
  fileprivate static let any: FieldName = "any"
  fileprivate static let not: FieldName = "not"
  fileprivate static let reach: FieldName = "reach"
}
