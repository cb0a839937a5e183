import EkibenSQLite

/// The least that SQLite can do for an edit: one prepared UPDATE in autocommit, in WAL mode with
/// SQLite's own checkpoint each 1,000 pages.
final class BareTable {
  private let statement: Statement
  private let read: Statement
  private let connection: Connection
  private let rows: Int
  private var edit = 0

  init(path: String, rows: Int, _ level: Connection.Synchronous = .normal) throws {
    let connection = try Connection(path: path, access: .create)
    try connection.setWAL()
    try connection.setSynchronous(level)
    try connection.execute("PRAGMA wal_autocheckpoint = 1000")
    try connection.execute(
      """
      CREATE TABLE field(id INTEGER PRIMARY KEY, section INTEGER, position INTEGER, text TEXT,
        isOn INTEGER)
      """)
    try connection.execute("BEGIN")
    let insert = try connection.prepare("INSERT INTO field VALUES (?, 0, 0, ?, 0)")
    for row in 0..<rows {
      try insert.bind(Int64(row), at: 1)
      try insert.bind(StoreFixture.text(row, version: 0), at: 2)
      try insert.run()
    }
    try connection.execute("COMMIT")
    let statement = try connection.prepare("UPDATE field SET text = ? WHERE id = ?")
    let read = try connection.prepare("SELECT text FROM field WHERE id = ?")
    self.statement = statement
    self.read = read
    self.connection = connection
    self.rows = rows
  }

  func update(_ count: Int) throws {
    for _ in 0..<count {
      edit += 1
      let row = 7919 * edit % rows
      try statement.bind(StoreFixture.text(row, version: 1 + edit / rows), at: 1)
      try statement.bind(Int64(row), at: 2)
      try statement.run()
    }
  }

  /// Reads one text after the other by its key, in one read transaction.
  func read(_ count: Int) throws -> Int {
    var sum = 0
    try connection.execute("BEGIN")
    for number in 0..<count {
      try read.bind(Int64(7919 * number % rows), at: 1)
      if try read.step() { sum += try read.text(0).utf8.count }
      try read.reset()
    }
    try connection.execute("COMMIT")
    return sum
  }
}

/// The same answers as a document's in a table like the one that keeps them, with its keys: what is
/// beside that is what the library and its journal cost.
final class BareAnswers {
  private let insert: Statement
  private let select: Statement
  private let connection: Connection
  private var document: Int64 = 0

  init(path: String) throws {
    let connection = try Connection(path: path, access: .create)
    try connection.setWAL()
    try connection.setSynchronous(.normal)
    try connection.execute("PRAGMA wal_autocheckpoint = 1000")
    try connection.execute(
      """
      CREATE TABLE document(key INTEGER PRIMARY KEY) STRICT;
      CREATE TABLE record(key INTEGER PRIMARY KEY) STRICT;
      CREATE TABLE answer(
        document INTEGER NOT NULL REFERENCES document(key),
        record INTEGER NOT NULL REFERENCES record(key), value ANY,
        type INTEGER NOT NULL, entry INTEGER NOT NULL CHECK (entry >= 1),
        via INTEGER CHECK (via > entry), PRIMARY KEY (document, record)) STRICT, WITHOUT ROWID;
      CREATE INDEX answer_record ON answer(record);
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO record SELECT i FROM n;
      INSERT INTO document SELECT key FROM record WHERE key < 100;
      """)
    let insert = try connection.prepare("INSERT INTO answer VALUES (?, ?, ?, 4, 2, NULL)")
    let select = try connection.prepare("SELECT record, value FROM answer WHERE document = ?")
    self.insert = insert
    self.select = select
    self.connection = connection
  }

  /// Puts a document's answers in, in one transaction.
  func insert(_ count: Int) throws {
    document += 1
    try connection.execute("BEGIN IMMEDIATE")
    for row in 0..<count {
      try insert.bind(document, at: 1)
      try insert.bind(Int64(row), at: 2)
      try insert.bind(StoreFixture.text(row, version: 0), at: 3)
      try insert.run()
    }
    try connection.execute("COMMIT")
  }

  /// Reads the last document's answers.
  func all() throws -> [Int64: String] {
    var answers: [Int64: String] = [:]
    try select.bind(document, at: 1)
    while try select.step() { answers[try select.int64(0)] = try select.text(1) }
    try select.reset()
    return answers
  }
}

/// Every value that a field ever had, under field and entry: the plainest table that answers what a
/// field held when.
final class BareVersions {
  private let probe: Statement
  private let connection: Connection

  init(path: String, rows: Int, edits: Int) throws {
    let connection = try Connection(path: path, access: .create)
    try connection.setWAL()
    try connection.execute(
      """
      CREATE TABLE version(record INTEGER, number INTEGER, text TEXT, PRIMARY KEY (record, number))
      WITHOUT ROWID
      """)
    let insert = try connection.prepare("INSERT INTO version VALUES (?, ?, ?)")
    try connection.execute("BEGIN")
    for record in 0..<rows {
      for edit in stride(from: record, to: edits, by: rows) {
        try insert.bind(Int64(record), at: 1)
        try insert.bind(Int64(edit), at: 2)
        try insert.bind(StoreFixture.text(record, version: edit / rows), at: 3)
        try insert.run()
      }
    }
    try connection.execute("COMMIT")
    let probe = try connection.prepare(
      """
      SELECT number, text FROM version WHERE record = ? AND number <= ?
      ORDER BY number DESC LIMIT 1
      """)
    self.probe = probe
    self.connection = connection
  }

  /// What a field held, and who wrote it.
  func value(of record: Int, at number: Int) throws -> (number: Int64, text: String)? {
    try probe.bind(Int64(record), at: 1)
    try probe.bind(Int64(number), at: 2)
    let found = try probe.step() ? (try probe.int64(0), try probe.text(1)) : nil
    try probe.reset()
    return found
  }

  /// Many of them on one state of the file.
  func values(of records: Range<Int>, at number: Int) throws -> Int {
    try connection.execute("BEGIN")
    var sum = 0
    for record in records { sum += try value(of: record, at: number)?.text.utf8.count ?? 0 }
    try connection.execute("COMMIT")
    return sum
  }
}
