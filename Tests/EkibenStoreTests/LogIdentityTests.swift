import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Foundation
import TestSupport
import Testing

@testable import EkibenStore

/// The frames of a `-wal` as its format says it, for files that are whole.
struct PlainLog {
  /// For each commit the pages that it wrote and the size of the database after it.
  var commits: [(images: [(page: Int, bytes: ArraySlice<UInt8>)], pages: Int)] = []
  static let pageBytes = 4096

  init(_ bytes: [UInt8]) {
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    var images: [(page: Int, bytes: ArraySlice<UInt8>)] = []
    for start in stride(from: 32, to: bytes.count, by: 24 + Self.pageBytes) {
      guard bytes[start + 8..<start + 16] == bytes[16..<24] else { break }
      images.append((number(start), bytes[start + 24..<start + 24 + Self.pageBytes]))
      guard number(start + 4) > 0 else { continue }
      commits.append((images, number(start + 4)))
      images = []
    }
  }

  /// What a file can look like when the log was being moved into it and the power went: of each page
  /// some sectors are written and others are not.
  func brokenOff(_ file: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    let last = Int.random(in: 0..<commits.count, using: &random)
    var pages: [Int: ArraySlice<UInt8>] = [:]
    for commit in commits[...last] {
      for image in commit.images { pages[image.page] = image.bytes }
    }
    var file = file
    let isWhole = Bool.random(using: &random)
    for (page, bytes) in pages.sorted(by: { $0.key < $1.key }) where Bool.random(using: &random) {
      let start = (page - 1) * Self.pageBytes
      if file.count < start + Self.pageBytes {
        file += [UInt8](repeating: 0, count: start + Self.pageBytes - file.count)
      }
      for sector in stride(from: 0, to: Self.pageBytes, by: 512)
      where isWhole || Bool.random(using: &random) {
        file.replaceSubrange(
          start + sector..<start + sector + 512,
          with: bytes[bytes.startIndex + sector..<bytes.startIndex + sector + 512])
      }
    }
    return file
  }
}

/// The bytes of a store and of its log at a moment.
struct Moment: Equatable {
  let file: [UInt8]
  let log: [UInt8]?

  init(of path: String) throws {
    let all = try files(of: path)
    let name = URL(filePath: path).lastPathComponent
    file = try #require(all[name])
    log = all[name + "-wal"]
  }

  /// Opens a file and a log laid beside each other, and gives back what an answer says.
  static func read(_ file: [UInt8], _ log: [UInt8]) throws -> Value? {
    try withStorePath { path in
      try Data(file).write(to: URL(filePath: path))
      try Data(log).write(to: URL(filePath: path + "-wal"))
      let store = try Store(path, access: .readOnly, now: 0)
      try store.expectSound()
      let answer = try store.document("visit").answer("age")
      try store.close()
      return answer
    }
  }
}

