import Ekiben
import EkibenDocuments

extension Call {
  /// A refusal of what is not there, with what may have been meant, else with what lists all that is there
  /// (rule C12); any other error as it is.
  func withWayOut(_ error: any Error, in store: Store) -> any Error {
    let refused: StoreError
    switch error {
    case let error as StoreError: refused = error
    case SessionError.store(let error): refused = error
    default: return error
    }
    do {
      guard let way = try wayOut(of: refused, in: store) else { return error }
      let failure = CommandFailure(refused)
      return CommandFailure(failure.code, failure.message + way)
    } catch {
      // A store that cannot be asked is no reason to say less than before.
      return refused
    }
  }

  private func wayOut(of error: StoreError, in store: Store) throws -> String? {
    let list = Wording.call("list", [path])
    switch error {
    case .unknownDocument(let name):
      return try hint(for: name.rawValue, among: store.documents().map(\.name.rawValue), or: list)
    case .unknownForm(let name):
      return try hint(for: name.rawValue, among: store.forms().map(\.name.rawValue), or: list)
    case .unknownRow(let row, let document):
      return wayOut(of: row.rawValue, in: try store.document(document), takesSections: false)
    case .structure(.unknown(.section(let section))):
      return try document(in: store).map {
        wayOut(of: section.rawValue, in: $0, takesRows: false)
      }
    case .history(.unknownEntry(let number)): return try wayOut(of: "\(number)", in: store)
    case .history(.unknownMark(let name)): return try wayOut(of: name.rawValue, in: store)
    default: return nil
    }
  }

  private func document(in store: Store) throws -> StoredDocument? {
    try arguments.optional(1) == nil ? nil : store.document(documentName())
  }

  /// What may have been meant by an entry or mark that a document does not have.
  private func wayOut(of entry: String, in store: Store) throws -> String? {
    try document(in: store).map { document in
      hint(
        for: entry, among: document.history.marks.keys.map(\.rawValue),
        or: typed("log", on: document.name))
    }
  }

  /// What may have been meant by a row or section that a document does not have.
  func wayOut(
    of name: String, in document: StoredDocument, takesRows: Bool = true, takesSections: Bool = true
  ) -> String {
    let sections = document.content.sections
    let rows = takesRows ? sections.flatMap { $0.rows.map(\.id.rawValue) } : []
    return hint(
      for: name, among: rows + (takesSections ? sections.map(\.id.rawValue) : []),
      or: typed("show", on: document.name, [], ["--all", "--ids"]))
  }

  private func hint(for name: String, among names: [String], or list: String) -> String {
    let hint = Suggestion.hint(for: name, among: names)
    return hint.isEmpty ? "; \(list) lists what there is" : hint
  }
}
