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
