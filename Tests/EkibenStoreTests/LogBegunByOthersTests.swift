import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Foundation
import TestSupport
import Testing

@testable import EkibenStore

// Rule P31, decision 0019.
@Suite(.timeLimit(.minutes(20))) struct `The log of a store whose note moves` {
  /// Reads a store as it lies there, and as it may lie there after moving its log was broken off.
  private func expect(
    _ age: Int64, at path: String, _ random: inout SeededGenerator, _ what: String
  ) throws {
    let moment = try Moment(of: path)
    guard let log = moment.log, !log.isEmpty else { return }
    var file = moment.file
    for round in 0...1 {
      do {
        #expect(try Moment.read(file, log) == .integer(age), "\(what), round \(round)")
      } catch { Issue.record(error, "\(what), round \(round)") }
      file = PlainLog(log).brokenOff(moment.file, &random)
    }
  }

  // Each revision has a row before the note's, which goes to other pages with some of them.
  @Test(arguments: [1, 3])
  func `is taken up after any number of revisions`(pause: Int) throws {
    try withStorePath { path in
      try makeStore(path)
      var random = SeededGenerator(seed: UInt64(pause))
      var store = try Store(path, now: 0)
      for age in 1...250 as ClosedRange<Int64> {
        let form = try Document(sketch: "person: name age row\(age)")
        _ = try store.publish("visit", form, by: by())
        var document = try store.document("visit")
        try store.set(&document, ("age", .integer(age)))
        try expect(age, at: path, &random, "revision \(age)")
        try store.suspend()
        try store.resume()
        try store.again().close()
        if age % Int64(pause) == 0 {
          #expect(try store.close())
          store = try Store(path, now: 0)
        }
      }
      try store.close()
    }
  }

  /// What another SQLite program can do to a store that is open.
  private static let others = [
    "VACUUM", "UPDATE setting SET value = value WHERE name = 'log'",
    "CREATE TABLE other(a); DROP TABLE other", "CREATE TABLE other(a); DROP TABLE other; VACUUM",
    "INSERT INTO setting(name, value) VALUES (hex(randomblob(9)), randomblob(2000))",
    "DELETE FROM setting WHERE length(name) = 18", "PRAGMA wal_checkpoint",
  ]

  private func doAsOther(_ sql: String, at path: String) throws {
    let other = try Connection(path: path, access: .readWrite)
    if sql.hasSuffix("VACUUM") { try other.vacuum() }
    if sql != "VACUUM" { try other.execute(sql.replacing("; VACUUM", with: "")) }
    try other.close()
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `is taken up whatever other programs do to the store`(seed: UInt64) throws {
    try withStorePath { path in
      try makeStore(path)
      var random = SeededGenerator(seed: seed)
      var store = try Store(path, now: 0)
      var (age, done) = (36 as Int64, "seed \(seed)")
      for step in 1...30 as ClosedRange<Int64> {
        let what = Int.random(in: 0...13, using: &random)
        switch what {
        case 0, 1:
          done += ", close"
          try store.close()
          store = try Store(path, now: 0)
        case 2:
          done += ", suspend"
          try store.suspend()
          try store.resume()
        case 3:
          done += ", publish"
          let form = try Document(sketch: "person: name age row\(step)")
          _ = try store.publish("visit", form, by: by())
        case 4:
          done += ", compact"
          _ = try store.compact()
        case 5, 6:
          done += ", edit"
          var document = try store.document("visit")
          // Pages that come change page 1, which the last note knows as it was.
          let length = Int.random(in: 1...9000, using: &random)
          let name = Value.text(String(repeating: "x", count: length))
          try store.set(&document, ("age", .integer(step)), ("name", name))
          age = step
        default:
          done += ", " + Self.others[what - 7]
          try doAsOther(Self.others[what - 7], at: path)
        }
        try expect(age, at: path, &random, done)
        try store.again(.readOnly).close()
      }
      try store.close()
    }
  }

  // A log that begins without a row of the note's page has none, and says nothing.
  @Test(arguments: Self.others.filter { !$0.hasSuffix("DROP TABLE other") })
  func `is refused beside copies of the store`(what: String) throws {
    try withStorePath { path in
      try makeStore(path)
      let reader = try Connection(path: path, access: .readWrite)
      var copies: [[UInt8]] = []
      func copy() throws {
        let copy = path + "-copy\(copies.count)"
        _ = try reader.backUp(to: copy)
        // Where SQLite's own program is not installed, its copy is not there to be tried.
        let command = "sqlite3 '\(path)' \"VACUUM INTO '\(copy)-into'\" || true"
        _ = try runProcess(URL(filePath: "/bin/sh"), ["-c", command])
        let lying = try files(of: path)
        copies += [copy, copy + "-into"].compactMap { lying[URL(filePath: $0).lastPathComponent] }
      }
      for age in 1...3 as ClosedRange<Int64> {
        let store = try Store(path, now: 0)
        try copy()
        try doAsOther(what, at: path)
        try copy()
        var document = try store.document("visit")
        try store.set(&document, ("age", .integer(age)))
        try copy()
        let log = try #require(try Moment(of: path).log)
        for (number, copy) in copies.enumerated() {
          let error = try storeError { _ = try Moment.read(copy, log) }
          guard case .leftover = error else {
            Issue.record(error, "copy \(number)")
            continue
          }
        }
        try store.close()
        _ = try reader.checkpointFenced()
      }
      try reader.close()
    }
  }
}
