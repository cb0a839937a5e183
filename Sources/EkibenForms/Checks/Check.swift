public import EkibenDocuments
public import EkibenExpressions

/// A rule that a section or a whole document has to keep, as data of the form (rule F47).
///
/// What breaks it is stored all the same, and reported as a ``ValidationIssue``.
public struct Check: Hashable, Sendable {
  /// What a check wants.
  public enum Condition: Hashable, Sendable {
    /// The formula holds, as far as answers say; in a section that repeats, for each instance.
    case holds(Formula)
    /// No two instances have the same answer in the row.
    case unique(RowID)
  }

  /// What the check is called, in issues too.
  public let id: String
  /// What it wants.
  public let condition: Condition
  /// The severity of the issue where the condition does not hold.
  public let severity: ValidationIssue.Severity
  /// The form's own message for the issue; nil takes the wording of Ekiben.
  public let message: String?
  /// The row that shows it; nil is the first that the formula reads, and for unique answers each later one.
  public let row: RowID?
  private let translations: Value?

  /// Says what has to hold.
  public init(
    _ id: String, _ condition: Condition, message: String? = nil,
    severity: ValidationIssue.Severity = .error, at row: RowID? = nil
  ) {
    (self.id, self.condition, self.severity) = (id, condition, severity)
    (self.message, self.row, translations) = (message, row, nil)
  }

  /// Reads a record; nil where it is no check that this program understands.
  ///
  /// - Complexity: O(n) in its size.
  public init?(record: Fields) {
    guard let id = record.text("id") else { return nil }
    if let formula = record["formula"]?.asRecord.flatMap({ Formula(record: $0) }) {
      condition = .holds(formula)
    } else if let row = record.text("unique"), record["formula"] == nil {
      condition = .unique(RowID(unchecked: row))
    } else {
      return nil
    }
    guard let severity = ValidationIssue.Severity(rawValue: record.text("severity") ?? "error")
    else { return nil }
    (self.id, self.severity, message) = (id, severity, record.text(.message))
    row = record.text("at").map { RowID(unchecked: $0) }
    translations = record[.translations]
  }

  /// The record that reads back as an equal check.
  public var record: Fields {
    var record: Fields = ["id": .text(id)]
    switch condition {
    case .holds(let formula): record["formula"] = .record(formula.record)
    case .unique(let row): record["unique"] = .text(row.rawValue)
    }
    if severity != .error { record["severity"] = .text(severity.rawValue) }
    record[.message] = message.map(Value.text)
    record["at"] = row.map { .text($0.rawValue) }
    record[.translations] = translations
    return record
  }

  /// What the form says where it does not hold, in the first of some languages that it says it in.
  func message(in languages: [String]) -> String? {
    record.texts(in: languages)?.text(.message) ?? message
  }

  /// The rows that it reads, as the form names them; the one that shows it is not among them.
  var references: [Formula.Reference] {
    switch condition {
    case .holds(let formula): formula.references
    case .unique(let row): [Formula.Reference(row, .any)]
    }
  }

  /// The expressions in it.
  var expressions: [String] {
    if case .holds(let formula) = condition { formula.expressions } else { [] }
  }
}

extension Fields {
  /// The checks that a record of a section or document has; what is none is kept and not asked.
  var checks: [Check] {
    self[.checks]?.asList?.compactMap { $0.asRecord.flatMap { Check(record: $0) } } ?? []
  }

  func adding(_ check: Check) -> Value {
    .list((self[.checks]?.asList ?? []) + [.record(check.record)])
  }
}

/// What checks can be written on: a section, what repeats, and the form (rule F47).
public protocol Checkable {
  /// Returns a copy with one more check.
  func checked(_ check: Check) -> Self
}

extension Checkable {
  /// Requires a formula to hold, such as `.end >= .start`; in a section that repeats, for each
  /// instance (rule F47).
  ///
  /// A comparison in which an answer is missing does not complain; ask for the answer, or whether there is
  /// one (`isAnswered`).
  ///
  /// - Parameters:
  ///   - id: What the check is called in issues.
  ///   - formula: What has to hold.
  ///   - message: What to say where it does not; nil says the formula in words, with the answers.
  ///   - severity: Whether that keeps a document from being submitted.
  ///   - row: The row that shows it; nil is the first that the formula reads.
  /// - Returns: The same with the check.
  public func check(
    _ id: String, _ formula: Formula, message: String? = nil,
    severity: ValidationIssue.Severity = .error, at row: RowID? = nil
  ) -> Self { checked(Check(id, .holds(formula), message: message, severity: severity, at: row)) }

  /// Requires instances of a row to differ in answers; see ``check(_:_:message:severity:at:)``.
  public func check<Answer>(
    _ id: String, unique field: Field<Answer>, message: String? = nil,
    severity: ValidationIssue.Severity = .error, at row: RowID? = nil
  ) -> Self {
    checked(Check(id, .unique(field.row), message: message, severity: severity, at: row))
  }
}

extension Section: Checkable {
  /// The section with a check more.
  public func checked(_ check: Check) -> Section { setting(.checks, to: record.adding(check)) }
}

extension Repeat: Checkable {}
extension Form: Checkable {}
