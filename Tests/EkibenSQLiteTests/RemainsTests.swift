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

  /// As many bytes as are asked for, other ones for each seed and none of them zero.
  private static func noise(_ count: Int, seed: UInt64) -> [UInt8] {
    var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33) | 1
    }
  }

  // Of a value that is longer than 4,061 bytes with its header a table keeps a part, and an index one of 1,002:
  // https://www.sqlite.org/fileformat2.html#b_tree_pages
  private static let lengths =
    [6, 126, 127, 128, 129, 480, 495, 2000] + Array(985...1010) + Array(4045...4070)
    + Array(stride(from: 8130, through: 8200, by: 5)) + [12_270, 20_000]

  @Test(arguments: [false, true])
  func `is nothing of what is there, wherever it goes on, and all that was deleted`(
    hasIndex: Bool
  ) throws {
    try withFolder { folder in
      let connection = try Connection(path: folder + "/a.db", access: .create)
      try connection.execute(
        "PRAGMA secure_delete = OFF; CREATE TABLE item(id INTEGER PRIMARY KEY, value ANY) STRICT")
      if hasIndex { try connection.execute("CREATE INDEX by_value ON item(value)") }
      var all = DestroyedBytes()
      for (number, length) in Self.lengths.enumerated() {
        let value = Self.noise(length, seed: UInt64(number + 1))
        all.insert(value)
        try insert(value, into: connection)
      }
      #expect(try connection.remains(of: all) == 0)
      #expect(try connection.remains(of: DestroyedBytes()) == 0)
      try connection.execute("DELETE FROM item")
      #expect(try connection.facts().freePages > 20)
      #expect(try connection.remains(of: all) > 1000)
    }
  }

  @Test func `is found in the log behind what counts there, until the log is cut`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      var destroyed = DestroyedBytes()
      destroyed.insert(Self.noise(1000, seed: 5))
      try insert(Self.noise(1000, seed: 5), into: connection)
      try connection.execute("DELETE FROM item")
      #expect(try connection.checkpointFenced()?.isComplete == true)
      #expect(try connection.remains(of: destroyed) > 0)
      try connection.setCutsLog(true)
      try insert([1], into: connection)
      #expect(try connection.remains(of: destroyed) == 0)
      let cut = try size(folder + "/a.db-wal")
      try connection.setCutsLog(false)
      for _ in 0..<20 { try insert([1], into: connection) }
      let grown = try size(folder + "/a.db-wal")
      _ = try connection.checkpointFenced()
      try insert([1], into: connection)
      #expect(try cut < grown && size(folder + "/a.db-wal") == grown)
    }
  }

  // Of a long text each run of its beginning and end counts, and of its middle one in eight.
  @Test(arguments: [
    (5, 0, 5, false), (6, 0, 6, true), (6, 0, 5, false), (7, 1, 6, true), (200, 63, 6, true),
    (200, 64, 6, true), (200, 65, 6, false), (200, 65, 12, false), (200, 65, 13, true),
    (200, 66, 12, true), (200, 193, 6, false), (200, 194, 6, true),
  ])
  func `is looked for in pieces of six bytes`(
    length: Int, start: Int, count: Int, isFound: Bool
  ) {
    var destroyed = DestroyedBytes()
    let text = Self.noise(length, seed: 9)
    destroyed.insert(text)
    #expect(destroyed.isEmpty == (length < 6))
    let piece = Array(text[start..<start + count])
    #expect(destroyed.runs(in: piece, piece.indices).isEmpty == !isFound)
  }

  @Test func `is looked for in a part of a page alone, and zeroes are nothing`() {
    var destroyed = DestroyedBytes()
    destroyed.insert([UInt8](repeating: 0, count: 40))
    #expect(destroyed.isEmpty)
    let text = Self.noise(20, seed: 3)
    destroyed.insert(text)
    for (range, count) in [(0..<5, 0), (0..<6, 1), (3..<9, 1), (3..<10, 2), (0..<20, 15)] {
      #expect(destroyed.runs(in: text, range).count == count, "\(range)")
    }
  }
}
