internal import EkibenDocuments

/// What the differences since a whole value have cost, for the long texts of a document.
///
/// It only steers how much an entry record keeps, so forgetting it costs some bytes and nothing else.
struct LongTexts: Sendable {
  private var spent: [Change.Target: Int] = [:]

  /// What an entry record keeps of a change.
  mutating func content(of change: Change) -> EntryRecordChange.Content {
    let rule = LongTextRule()
    guard let text = change.after?.asText, text.utf8.count > rule.longerThan else {
      if !spent.isEmpty { spent[change.target] = nil }
      return .values(before: change.before, after: change.after)
    }
    var soFar = spent[change.target]
    let content = rule.content(before: change.before, after: change.after, spent: &soFar)
    spent[change.target] = soFar
    return content
  }

  /// Forgets what a travel brought back: its writer may be far below.
  mutating func forget(_ changes: Changeset) {
    if spent.isEmpty { return }
    for change in changes.changes { spent[change.target] = nil }
  }
}
