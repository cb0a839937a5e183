import EkibenSQLite

/// The strongest plain design of an edit that can be taken back: the row, and a row beside it that says what it held
/// and holds, in one transaction of statements that are kept.
final class PlainUndo {
  private let table: BareTable
  private let connection: Connection
  private let update: Statement
  private let insert: Statement
  private let note: Statement
  private let last: Statement
  private let forget: Statement
  private let begin: Statement
  private let commit: Statement
  private let rows: Int
  private var texts: [String]
  private var count = 0

  init(path: String, rows: Int, _ level: Connection.Synchronous = .normal) throws {
    table = try BareTable(path: path, rows: rows, level)
    let connection = try Connection(path: path, access: .create)
    try connection.setSynchronous(level)
    try connection.execute("PRAGMA wal_autocheckpoint = 1000")
    try connection.execute(
      "CREATE TABLE undo(seq INTEGER PRIMARY KEY, row INTEGER, before BLOB, after BLOB)")
    let update = try connection.prepare("UPDATE field SET text = ? WHERE id = ?")
    let insert = try connection.prepare("INSERT INTO field VALUES (?, 0, 0, ?, 0)")
    let note = try connection.prepare("INSERT INTO undo(row, before, after) VALUES (?, ?, ?)")
    let last = try connection.prepare(
      "SELECT seq, row, CAST(before AS TEXT) FROM undo ORDER BY seq DESC LIMIT 1")
    let forget = try connection.prepare("DELETE FROM undo WHERE seq = ?")
    let begin = try connection.prepare("BEGIN IMMEDIATE")
    let commit = try connection.prepare("COMMIT")
    (self.rows, texts) = (rows, (0..<rows).map { StoreFixture.text($0, version: 0) })
    self.update = update
    self.insert = insert
    self.note = note
    self.last = last
    self.forget = forget
    self.begin = begin
    self.commit = commit
    self.connection = connection
  }

  /// Edits so many fields at once, that stand so far from each other, so many times.
  func edit(_ times: Int, fields: Int = 1, apart distance: Int = 0) throws {
    for _ in 0..<times {
      count += 1
      try begin.run()
      for field in 0..<fields {
        let row = (7919 * count + field * distance) % rows
        let text = StoreFixture.text(row, version: count % 997)
        try set(row, to: text)
        try note(row, before: texts[row], after: text)
        texts[row] = text
      }
      try commit.run()
    }
  }

  private func set(_ row: Int, to text: String) throws {
    try update.bind(text, at: 1)
    try update.bind(Int64(row), at: 2)
    try update.run()
  }

  private func note(_ row: Int, before: String?, after: String) throws {
    try note.bind(Int64(row), at: 1)
    if let before { try note.bind(Array(before.utf8), at: 2) } else { try note.bindNull(at: 2) }
    try note.bind(Array(after.utf8), at: 3)
    try note.run()
  }

  /// Inserts rows that were not there.
  func insert(_ times: Int) throws {
    for _ in 0..<times {
      let row = texts.count
      let text = StoreFixture.text(row, version: 0)
      texts.append(text)
      try begin.run()
      try insert.bind(Int64(row), at: 1)
      try insert.bind(text, at: 2)
      try insert.run()
      try note(row, before: nil, after: text)
      try commit.run()
    }
  }

  /// Takes the last edits back, each in a transaction of its own.
  func undo(_ times: Int) throws {
    for _ in 0..<times {
      try begin.run()
      guard try last.step() else { return }
      let (sequence, row) = (try last.int64(0), Int(try last.int64(1)))
      let text = try last.text(2)
      try last.reset()
      try set(row, to: text)
      try forget.bind(sequence, at: 1)
      try forget.run()
      try commit.run()
      texts[row] = text
    }
  }
}
