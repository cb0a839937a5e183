public import EkibenDocuments
public import EkibenForms
public import EkibenStore

/// Why a session did not do what it was asked; document, history and file are as they were.
public enum SessionError: Error, Equatable, Sendable {
  /// The row does not take this input.
  case input(InputError)
  /// Somebody else has changed in the meantime what is to be changed.
  case conflict(EditConflict)
  /// The store refuses.
  case store(StoreError)
  /// The document cannot be submitted: these are wrong, in the order of the rows.
  case incomplete([ValidationIssue])
}

extension SessionError: CustomStringConvertible {
  /// One sentence for a developer or a script: rows by id, options by code.
  public var description: String {
    switch self {
    case .input(let error): error.description
    case .conflict(let conflict): StoreError.conflict(conflict.stale).description
    case .store(let error): error.description
    case .incomplete(let issues):
      "it cannot be submitted: " + issues.map { "\($0.row): \($0.message)" }.joined(separator: "; ")
    }
  }
}

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
    (expected, found) = (text(stale.change.before), text(stale.found))
  }

  /// One sentence for the person who fills in the form: the row by its title, options by label.
  public var message: String {
    let name = title.map { "“\($0)”" } ?? row?.rawValue ?? "the document"
    func quoted(_ text: String?) -> String { text.map { "“\($0)”" } ?? "empty" }
    return "somebody else has changed \(name) from \(quoted(expected)) to \(quoted(found)); "
      + "look at it again, and give your answer once more if it is to stand"
  }
}
