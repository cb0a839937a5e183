import CEkibenSQLite

/// What a connection can say about its file without reading the content.
package struct DatabaseFacts: Equatable, Sendable {
  /// Bytes in a page.
  package let pageSize: Int
  /// Pages of the database as it stands, those in the `-wal` included.
  package let pages: Int
  /// Those of them that hold nothing and wait to be used again.
  package let freePages: Int
  /// The size of the database file in bytes.
  package let fileBytes: Int
  /// The size of the `-wal` in bytes, 0 where there is none.
  package let walBytes: Int
  /// Frames that the `-wal` has room for: those in use, and those that will be written over.
  package let walFrames: Int
}

extension Connection {
  /// Reads the facts of the file; outside a transaction they need not be of one moment.
  package func facts() throws(SQLiteError) -> DatabaseFacts {
    let pageSize = Int(clamping: try pragmaInteger("page_size"))
    let name = unsafe sqlite3_db_filename(handle, "main")
    let file = unsafe try FileStamp.facts(of: name, path: path)
    let wal = unsafe try FileStamp.facts(of: sqlite3_filename_wal(name), path: path)
    let walBytes = Int(clamping: wal?.size ?? 0)
    return DatabaseFacts(
      pageSize: pageSize, pages: Int(clamping: try pragmaInteger("page_count")),
      freePages: Int(clamping: try pragmaInteger("freelist_count")),
      fileBytes: Int(clamping: file?.size ?? 0), walBytes: walBytes,
      walFrames: max(0, walBytes - LogFrames.headerBytes) / (pageSize + LogFrames.frameHeaderBytes))
  }
}
