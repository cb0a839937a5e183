import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

/// The page that `report` writes, line by line: HTML that needs no other file and runs nothing.
struct ReportPage {
  private let call: Call
  private let write: (String) -> Void

  init(_ call: Call, _ write: @escaping (String) -> Void) {
    (self.call, self.write) = (call, write)
  }

  func title(of reading: DocumentReading, _ shown: ShownDocument) -> String {
    shown.title ?? reading.document.form.rawValue
  }

  func begin(_ title: String) {
    write("<!DOCTYPE html>")
    write(#"<html lang="en">"#)
    write(#"<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">"#)
    write(HTML.element("title", HTML.text(title)))
    write(HTML.element("style", Self.style) + "</head>")
    write("<body>")
  }

  func end() {
    write(HTML.element("footer", "Written by ekiben \(Dispatcher.version).") + "</body></html>")
  }

  /// A list of documents that lead to theirs below.
  func list(_ documents: [DocumentSummary]) {
    write(HTML.element("h1", HTML.text(call.path)))
    if documents.isEmpty { return write(HTML.element("p", "There are no documents in it.")) }
    write("<table>" + HTML.row(["document", "form", "status", "entries", "last"], heading: true))
    for (at, document) in documents.enumerated() {
      let name = HTML.text(document.name.rawValue)
      write(
        HTML.row([
          HTML.element(##"a href="#document-\##(at + 1)""##, name),
          HTML.text(document.form.rawValue),
          document.status.rawValue, "\(document.entries)", time(document.modified),
        ]))
    }
    write("</table>")
  }

  /// A document, the first being number 1: what it is, its answers and its history, the newest first.
  func add(_ reading: DocumentReading, _ shown: ShownDocument, number: Int, limit: Int) throws {
    write(#"<article id="document-\#(number)">"#)
    write(HTML.element("h1", HTML.text(title(of: reading, shown))))
    write(try facts(reading))
    try answers(reading, shown)
    try history(reading, limit: limit)
    write("</article>")
  }

  private func facts(_ reading: DocumentReading) throws -> String {
    let document = reading.document
    var facts = [
      ("document", document.name.rawValue),
      ("form", "\(document.form), revision \(document.revision)"),
      ("status", document.status.rawValue),
      ("history", Wording.count(document.count, "entry", "entries") + ", head \(document.head)"),
    ]
    if let last = try reading.store.entryIDs(of: document).last {
      facts.append(("last id", "\(last)"))
    }
    let list = facts.map { HTML.element("dt", $0) + HTML.element("dd", HTML.text($1)) }
    return HTML.element("dl", list.joined())
  }

  private func answers(_ reading: DocumentReading, _ shown: ShownDocument) throws {
    let document = reading.document
    let rows = document.content.sections.flatMap { $0.rows.map(\.id) }
    let lines = try BlameCommand.lines(
      of: rows, in: document.content, at: document.count, reading, call)
    let origins = Dictionary(lines.map { ($0.row, $0) }) { first, _ in first }
    for section in try shown.worded().displays(call.environment.registry) {
      write(#"<section style="margin-left: \#(min(section.level, 16))em">"#)
      if let header = section.header { write(HTML.element("h2", HTML.text(header))) }
      if !section.rows.isEmpty {
        write(#"<table class="answers">"#)
        for row in section.rows { write(line(of: row, origins[row.id])) }
        write("</table>")
      }
      for text in [section.footer] + section.namedSupplements.map({ section.text(of: $0) }) {
        if let text { write(HTML.element(#"p class="note""#, HTML.text(text))) }
      }
      write("</section>")
    }
  }

  private func line(of row: RowDisplay, _ origin: BlameCommand.Line?) -> String {
    if case .words(let text) = row.look.content {
      return HTML.element("tr", HTML.element(#"td colspan="3" class="note""#, HTML.text(text)))
    }
    let question = [row.prefix, row.title ?? row.id.rawValue, row.isRequired ? "*" : nil]
    let reach = row.isRetired ? "retired" : row.isHidden ? "hidden" : nil
    let states = [row.isReadOnly ? "read-only" : nil, reach]
    let issues = (row.isHidden ? [] : row.issues).map {
      HTML.element(#"p class="\#($0.severity.rawValue)""#, HTML.text($0.message))
    }
    let words = states.compactMap(\.self).map { HTML.element("small", " (\($0))") }
    return HTML.element(
      "tr",
      HTML.element(
        #"th scope="row""#, HTML.text(question.compactMap(\.self).joined(separator: " ")))
        + HTML.element("td", answer(row) + words.joined() + issues.joined())
        + HTML.element(#"td class="who""#, origin.map(who) ?? ""))
  }

  private func answer(_ row: RowDisplay) -> String {
    switch row.look.content {
    case .answer(let text), .words(let text):
      let unit = row.look.label.unit.map { " \($0)" } ?? ""
      return HTML.element(#"span dir="auto""#, HTML.text(text + unit))
    case .box(let mark): return mark == "x" ? "☑ yes" : mark == " " ? "☐ no" : "–"
    case .noAnswer: return "–"
    case .kept: return HTML.element("small", "kept as it came")
    }
  }

  private func who(_ line: BlameCommand.Line) -> String {
    let calculated = line.from == nil ? "" : "calculated, "
    let via = line.via.map { ", back with \($0)" } ?? ""
    return HTML.text(calculated + line.entry.author) + ", \(time(line.entry.time))"
      + HTML.element("small", " entry \(line.entry.number)\(via)")
  }

  private func history(_ reading: DocumentReading, limit: Int) throws {
    let history = reading.document.history
    let present = Set(history.path(from: 0, to: history.head).down)
    write(HTML.element("h2", "History"))
    write("<table>" + HTML.row(["entry", "what", "changes", "who and when", "why"], heading: true))
    var list = HistoryList(
      reading, try ChangeWords(reading, call), bySteps: true, limit: limit
    ) { line, _ in
      // What travels is of no branch.
      let isLeft = line.newest.kind.isNode && !present.contains(line.newest.number)
      let kind = HTML.text(line.kind) + (isLeft ? HTML.element("small", " (left behind)") : "")
      let who = HTML.text(line.oldest.author) + ", " + time(line.oldest.time)
      write(
        HTML.row(
          [
            line.numbers, kind, HTML.text(line.changes.description), who,
            HTML.text(line.oldest.reason ?? ""),
          ],
          class: isLeft ? "left" : nil))
    }
    try reading.newestFirst { try list.add($0) }
    try list.flush()
    write("</table>")
  }

  private func time(_ time: Int64) -> String {
    HTML.element(#"time datetime="\#(Timestamp.text(time))""#, LocalTime.text(time))
  }

  // How it looks, on paper, too.
  private static let style = """
    :root { color-scheme: light dark; --line: #8884; --quiet: #888; }
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
    h1 { margin-bottom: .25rem; } h2 { margin: 2rem 0 .25rem; font-size: 1.15rem; }
    article + article { border-top: 2px solid; margin-top: 4rem; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0;
      border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
    .answers th { width: 40%; font-weight: normal; color: var(--quiet); }
    .answers .who, .note, small, footer, dt { color: var(--quiet); }
    .answers .who { width: 30%; font-size: .85rem; }
    dl { display: grid; grid-template-columns: max-content auto; gap: 0 1rem; } dd { margin: 0; }
    .error, .warning { margin: .25rem 0 0; } .error { color: #c33; } .warning { color: #a60; }
    .left td { color: var(--quiet); } td:first-child { white-space: nowrap; }
    footer { margin-top: 3rem; font-size: .85rem; }
    @media print { body { margin: 0; max-width: none; font-size: 10pt; } tr { break-inside: avoid; } }
    """
}

/// Text for an HTML page: nothing in it is markup, and nothing in it can turn other text around (rule C5).
enum HTML {
  /// A text as it reads, its lines kept.
  static func text(_ text: String) -> String {
    var result = ""
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if !result.isEmpty { result += "<br>" }
      for scalar in Notation.shown(String(line)).unicodeScalars {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// An element around what is markup already; `tag` may carry attributes, as in `td class="who"`.
  static func element(_ tag: String, _ content: String) -> String {
    "<\(tag)>\(content)</\(tag.prefix { $0 != " " })>"
  }

  /// A table row of cells that are markup already.
  static func row(_ cells: [String], heading: Bool = false, class name: String? = nil) -> String {
    let tag = heading ? "th scope=\"col\"" : "td"
    return element(
      "tr" + (name.map { " class=\"\($0)\"" } ?? ""), cells.map { element(tag, $0) }.joined())
  }
}