// Rule P31, decision 0019.
@Suite(.timeLimit(.minutes(20))) struct `The log beside a store` {
  /// Does something to a store that is then killed, with what lay in the file before.
  private func killed(
    at path: String, _ body: (Store, inout StoredDocument) throws -> Void
  ) throws -> (before: Moment, after: Moment) {
    let holder = try Connection(path: path, access: .readOnly)
    _ = try holder.pragmaInteger("schema_version")
    let before = try Moment(of: path)
    let store = try Store(path, now: 0)
    var document = try store.document("visit")
    try body(store, &document)
    let after = try Moment(of: path)
    try store.close()
    try holder.close()
    return (before, after)
  }

  @Test(arguments: ["edits", "settings", "compact", "a form"], 1...25 as ClosedRange<UInt64>)
  func `is taken up wherever moving it into the file was broken off`(
    what: String, seed: UInt64
  ) throws {
    try withStorePath { path in
      try makeStore(path)
      let (before, after) = try killed(at: path) { store, document in
        for age in 1...12 as ClosedRange<Int64> { try store.set(&document, ("age", .integer(age))) }
        switch what {
        case "settings":
          try store.setNeedsReasons(true)
          try store.setNeedsReasons(false)
        case "compact":
          // Compacting begins another log when it is done.
          try store.withState { state throws(StoreError) in
            try state.vacuum()
            state.database.checkpointNow()
          }
        case "a form":
          let form = try Document(sketch: "person: name age consent phone | study: note extra")
          _ = try store.publish("visit", form, by: by())
        default: break
        }
        // Compacting moves the log by itself, and the next edit would begin another one.
        if what != "compact" {
          try store.set(&document, ("age", nil))
          try store.set(&document, ("age", 12))
        }
      }
      let log = try #require(after.log)
      var random = SeededGenerator(seed: seed)
      for _ in 1...4 {
        let file = PlainLog(log).brokenOff(before.file, &random)
        #expect(try Moment.read(file, log) == 12, "seed \(seed)")
      }
    }
  }

  // VACUUM commits by itself, and another program may move the rest of the log just before.
  @Test(arguments: [false, true])
  func `is taken up after compacting beside a program that moves it`(isMoved: Bool) throws {
    try withStorePath { path in
      try makeStore(path)
      let store = try Store(path, now: 0)
      var document = try store.document("visit")
      let other = try Connection(path: path, access: .readWrite)
      for age in 1...5 as ClosedRange<Int64> {
        // Pages that come change page 1, which the last note knows as it was.
        let name = Value.text(String(repeating: "x", count: 4096 * Int(age)))
        try store.set(&document, ("age", .integer(age)), ("name", name))
        if isMoved { _ = try other.checkpointFenced() }
        try store.withState { state throws(StoreError) in
          try state.keepingLog { state throws(StoreError) in
            try state.write(beginningLog: true) { _ throws(StoreError) in }
            try state.database.sqlite { connection throws(SQLiteError) in
              try other.execute("PRAGMA wal_checkpoint(PASSIVE)")
              try connection.vacuum()
            }
          }
        }
        let left = try Moment(of: path)
        #expect(try Moment.read(left.file, try #require(left.log)) == .integer(age))
      }
      try other.close()
      try store.close()
    }
  }

  @Test func `of a store that was being made or upgraded is taken up`() throws {
    try withStorePath { path in
      let holder = try Connection(path: path, access: .create)
      try holder.setWAL()
      _ = try holder.pragmaInteger("schema_version")
      let before = try Moment(of: path)
      try makeStore(path)
      let log = try #require(try Moment(of: path).log)
      try holder.close()
      var random = SeededGenerator(seed: 1)
      for _ in 1...20 {
        let file = PlainLog(log).brokenOff(before.file, &random)
        #expect(try Moment.read(file, log) == 36)
      }
    }
  }

  /// A file that lay closed when some log began, or a copy, and a log of a killed session.
  private struct Pieces {
    var (files, copies): ([[UInt8]], [[UInt8]]) = ([], [])
    /// The place of the file that the log was written over, and what an answer says with it.
    var logs: [(over: Int, log: [UInt8], age: Int64)] = []

    /// Whether a log is laid beside the file that came of moving it, or of moving a longer one that it is
    /// the beginning of: from outside they look the same, and the former is harmless.
    func isMoved(_ log: Int, into file: Int) -> Bool { logs[log].over == file - 1 }

    func isLast(_ log: Int) -> Bool {
      !logs.indices.contains(log + 1) || logs[log + 1].over != logs[log].over
    }
  }

  /// Five sessions that are killed; after some of them a program comes by and moves the log.
  private func pieces(at path: String, _ random: inout SeededGenerator) throws -> Pieces {
    var pieces = Pieces()
    try makeStore(path)
    for session in 1...5 as ClosedRange<Int64> {
      let (before, after) = try killed(at: path) { store, document in
        for edit in 0...Int64.random(in: 0...3, using: &random) {
          try store.set(&document, ("age", .integer(session * 100 + edit)))
        }
        try store.backUp(to: path + "-copy\(session)")
        try store.withConnection { connection throws(SQLiteError) in
          _ = try connection.backUp(to: path + "-plain\(session)")
        }
        try store.set(&document, ("age", .integer(session)))
      }
      if pieces.files.last != before.file { pieces.files.append(before.file) }
      pieces.logs.append((pieces.files.count - 1, try #require(after.log), session))
      for copy in ["-copy", "-plain"] {
        pieces.copies.append(try Moment(of: path + copy + "\(session)").file)
      }
      if Bool.random(using: &random) { try Store(path, access: .readWrite, now: 0).close() }
    }
    return pieces
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `of any other state of the file, or of a copy, is refused`(seed: UInt64) throws {
    try withStorePath { path in
      var random = SeededGenerator(seed: seed)
      let pieces = try pieces(at: path, &random)
      func isRefused(_ file: [UInt8], _ log: [UInt8]) -> Bool {
        do { _ = try Moment.read(file, log) } catch StoreError.leftover { return true } catch {
          Issue.record(error, "seed \(seed)")
        }
        return false
      }
      for (number, log) in pieces.logs.enumerated() {
        for (place, file) in pieces.files.enumerated() {
          let isMoved = pieces.isMoved(number, into: place)
          if place == log.over || isMoved && pieces.isLast(number) {
            #expect(try Moment.read(file, log.log) == .integer(log.age), "seed \(seed)")
          } else if !isMoved {
            #expect(isRefused(file, log.log), "seed \(seed): file \(place), log \(number)")
          }
        }
        for copy in pieces.copies { #expect(isRefused(copy, log.log), "seed \(seed)") }
      }
    }
  }
}
