import EkibenDocuments
import EkibenSQLite
import EkibenStore

/// All that can be asked of a store, in lines that a person can read; very long ones end in a hash.
func readable(_ store: Store) throws -> String {
  var lines: [String] = []
  for form in try store.forms() {
    lines.append("form \(form.name), revision \(form.revision), of \(form.documents) documents")
    lines += outline(try store.form(form.name).content)
  }
  let summaries = try store.documents() + store.documents(deleted: true)
  for summary in summaries.sorted(by: { $0.name < $1.name }) {
    lines += try readable(summary, in: store)
  }
  lines.append("needs reasons: \(try store.settings().needsReasons)")
  for view in ["documents", "answers"] {
    lines.append("view \(view)")
    lines += try rows(of: view, in: store)
  }
  return lines.map { shortened($0) + "\n" }.joined()
}

private func readable(_ summary: DocumentSummary, in store: Store) throws -> [String] {
  let document = try store.document(summary.name)
  let uid = document.uid.map { "\($0)" }.joined(separator: ".")
  var lines = [
    "document \(document.name) (\(uid)) of \(document.form), revision \(document.revision)",
    "  \(document.status), \(summary.entries) entries, head \(summary.head), "
      + "modified at \(summary.modified)",
  ]
  lines += outline(document.content)
  for (mark, node) in document.history.marks.sorted(by: { $0.key < $1.key }) {
    lines.append("  mark \(mark) at \(node)")
  }
  for target in document.origins.targets.sorted() {
    let origin = document.origins[target]
    let via = origin.via.map { " via \($0)" } ?? ""
    lines.append("  \(Notation.text(of: target)) of \(origin.entry)\(via)")
  }
  for entry in try store.entries(of: document, 1...Int.max) {
    lines += try readable(entry, of: document, in: store)
  }
  return lines
}

private func readable(
  _ entry: Entry, of document: StoredDocument, in store: Store
) throws -> [String] {
  var line = "  \(entry.number) \(entry.kind), head \(entry.head)"
  if let parent = entry.parent { line += ", after \(parent)" }
  if entry.step != entry.number { line += ", in step \(entry.step)" }
  if let mark = entry.mark { line += ", mark \(mark)" }
  if let reverted = entry.reverted { line += ", takes back \(reverted)" }
  if document.history.isNode(entry.number),
    let child = document.history.visitedChild(of: entry.number)
  {
    line += ", redo goes to \(child)"
  }
  line += "; \(entry.author) at \(entry.time)"
  if let reason = entry.reason { line += " because \(Notation.text(of: .text(reason)))" }
  let changes = try store.changes(of: entry, in: document).changes.enumerated().map { at, change in
    let written = entry.origins.indices.contains(at) ? " (was of \(entry.origins[at]))" : ""
    return "    \(Notation.text(of: change))\(written)"
  }
  let state = outline(try store.content(of: document, at: entry.number))
  return [line] + changes + ["    state \(hash(state.joined(separator: "\n")))"]
}

private func outline(_ document: Document) -> [String] {
  var lines = ["  document \(Notation.text(of: .record(document.fields)))"]
  for section in document.sections {
    lines.append("  section \(section.id) \(Notation.text(of: .record(section.record)))")
    for row in section.rows {
      lines.append("    row \(row.id) \(Notation.text(of: .record(row.record(in: section.id))))")
    }
  }
  return lines
}

private func rows(of view: String, in store: Store) throws -> [String] {
  try store.withViews { connection throws(SQLiteError) in
    let names = try connection.withStatement(
      "SELECT group_concat('quote(' || name || ')', ' || '' '' || ') FROM pragma_table_info('\(view)')"
    ) { statement throws(SQLiteError) in
      _ = try statement.step()
      return try statement.text(0)
    }
    // How lists and records stand there, and what counts, formats say in other ways.
    let columns = names.replacing(
      "quote(value)", with: "iif(row IN ('list', 'record'), '…', quote(value))"
    ).replacing(" || ' ' || quote(active)", with: "")
      .replacing(" || ' ' || quote(calculated)", with: "")
    return try connection.withStatement("SELECT \(columns) FROM \(view) ORDER BY 1") {
      statement throws(SQLiteError) in
      var rows: [String] = []
      while try statement.step() { rows.append("  \(try statement.text(0))") }
      return rows
    }
  }
}

private func shortened(_ line: String) -> String {
  let count = line.utf8.count
  return count <= 300 ? line : "\(line.prefix(150))… (\(count) bytes, \(hash(line)))"
}

private func hash(_ text: String) -> String {
  SHA256.hash(Array(text.utf8)).prefix(6).map { String(Int($0) + 256, radix: 16).dropFirst() }
    .joined()
}
