import CEkibenSQLite

/// The library of SQLite that this process runs, which need not be the one it was built against.
package enum SQLiteLibrary {
  /// The version, such as `3.40.1`.
  package static var version: String { unsafe String(cString: sqlite3_libversion()) }

  /// Says whether this version has the "WAL reset" race, which `checkpointFenced` fences off.
  ///
  /// By the version number alone: a distribution may have patched an older one.
  package static var canLoseCommitsOnWALReset: Bool {
    hasWALResetRace(versionNumber: Int(sqlite3_libversion_number()))
  }

  /// The race came with 3.7.0, went with 3.51.3 and, in their branches, with 3.44.6 and 3.50.7
  /// (https://www.sqlite.org/wal.html#walresetbug).
  package static func hasWALResetRace(versionNumber number: Int) -> Bool {
    let isPatched =
      number >= 3_051_003 || (3_044_006..<3_045_000).contains(number)
      || (3_050_007..<3_051_000).contains(number)
    return number >= 3_007_000 && !isPatched
  }
}
