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
  /// What was worked out of it once and for all; nil where each program has to do it.
  package let hashes: Hashes?

  /// SHA-256 hashes, in hexadecimal digits, that would cost each opening of a store more than all else.
  ///
  /// A test holds them against the text, so that they also keep a released step from being edited.
  package struct Hashes: Sendable {
    /// Of the file's text.
    package let checksum: [UInt8]
    /// Of the schema that this step and those before it make, as `SchemaObject` hashes it.
    package let schema: [UInt8]

    package init(checksum: String, schema: String) {
      (self.checksum, self.schema) = (Self.bytes(checksum), Self.bytes(schema))
    }

    private static func bytes(_ digits: String) -> [UInt8] {
      let values = digits.utf8.map { $0 < 0x3A ? $0 &- 0x30 : $0 &- 0x57 }
      return stride(from: 1, to: values.count, by: 2).map { values[$0 - 1] << 4 | values[$0] & 15 }
    }
  }

  package init(
    number: Int, name: String, reader: Int, isNeededForReading: Bool, sql: [UInt8],
    hashes: Hashes? = nil
  ) {
    self.number = number
    self.name = name
    self.reader = reader
    self.isNeededForReading = isNeededForReading
    self.sql = sql
    self.hashes = hashes
  }

  /// Every step, oldest first.
  package static let all: [Migration] = [
    Migration(
      number: 1, name: "0001_create", reader: 1, isNeededForReading: true,
      sql: PackageResources._001_create_sql,
      hashes: Hashes(
        checksum: "fc0738b26645c38dc4f29003c9890346c7bb60c7e4f81b379d489bde9a8595fd",
        schema: "36afa8727cb1a621daac8092099c2747a07986067ab22e1b5bf68e84697c9f46")),
    Migration(
      number: 2, name: "0002_checksums", reader: 2, isNeededForReading: false,
      sql: PackageResources._002_checksums_sql,
      hashes: Hashes(
        checksum: "530920af86d517bfe5845e7c2b32e26a9c2b9ad38ca06087109d15466e6f6f1d",
        schema: "b877fe206ae08a0210b1ed0e8ac18130fd6fd7db9dd231a4603e883d9a2d7651")),
    Migration(
      number: 3, name: "0003_calculated", reader: 3, isNeededForReading: false,
      sql: PackageResources._003_calculated_sql,
      hashes: Hashes(
        checksum: "3c9db60534022e965bdceaf64c1eb132ea486617daa876cf43e0649df5500d92",
        schema: "97f3228f934182696fba1ec0184edc17dcc0a8d2d648d5c56fe6a1c29320fd3c")),
  ]
}
