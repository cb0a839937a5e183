import Ekiben
import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Foundation

/// The group `store`: what edits and questions cost beside the least that SQLite can do.
///
/// Every figure is taken in a store of 10,000 rows with as many entries as
/// `EKIBEN_BENCH_ENTRIES` says, 100,000 by default; the targets are those at 1,000,000.
@MainActor
enum StoreBenchmarks {
  typealias Line = (name: String, run: @MainActor (StoreFixture) throws -> [Measurement])

  /// Measures the lines whose name begins with `only`.
  static func run(only: String) throws -> [Measurement] {
    let lines = (reads + edits + bulk + [("move", moves)]).filter { $0.name.hasPrefix(only) }
    var measurements = try StoreSizeBenchmarks.run(only: only)
    if lines.isEmpty { return measurements }
    let fixture = try StoreFixture(name: "deep")
    defer { fixture.remove() }
    try fixture.grow(to: entries)
    try fixture.moveLines()
    _ = try fixture.sizeWhenClosed()
    for line in lines { measurements += try line.run(fixture) }
    return measurements
  }

  nonisolated static let entries =
    ProcessInfo.processInfo.environment["EKIBEN_BENCH_ENTRIES"].flatMap(Int.init) ?? 100_000

  private static let edits: [Line] = [
    ("undo-moved", { try travels($0, "undo-moved") }),
    ("edit-normal", { [try edits($0, "edit-normal", .normal, target: 1.9)] }),
    ("edit-full", { [try edits($0, "edit-full", .full, target: 1.35)] }),
    ("edit-session", { [try sessionEdits($0)] }),
    ("undo-redo", { try travels($0, "undo-redo") }),
    ("undo-few", { _ in try travelsOfFew() }),
  ]

  private static func edits(
    _ fixture: StoreFixture, _ name: String, _ level: Connection.Synchronous, target: Double
  ) throws -> Measurement {
    let size = level == .full ? 500 : 2000
    var bare = try bareTable(fixture, name, level)
    try fixture.store.withConnection { connection throws(SQLiteError) in
      try connection.setSynchronous(level)
    }
    // The `-wal` grows to its full length before anything is timed.
    try fixture.edit(2000)
    try bare.update(2000)
    let measurement = try Rounds.compare(
      "store \(name)", against: "bare UPDATE", size: size, target: target, waits: level == .full,
      ours: { try fixture.edit(size) }, theirs: { try bare.update(size) })
    try fixture.store.withConnection { connection throws(SQLiteError) in
      try connection.setSynchronous(.normal)
    }
    return measurement
  }

  /// An app's keystroke: checked, expecting what the session saw, told to an observer.
  private static func sessionEdits(_ fixture: StoreFixture) throws -> Measurement {
    let size = 2000
    var bare = try bareTable(fixture, "session")
    let session = try fixture.store.open("bench", in: .fixed(author: "ada"))
    let observation = try fixture.store.observe(.document("bench")) { _ in }
    defer { observation.cancel() }
    func edit() throws {
      for _ in 0..<size {
        guard case .answers(let answers) = fixture.next().edit.operation else { continue }
        try session.set(answers)
      }
    }
    let measurement = try Rounds.compare(
      "store edit-session", against: "bare UPDATE", size: size, target: 2.2,
      ours: edit, theirs: { try bare.update(size) })
    try fixture.store.refresh(&fixture.document)
    return measurement
  }

  /// Undo and redo of five steps each, one by one.
  private static func travels(_ fixture: StoreFixture, _ name: String) throws -> [Measurement] {
    let size = 1000
    var bare = try bareTable(fixture, name)
    let metadata = EditMetadata(author: "ada", time: 0)
    func travel(_ edit: Edit, of document: inout StoredDocument) throws {
      for _ in 0..<5 { try fixture.store.perform(edit, on: &document, by: metadata) }
    }
    return [
      try Rounds.compare(
        "store \(name)", against: "bare UPDATE", size: size, target: 2,
        ours: {
          for _ in 0..<size / 10 {
            try travel(.undo(steps: 1), of: &fixture.document)
            try travel(.redo(steps: 1), of: &fixture.document)
          }
        },
        theirs: { try bare.update(size) })
    ]
  }

  private static func travelsOfFew() throws -> [Measurement] {
    let few = try StoreFixture(name: "few")
    defer { few.remove() }
    try few.edit(10)
    return try travels(few, "undo-few")
  }

  static func bareTable(
    _ fixture: StoreFixture, _ name: String, _ level: Connection.Synchronous = .normal
  ) throws -> BareTable {
    try BareTable(
      path: fixture.folder.appending(path: "\(name).sqlite").path, rows: StoreFixture.rows, level)
  }

  private static func moves(_ fixture: StoreFixture) -> [Measurement] {
    let moving = fixture.moving
    let perLine = moving.time * 1e6 / Double(max(1, moving.lines))
    return [
      absolute("store move", perLine, "µs a line", target: 5),
      absolute("store move-worst", moving.worst * 1e3, "ms a slice", target: 5),
    ]
  }

  /// A figure beside its target, where there is nothing of SQLite's to put beside it.
  nonisolated static func absolute(
    _ workload: String, _ value: Double, _ unit: String, target: Double
  ) -> Measurement {
    Measurement(
      workload: workload, value: value, unit: unit, baseline: target, against: "target", target: 1)
  }
}
