import BenchmarkResults
import Ekiben
import EkibenDocuments
import EkibenTesting
import Foundation

/// Work on a step of many changes, beside as many changes in eight steps: what a person waits for may not grow faster
/// than what it shows.
@MainActor
enum StepGrowthBenchmarks {
  private typealias Work = (name: String, run: @MainActor (SteppedDocument) throws -> Void)

  private static let changes = 4_000
  private static let parts = 8

  private static let works: [Work] = [
    ("undo of letters", { try $0.undoAndRedo() }),
    ("title of letters", { try $0.title() }),
    ("difference of answers", { try $0.compare() }),
    ("refused revert", { try $0.revert() }),
  ]

  static func run(only: String) throws -> [BenchmarkResult] {
    let works = works.filter { $0.name.hasPrefix(only) }
    if works.isEmpty { return [] }
    let (large, small) = (try SteppedDocument(changes), try SteppedDocument(changes / parts))
    defer {
      large.remove()
      small.remove()
    }
    return try works.map { work in
      try Rounds.compare(
        "growth \(work.name), \(changes) in a step", against: "\(parts) × \(changes / parts)",
        size: changes, target: 2, ours: { try work.run(large) },
        theirs: { for _ in 0..<parts { try work.run(small) } })
    }
  }
}

/// So many letters that were typed in one step, and as many answers that one step gave and another replaced.
@MainActor
private final class SteppedDocument {
  private let folder: URL
  private let store: Store
  private let typed: Session
  private let filled: StoredDocument

  init(_ changes: Int) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "ekiben-bench-steps-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try Store(folder.appending(path: "steps.ekiben").path)
    let environment = SessionEnvironment()
    let rows = (0..<changes).map { Field<String>(RowID(unchecked: "row-\($0)")) }
    let form = Form("form") {
      Section("all") { for row in rows { TextInput(row, title: row.row.rawValue) } }
    }
    typed = try store.open("typed", from: form, in: environment)
    var text = ""
    for letter in 0..<changes {
      text += letter % 6 == 5 ? " " : "x"
      try typed.type(text, in: rows[0])
    }
    let editor = try store.editor("filled", from: form, in: environment)
    for word in ["first", "second"] { try editor.set(rows.map { ($0.row, .text(word)) }) }
    filled = editor.document
  }

  func undoAndRedo() throws {
    try typed.undo()
    try typed.redo()
  }

  func title() throws {
    guard typed.undoTitle != nil else { throw CocoaError(.featureUnsupported) }
  }

  func compare() throws { _ = try store.changes(in: filled, from: 1, to: 2) }

  /// Every answer of the first step has been replaced.
  func revert() throws {
    var document = filled
    do {
      try store.perform(.revert(2), on: &document, by: SessionEnvironment().metadata())
    } catch StoreError.history(.conflict) { return }
    throw CocoaError(.featureUnsupported)
  }

  func remove() {
    do {
      try store.close()
      try FileManager.default.removeItem(at: folder)
    } catch { print("left behind: \(folder.path)") }
  }
}
