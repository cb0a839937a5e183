public import EkibenDocuments
internal import EkibenForms
internal import EkibenStore

/// Somebody else has answered a row since it was last seen here; nothing was written.
public struct EditConflict: Equatable, Sendable {
  /// What was expected, and what is there.
  public let stale: StaleChange
  /// The row; nil where it is about something else.
  public let row: RowID?
  /// What the row is called where a person reads it.
  public let title: String?
  /// What was seen here, as the row shows it; nil is no answer.
  public let expected: String?
  /// What is there now, as the row shows it; nil is no answer.
  public let found: String?

  init(_ stale: StaleChange, in document: StoredDocument, _ components: LiveComponents) {
    self.stale = stale
    guard case .row(let id) = stale.change.record else {
      (row, title) = (nil, nil)
      expected = stale.change.before.map(ValueText.bare)
      found = stale.found.map(ValueText.bare)
      return
    }
    row = id
    let record = document.row(id)
    title = record?.fields.text(.title)
    let input = record.flatMap { components.component(of: $0).input }
    func text(_ value: Value?) -> String? {
      guard let value, value != .null else { return nil }
      return input?.displayText(ofValue: value) ?? ValueText.bare(value)
    }
    expected = text(stale.change.before)
    found = text(stale.found)
  }

  /// One sentence for the person who fills in the form: the row by its title, options by label.
  public var message: String {
    let name = title.map { "“\($0)”" } ?? row?.rawValue ?? "the document"
    func quoted(_ text: String?) -> String { text.map { "“\($0)”" } ?? "empty" }
    return "somebody else has changed \(name) from \(quoted(expected)) to \(quoted(found)); "
      + "look at it again, and give your answer once more if it is to stand"
  }
}
