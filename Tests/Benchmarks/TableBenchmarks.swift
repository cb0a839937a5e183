import BenchmarkResults
import Ekiben
import EkibenForms
import Foundation

/// The group `table`: what one edit costs until a table shows it, at several sizes of the document.
///
/// The same hot row is edited, in sections of 100 rows, through a viewport of 20 rows. Each figure is beside that of
/// 100 rows in the same rounds. A table compares what it shows with a fresh render after each plan, which reads every
/// row, unless that is switched off: `checked` is as a test has it, and the others are without.
@MainActor
enum TableBenchmarks {
  static func run(only: String) throws -> [BenchmarkResult] {
    var measurements: [BenchmarkResult] = []
    for (name, make, isChecked) in workloads where name.hasPrefix(only) {
      let small = try make(100)
      defer { small.end() }
      for rows in [1000, 10_000, 100_000] {
        let large = try make(rows)
        defer { large.end() }
        measurements.append(
          try Rounds.compare(
            "table \(name)-\(rows)", against: "100 rows", size: large.edits,
            target: isChecked ? nil : 1.3,
            ours: { try large.edit() }, theirs: { try small.edit() }))
      }
    }
    return measurements
  }

  private typealias Workload = (
    name: String, make: @MainActor (Int) throws -> any EditedTable, isChecked: Bool
  )

  private static let workloads: [Workload] = [
    ("perform", { try ShownDocument(rows: $0) }, false),
    ("scroll", { try ScrolledDocument(rows: $0) }, false),
    ("memory", { try TypedDocument(rows: $0) }, false),
    ("store", { try TypedSession(rows: $0) }, false),
    ("checked", { try TypedSession(rows: $0, edits: 4, isChecked: true) }, true),
  ]
}

@MainActor
private protocol EditedTable {
  /// How many edits one call makes.
  var edits: Int { get }
  func edit() throws
  func end()
}

private func form(rows: Int) -> Form {
  let sections = (0..<max(1, rows / 100)).map { section in
    Document.Section(
      id: SectionID(unchecked: "section-\(section)"),
      fields: [.header: Section.supplement("Section \(section)")],
      rows: (0..<min(rows, 100)).map { row in
        Document.Row(
          id: RowID(unchecked: "row-\(section * 100 + row)"),
          fields: [
            .component: "TextInput", .title: .text("Question \(row)"), .value: "an answer",
          ])
      })
  }
  return Form("bench", fields: [:], sections: sections)
}

private let texts: [Value] = ["an answer", "another answer"]

@MainActor private func table() -> HeadlessTable {
  let table = HeadlessTable()
  table.viewport = TableViewport(height: 20 * 44)
  table.checksContent = false
  return table
}

/// A table and plans of one row, made beforehand: what `perform` alone costs.
private final class ShownDocument: EditedTable {
  let edits = 2000
  private let shown: HeadlessTable
  private let targets: [(plan: TablePlan, content: TableContent)]

  init(rows: Int) throws {
    let document = try form(rows: rows).document()
    let index = Document.Index(document)
    let row = RowID(unchecked: "row-\(rows / 2)")
    shown = table()
    shown.reload(TableContent(document))
    shown.scroll(to: row)
    var now = document
    var targets: [(TablePlan, TableContent)] = []
    for turn in 0..<2 {
      let changes = Changeset([
        Change(.row(row), .value, before: texts[turn], after: texts[1 - turn])
      ])
      try now.apply(changes, at: index)
      targets.append(
        (TablePlan(contentOnly: changes, to: now, at: index), TableContent(now)))
    }
    self.targets = targets
  }

  func edit() throws {
    for turn in 0..<edits {
      try shown.perform(targets[turn % 2].plan, to: targets[turn % 2].content)
    }
    shown.clearLog()
  }

  func end() {}
}

/// A table that scrolls by a row and back.
private final class ScrolledDocument: EditedTable {
  let edits = 2000
  private let shown: HeadlessTable
  private let middle: Int

  init(rows: Int) throws {
    shown = table()
    shown.reload(TableContent(try form(rows: rows).document()))
    middle = shown.contentHeight / 2
  }

  func edit() {
    for turn in 0..<edits { shown.scroll(to: middle + turn % 2 * 44) }
    shown.clearLog()
  }

  func end() {}
}

/// One edit from the document in memory to the table: change, plan, table.
private final class TypedDocument: EditedTable {
  let edits = 2000
  private let shown: HeadlessTable
  private let index: Document.Index
  private let changes: [Changeset]
  private var document: Document

  init(rows: Int) throws {
    document = try form(rows: rows).document()
    index = Document.Index(document)
    let row = RowID(unchecked: "row-\(rows / 2)")
    changes = zip(texts, texts.reversed()).map { before, after in
      Changeset([Change(.row(row), .value, before: before, after: after)])
    }
    shown = table()
    shown.reload(TableContent(document))
    shown.scroll(to: row)
  }

  func edit() throws {
    for turn in 0..<edits {
      let change = changes[turn % 2]
      try document.apply(change, at: index)
      try shown.perform(
        TablePlan(contentOnly: change, to: document, at: index), to: TableContent(document))
    }
    shown.clearLog()
  }

  func end() {}
}

/// One edit through a session: change, store, plan, table.
private final class TypedSession: EditedTable {
  let edits: Int
  private let shown: HeadlessTable
  private let session: Session
  private let folder: URL
  private let row: RowID

  init(rows: Int, edits: Int = 2000, isChecked: Bool = false) throws {
    self.edits = edits
    folder = FileManager.default.temporaryDirectory
      .appending(path: "ekiben-bench-table-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    row = RowID(unchecked: "row-\(rows / 2)")
    let store = try Store(folder.appending(path: "table.ekiben").path, now: 0)
    session = try store.open("bench", from: form(rows: rows))
    shown = table()
    shown.checksContent = isChecked
    session.attach(shown)
    shown.scroll(to: row)
  }

  func edit() throws {
    for turn in 0..<edits {
      try session.set([(row, texts[1 - turn % 2])])
    }
    shown.clearLog()
  }

  func end() {
    do {
      try session.store.close()
      try FileManager.default.removeItem(at: folder)
    } catch { print("left behind: \(folder.path)") }
  }
}
