internal import EkibenDocuments
internal import EkibenSQLite

/// What a store keeps about itself.
final class SettingTable {
  private let database: Database
  /// Whether a reason is needed, as of a data version.
  private var reasons: (needed: Bool, version: UInt32)?

  init(_ database: Database) { self.database = database }

  /// Whether a reason is needed; looked up anew when somebody else has written.
  func needsReason() throws(StoreError) -> Bool {
    let version = try database.dataVersion()
    if let reasons, reasons.version == version { return reasons.needed }
    let needed = try value(.needsReasons) { row in try row.int64(0) != 0 } ?? false
    reasons = (needed, version)
    return needed
  }

  /// Refuses to do something without a reason where one is needed (rule P21).
  func checkReason(_ metadata: EditMetadata) throws(StoreError) {
    if try needsReason(), !EditMetadata.says(metadata.reason) { throw .reasonMissing }
  }

  /// Whether something is set at all, or noted.
  func has(_ name: SettingName) throws(StoreError) -> Bool {
    try value(name) { _ in true } ?? false
  }

  private func value<Value, Failure>(
    _ name: SettingName, _ read: (borrowing Statement) throws(Failure) -> Value
  ) throws(StoreError) -> Value? {
    try database.rows(
      "SELECT value FROM setting WHERE name = ? AND \(StoredTable.setting.intact())",
      [.text(name.rawValue)], read
    ).first
  }

  /// After a commit of this connection that set nothing: what was known on the state before it still holds.
  func noteOwnCommit(_ version: UInt32) {
    if let reasons, reasons.version == database.versionBefore {
      self.reasons = (reasons.needed, version)
    }
  }

  /// Keeps a setting, or takes it away; inside a transaction.
  func store(_ value: Binding?, as name: SettingName) throws(StoreError) {
    reasons = nil
    guard let value else {
      return try database.run("DELETE FROM setting WHERE name = ?", [.text(name.rawValue)])
    }
    try database.run(StoredTable.setting.upsert, [.text(name.rawValue), value])
  }

  /// The 16 random bytes that tell the store from every other; a store of format 1 has none.
  func storeID() throws(StoreError) -> [UInt8]? {
    try value(.store) { row in try row.blob(0) }
  }
}
