internal import EkibenSQLite

extension Store {
  /// Takes away a store that holds nothing, such as one that was made for what was then refused.
  ///
  /// - Parameter path: The file itself, and no link to it.
  /// - Returns: Whether it has gone; one that holds a form, a document, a trace of one or a setting stays, and so
  ///   does one that another connection has open.
  /// - Throws: ``StoreError`` where it cannot be opened or read, or somebody uses it.
  package static func discardIfEmpty(_ path: String) throws(StoreError) -> Bool {
    do throws(SQLiteError) {
      return try Connection.discard(
        path,
        unless: """
          SELECT 1 FROM document UNION ALL SELECT 1 FROM destroyed
          UNION ALL SELECT 1 FROM setting WHERE name IN ('durability', 'needs-reasons') LIMIT 1
          """)
    } catch {
      throw StoreError(error, path: path)
    }
  }
}
