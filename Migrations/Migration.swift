/// One step of the schema: a file that is never edited once it is released.
///
/// Its SQL runs in one transaction without foreign keys, so that a table to which others refer can be
/// made anew; all keys are checked before the commit. It sets `user_version` to its number.
package struct Migration: Sendable {
  /// Its number, from 1 without gaps; the format of a file after it.
  package let number: Int
  /// Its file's name without the ending.
  package let name: String
  /// The oldest format whose programs may still read a file after this step.
  package let reader: Int
  /// Whether this program can read a file only after this step; false where it also understands files
  /// without it, so that they can be opened for reading before they are upgraded.
  package let isNeededForReading: Bool
  /// The file's text.
  package let sql: [UInt8]

  package init(
    number: Int, name: String, reader: Int, isNeededForReading: Bool, sql: [UInt8]
  ) {
    self.number = number
    self.name = name
    self.reader = reader
    self.isNeededForReading = isNeededForReading
    self.sql = sql
  }

  /// Every step, oldest first.
  package static let all: [Migration] = [
    Migration(
      number: 1, name: "0001_create", reader: 1, isNeededForReading: true,
      sql: PackageResources._001_create_sql),
    Migration(
      number: 2, name: "0002_checksums", reader: 2, isNeededForReading: false,
      sql: PackageResources._002_checksums_sql),
  ]
}
