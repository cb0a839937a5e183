import Ekiben
import EkibenDocuments
import EkibenForms

/// A document as `fill` goes through it: what is shown, and which of its rows are asked.
struct FillView {
  private let sections: [Document.Section]
  private let registry: ComponentRegistry
  /// The rows that take an answer now, in order.
  let asked: [RowID]
  /// What the document is called.
  let title: String
  /// Whether it takes edits.
  let status: DocumentStatus
  /// What submitting it would find wrong.
  let issues: [String]
  /// What can be added, and how.
  var additions: [String] {
    sections.compactMap { section in
      let text = SectionDisplay(section, registry: registry).addition ?? ""
      return text.hasPrefix("+ ") ? Notation.shown("\(text)  :add \(section.id)") : nil
    }
  }

  init(_ reading: DocumentReading, _ call: Call) throws {
    let shown = try ShownDocument(reading, at: nil, withHidden: false, call)
    let components = LiveComponents(registry: call.environment.registry)
    sections = Array(shown.drawn.sections)
    registry = call.environment.registry
    asked = sections.flatMap(\.rows).filter { components.asks($0) }.map(\.id)
    let name = reading.document.name.rawValue
    title = shown.title.map { "\($0) — \(name)" } ?? name
    status = reading.document.status
    issues = try call.issues(of: reading.document, in: reading.store)
      .map { ValidateCommand.line($0, reading.document) }
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

  /// Whether a row takes several answers.
  func takesSeveral(_ id: RowID) -> Bool {
    row(id).map { RowDisplay($0, registry: registry).traits?.takesSeveral ?? false } ?? false
  }

  private func row(_ id: RowID) -> Document.Row? {
    sections.lazy.flatMap(\.rows).first { $0.id == id }
  }

  /// A question with what stands between it and the one that was asked before; alone where that is not before it.
  func question(_ id: RowID, after former: RowID?) -> String {
    var drawn: [Document.Section] = []
    var isBehind = former == nil
    for section in sections {
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
    return TableDrawing(drawn.map { SectionDisplay($0, registry: registry) }, saying: number)
      .description
  }
}
