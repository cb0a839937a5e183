import Testing

@testable import EkibenSQLite

@Suite(.timeLimit(.minutes(20))) struct `What remains of destroyed bytes` {
  /// Bytes of which no six that follow each other stand anywhere else.
  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 11 | 1) }
  }

  private func insert(
    _ bytes: [UInt8], into connection: borrowing Connection
  ) throws(SQLiteError) {
    try connection.withStatement("INSERT INTO item(value) VALUES (?)") {
      row throws(SQLiteError) in
      try row.bind(bytes, at: 1)
      try row.run()
    }
  }

  // A value that is too long for its page goes on in pages of 4,092 bytes each; of the last one it need not
  // take all, and what stood there before is still behind it.
  @Test(arguments: [("OFF", true), ("ON", false)])
  func `is found behind the end of a long value in pages that are used again`(
    overwriting: String, isFound: Bool
  ) throws {
    try withFolder { folder in
      let connection = try Connection(path: folder + "/a.db", access: .create)
      try connection.execute("PRAGMA secure_delete = \(overwriting)")
      try connection.execute("CREATE TABLE item(id INTEGER PRIMARY KEY, value ANY) STRICT")
      let destroyed = Self.bytes(2 * 4092)
      try insert([UInt8](repeating: 0, count: 484) + destroyed, into: connection)
      try connection.execute("DELETE FROM item")
      try insert([UInt8](repeating: 7, count: 484 + 4092 + 3600), into: connection)
      let facts = try connection.facts()
      #expect(facts.pages == 4 && facts.freePages == 0)
      var bytes = DestroyedBytes()
      bytes.insert(destroyed)
      let count = try connection.remains(of: bytes)
      #expect((count > 0) == isFound)
    }
  }
}
