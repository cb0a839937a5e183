internal import EkibenSQLite

// When the `-wal` is moved into the file; how, says the connection.
extension Database {
  /// Moves the `-wal` into the file when it has grown long; whoever is in the way delays it.
  ///
  /// It follows a commit, which a checkpoint that fails must not call in question: what was committed
  /// is safe in the `-wal`, which is tried again as it grows, and `close` says what is wrong.
  func checkpointIfLong() {
    if connection.walFrames >= nextCheckpoint { checkpointNow() }
  }

  /// Moves the `-wal` into the file as far as others let it.
  func checkpointNow() {
    let frames = connection.walFrames
    var isDone = false
    do { isDone = try connection.checkpointFenced()?.isComplete ?? false } catch {}
    nextCheckpoint = isDone ? Self.checkpointFrames : frames + Self.checkpointFrames / 4
  }
}
