public import EkibenDocuments
import EkibenForms
import EkibenStore

extension RuleExplanation {
  /// How the answer of a row and its formula go together.
  public struct Calculation: Sendable {
    /// Whether the answer is what the formula gave.
    public let state: CalculatedState
    /// Whether the formula is evaluated: not while a condition hides the row.
    public let isAsked: Bool
    /// The result of the formula now; nil where it has none.
    public let result: Value?
    /// Why there is no result: it could not be evaluated, or the row does not take what it gives.
    public let why: String?
    // The result as the row shows it.
    private let text: String?
    // The answer that is there.
    private let answer: Answer

    init(of answer: Answer, _ rules: RuleState, _ document: StoredDocument, _ input: RowInput) {
      var rules = rules
      let found = rules.calculated(answer.row, in: document.structure)
      self.answer = answer
      state = CalculatedState(document.origins[Change.Target(.row(answer.row), .value)])
      (isAsked, result, why) = (found != nil, found?.result, found?.failure.map { "\($0)" })
      let row = document.row(answer.row)
      text = result.flatMap { value in row.map { input.displayText(of: value, in: $0) } }
    }

    /// One sentence for a person, with the answers that the formula reads.
    func sentence(_ reads: [Answer]) -> String {
      let facts = reads.map(\.fact).joined(separator: " and ")
      if state == .overridden { return overriding }
      if !isAsked { return "not calculated while it is hidden" }
      if result == nil, answer.value == nil {
        let reason = why.map { ", since its formula fails: \($0)" }
        return "nothing is calculated" + (reason ?? (facts.isEmpty ? "" : ": \(facts)"))
      }
      let entry = answer.entry.map { ", and the same since entry \($0.number)" } ?? ""
      return "calculated\(entry)" + (facts.isEmpty ? "" : ": \(facts)")
    }

    private var overriding: String {
      let who = answer.entry.map { entry in
        let day = "on \(answer.day ?? ""), entry \(entry.number)"
        let text = answer.value == .null ? nil : answer.text
        return text.map { "\(entry.author) answered \($0) \(day)" }
          ?? "\(entry.author) took the answer away \(day)"
      }
      let gives = text ?? "nothing\(why.map { " (\($0))" } ?? "")"
      return "overridden: \(who ?? "somebody answered")"
        + (isAsked ? "; its formula gives \(gives)" : "")
    }
  }
}
