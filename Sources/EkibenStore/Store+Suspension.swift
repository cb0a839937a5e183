internal import EkibenSQLite

extension Store {
  /// Closes the file for a while, for a platform that is about to suspend the program and kills one
  /// that holds a file's locks (rule P22).
  ///
  /// Calls that are under way come to their end first; further ones throw
  /// ``StoreError/suspended(path:)`` until ``resume()``. What was committed is safe, part of it in the
  /// `-wal` perhaps. Documents, sessions and observers stay good. Suspending twice does nothing.
  ///
  /// - Throws: ``StoreError/closed(path:)``, or what SQLite says of closing.
  /// - Complexity: O(1): no checkpoint is made, since time is short.
  public func suspend() throws(StoreError) {
    try withHandle { (handle) throws(StoreError) in
      guard handle.opening != nil else { throw .closed(path: path) }
      guard let state = handle.state.take() else { return }
      handle.place = state.database.connection.placeWithBirth
      do throws(SQLiteError) { try state.database.connection.close() } catch {
        throw StoreError(error, path: path)
      }
    }
  }

  /// Opens the file again after ``suspend()``; of a store that is not suspended, nothing.
  ///
  /// What others wrote in the meantime arrives as it always does, with the next edit or refresh. A file that took
  /// the place of the store's own, such as a copy that was restored, is another store's: close this one and open that.
  ///
  /// - Throws: ``StoreError/replaced(path:)``, and ``StoreError`` as opening does; the store is then still suspended.
  public func resume() throws(StoreError) {
    try withHandle { (handle) throws(StoreError) in
      guard var opening = handle.opening else { throw .closed(path: path) }
      if handle.state != nil { return }
      // The file was there; one that has gone in the meantime is not to be replaced by an empty one.
      if opening.access == .create { opening.access = .readWrite }
      let state = try opening.open()
      guard let place = handle.place, let now = state.database.connection.placeWithBirth,
        now.isOneFile(with: place)
      else { throw .replaced(path: path) }
      // Whatever was told before stays told.
      state.database.hasAnswered = true
      handle.state = consume state
    }
    hub.resume()
  }
}
