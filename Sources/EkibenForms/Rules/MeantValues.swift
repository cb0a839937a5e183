package import EkibenDocuments
package import EkibenExpressions

/// What the values of conditions mean to the questions that they are compared with (rule E2).
///
/// A form in JSON has dates and quantities as texts, and a Questionnaire asks for the number or date that an option
/// is. What stands in the form stays; this is what is compared.
package struct MeantValues {
  private typealias Question = (input: any InputComponent, shape: AnswerShape)

  private let component: (RowID) -> (any Component)?
  // Of each question once: a choice of many options is asked about many times.
  private var questions: [RowID: Question?] = [:]

  /// Looks questions up by a body; nil is none, whose values are taken as they stand.
  package init(_ component: @escaping (RowID) -> (any Component)?) { self.component = component }

  init(_ structure: DocumentStructure, _ registry: ComponentRegistry) {
    self.init { id in
      structure.row(id).map { registry.component(id, structure.definition(of: $0)) }
    }
  }

  /// A condition with its values as its questions have them.
  ///
  /// - Complexity: O(n) in its size, and what a question takes that is asked about first.
  package mutating func callAsFunction(_ formula: Formula) -> Formula {
    formula.replacing({ $0 }) { row, comparison, value in
      switch value {
      case .text, .integer, .decimal, .date: break
      case .null, .bool, .bytes, .list, .record, .verbatim: return value
      }
      guard let question = question(row) else { return value }
      return question.input.meant(by: value, as: question.shape, comparison)
    }
  }

  private mutating func question(_ row: RowID) -> Question? {
    if let known = questions[row] { return known }
    let question = component(row)?.input.map { ($0, $0.inputTraits.shape) }
    questions[row] = .some(question)
    return question
  }
}

extension InputComponent {
  fileprivate func meant(
    by value: Value, as shape: AnswerShape, _ comparison: Formula.Comparison
  ) -> Value {
    switch (shape, value) {
    case (.date, .text(let text)): DateText(text).map(Value.date) ?? value
    case (.record, .text(let text)): amount(text) ?? value
    // `10` is greater than `7`, though its code is not.
    case (.coded, _), (.list(of: .coded), _):
      comparison.isOfEquality ? .text(ValueText.bare(value)) : value
    default: value
    }
  }

  // A text that is none of the row's is compared as the text that it is.
  private func amount(_ text: String) -> Value? {
    do { return try value(reading: text) } catch { return nil }
  }
}
