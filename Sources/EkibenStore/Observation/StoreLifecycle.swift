package import EkibenDocuments
internal import EkibenSQLite
internal import Synchronization

/// What happens to a store as a whole.
package enum StoreLifecycleEvent: Sendable {
  /// It was suspended and has its file again.
  case resumed
  /// It was closed, and every change before that has been delivered.
  case closed
}

/// The version of a file as far as others wrote it: equal while no other connection has written.
package struct ForeignVersion: Equatable, Sendable {
  fileprivate let connection: ConnectionIdentity
  fileprivate let commits: Int64

  package static func == (left: Self, right: Self) -> Bool {
    left.connection === right.connection && left.commits == right.commits
  }
}

extension Store {
  /// Calls back with what happens to this store, on the thread on which it happens and without the store's lock;
  /// if it is closed already, at once.
  package func observeLifecycle(
    _ body: @escaping @Sendable (StoreLifecycleEvent) -> Void
  ) -> ObservationToken {
    ObservationToken(hub, hub.addLifecycleObserver(body))
  }

  /// The version that differs once another connection has written; own edits leave it as it is.
  ///
  /// - Throws: ``StoreError`` when reading fails, or the file is no longer at its path.
  /// - Complexity: O(1).
  package func foreignVersion() throws(StoreError) -> ForeignVersion {
    try reading { (state) throws(StoreError) in
      let commits = try state.database.sqlite { connection throws(SQLiteError) in
        // SQLite goes on with a file that has gone, in which nobody writes any more.
        try connection.confirmUnmoved()
        return try connection.pragmaInteger("data_version")
      }
      return ForeignVersion(connection: state.database.identity, commits: commits)
    }
  }

  /// The whole path of the file, without links on the way.
  ///
  /// - Throws: ``StoreError`` of a store that is closed or suspended.
  package func filePath() throws(StoreError) -> String {
    try withConnection { connection in connection.filePath }
  }

  /// The companion of this store, made when it is asked for first.
  ///
  /// - Complexity: O(1).
  package func companion<Companion: StoreCompanion>(_ make: () -> Companion) -> Companion {
    companionSlot.withLock { slot in
      if let known = slot as? Companion { return known }
      let made = make()
      slot = made
      return made
    }
  }

  func tellCompanion(of document: DocumentName?, count: Int) {
    companionSlot.withLock { $0 }?.didCommit(to: document, count: count)
  }
}

/// An object that the layer above keeps with a store for as long as that lives, and that is
/// notified of commits.
package protocol StoreCompanion: AnyObject, Sendable {
  /// Is told that a document has so many entries now, on the thread that found out, while the store's
  /// lock is held: it must not use the store, and takes no longer than making a note.
  ///
  /// With nil it is any document, or a set of options: after ``Store/refresh()``, and where this store has published one.
  func didCommit(to document: DocumentName?, count: Int)
}
