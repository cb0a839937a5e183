/// What upgrading a store did.
public struct StoreUpgrade: Hashable, Sendable {
  /// The store's format before.
  public let from: Int
  /// Its format now; the same where nothing was to be done.
  public let to: Int
  /// The path of the copy of the old file, if one was asked for and something was to be done.
  public let copy: String?
}

extension Store {
  /// Brings a store to this version's format, if asked with a copy of the old file (rule P8).
  ///
  /// Opening for writing upgrades as well, without a copy: this is for whoever wants one, or wants
  /// nothing else. Each step is one transaction; whatever happens, the store has one format or the
  /// next, and the call can be made again. A store that is up to date is only read.
  ///
  /// The copy is called `PATH-before-N`, N being the format upgraded to. It equals the old file byte
  /// for byte, what lay in the `-wal` included; it is on disk before the upgrade begins, and nobody can
  /// write in between.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - keepingCopy: Whether the old file is copied first.
  ///   - timeout: How many milliseconds to wait for other programs.
  ///   - now: The time, in UTC milliseconds since 1970, noted with each step.
  ///   - id: 16 bytes for a store that has no id yet; nil takes random ones.
  /// - Returns: The formats before and after, and the copy.
  /// - Throws: ``StoreError``; ``StoreError/fileExists(path:)`` where the copy, or the partial one of a
  ///   process that was killed, is there already: then nothing is upgraded.
  /// - Complexity: O(file), since all foreign keys are checked.
  public static func upgrade(
    _ path: String, keepingCopy: Bool = false, timeout: Int = 5000, now: Int64, id: [UInt8]? = nil
  ) throws(StoreError) -> StoreUpgrade {
    try upgrade(
      path, keepingCopy: keepingCopy, timeout: timeout, now: now, id: id, schema: .current)
  }

  /// The same to a schema of tests.
  package static func upgrade(
    _ path: String, keepingCopy: Bool, timeout: Int, now: Int64, id: [UInt8]? = nil,
    schema: StoreSchema
  ) throws(StoreError) -> StoreUpgrade {
    try StoreOpening(
      path: path, access: .readWrite, timeout: timeout, now: now, schema: schema, id: id
    ).upgrade(keepingCopy: keepingCopy)
  }
}
