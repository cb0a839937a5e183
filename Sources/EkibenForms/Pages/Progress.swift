public import EkibenDocuments

/// How far a person has got: how many of the questions that are asked now are answered (rule F57).
///
/// A question is a row that is shown, takes an answer and can be changed. An empty text is no answer.
public struct Progress: Hashable, Sendable {
  /// How many questions are asked.
  public internal(set) var asked = 0
  /// How many of them are answered.
  public internal(set) var answered = 0
  /// How many of those that need an answer have none.
  public internal(set) var missing = 0

  /// Whether every question is answered.
  public var isComplete: Bool { answered == asked }

  /// Counts the questions of some rows as they are drawn.
  init(of rows: some Sequence<Document.Row>, _ components: LiveComponents) {
    for row in rows where components.asks(row) {
      asked += 1
      if row.isAnswered { answered += 1 } else if row.fields.isTrue(.required) { missing += 1 }
    }
  }
}

/// One line of what a person looks over before a form is sent (rule F57).
public struct ReviewLine: Hashable, Sendable {
  /// The page that the question stands on; nil where it is on none.
  public let page: String?
  /// The question's row.
  public let row: RowID
  /// The title of the question.
  public let title: String
  /// The answer as a table shows it; nil is none.
  public let text: String?
  /// What is wrong with it.
  public let issues: [ValidationIssue]
}

extension Document {
  /// How far a person has got with all that is shown.
  ///
  /// - Complexity: O(n) in the number of rows.
  public func progress(_ components: LiveComponents = .none) -> Progress {
    Progress(of: drawn.sections.lazy.flatMap(\.rows), components)
  }

  /// The questions of a drawn document with their answers and what is wrong with them.
  package func review(
    _ components: LiveComponents, _ issues: [RowID: [ValidationIssue]]
  ) -> [ReviewLine] {
    zip(sections, pageIDs).flatMap { section, page in
      section.rows.filter { components.asks($0) }.map { row in
        let component = components.component(of: row)
        let label = RowLabel(component.record)
        return ReviewLine(
          page: page, row: row.id, title: label.title ?? row.id.rawValue,
          text: component.input?.shownAnswer(), issues: issues[row.id] ?? [])
      }
    }
  }

  /// How far a person has got with some sections of a drawn document.
  package func progress(of sections: [SectionID], _ components: LiveComponents) -> Progress {
    let wanted = Set(sections)
    return Progress(
      of: self.sections.lazy.filter { wanted.contains($0.id) }.flatMap(\.rows), components)
  }

  /// The first question of a drawn document behind a row, or else from the top, that is not answered.
  package func unanswered(after row: RowID?, _ components: LiveComponents) -> RowID? {
    first(after: row) { !$0.isAnswered && components.asks($0) }
  }

  /// The first row behind another one for which something holds, going on from the top at the end.
  package func first(after row: RowID?, where holds: (Document.Row) -> Bool) -> RowID? {
    let rows = sections.flatMap(\.rows)
    let start = rows.firstIndex { $0.id == row }.map { $0 + 1 } ?? 0
    return (rows[start...] + rows[..<start]).first(where: holds)?.id
  }
}

extension Document.Row {
  var isAnswered: Bool { fields[.value]?.answers.isEmpty == false }
}

extension LiveComponents {
  /// Whether a drawn row is a question that a person can answer now.
  package func asks(_ row: Document.Row) -> Bool {
    component(of: row).input != nil && !row.fields.isReadOnlyByForm && !row.fields.isHidden
  }
}
