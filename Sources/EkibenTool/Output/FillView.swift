import Ekiben
import EkibenDocuments
import EkibenForms

/// A document as `fill` goes through it: what is shown, and which of its rows are asked.
struct FillView {
  private let editor: DocumentEditor
  private let call: Call
  private let shown: ShownDocument
  /// The rows that take an answer now, in order.
  let asked: [RowID]

  init(_ editor: DocumentEditor, _ call: Call) throws {
    (self.editor, self.call) = (editor, call)
    let reading = DocumentReading(store: editor.store, document: editor.document)
    shown = try ShownDocument(reading, at: nil, withHidden: false, call)
    let components = LiveComponents(registry: call.environment.registry)
    asked = shown.drawn.sections.flatMap(\.rows).filter { components.asks($0) }.map(\.id)
  }

  private var registry: ComponentRegistry { call.environment.registry }

  var title: String {
    let name = editor.document.name.rawValue
    return shown.title.map { "\($0) — \(name)" } ?? name
  }

  func issues() throws -> [String] {
    let document = editor.document
    return try call.issues(of: document, in: editor.store).map {
      ValidateCommand.line($0, document)
    }
  }

  /// What can be added, and how.
  func additions() throws -> [String] {
    try shown.worded().sections.compactMap { section in
      let text = SectionDisplay(section, registry: registry).addition ?? ""
      return text.hasPrefix("+ ") ? Notation.shown("\(text)  :add \(section.id)") : nil
    }
  }

  /// The row to ask behind one that was asked in a former view; nil behind the last.
  ///
  /// Where that one is not asked any more, it is the next by the former view that still is.
  func row(after id: RowID, in former: FillView) -> RowID? {
    if let place = asked.firstIndex(of: id) { return asked.dropFirst(place + 1).first }
    let still = Set(asked)
    return former.asked.drop { $0 != id }.first(where: still.contains)
  }

  /// The row to ask before another one; before nil the last.
  func row(before id: RowID?) -> RowID? {
    guard let id, let place = asked.firstIndex(of: id) else { return asked.last }
    return asked[..<place].last
  }

  /// Whether what is typed in a row is not to be seen.
  func isSecret(_ id: RowID) -> Bool { row(id)?.fields.isSecret ?? false }

  func takesSeveral(_ id: RowID) -> Bool {
    row(id).map { RowDisplay($0, registry: registry).traits?.takesSeveral ?? false } ?? false
  }

  private func row(_ id: RowID) -> Document.Row? {
    shown.drawn.sections.lazy.flatMap(\.rows).first { $0.id == id }
  }

  /// A question with what stands between it and the one that was asked before; alone where that is not before it.
  func question(_ id: RowID, after former: RowID?) throws -> String {
    var drawn: [Document.Section] = []
    var isBehind = former == nil
    for section in shown.drawn.sections {
      let holdsFormer = section.rows.contains { $0.id == former }
      var (rows, fields) = ([Document.Row](), section.fields)
      for row in section.rows {
        if isBehind || row.id == id { rows.append(row) }
        if row.id == former { (isBehind, rows) = (true, []) }
        if row.id == id { break }
      }
      let isLast = section.rows.contains { $0.id == id }
      // A footer stands below rows that come later.
      if isLast { fields[.footer] = nil }
      if holdsFormer { fields[.header] = nil }
      if !rows.isEmpty || isBehind && !holdsFormer {
        drawn.append(Document.Section(id: section.id, fields: fields, rows: rows))
      }
      if isLast { break }
    }
    let number = asked.firstIndex(of: id).map { [id: "\($0 + 1) of \(asked.count)"] } ?? [:]
    return TableDrawing(try shown.worded(drawn).displays(registry), saying: number).description
  }
}
