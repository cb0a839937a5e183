import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

/// The part of `ekiben import` that takes in a whole history.
enum HistoryImport {
  static func run(_ history: HistoryReader, as name: DocumentName?, _ call: Call) throws {
    let document = try call.withStore(.create) { store in
      try store.importHistory(history, as: name)
    }
    report(document, isNewForm: true, [], call)
  }

  /// Reads a history of any length, a piece at a time.
  static func read(
    _ pieces: borrowing InputPieces, behind beginning: [UInt8]
  ) throws -> HistoryReader {
    var (reader, lines) = (HistoryReader(), LineSplitter())
    var piece: [UInt8]? = beginning
    while let bytes = piece {
      for line in try lines.take(bytes) { _ = try reader.read(line: line) }
      piece = try pieces.next()
    }
    if let line = lines.finish() { _ = try reader.read(line: line) }
    try reader.finish()
    return reader
  }

  static func report(
    _ document: StoredDocument, isNewForm: Bool, _ warnings: [ImportWarning], _ call: Call
  ) {
    let rows = document.formContent.sections.flatMap(\.rows)
    let opaque = rows.count { call.environment.registry.component($0.id, $0.fields) is Opaque }
    call.write(
      json: .object([
        "form": document.form, "revision": document.revision, "created": isNewForm,
        "sections": document.formContent.sections.count, "rows": rows.count, "opaque": opaque,
        "warnings": warnings, "document": document.name, "entries": document.count,
      ]),
      lines: [
        "imported \(Notation.shown(document.name.rawValue)) with "
          + "\(Wording.count(document.count, "entry", "entries")), of form "
          + "\(Notation.shown(document.form.rawValue)) revision \(document.revision)"
      ])
  }
}
