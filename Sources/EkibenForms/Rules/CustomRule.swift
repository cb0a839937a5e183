public import EkibenDocuments
import EkibenExpressions

/// A condition that lives with a program and not in its form: what no formula says (rule F55).
///
/// It is asked like a formula: once for each edit that changes an answer that it reads, before the rules that
/// depend on it, and of what repeats for each instance. Where the form has a formula for the same, both have
/// to hold. Programs without it, such as the command, see the form alone.
///
/// ```swift
/// form.rule(
///   CustomRule(.visible, of: .row("delivery"), "it can be delivered there", reading: ["postcode"]) {
///     answers in answers[.postcode].map(deliveries.contains) ?? false
///   })
/// ```
public struct CustomRule: Sendable {
  /// What it decides: whether its record is shown, asked for or read-only.
  public enum Aspect: Sendable {
    /// Whether it is shown.
    case visible
    /// Whether an answer is asked for.
    case required
    /// Whether people are kept from changing it.
    case readOnly
  }

  /// The section or row; of what repeats, the template.
  public let record: RecordID
  /// What has to hold, in words that can stand behind “because”.
  public let words: String
  let aspect: RuleAspect
  let rows: [RowID]
  let body: @Sendable (RuleInput) -> Bool

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - aspect: What it decides.
  ///   - record: The section or row that it decides of; of what repeats, the template.
  ///   - words: What has to hold, for whoever asks why.
  ///   - rows: The rows whose answers it reads; the others have none for it.
  ///   - body: Whether it holds. It must depend on nothing but the answers, and must not use the store.
  public init(
    _ aspect: Aspect, of record: RecordID, _ words: String, reading rows: [RowID],
    _ body: @escaping @Sendable (RuleInput) -> Bool
  ) {
    (self.record, self.words, self.rows, self.body) = (record, words, rows, body)
    self.aspect =
      switch aspect {
      case .visible: .visible
      case .required: .required
      case .readOnly: .readOnly
      }
  }

  func holds(in answers: some AnswerSource) -> Bool {
    body(RuleInput(rows: rows) { answers.answers(of: $0) })
  }
}

/// The answers that a rule of a program reads: those of what is hidden do not count (rule F14).
public struct RuleInput {
  let rows: [RowID]
  let answers: (Formula.Reference) -> [[Value]]

  /// The answer of a field, of what repeats the one that is nearest; nil is none.
  public subscript<Answer>(field: Field<Answer>) -> Answer? {
    let found = values(field.row, .nearest).first
    return found.flatMap { Answer(documentValue: $0.count == 1 ? $0[0] : .list($0)) }
  }

  /// The answers of a field in all instances, in order; those that there are.
  public func all<Answer>(_ field: Field<Answer>) -> [Answer] {
    values(field.row, .any).compactMap { Answer(documentValue: $0.count == 1 ? $0[0] : .list($0)) }
  }

  private func values(_ row: RowID, _ reach: Formula.Reach) -> [[Value]] {
    guard rows.contains(row) else { return [] }
    return answers(Formula.Reference(row, reach)).filter { !$0.isEmpty }
  }
}

extension Form {
  /// Adds a condition of the program's own wherever the form is filled in by this program.
  public func rule(_ rule: CustomRule) -> Form {
    let live = changed(components) { $0.rules.append(rule) }
    return Form(name, fields: fields, sections: sections, components: live)
  }
}
