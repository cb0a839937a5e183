import BenchmarkResults
import Ekiben
import EkibenDocuments
import Foundation

/// How much a file grows with an edit of a field that had a value, everything included.
@MainActor
enum StoreSizeBenchmarks {
  private static let edits = 20_000

  static func run(only: String) throws -> [BenchmarkResult] {
    guard "size".hasPrefix(only) || only.hasPrefix("size") else { return [] }
    return try [text(), toggle(), keystroke(), calculated(), moved()]
  }

  private static func text() throws -> BenchmarkResult {
    try measure("text", target: 60, first: { try $0.grow(to: StoreFixture.rows) }) { fixture in
      try fixture.grow(to: fixture.edits + edits)
    }
  }

  private static func toggle() throws -> BenchmarkResult {
    var turn = 0
    func flip(_ fixture: StoreFixture, _ count: Int) throws {
      try perform(count, on: fixture) { _ in
        turn += 1
        return (StoreFixture.toggle(turn % 100), .bool(turn / 100 % 2 == 0))
      }
    }
    return try measure("toggle", target: 35, first: { try flip($0, 100) }) { try flip($0, edits) }
  }

  /// A name is typed letter by letter into one row after the other.
  private static func keystroke() throws -> BenchmarkResult {
    let name = "Augusta Ada King, Countess"
    return try measure("keystroke", target: 48, first: { try $0.grow(to: StoreFixture.rows) }) {
      fixture in
      try perform(edits, on: fixture) { number in
        let row = StoreFixture.row(number / name.count)
        return (row, .text(String(name.prefix(number % name.count + 1))))
      }
    }
  }

  /// What a calculated answer adds to the edit of a number that causes it.
  private static func calculated() throws -> BenchmarkResult {
    func grown(calculating: Bool) throws -> Int {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "ekiben-bench-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
      let path = folder.appending(path: "sums.ekiben").path
      let sum = TextInput(Field<Int>("sum"), title: "Sum")
      let number = "%resource.descendants().where(linkId = 'number').answer.value"
      let form = Form("sums") {
        Section("s") {
          TextInput(Field<Int>("number"), title: "Number")
          calculating ? sum.calculated("\(number) * 2") : sum
        }
      }
      func size(after edits: ClosedRange<Int>) throws -> Int {
        let store = try Store(path)
        let editor = try store.editor("sum", from: form)
        for edit in edits { try editor.set([("number", .integer(Int64(1_000 + edit)))]) }
        try store.close()
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      }
      let before = try size(after: 1...1)
      return try size(after: 2...edits) - before
    }
    let bytes = Double(try grown(calculating: true) - grown(calculating: false)) / Double(edits)
    return BenchmarkResult("store size-calculated", bytes, "bytes", target: 60)
  }

  private static func moved() throws -> BenchmarkResult {
    let fixture = try StoreFixture(name: "moved")
    defer { fixture.remove() }
    try fixture.grow(to: StoreFixture.rows)
    let before = try fixture.store.compact().after
    try fixture.store.refresh(&fixture.document)
    let count = fixture.edits
    try fixture.grow(to: StoreBenchmarks.entries)
    let after = try fixture.store.compact().after
    let bytes = Double(after - before) / Double(fixture.edits - count)
    return BenchmarkResult("store size-moved", bytes, "bytes", target: 20)
  }

  private static func measure(
    _ name: String, target: Double, first: (StoreFixture) throws -> Void,
    then: (StoreFixture) throws -> Void
  ) throws -> BenchmarkResult {
    let fixture = try StoreFixture(name: "size")
    defer { fixture.remove() }
    try first(fixture)
    let before = try fixture.sizeWhenClosed()
    try then(fixture)
    let bytes = Double(try fixture.sizeWhenClosed() - before) / Double(edits)
    return BenchmarkResult("store size-\(name)", bytes, "bytes", target: target)
  }

  private static func perform(
    _ count: Int, on fixture: StoreFixture, _ answer: (Int) -> (row: RowID, value: Value?)
  ) throws {
    let metadata = EditMetadata(author: "ada", time: 1_767_225_600_000)
    let edits = (0..<count).map { Edit.answers([answer($0)]) }
    _ = try fixture.store.perform(edits, on: &fixture.document, by: metadata)
  }
}
