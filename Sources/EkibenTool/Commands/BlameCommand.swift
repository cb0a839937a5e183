import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

enum BlameCommand: Command {
  static let spec = CommandSpec(
    name: "blame", summary: "say for each answer who wrote it, when, in which entry",
    positionals: ["STORE", "DOC", "[ROW…]"], options: [CommandSpec.at] + CommandSpec.reading,
    discussion: """
      An answer that an undo or redo brought back names that entry, too: via. So does one that migrate
      took to a row of another name. One that a formula gave says so, and from which rows; then the entry
      is the one that changed what it reads, and the author whose that is.
      """, isList: true)

  /// Who gave the answer of a row.
  struct Line: JSONConvertible {
    let row: RowID
    let value: Value?
    let entry: Entry
    /// The entry that brought it back, or from a row of another name.
    let via: Int?
    /// The rows that its formula reads; nil where somebody wrote the answer.
    let from: [RowID]?

    var json: JSON {
      .object([
        "row": row, "value": value, "entry": entry.number, "via": via, "author": entry.author,
        "time": Timestamp.text(entry.time), "reason": entry.reason, "calculated": from != nil,
        "from": from ?? [],
      ])
    }
  }

  static func run(_ call: Call) throws {
    let names = call.arguments.positionals.dropFirst(2)
    let isWhole = names.isEmpty || call.arguments.has("at")
    try call.withDocument(holding: isWhole ? nil : call.rows(named: names)) { reading in
      let document = reading.document
      let number = try call.entryNumber(of: reading) ?? document.count
      let content =
        call.arguments.has("at")
        ? try reading.store.content(of: document, at: number) : document.content
      let named = try names.map { try row($0, of: content, document, call) }
      let rows = named.isEmpty ? content.sections.flatMap { $0.rows.map(\.id) } : named
      let lines = try lines(of: rows, in: content, at: number, reading, call)
      try call.write(
        json: .object(["rows": lines]), lines: text(lines, document, ChangeWords(reading, call)))
    }
  }

  /// What can be said of the answers of rows as they stood after an entry; nothing of a row that never had one.
  static func lines(
    of rows: [RowID], in content: Document, at number: Int, _ reading: DocumentReading, _ call: Call
  ) throws -> [Line] {
    let targets = rows.map { Change.Target(.row($0), .value) }
    let states = try reading.store.fields(targets, of: reading.document, at: number)
    let structure = DocumentStructure(content, Document.Index(content))
    let rules =
      states.contains { $0.origin.isCalculated }
      ? RuleState(content, structure.index, [], call.environment.registry) : nil
    var entries: [Int: Entry] = [:]
    return try zip(rows, states).compactMap { row, state -> Line? in
      guard
        let (entry, via) = try reading.store.author(
          of: row, state.origin, in: reading.document, &entries)
      else { return nil }
      let read = rules?.rowsRead(byCalculationOf: row, in: structure)
      return Line(
        row: row, value: state.value, entry: entry, via: via,
        from: state.origin.isCalculated ? read ?? [] : nil)
    }
  }

  // One that came later had no answer yet.
  private static func row(
    _ text: String, of content: Document, _ document: StoredDocument, _ call: Call
  ) throws -> RowID {
    let id: RowID = try call.existing("row", text)
    guard content.row(id) != nil || document.row(id) != nil else {
      throw StoreError.unknownRow(id, document: document.name)
    }
    return id
  }

  private static let mostNamed = 4

  /// As in `calculated from weight, height`.
  private static func calculated(from rows: [RowID]) -> String {
    if rows.isEmpty { return " calculated" }
    let names = rows.prefix(mostNamed).map { Notation.name($0.rawValue) }.joined(separator: ", ")
    let rest = rows.count > mostNamed ? " and \(rows.count - mostNamed) more" : ""
    return " calculated from \(names)\(rest)"
  }

  private static func text(
    _ lines: [Line], _ document: StoredDocument, _ words: ChangeWords
  ) -> [FittedLine] {
    var table = TextTable()
    for line in lines {
      let via = line.via.map { " via \($0)" } ?? ""
      let from = line.from.map(calculated) ?? ""
      let value = document.row(line.row).map { words.said(line.value, of: $0) }
      table.add([
        "\(Notation.name(line.row.rawValue))", "\(value: value ?? Notation.text(of: line.value))",
        "\(line.entry.number)\(via)\(from)", "\(end: HistoryText.attribution(line.entry))",
      ])
    }
    return table.lines
  }
}
