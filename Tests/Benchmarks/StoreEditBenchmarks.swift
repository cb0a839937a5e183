import BenchmarkResults
import Ekiben
import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Foundation

/// What edits of a long journal cost beside one bare UPDATE, and what the plainest SQL takes that can undo them.
@MainActor
enum StoreEditBenchmarks {
  static let lines: [StoreBenchmarks.Line] = [
    ("undo-moved", { [try travels($0, "undo-moved", target: 1.85)] }),
    ("edit-normal", { try edits($0, "edit-normal", .normal, target: 1.85) }),
    ("edit-full", { try edits($0, "edit-full", .full, target: 1.35) }),
    ("edit-session", { [try sessionEdits($0)] }),
    ("edit-five-apart", { try editsOfFive($0, "edit-five-apart", apart: 2000, target: 5) }),
    ("edit-five-together", { try editsOfFive($0, "edit-five-together", apart: 1, target: 3.6) }),
    ("edit-first", { try firstAnswers($0) }),
    ("undo-redo", { try undoBesidePlain($0) }),
    ("undo-first", { _ in [try travelsOfFew()] }),
  ]

  private static func edits(
    _ fixture: StoreFixture, _ name: String, _ level: Connection.Synchronous, target: Double
  ) throws -> [BenchmarkResult] {
    let size = level == .full ? 500 : 2000
    let bare = try StoreBenchmarks.bareTable(fixture, name, level)
    let plain = try plainUndo(fixture, name, level)
    let alone = try statementsAlone(fixture, name)
    try fixture.store.withConnection { connection throws(SQLiteError) in
      try connection.setSynchronous(level)
    }
    // The `-wal` grows to its full length before anything is timed.
    try fixture.edit(2000)
    try bare.update(2000)
    try plain.edit(2000)
    try alone.edit(2000)
    var sides = [
      Side(name: "", run: { try fixture.edit(size) }),
      Side(name: "bare UPDATE", run: { try bare.update(size) }),
      Side(name: "row and undo row in SQL", run: { try plain.edit(size) }),
    ]
    if level == .normal {
      sides.append(Side(name: "its statements alone", run: { try alone.edit(size) }))
    }
    let measurements = try Rounds.compare(
      "store \(name)", sides, size: size, target: target,
      by: level == .full ? .wall : .processor)
    try fixture.store.withConnection { connection throws(SQLiteError) in
      try connection.setSynchronous(.normal)
    }
    return measurements
  }

  /// An app's keystroke: checked, expecting what the session saw, told to an observer.
  private static func sessionEdits(_ fixture: StoreFixture) throws -> BenchmarkResult {
    let size = 2000
    let bare = try StoreBenchmarks.bareTable(fixture, "session")
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
      "store edit-session", against: "bare UPDATE", size: size, target: 2,
      ours: edit, theirs: { try bare.update(size) })
    try fixture.store.refresh(&fixture.document)
    return measurement
  }

  /// Five fields in one transaction, far from each other or in neighbouring rows.
  private static func editsOfFive(
    _ fixture: StoreFixture, _ name: String, apart distance: Int, target: Double
  ) throws -> [BenchmarkResult] {
    let size = 1000
    let bare = try StoreBenchmarks.bareTable(fixture, name)
    let plain = try plainUndo(fixture, name)
    let alone = try statementsAlone(fixture, name)
    func edit() throws {
      for _ in 0..<size {
        let answers = fixture.nextAnswers(5, apart: distance)
        let metadata = EditMetadata(author: "ada", time: Int64(fixture.edits) * 1000)
        try fixture.store.perform(.answers(answers), on: &fixture.document, by: metadata)
      }
    }
    return try Rounds.compare(
      "store \(name)",
      [
        Side(name: "", run: edit),
        Side(name: "one bare UPDATE", run: { try bare.update(size) }),
        Side(
          name: "a row and an undo row for each, in SQL",
          run: { try plain.edit(size, fields: 5, apart: distance) }),
        Side(
          name: "its statements alone",
          run: { try alone.edit(size, fields: 5, apart: distance) }),
      ], size: size, target: target)
  }

  /// Rows of a document that was just begun are answered, one at a time.
  private static func firstAnswers(_ fixture: StoreFixture) throws -> [BenchmarkResult] {
    let size = StoreFixture.rows / (Rounds.count + 1)
    let bare = try StoreBenchmarks.bareTable(fixture, "first")
    let plain = try plainUndo(fixture, "first")
    let metadata = EditMetadata(author: "ada", time: 0)
    var document = try fixture.store.create(
      "first", from: "bench", uid: [UInt8](repeating: 3, count: 16), by: metadata)
    var answered = 0
    func answer() throws {
      for _ in 0..<size {
        let number = StoreFixture.editedRow(answered)
        answered += 1
        let text = Value.text(StoreFixture.text(number, version: 0))
        let edit = Edit.answers([(StoreFixture.row(number), text)])
        try fixture.store.perform(edit, on: &document, by: metadata)
      }
    }
    return try Rounds.compare(
      "store edit-first",
      [
        Side(name: "", run: answer),
        Side(name: "bare UPDATE", run: { try bare.update(size) }),
        Side(name: "INSERT and undo row in SQL", run: { try plain.insert(size) }),
      ], size: size, target: 1.9)
  }

  private static func undoBesidePlain(_ fixture: StoreFixture) throws -> [BenchmarkResult] {
    let size = 1000
    let bare = try StoreBenchmarks.bareTable(fixture, "undo-redo")
    let plain = try plainUndo(fixture, "undo-redo")
    // What is undone are edits of one field, whatever was measured before.
    try fixture.edit(10)
    return try Rounds.compare(
      "store undo-redo",
      [
        Side(name: "", run: { try travel(fixture, size) }),
        Side(name: "bare UPDATE", run: { try bare.update(size) }),
        Side(
          name: "undo from the undo row in SQL", prepare: { try plain.edit(size) },
          run: { try plain.undo(size) }),
      ], size: size, target: 1.85)
  }

  private static func travels(
    _ fixture: StoreFixture, _ name: String, target: Double
  ) throws -> BenchmarkResult {
    let size = 1000
    let bare = try StoreBenchmarks.bareTable(fixture, name)
    return try Rounds.compare(
      "store \(name)", against: "bare UPDATE", size: size, target: target,
      ours: { try travel(fixture, size) }, theirs: { try bare.update(size) })
  }

  /// Undo and redo of five steps each, one by one.
  private static func travel(_ fixture: StoreFixture, _ count: Int) throws {
    let metadata = EditMetadata(author: "ada", time: 0)
    func five(_ edit: Edit) throws {
      for _ in 0..<5 { try fixture.store.perform(edit, on: &fixture.document, by: metadata) }
    }
    for _ in 0..<count / 10 {
      try five(.undo(steps: 1))
      try five(.redo(steps: 1))
    }
  }

  private static func travelsOfFew() throws -> BenchmarkResult {
    let few = try StoreFixture(name: "few")
    defer { few.remove() }
    try few.edit(10)
    return try travels(few, "undo-first", target: 2)
  }

  private static func statementsAlone(
    _ fixture: StoreFixture, _ name: String
  ) throws -> StatementsAlone {
    try StatementsAlone(
      path: fixture.folder.appending(path: "\(name)-alone.sqlite").path, rows: StoreFixture.rows)
  }

  private static func plainUndo(
    _ fixture: StoreFixture, _ name: String, _ level: Connection.Synchronous = .normal
  ) throws -> PlainUndo {
    try PlainUndo(
      path: fixture.folder.appending(path: "\(name)-undo.sqlite").path, rows: StoreFixture.rows,
      level)
  }
}
