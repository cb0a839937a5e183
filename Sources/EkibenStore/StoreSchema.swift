internal import EkibenDocuments
package import EkibenMigrations

/// The migrations that make the schema of a store, oldest first (rule P8).
///
/// Programs use ``current``; tests make others, to upgrade through migrations that no version has.
package struct StoreSchema: Sendable {
  /// Every step, numbered from 1 without gaps.
  package let migrations: [Migration]
  /// The SHA-256 of each step's text, as the file records it.
  let checksums: [[UInt8]]

  /// The schema of this version.
  package static let current = StoreSchema(Migration.all)

  package init(_ migrations: [Migration]) {
    precondition(
      !migrations.isEmpty && migrations.map(\.number) == Array(1...migrations.count),
      "migrations are numbered from 1 without gaps")
    self.migrations = migrations
    checksums = migrations.map { SHA256.hash($0.sql) }
  }

  /// The format that is written, and the newest that is read.
  package var format: Int { migrations.count }

  /// Whether a file of an older format can be read as it is.
  func canRead(format: Int) -> Bool {
    migrations.dropFirst(format).allSatisfy { !$0.isNeededForReading }
  }
}
