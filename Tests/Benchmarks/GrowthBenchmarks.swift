import BenchmarkResults
import Ekiben
import EkibenDocuments
import EkibenForms
import Foundation

/// The same work in documents of 1,000, 10,000 and 100,000 rows, beside one of 100: what a person waits for may
/// not grow faster than what it shows.
@MainActor
enum GrowthBenchmarks {
  private typealias Work = (
    name: String, size: Int, target: Double?, run: @MainActor (SizedDocument) throws -> Void
  )

  private static let works: [Work] = [
    ("set", 20, 1.5, { try $0.set(20) }),
    ("undo", 20, 1.5, { try $0.undoAndRedo(10) }),
    ("draw", 20, 1.5, { try $0.setAndDraw(20) }),
    ("read", 20, 1.5, { try $0.readPast(20) }),
    ("set by name", 20, 1.3, { try $0.setByName(20) }),
    ("undo by name", 20, 1.3, { try $0.undoAndRedoByName(10) }),
    ("remove", 2, 2, { try $0.removeAndUndo() }),
    ("apply", 2, 2, { try $0.applyAndUndo() }),
    ("open", 1, nil, { try $0.open() }),
  ]

  static func run(only: String) throws -> [BenchmarkResult] {
    try rows(only) + EntryGrowthBenchmarks.run(only: only) + StepGrowthBenchmarks.run(only: only)
  }

  private static func rows(_ only: String) throws -> [BenchmarkResult] {
    let works = works.filter { $0.name.hasPrefix(only) }
    let small = try SizedDocument(rows: 100)
    defer { small.remove() }
    return try [1_000, 10_000, 100_000].flatMap { rows in
      let large = try SizedDocument(rows: rows)
      defer { large.remove() }
      let times = try works.map { work in
        try Rounds.compare(
          "growth \(work.name), \(rows) rows", against: "100 rows", size: work.size,
          target: work.target, ours: { try work.run(large) }, theirs: { try work.run(small) })
      }
      guard rows == 100_000, "open".hasPrefix(only) else { return times }
      return times + [try large.memoryOfOpening("growth open, \(rows) rows: most memory")]
    }
  }
}

/// A document in a store of its own, in sections of a hundred rows.
@MainActor
private final class SizedDocument {
  private let folder: URL
  private let path: String
  private let store: Store
  private let session: Session
  private let drawn: Session
  private let table = HeadlessTable()
  private let rows: Int
  private var edits = 0
  /// What is edited without a session.
  private var plain: StoredDocument
  private let metadata = SessionEnvironment().metadata()

  init(rows: Int) throws {
    self.rows = rows
    folder = FileManager.default.temporaryDirectory
      .appending(path: "ekiben-bench-growth-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "growth.ekiben").path
    store = try Store(path)
    _ = try store.publish("form", try Self.form(rows), by: metadata)
    _ = try store.create("set", from: "form", uid: Self.uid(1), by: metadata)
    _ = try store.create("drawn", from: "form", uid: Self.uid(2), by: metadata)
    plain = try store.create("plain", from: "form", uid: Self.uid(3), by: metadata)
    _ = try store.create("named", from: "form", uid: Self.uid(4), by: metadata)
    session = try store.open("set")
    drawn = try store.open("drawn")
    table.checksContent = false
    table.viewport = TableViewport(height: 20)
    drawn.attach(table)
    // What is undone, also where only that is measured.
    try setByName(20)
    try set(20)
  }

  private static func form(_ rows: Int) throws -> Document {
    try Document(
      sections: stride(from: 0, to: rows, by: 100).map { first in
        Document.Section(
          id: SectionID(unchecked: "section-\(first)"),
          rows: (first..<first + 100).map { number in
            Document.Row(
              id: row(number),
              fields: [
                .component: .text(TextInput.component), .title: .text("Question \(number)"),
              ])
          })
      })
  }

  private static func uid(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 16) }

  private static func row(_ number: Int) -> RowID { RowID(unchecked: "row-\(number)") }

  /// A row in the middle, each time another.
  private func next() -> RowID {
    edits += 1
    return Self.row((rows / 2 + 7 * edits) % rows)
  }

  func set(_ count: Int) throws {
    for _ in 0..<count { try session.set([(next(), .text("answer \(edits)"))]) }
  }

  func setAndDraw(_ count: Int) throws {
    for _ in 0..<count { try drawn.set([(next(), .text("answer \(edits)"))]) }
    table.clearLog()
  }

  func setByName(_ count: Int) throws {
    for _ in 0..<count {
      try store.perform(.answers([(next(), .text("answer \(edits)"))]), on: "named", by: metadata)
    }
  }

  func undoAndRedoByName(_ count: Int) throws {
    for _ in 0..<count {
      try store.perform(.undo(steps: 1), on: "named", by: metadata)
      try store.perform(.redo(steps: 1), on: "named", by: metadata)
    }
  }

  func undoAndRedo(_ count: Int) throws {
    for _ in 0..<count {
      try session.undo()
      try session.redo()
    }
  }

  func readPast(_ count: Int) throws {
    for _ in 0..<count {
      let target = Change.Target(.row(next()), .value)
      _ = try store.fields([target], of: session.document, at: session.document.count - 1)
    }
  }

  func removeAndUndo() throws {
    try store.perform(.remove(.row(next())), on: &plain, by: metadata)
    try store.perform(.undo(steps: 1), on: &plain, by: metadata)
  }

  func applyAndUndo() throws {
    guard let place = plain.index[next()] else { return }
    let row = plain.content[place]
    let gone = Change(
      .row(row.id), nil, before: .record(row.record(in: plain.content.sections[place.section].id)),
      after: nil)
    let description = try plain.content.restructured(by: Changeset([gone]), at: plain.index)
      .document
    try store.perform(.apply(description), on: &plain, by: metadata)
    try store.perform(.undo(steps: 1), on: &plain, by: metadata)
  }

  func open() throws {
    let other = try Store(path, access: .readOnly)
    _ = try other.document("plain")
    try other.close()
  }

  func memoryOfOpening(_ workload: String) throws -> BenchmarkResult {
    try PeakMemory.result(workload, of: "open", in: path, named: "plain", target: 60)
  }

  func remove() {
    do {
      try store.close()
      try FileManager.default.removeItem(at: folder)
    } catch { print("left behind: \(folder.path)") }
  }
}
