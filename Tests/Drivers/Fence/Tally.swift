/// What came of the forced windows.
struct Tally {
  /// Checkpoints in whose window another connection tried to commit.
  var windows = 0
  /// Commits in the window that were refused because of the fence.
  var refused = 0
  /// Commits that were acknowledged, in the window and around it.
  var acknowledged = 0
  /// Those of them that were not there after everything was closed and opened again.
  var lost = 0
  /// What else was wrong.
  var findings: [String] = []

  var line: String {
    "\(windows) windows forced, \(refused) commits in them refused; "
      + "\(lost) of \(acknowledged) acknowledged commits lost"
  }
}

/// Why a round says nothing.
struct Unforced: Error, CustomStringConvertible {
  let description: String
}
