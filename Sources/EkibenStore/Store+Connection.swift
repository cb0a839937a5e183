package import EkibenSQLite

extension Store {
  /// Lends the store's one connection, behind its lock, for what tests attach to it.
  ///
  /// - Throws: ``StoreError`` when the store is closed, or what SQLite refuses the body.
  package func withConnection<Result>(
    _ body: (borrowing Connection) throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    try withState { (state) throws(StoreError) in try state.database.sqlite(body) }
  }
}
