/// One step of the schema: a file that is never edited once it is released.
package struct Migration: Sendable {
  /// Its number, from 1 without gaps.
  package let number: Int
  /// Its file's name without the ending.
  package let name: String
  /// The oldest format whose programs may still read a file after this step.
  package let reader: Int
  /// The file's text.
  package let sql: [UInt8]

  /// Every step, oldest first.
  package static let all: [Migration] = [
    Migration(number: 1, name: "0001_create", reader: 1, sql: PackageResources._001_create_sql)
  ]
}
