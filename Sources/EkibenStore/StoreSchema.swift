internal import EkibenDocuments
package import EkibenMigrations
internal import EkibenSQLite

/// The migrations that make the schema of a store, oldest first (rule P8).
///
/// Programs use ``current``; tests make others, to upgrade through migrations that no version has.
package struct StoreSchema: Sendable {
  /// Every step, numbered from 1 without gaps.
  package let migrations: [Migration]
  /// The SHA-256 of each step's text, as the file records it.
  let checksums: [[UInt8]]

  package static let current = StoreSchema(Migration.all)

  package init(_ migrations: [Migration]) {
    precondition(
      !migrations.isEmpty && migrations.map(\.number) == Array(1...migrations.count),
      "migrations are numbered from 1 without gaps")
    self.migrations = migrations
    checksums = migrations.map { $0.hashes?.checksum ?? SHA256.hash($0.sql) }
  }

  /// The format that is written, and the newest that is read.
  package var format: Int { migrations.count }

  /// The hash of the schema that a format has, where it is noted; nil for a newer one.
  func hash(of format: Int) -> [UInt8]? {
    format <= self.format ? migrations[format - 1].hashes?.schema : nil
  }

  /// The schema that a format has: what its migrations make of an empty database.
  ///
  /// - Complexity: some hundred microseconds.
  func objects(of format: Int) throws(SQLiteError) -> [SchemaObject] {
    let model = try Connection(path: "model", access: .memory)
    for migration in migrations.prefix(format) {
      try model.execute(String(decoding: migration.sql, as: UTF8.self))
    }
    return try SchemaObject.all(in: model)
  }
}

/// Compares the schema of a file with what the migrations up to its format make of an empty database,
/// word for word, before any of its tables is touched (rule P25).
extension StoreSchema {
  /// Steps of SQLite's machine that one statement may take while a file is opened; ours take a few
  /// hundred, and a thousand foreign tables are still named.
  static let mostSteps: Int32 = 20_000
  /// The longest text that is read meanwhile; ours have a few hundred bytes.
  static let mostBytes: Int32 = 8192

  /// Refuses a file to be written whose schema is not ours, and one to be read where reading could
  /// run what stands in the schema.
  func confirm(
    _ connection: borrowing Connection, format: Int, for access: Store.Access, at path: String
  ) throws {
    let found = try SchemaObject.all(in: connection)
    if hash(of: format) == SchemaObject.hash(found) { return }
    let expected = try objects(of: min(format, self.format))
    let isReadable = try isReadable(found, expected, connection)
    // What a newer file, which is only read, has otherwise is not for this program to judge.
    if isReadable, access == .readOnly { return }
    let differences = Self.differences(of: found, from: expected)
    if differences.isEmpty { return }
    throw StoreError.foreignSchema(path: path, differences: differences, isReadable: isReadable)
  }

  /// Where a file's schema differs; nowhere in a newer one, which says itself who may read it.
  func differences(
    _ connection: borrowing Connection, format: Int
  ) throws(SQLiteError) -> [SchemaDifference] {
    guard format <= self.format else { return [] }
    let found = try SchemaObject.all(in: connection)
    if hash(of: format) == SchemaObject.hash(found) { return [] }
    return Self.differences(of: found, from: try objects(of: format))
  }

  private static func differences(
    of found: [SchemaObject], from expected: [SchemaObject]
  ) -> [SchemaDifference] {
    func difference(
      _ object: SchemaObject, _ problem: SchemaDifference.Problem
    ) -> SchemaDifference {
      SchemaDifference(
        kind: .init(rawValue: object.type) ?? .table, name: object.name, table: object.table,
        problem: problem)
    }
    let ours = expected.compactMap { object -> SchemaDifference? in
      guard let other = found.first(where: object.names) else {
        return difference(object, .missing)
      }
      return other.bytes == object.bytes ? nil : difference(object, .changed)
    }
    let others = found.filter { object in
      // An index that SQLite makes for somebody's table goes with that table.
      !expected.contains(where: object.names)
        && (!object.sql.isEmpty || expected.contains { $0.name == object.table })
    }
    return ours + others.map { difference($0, .added) }
  }

  /// Whether the tables that are read are plain ones, which run nothing: a view, a virtual table and
  /// a generated column can go on for ever within one step, and no bound would end it.
  private func isReadable(
    _ found: [SchemaObject], _ expected: [SchemaObject], _ connection: borrowing Connection
  ) throws(SQLiteError) -> Bool {
    for table in expected where table.type == "table" {
      guard let other = found.first(where: table.names) else { return false }
      if other.bytes == table.bytes { continue }
      let beginning = table.sql.utf8.prefix(SchemaObject.beginning)
      guard other.sql.utf8.starts(with: beginning) else { return false }
      let columns = try connection.prepare(
        "PRAGMA main.table_xinfo(\"\(table.name)\")", persistent: false)
      while try columns.step() {
        guard try columns.int64(6) == 0 else { return false }
      }
    }
    return true
  }
}
