import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting
import Foundation
import TestSupport
import Testing

private func open(_ path: String, _ access: Store.Access) throws {
  try Store(path, access: access, now: 0).close()
}

@Suite(.timeLimit(.minutes(20))) struct `Opening a store` {
  @Test(arguments: [Store.Access.readOnly, .readWrite])
  func `that is not there says so, and makes no file`(access: Store.Access) throws {
    try withStorePath { path in
      for path in [path, path + "/deeper"] {
        let error = try storeError { try open(path, access) }
        #expect(error == .noSuchFile(path: path))
      }
      #expect(try files(of: path) == [:])
    }
  }

  // Rule P34.
  @Test(arguments: [
    "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE",
    "PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE",
    "PRAGMA locking_mode = EXCLUSIVE; UPDATE document SET name = name; BEGIN IMMEDIATE",
  ])
  func `that another has for itself alone is not set aside by a restore`(lock: String) throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      _ = try store.publish("visit", try visitForm(), by: by())
      let copy = path + "-copy"
      _ = try store.backUp(to: copy)
      try store.close()
      let holder = try Connection(path: path, access: .readWrite, busyTimeout: 0)
      try holder.execute(lock)
      let error = try storeError {
        _ = try Store.restore(copy, to: path, settingAside: true, timeout: 0)
      }
      #expect(isBusy(error, at: path), "\(error)")
      try holder.rollback()
      try holder.close()
      let again = try Store(path, access: .readOnly, now: 0)
      #expect(try again.forms().map(\.name) == ["visit"])
      try again.close()
    }
  }

  // SQLite takes what is too short for its header for an empty database.
  @Test(arguments: [1, 14, 15, 99, 100, 101, 300, 511, 512, 4_096])
  func `that is a file of other bytes, however few, is refused and left as it is`(
    count: Int
  ) throws {
    try withStorePath { path in
      let bytes = Array("no database at all, ".utf8)
      let file = Data((0..<count).map { bytes[$0 % bytes.count] })
      try file.write(to: URL(filePath: path))
      for access in [Store.Access.readOnly, .readWrite, .create] {
        let error = try storeError { try open(path, access) }
        guard case .notAStore(path, _) = error else {
          Issue.record("\(count) bytes, \(access): \(error)")
          continue
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == file)
      }
    }
  }

  @Test func `in a folder that is not there says so`() throws {
    try withStorePath { path in
      let error = try storeError { try open(path + "/deeper", .create) }
      #expect(error == .noSuchFile(path: path + "/deeper"))
    }
  }

  @Test(arguments: [Store.Access.readOnly, .readWrite])
  func `that is an empty file is refused, and left as it is`(access: Store.Access) throws {
    try withStorePath { path in
      try Data().write(to: URL(filePath: path))
      #expect(
        try storeError { try open(path, access) } == .notAStore(path: path, why: "it is empty"))
      #expect(try fileBytes(at: URL(filePath: path)) == [])
    }
  }

  @Test(arguments: [Store.Access.readOnly, .readWrite, .create])
  func `that is a folder is refused`(access: Store.Access) throws {
    try withStorePath { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      _ = try storeError { try open(path, access) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
    }
  }

  static let foreign = [
    "x", "hello\n", String(repeating: "no database at all. ", count: 500),
    "SQLite format 3\u{0}but only the beginning",
  ]

  @Test(arguments: foreign, [Store.Access.readOnly, .readWrite, .create])
  func `that is another sort of file is refused, and left as it is`(
    text: String, access: Store.Access
  ) throws {
    try withStorePath { path in
      try Data(text.utf8).write(to: URL(filePath: path))
      let error = try storeError { try open(path, access) }
      guard case .notAStore = error else { throw error }
      #expect(try files(of: path) == ["test.ekiben": Array(text.utf8)])
    }
  }

  static let foreignDatabases = [
    "CREATE TABLE t(x)", "PRAGMA application_id = 1",
    "PRAGMA journal_mode = WAL; CREATE TABLE t(x)",
  ]

  @Test(arguments: foreignDatabases, [Store.Access.readOnly, .readWrite, .create])
  func `that is another program's database is refused, and left as it is`(
    sql: String, access: Store.Access
  ) throws {
    try withStorePath { path in
      let connection = try Connection(path: path, access: .create)
      try connection.execute(sql)
      try connection.closeCheckpointing()
      let before = try files(of: path)
      let error = try storeError { try open(path, access) }
      #expect(
        error == .notAStore(path: path, why: "it is another program's SQLite database"))
      #expect(try files(of: path) == before)
    }
  }

  // Rule P7.
  @Test(arguments: [Store.Access.readOnly, .readWrite, .create])
  func `that is newer is refused before a byte changes`(access: Store.Access) throws {
    try withStorePath { path in
      try makeStore(path)
      try tamper(path, "PRAGMA user_version = 7")
      let before = try files(of: path)
      #expect(
        try storeError { try open(path, access) } == .newerFormat(path: path, format: 7))
      #expect(try files(of: path) == before)
    }
  }

  @Test(arguments: [(reader: 3, readable: true), (4, false)])
  func `that is newer says itself whether it may be read`(reader: Int, readable: Bool) throws {
    try withStorePath { path in
      try makeStore(path)
      try tamper(
        path,
        "INSERT INTO migration VALUES (4, '0004_later', zeroblob(32), \(reader), 0, NULL); "
          + "PRAGMA user_version = 4")
      let before = try files(of: path)
      let newer = StoreError.newerFormat(path: path, format: 4)
      if readable {
        let store = try Store(path, access: .readOnly, now: 0)
        #expect(try store.verify().findings == [])
        try store.close()
      } else {
        #expect(try storeError { try open(path, .readOnly) } == newer)
      }
      #expect(try storeError { try open(path, .readWrite) } == newer)
      #expect(try files(of: path) == before)
    }
  }

  @Test func `of format 0 is refused, and says so`() throws {
    try withStorePath { path in
      try makeStore(path)
      try tamper(path, "PRAGMA user_version = 0")
      let before = try files(of: path)
      for access in [Store.Access.readOnly, .readWrite, .create] {
        #expect(
          try storeError { try open(path, access) } == .formerFormat(path: path, format: 0))
      }
      #expect(try files(of: path) == before)
    }
  }

  @Test(
    arguments: [
      "UPDATE migration SET checksum = zeroblob(32)", "UPDATE migration SET name = '0001_other'",
      "DELETE FROM migration",
      "INSERT INTO migration VALUES (4, '0004_new', zeroblob(32), 1, 0, NULL)",
    ], [Store.Access.readOnly, .readWrite, .create])
  func `whose schema was made by something else is refused`(
    sql: String, access: Store.Access
  ) throws {
    try withStorePath { path in
      try makeStore(path)
      try tamper(path, sql)
      let before = try files(of: path)
      let error = try storeError { try open(path, access) }
      guard case .notAStore = error else { throw error }
      #expect(try files(of: path) == before)
    }
  }

  @Test func `that was killed while it was made goes on making it`() throws {
    try withStorePath { path in
      try Data().write(to: URL(filePath: path))
      try makeStore(path)
      let store = try Store(path, now: 0)
      try store.expectSound()
      try store.close()
    }
    try withStorePath { path in
      let connection = try Connection(path: path, access: .create)
      try connection.setWAL()
      try connection.close()
      try makeStore(path)
    }
    try withStorePath { path in
      // Killed after the DDL and before the commit: the frames are in the -wal, uncommitted.
      let connection = try Connection(path: path, access: .create)
      try connection.setWAL()
      try connection.begin(.immediate)
      try connection.execute("PRAGMA cache_size = 1; CREATE TABLE migration(x)")
      let copy = path + ".copy"
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending)
      }
      try connection.rollback()
      try makeStore(copy)
    }
  }

  @Test(arguments: [
    "with space", "50%", "a%20b", "why?", "a#b", "ü", "e\u{301}", "a'b", "?mode=ro",
  ])
  func `works whatever its name is`(name: String) throws {
    try withTemporaryFolder { folder in
      let path = folder.path + "/" + name
      try makeStore(path)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
      let store = try Store(path, access: .readOnly, now: 0)
      #expect(try store.document("visit").answer("name") == "Ada")
      try store.close()
    }
  }

  @Test(arguments: ["", "a\u{0}b"])
  func `without a usable name is refused`(name: String) throws {
    for access in [Store.Access.readOnly, .readWrite, .create] {
      _ = try storeError { try open(name, access) }
    }
  }

  // Rule P31.
  @Test func `by a link to nothing leaves alone what another file left where that leads`() throws {
    try withStorePath { path in
      try FileManager.default.createSymbolicLink(
        atPath: path + "-link", withDestinationPath: "test.ekiben")
      try Data("left".utf8).write(to: URL(filePath: path + "-wal"))
      let found = try storeError { _ = try Store(path + "-link", now: 0) }
      #expect(found == .leftover(path: path + "-link", file: path + "-wal"))
      #expect(try Data(contentsOf: URL(filePath: path + "-wal")) == Data("left".utf8))
    }
  }

  // Rule P5.
  @Test func `leaves one file when it is closed, and further calls say so`() throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      _ = try store.publish("visit", try visitForm(), by: by())
      #expect(try files(of: path).count == 2)
      try store.close()
      try store.close()
      let names = try FileManager.default.contentsOfDirectory(
        atPath: URL(filePath: path).deletingLastPathComponent().path)
      #expect(names == ["test.ekiben"])
      let closed = StoreError.closed(path: path)
      #expect(try storeError { _ = try store.forms() } == closed)
      #expect(try storeError { _ = try store.verify() } == closed)
      #expect(
        try storeError {
          _ = try store.publish("visit", try visitForm(), by: by())
        } == closed)
    }
  }

  @Test(arguments: 1...4)
  func `by many at the same time works for all of them`(round: Int) async throws {
    try await withTemporaryStore { store in
      let path = store.path + "-new"
      let names = await withTaskGroup(of: Result<Int, any Error>.self) { group in
        for number in 1...8 {
          group.addTask {
            Result {
              let store = try Store(path, now: Int64(number))
              _ = try store.publish("visit", try visitForm(), by: by())
              let document = try store.create(
                DocumentName("v\(number)"), from: "visit", uid: uid(UInt8(number + 1)), by: by())
              try store.close()
              return document.count
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for result in names { #expect(try result.get() == 1) }
      let last = try Store(path, access: .readOnly, now: 0)
      #expect(try last.documents().count == 8)
      #expect(try last.verify().findings == [])
      try last.close()
    }
  }
}
