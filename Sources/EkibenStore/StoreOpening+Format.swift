internal import EkibenMigrations
internal import EkibenSQLite

/// Tells a store from every other file, and whether this program may read or write its format.
extension StoreOpening {
  /// 'Ekib' in SQLite's header.
  private static let applicationID: Int64 = 1_164_667_234

  /// A line of the table `migration`.
  private typealias Applied = (name: String, checksum: [UInt8], reader: Int64)

  /// Reads the format of a store that may be opened so, or nil for an empty database, and refuses all
  /// else.
  ///
  /// What it looks at is of one moment, also while another process upgrades the store.
  ///
  /// An older format may be written, since opening it for writing upgrades it; it may be read where
  /// this program understands it. A newer file says itself which programs may read it still; none may
  /// write it.
  func format(of connection: borrowing Connection, for access: Store.Access) throws -> Int? {
    if connection.inTransaction { return try bounded(connection, for: access) }
    try connection.begin(.deferred)
    do {
      let format = try bounded(connection, for: access)
      try connection.commit()
      return format
    } catch {
      // The first error is what the caller needs.
      do { try connection.rollback() } catch {}
      throw error
    }
  }

  private func bounded(_ connection: borrowing Connection, for access: Store.Access) throws -> Int?
  {
    do {
      return try connection.bounded(steps: StoreSchema.mostSteps, bytes: StoreSchema.mostBytes) {
        try formatNow(of: connection, for: access)
      }
    } catch let error as SQLiteError where error.isOutOfBounds {
      throw StoreError.notAStore(
        path: path, why: "its schema is far larger than Ekiben's, or runs something without end")
    }
  }

  private func formatNow(
    of connection: borrowing Connection, for access: Store.Access
  ) throws -> Int? {
    let id = try connection.pragmaInteger("application_id")
    guard id == Self.applicationID else {
      try refuseForeign(connection, id)
      return nil
    }
    let format = Int(clamping: try connection.pragmaInteger("user_version"))
    guard format >= 1 else { throw StoreError.formerFormat(path: path, format: format) }
    let isNewer = format > schema.format
    guard !isNewer || access == .readOnly else {
      throw StoreError.newerFormat(path: path, format: format)
    }
    // In UTF-16 texts have other lengths and another order than the ones that the schema promises.
    let encoding = try connection.pragmaText("encoding")
    guard encoding == "UTF-8" else {
      throw StoreError.notAStore(path: path, why: "its texts are in \(encoding)")
    }
    try schema.confirm(connection, format: format, for: access, at: path)
    let applied = try appliedMigrations(connection, format)
    // A number without the steps that made it says nothing of who may read it.
    if isNewer,
      applied.count <= schema.format || applied.contains(where: { $0.reader > schema.format })
    {
      throw StoreError.newerFormat(path: path, format: format)
    }
    try refuseChanged(applied, format)
    let lacking = schema.migrations.dropFirst(format)
    if access == .readOnly, lacking.contains(where: \.isNeededForReading) {
      throw StoreError.upgradeNeeded(path: path, format: format, newest: schema.format)
    }
    return format
  }

  private func refuseForeign(_ connection: borrowing Connection, _ id: Int64) throws {
    guard id == 0, try SchemaObject.all(in: connection).isEmpty else {
      throw StoreError.notAStore(path: path, why: "it is another program's SQLite database")
    }
    // SQLite takes what is too short for a header for an empty database, and would write over it.
    let facts = try connection.facts()
    guard facts.fileBytes == 0 || facts.fileBytes >= 512 else {
      throw StoreError.notAStore(path: path, why: "it is no SQLite database")
    }
  }

  private func appliedMigrations(
    _ connection: borrowing Connection, _ format: Int
  ) throws -> [Applied] {
    let condition = format < OlderFormats.checksums ? "true" : StoredTable.migration.intact()
    let statement = try connection.prepare(
      "SELECT name, checksum, reader FROM migration WHERE \(condition) ORDER BY number",
      persistent: false)
    var applied: [Applied] = []
    while try statement.step() {
      applied.append((try statement.text(0), try statement.blob(1), try statement.int64(2)))
    }
    return applied
  }

  /// Refuses steps that are not those that this program knows.
  ///
  /// In a newer file steps may follow that it does not know; in any other the format says how many
  /// there are.
  private func refuseChanged(_ applied: [Applied], _ format: Int) throws {
    let known = zip(schema.migrations, schema.checksums).prefix(format)
    let isCounted = format > schema.format || applied.count == format
    guard
      isCounted,
      applied.prefix(schema.format).elementsEqual(
        known, by: { $0.name == $1.0.name && $0.checksum == $1.1 })
    else {
      throw StoreError.notAStore(
        path: path, why: "its schema was made by another build of format \(format)")
    }
  }
}
