import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Foundation
import TestSupport
import Testing

@testable import EkibenStore

// Rule P26.
@Suite(.timeLimit(.minutes(20))) struct `The checksum of a row` {
  /// CRC-32, bit by bit, of a table's name and values as decision 0018 has them.
  private static func slowChecksum(_ table: String, _ values: [Binding]) -> Int64 {
    var bytes: [UInt8] = []
    func count(_ count: Int, _ width: Int) {
      for place in 0..<width { bytes.append(UInt8(truncatingIfNeeded: count >> (8 * place))) }
    }
    for value in [.text(table)] + values {
      switch value {
      case .null: bytes.append(0)
      case .integer(let integer):
        bytes.append(1)
        count(Int(integer), 8)
      case .text(let text):
        bytes.append(3)
        count(text.utf8.count, 4)
        bytes += Array(text.utf8)
      case .blob(let blob):
        bytes.append(4)
        count(blob.count, 4)
        bytes += blob
      }
    }
    var sum: UInt32 = 0xffff_ffff
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xedb8_8320 }
    }
    return Int64(Int32(bitPattern: ~sum))
  }

  private func rows(
    _ table: StoredTable, _ connection: borrowing Connection
  ) throws -> [(sum: Int64?, values: [Binding])] {
    let columns = ([table.sum] + table.columns).joined(separator: ", ")
    let statement = try connection.prepare("SELECT \(columns) FROM \(table.rawValue)")
    var rows: [(sum: Int64?, values: [Binding])] = []
    while try statement.step() {
      let values = try (1..<statement.columnCount).map { column -> Binding in
        switch statement.type(column) {
        case .null, .real: .null
        case .integer: .integer(try statement.int64(column))
        case .text: .text(try statement.text(column))
        case .blob: .blob(try statement.blob(column))
        }
      }
      rows.append((statement.isNull(0) ? nil : try statement.int64(0), values))
    }
    return rows
  }

  @Test func `is the one that a slow reader works out, in every table`() throws {
    try withStorePath { path in
      try makeFormatOne(path)
      let connection = try Connection(path: path, access: .readWrite)
      for table in StoredTable.allCases {
        let found = try rows(table, connection)
        #expect(
          !found.isEmpty || [.origin, .destroyed, .optionSet, .optionText].contains(table),
          "\(table)")
        for row in found {
          #expect(row.sum == Self.slowChecksum(table.rawValue, row.values), "\(table)")
        }
      }
    }
  }

  // Bytes are looked up several at a time, and those at an end by themselves.
  @Test func `is the one that a slow reader works out, of values of every length and size`() throws
  {
    var random = SeededGenerator(seed: 1)
    var values: [Binding] = [.null, .integer(.min), .integer(.max), .integer(0)]
    for bit in 0..<63 {
      let power: Int64 = 1 << bit
      values += [power, -power, power - 1, ~power].map { .integer($0) }
    }
    for length in 0...40 {
      let bytes = (0..<length).map { _ in UInt8(random.number(in: 0...255)) }
      values += [.blob(bytes), .text(String(decoding: bytes.map { $0 & 0x7F }, as: UTF8.self))]
    }
    try withStorePath { path in
      let connection = try Connection(path: path, access: .create)
      let statement = try connection.prepare("SELECT ekiben_checksum('some table', ?, ?)")
      for value in values {
        let row = [value, random.pick(values)]
        try statement.bind(row)
        #expect(try statement.step())
        #expect(try statement.int64(0) == Self.slowChecksum("some table", row), "\(row)")
        try statement.reset()
      }
    }
  }

  /// Whether a look at rows refuses the first of them, and in which words; it looks at each until then.
  private func refusal(
    _ sql: String, _ connection: borrowing Connection,
    _ look: (borrowing Statement) throws -> Void = { _ in }
  ) throws -> String? {
    do {
      let statement = try connection.prepare(sql)
      while try statement.step() { try look(statement) }
      return nil
    } catch let error as SQLiteError {
      #expect(error.unfitRow != nil, "\(error)")
      return error.message
    }
  }

  // The check beside SQL and the function in it are one rule, worked out in two places.
  @Test func `is compared beside SQL as it is in SQL, in every table and column`() throws {
    try withStorePath { path in
      try makeFormatOne(path)
      let connection = try Connection(path: path, access: .readWrite)
      var refused = 0
      for table in StoredTable.allCases {
        let checked = CheckedRow(table.check)
        for changed in [nil] + table.columns.map(Optional.some) {
          for change in ["(c + 1)", "(c || 'x')", "CAST(c AS BLOB)", "NULL", "0"] {
            let columns = table.columns.map { column in
              column == changed ? "\(change.replacing("c", with: column)) AS \(column)" : column
            }
            let all = ([table.sum] + columns).joined(separator: ", ")
            let rows = "FROM (SELECT \(all) FROM \(table.rawValue)) t"
            let beside = try refusal("SELECT \(table.checkedColumns("t")) \(rows)", connection) {
              try checked.read($0)
            }
            let inside = try refusal("SELECT \(table.intact("t")) \(rows)", connection)
            #expect(beside == inside, "\(table) \(columns)")
            #expect(changed != nil || beside == nil, "\(table)")
            if beside != nil { refused += 1 }
          }
        }
      }
      #expect(refused > 100)
    }
  }

  @Test func `comes to the rows of format 1 when they are written, and to all by compact`() throws {
    try withFormatOne { path in
      let store = try Store(path, now: 0)
      let first = try store.verify()
      #expect(first.findings == [] && first.unchecked > 100)
      var visit = try store.document("visit")
      while try store.archiveOldEntries(of: &visit) {}
      let second = try store.verify()
      #expect(second.findings == [] && second.unchecked < first.unchecked)
      _ = try store.compact()
      let third = try store.verify()
      #expect(third.findings == [] && third.unchecked == 0)
      try store.close()
    }
  }

  static let rot: [(sql: String, words: String)] = [
    ("UPDATE entry SET time = time + 1 WHERE key & 255 = 2", "entry 2 of visit"),
    ("UPDATE entry SET author = 2 WHERE key & 255 = 3", "entry 3 of visit"),
    ("UPDATE answer SET value = 'Eva' WHERE value = 'Eve'", "the answer name of visit, of entry 3"),
    ("UPDATE author SET name = 'Bab' WHERE name = 'Bob'", "a line of author"),
    ("UPDATE document SET name = 'vasit' WHERE kind = 'document'", "the line of vasit"),
    ("UPDATE setting SET value = 0 WHERE name = 'needs-reasons'", "a line of setting"),
    ("UPDATE row SET fields = x'00' WHERE record = 3", "a line of row"),
    ("UPDATE record SET id = 'nome' WHERE id = 'name'", "a line of record"),
  ]

  @Test(arguments: rot.indices)
  func `that does not fit is found, refused, and not written on`(at: Int) throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      _ = try store.publish("visit", try visitForm(), by: by())
      var document = try store.create(nil, from: "visit", uid: uid(2), by: by())
      try store.set(&document, ("age", 1), by: by("Bob", at: 5))
      try store.set(&document, ("name", "Eve"), by: by("Eve", at: 6))
      try store.setNeedsReasons(true)
      try store.close()
      let (sql, words) = Self.rot[at]
      try tamper(path, sql, leavingChecksums: true)
      let again = try Store(path, access: .readWrite, now: 0)
      let findings = try again.verify().findings
      #expect(findings.contains { $0 == "\(words) is not what was written" }, "\(findings)")
      let error = try storeError { _ = try again.compact() }
      guard case .damaged = error else { throw error }
      let refused = try storeError {
        var document = try again.document(sql.contains("vasit") ? "vasit" : "visit")
        for entry in try again.entries(of: document, 1...3) { _ = entry }
        try again.perform(.undo(steps: 1), on: &document, by: by("Ada", because: "so"))
      }
      guard case .damaged(_, let detail) = refused else { throw refused }
      #expect(detail.text == "\(words) is not what was written")
      try again.close()
    }
  }
}
