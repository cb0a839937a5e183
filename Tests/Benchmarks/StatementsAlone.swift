import EkibenSQLite

/// What the statements of an edit take that a store runs, with their sums and the look whether the file is still
/// where it was, from values that are at hand: no code of ours could make an edit cost less.
final class StatementsAlone {
  private let connection: Connection
  private let update: Statement
  private let insert: Statement
  private let begin: Statement
  private let commit: Statement
  private let rows: Int
  private var count = 0

  init(path: String, rows: Int) throws {
    let connection = try Connection(path: path, access: .create)
    try connection.setWAL()
    try connection.setSynchronous(.normal)
    try connection.execute("PRAGMA wal_autocheckpoint = 1000")
    try connection.execute(Self.schema)
    try connection.execute(
      """
      WITH RECURSIVE n(number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM n LIMIT \(rows))
      INSERT INTO answer SELECT 1, number, 'Field value 000000 v000', 5, 1, NULL, 0, 0, 0 FROM n
      """)
    let update = try connection.prepare(
      """
      UPDATE answer SET value = ?3, type = ?4, entry = ?5, via = ?6, calculated = ?7,
        checksum = ekiben_checksum('answer', ?1, ?2, ?3, ?4, ?5, ?6, inactive, ?7)
      WHERE document = ?1 AND record = ?2
      """)
    let insert = try connection.prepare(
      """
      INSERT INTO entry(key, kind, time, author, line, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5, ekiben_checksum('entry', ?1, ?2, ?3, ?4, ?5))
      """)
    let begin = try connection.prepare("BEGIN IMMEDIATE")
    let commit = try connection.prepare("COMMIT")
    self.rows = rows
    self.update = update
    self.insert = insert
    self.begin = begin
    self.commit = commit
    self.connection = connection
  }

  // The two tables as the newest format has them, but for what they refer to.
  private static let schema = """
    CREATE TABLE answer(
      document INTEGER NOT NULL, record INTEGER NOT NULL, value ANY, type INTEGER NOT NULL,
      entry INTEGER NOT NULL CHECK (entry >= 1), via INTEGER CHECK (via > entry),
      inactive INTEGER CHECK (inactive IN (0, 1)), checksum INTEGER,
      calculated INTEGER CHECK (calculated IN (0, 1)), PRIMARY KEY (document, record)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE entry(
      key INTEGER PRIMARY KEY, kind INTEGER NOT NULL, time INTEGER NOT NULL,
      author INTEGER NOT NULL, line BLOB NOT NULL, checksum INTEGER
    ) STRICT;
    """

  /// Edits so many fields at once, that stand so far from each other, so many times.
  func edit(_ times: Int, fields: Int = 1, apart distance: Int = 0) throws {
    for _ in 0..<times {
      count += 1
      try begin.run()
      var line: [UInt8] = []
      for field in 0..<fields {
        let row = (7919 * count + field * distance) % rows
        let text = StoreFixture.text(row, version: count % 997)
        try answer(row, text)
        // Which answer it is, what it was and what it is, as far as both differ.
        line += text.utf8.suffix(12)
      }
      try insert.bind(1 << 32 | Int64(count), at: 1)
      try insert.bind(1, at: 2)
      try insert.bind(Int64(count) * 1000, at: 3)
      try insert.bind(1, at: 4)
      try insert.run(lending: line, at: 5)
      try connection.confirmPlace()
      try commit.run()
    }
  }

  private func answer(_ row: Int, _ text: String) throws {
    try update.bind(1, at: 1)
    try update.bind(Int64(row), at: 2)
    try update.bind(5, at: 4)
    try update.bind(Int64(count), at: 5)
    try update.bindNull(at: 6)
    try update.bind(0, at: 7)
    try update.run(lending: text, at: 3)
  }
}
