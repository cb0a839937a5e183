internal import EkibenSQLite

/// Shows a store of an older format as one of the newest, for reading it as it is (rule P8).
///
/// Views of this connection alone stand before the tables of the same names: no byte of the file
/// changes, and every statement that reads is written once.
enum OlderFormats {
  /// The format from which on rows have checksums and stores have ids.
  static let checksums = 2
  /// The format from which on tables are as the statements name them.
  static let newest = 3

  /// Tables of format 1 that lack nothing but checksums.
  private static let unchecked = [
    "author", "field", "record", "section", "row", "override", "entry",
    "chunk", "block", "visited", "mark", "setting",
  ]

  /// Other tables of format 1, and those that it did not have.
  private static let others = [
    "migration", "document", "revision", "answer", "origin", "destroyed", "option_set",
    "option_text",
  ]

  /// Puts the views before the tables of a format; none before those of the newest.
  static func show(_ format: Int, on connection: borrowing Connection) throws(SQLiteError) {
    if format < checksums {
      try showFirst(on: connection)
    } else if format < newest {
      try view("answer", "*, NULL AS calculated FROM main.answer", connection)
    }
  }

  private static func showFirst(on connection: borrowing Connection) throws(SQLiteError) {
    for table in unchecked { try view(table, "*, NULL AS checksum FROM main.\(table)", connection) }
    try view(
      "answer", "*, NULL AS inactive, NULL AS calculated, NULL AS checksum FROM main.answer",
      connection)
    try view("revision", "*, NULL AS reason, NULL AS checksum FROM main.revision", connection)
    try view("migration", "*, NULL AS row_checksum FROM main.migration", connection)
    try view(
      "document",
      """
      key, uid, kind, name, base, revision, status, moved AS archived,
        NULL AS revisions, NULL AS checksum
      FROM main.document
      """, connection)
    try view(
      "origin",
      """
      key AS document,
        ifnull(
          (SELECT max(e.key) & 4294967295 FROM main.entry e
           WHERE e.key BETWEEN d.key << 32 AND (d.key + 1 << 32) - 1), d.moved) AS until,
        x'' AS store, NULL AS checksum
      FROM main.document d WHERE d.kind = 'document'
      """, connection)
    try view(
      "destroyed",
      """
      NULL AS uid, NULL AS entries, NULL AS last, NULL AS time, NULL AS author, NULL AS reason,
        NULL AS checksum WHERE 0
      """, connection)
    try view("option_set", "NULL AS form, NULL AS options, NULL AS checksum WHERE 0", connection)
    try view(
      "option_text",
      """
      NULL AS form, NULL AS kind, NULL AS text, NULL AS position, NULL AS record,
        NULL AS checksum WHERE 0
      """, connection)
  }

  /// Takes the views away, when somebody else has upgraded the store.
  static func hide(_ format: Int, on connection: borrowing Connection) throws(SQLiteError) {
    let shown = format < checksums ? unchecked + others : format < newest ? ["answer"] : []
    for table in shown {
      try connection.execute("DROP VIEW temp.\(table)")
    }
  }

  private static func view(
    _ name: String, _ columns: String, _ connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.execute("CREATE TEMP VIEW \(name) AS SELECT \(columns)")
  }
}
