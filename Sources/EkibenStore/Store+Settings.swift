internal import EkibenSQLite

extension Store {
  /// Whether this file takes changes only with a reason.
  ///
  /// - Throws: ``StoreError`` when reading fails.
  public func needsReasons() throws(StoreError) -> Bool {
    try reading { (state) throws(StoreError) in try state.needsReason() }
  }

  /// Sets whether this file takes changes only with a reason, for every program that writes it.
  ///
  /// - Throws: ``StoreError`` when writing fails.
  public func setNeedsReasons(_ needsReasons: Bool) throws(StoreError) {
    try withState { (state) throws(StoreError) in
      try state.write { (state) throws(StoreError) in
        try state.run(
          """
          INSERT INTO setting(name, value) VALUES ('needs-reasons', ?)
          ON CONFLICT (name) DO UPDATE SET value = excluded.value
          """, [.integer(needsReasons ? 1 : 0)])
      }
      state.reasons = nil
    }
  }
}

extension StoreState {
  /// Whether a reason is needed; looked up anew when somebody else has written.
  mutating func needsReason() throws(StoreError) -> Bool {
    let version = try sqlite { connection throws(SQLiteError) in try connection.dataVersion() }
    if let reasons, reasons.version == version { return reasons.needed }
    let found = try rows("SELECT value FROM setting WHERE name = 'needs-reasons'") {
      row throws(SQLiteError) in try row.int64(0) != 0
    }
    let needed = found.first ?? false
    reasons = (needed, version)
    return needed
  }
}
