internal import EkibenSQLite

/// What a commit survives when its call has returned.
public enum Durability: String, Sendable, CaseIterable {
  /// The death of the process: nothing is lost; a power cut may take the last commits, and leaves
  /// the file whole.
  case processCrash = "process-crash"
  /// The loss of power too, if the disk does what it says.
  case powerLoss = "power-loss"

  var synchronous: Connection.Synchronous {
    switch self {
    case .processCrash: .normal
    case .powerLoss: .full
    }
  }
}

extension Store {
  /// The durability that is in effect, read back from SQLite.
  ///
  /// - Throws: ``StoreError`` when the store is closed or was opened for reading only.
  public func durability() throws(StoreError) -> Durability {
    try withState { (state) throws(StoreError) in
      if state.database.isReadOnly { throw .openedReadOnly(path: path) }
      return try state.database.durability()
    }
  }
}

extension Database {
  func durability() throws(StoreError) -> Durability {
    let level = try sqlite(try connection.pragmaInteger("synchronous"))
    return level >= Connection.Synchronous.full.rawValue ? .powerLoss : .processCrash
  }
}
