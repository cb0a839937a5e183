@testable import EkibenSQLite
import EkibenStore

/// Every table of the newest format.
let ownTables = [
  "migration", "author", "document", "revision", "record", "section", "row", "answer", "override",
  "field", "entry", "chunk", "block", "visited", "mark", "setting", "origin", "destroyed",
  "option_set", "option_text",
]

/// Runs SQL on a file as a program would that has none of our safeguards.
func tamperFreely(_ path: String, _ sql: String) throws {
  let connection = try Connection(path: path, access: .readWrite, busyTimeout: 1000)
  try connection.set(.defensive, to: false)
  try connection.set(.foreignKeys, to: false)
  try connection.execute("PRAGMA writable_schema = ON; \(sql)")
  try connection.closeCheckpointing()
}

/// Puts another text in the place of an object's, with one part of it replaced.
func tamperSchema(_ path: String, of name: String, replacing old: String, with new: String) throws {
  let (old, new) = (old.replacing("'", with: "''"), new.replacing("'", with: "''"))
  let place = "name = '\(name)' AND instr(sql, '\(old)')"
  let found = try query(path, "SELECT count(*) FROM sqlite_schema WHERE \(place)")
  precondition(found == ["1"], "\(name) has no \(old)")
  try tamperFreely(
    path,
    """
    UPDATE sqlite_schema SET sql = substr(sql, 1, instr(sql, '\(old)') - 1) || '\(new)'
      || substr(sql, instr(sql, '\(old)') + length('\(old)')) WHERE \(place);
    PRAGMA schema_version = 999
    """)
}

/// A view of a table's name that never ends, beginning with one row in which anything may stand.
func endlessView(_ name: String) -> String {
  """
  DROP TABLE "\(name)";
  CREATE VIEW "\(name)" AS
    WITH RECURSIVE n(number, name, checksum, reader, applied) AS (
      SELECT 1, 'x', zeroblob(32), 1, 0 UNION ALL SELECT number, name, checksum, 1, 0 FROM n)
    SELECT *, number AS key, number AS document FROM n
  """
}

/// The rows of a query through a connection that also has views, as any SQL tool has.
func plainQuery(_ path: String, _ sql: String) throws -> [String] {
  let connection = try Connection(path: path, access: .readWrite, busyTimeout: 1000)
  try connection.set(.views, to: true)
  return try rows(of: sql, connection)
}

extension Store {
  /// Lends the store's connection with views switched on, as any SQL tool has them.
  func withViews<Result>(
    _ body: (borrowing Connection) throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    try withConnection { connection throws(SQLiteError) in
      try connection.set(.views, to: true)
      let result = try body(connection)
      try connection.set(.views, to: false)
      return result
    }
  }
}
