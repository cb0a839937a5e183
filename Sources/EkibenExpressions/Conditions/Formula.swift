public import EkibenDocuments

/// A condition on the answers of a document, as data: it can be stored, explained, exported, and asked
/// what it reads (rule E1).
///
/// It is total: on any answers it holds or does not, in time proportional to its size and the answers
/// that it reads.
public indirect enum Formula: Hashable, Sendable {
  /// An answer compares with something as stated.
  case compares(Reference, Comparison, Operand)
  /// There is an answer; or, if false, there is none.
  case exists(Reference, Bool)
  /// An answer is the value, or is a text that has it in it.
  case contains(Reference, Value)
  /// An answer is one of the values.
  case anyOf(Reference, [Value])
  /// The number of answers compares with another as stated.
  case count(Reference, Comparison, Int64)
  /// All of them hold; true of an empty list.
  case all([Formula])
  /// At least one of them holds; false of an empty list.
  case any([Formula])
  /// It does not hold.
  case not(Formula)
  /// An expression in FHIRPath gives true on the document as a response; seen from the section or row whose
  /// condition it is (rule E12).
  case fhirPath(String)

  /// How two values compare; the raw value is the member of a record and of a file.
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

    /// Whether it asks for one and the same, or not.
    package var isOfEquality: Bool { self == .equal || self == .unequal }
  }

  /// What an answer is compared with.
  public enum Operand: Hashable, Sendable {
    /// A value.
    case value(Value)
    /// The answers of a row, of the instances that the other reference means as well.
    case row(RowID)
  }

  /// A row of the form, and which of its instances are meant where it repeats.
  public struct Reference: Hashable, Sendable {
    /// The row; of one that repeats, its template.
    public let row: RowID
    /// Which instances are meant.
    public let reach: Reach

    /// Refers to a row.
    public init(_ row: RowID, _ reach: Reach = .nearest) { (self.row, self.reach) = (row, reach) }
  }

  /// Which instances of a row that repeats are meant; the raw value is the member of a record.
  public enum Reach: String, Hashable, Sendable, CaseIterable {
    /// The nearest to the row whose condition it is: in an instance around it, else the last before it, else
    /// the first after it.
    case nearest
    /// All of them: it holds if it holds for the answers of one.
    case any
    /// All of them: it holds if it holds for the answers of each, and also where there are none.
    case every
  }

  /// The rows whose answers, and whose being shown, decide whether it holds.
  ///
  /// - Complexity: O(n) in its size.
  public var dependencies: Set<RowID> { Set(references.map(\.row)) }

  /// Every reference in it, in order; what expressions read is known only with the form.
  public var references: [Reference] {
    switch self {
    case .compares(let left, _, .row(let right)): [left, Reference(right, left.reach)]
    case .compares(let reference, _, .value), .exists(let reference, _),
      .contains(let reference, _), .anyOf(let reference, _), .count(let reference, _, _):
      [reference]
    case .all(let parts), .any(let parts): parts.flatMap(\.references)
    case .not(let part): part.references
    case .fhirPath: []
    }
  }

  /// Every expression in it, in order.
  package var expressions: [String] {
    switch self {
    case .fhirPath(let text): [text]
    case .all(let parts), .any(let parts): parts.flatMap(\.expressions)
    case .not(let part): part.expressions
    case .compares, .exists, .contains, .anyOf, .count: []
    }
  }

  /// The formula with other references, or other values that the answers of rows are compared with.
  ///
  /// - Complexity: O(n) in its size.
  package func replacing(
    _ reference: (Reference) -> Reference,
    _ value: (RowID, Comparison, Value) -> Value = { $2 }
  ) -> Formula {
    func all(_ parts: [Formula]) -> [Formula] { parts.map { $0.replacing(reference, value) } }
    switch self {
    case .compares(let left, let comparison, .value(let right)):
      return .compares(reference(left), comparison, .value(value(left.row, comparison, right)))
    case .compares(let left, let comparison, .row(let right)):
      return .compares(reference(left), comparison, .row(right))
    case .exists(let left, let isWanted): return .exists(reference(left), isWanted)
    case .contains(let left, let right):
      return .contains(reference(left), value(left.row, .equal, right))
    case .anyOf(let left, let values):
      return .anyOf(reference(left), values.map { value(left.row, .equal, $0) })
    case .count(let left, let comparison, let number):
      return .count(reference(left), comparison, number)
    case .all(let parts): return .all(all(parts))
    case .any(let parts): return .any(all(parts))
    case .not(let part): return .not(part.replacing(reference, value))
    case .fhirPath: return self
    }
  }
}
