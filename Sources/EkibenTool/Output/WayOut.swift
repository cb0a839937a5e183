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
      return try hint(for: name, among: store.documents().map(\.name), or: list)
    case .unknownForm(let name):
      return try hint(for: name, among: store.forms().map(\.name), or: list)
    case .unknownRow(let row, let document):
      let rows = try store.document(document).content.sections.flatMap { $0.rows.map(\.id) }
      return hint(
        for: row, among: rows,
        or: Wording.call("show", [path, document.rawValue], ["--all", "--ids"]))
    case .history(.unknownEntry):
      guard let document = arguments.optional(1) else { return nil }
      return "; \(Wording.call("log", [path, document])) lists what there is"
    default: return nil
    }
  }

  private func hint<Name: RecordName>(
    for name: Name, among names: [Name], or list: String
  ) -> String {
    let hint = Suggestion.hint(for: name.rawValue, among: names.map(\.rawValue))
    return hint.isEmpty ? "; \(list) lists what there is" : hint
  }
}
