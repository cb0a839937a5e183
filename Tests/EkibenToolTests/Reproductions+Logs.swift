import Ekiben
import EkibenSQLite
import Foundation
import TestSupport
import Testing

extension Reproduction {
  /// Leftovers of another file of the same name are never replayed (rule P31).
  static let strayLogs = [
    Reproduction("a killed writer's log is its file's, and what it holds is read") { folder in
      try folder.leavingLog { try folder.succeed("set STORE visit name Ada") }
      #expect(try folder.succeed("get STORE visit name") == "Ada\n")
      try folder.succeed("set STORE visit age 36")
      #expect(try folder.succeed("verify STORE").hasPrefix("ok: 1 document, 3 entries\n"))
    },
    Reproduction("a file and its log that are copied together belong together") { folder in
      try folder.leavingLog { try folder.succeed("set STORE visit name Ada") }
      try folder.copy("STORE", over: "other")
      try folder.copy("STORE-wal", over: "other-wal")
      #expect(try folder.succeed("get other visit name") == "Ada\n")
    },
    Reproduction("a backup copied over a store whose writer was killed") { folder in
      try folder.succeed("set STORE visit name Lin")
      try folder.succeed("backup STORE copy")
      try folder.leavingLog { try folder.succeed("set STORE visit name Ada age 36") }
      try folder.copy("copy", over: "STORE")
      for line in ["get STORE visit name", "set STORE visit name Bob", "verify STORE"] {
        try folder.expectRefused(line, 1, "STORE-wal", "another file", "move it away")
      }
      let doctor = try folder.run("doctor STORE")
      #expect(doctor.status == 1)
      #expect(doctor.stdout.hasPrefix("wal  wrong  STORE-wal was left by another file"))
      #expect(doctor.stderr.contains("1 thing wrong with STORE"))
      try folder.move("STORE-wal", to: "aside")
      #expect(try folder.succeed("get STORE visit name") == "Lin\n")
      #expect(try folder.succeed("verify STORE").hasPrefix("ok: 1 document, 2 entries\n"))
    },
    Reproduction("a file copied by hand, and laid over a store two sessions later") { folder in
      try folder.copy("STORE", over: "copy")
      try folder.succeed("set STORE visit name Lin")
      try folder.leavingLog { try folder.succeed("set STORE visit name Ada") }
      try folder.copy("copy", over: "STORE")
      try folder.expectRefused("get STORE visit name", 1, "STORE-wal")
    },
    Reproduction("a backup of the very session whose writer was killed") { folder in
      try folder.leavingLog {
        try folder.succeed("set STORE visit name Lin")
        try folder.succeed("backup STORE copy")
        _ = try folder.shell(
          "sqlite3 STORE '.backup other' && sqlite3 STORE \"vacuum into 'third'\"")
        try folder.succeed("set STORE visit name Ada")
      }
      for name in ["copy", "other", "third"] where folder.has(name) {
        try folder.copy(name, over: "STORE")
        try folder.expectRefused("get STORE visit name", 1, "STORE-wal")
      }
    },
    Reproduction("a backup to a place where another file's log lies") { folder in
      try folder.leavingLog { try folder.succeed("set STORE visit name Ada") }
      try folder.succeed("import other visit-form.json")
      try folder.succeed("new other intake --as visit")
      for ending in ["-wal", "-shm", "-journal"] {
        try folder.copy("STORE-wal", over: "target\(ending)")
        try folder.expectRefused("backup other target", 1, "target\(ending)")
        try folder.succeed("backup other target --force")
        #expect(folder.has("target-before-backup\(ending)") && !folder.has("target\(ending)"))
        #expect(try folder.succeed("get target visit name") == "")
        #expect(try folder.succeed("verify target").hasPrefix("ok: 1 document, 1 entry\n"))
        _ = try folder.shell("rm target target-before-backup*")
      }
    },
    Reproduction("a new store where another file's log lies") { folder in
      try folder.leavingLog { try folder.succeed("set STORE visit name Ada") }
      for ending in ["-wal", "-shm", "-journal"] {
        try folder.copy("STORE-wal", over: "fresh\(ending)")
        try folder.expectRefused(
          "import fresh visit-form.json", 1, "fresh\(ending)", "move it away")
        #expect(!folder.has("fresh"))
        _ = try folder.shell("rm fresh\(ending)")
      }
      try folder.copy("STORE-wal", over: "fresh-wal")
      try folder.write("", to: "fresh")
      try folder.expectRefused("import fresh visit-form.json", 1, "fresh-wal")
    },
    Reproduction("a store deleted, and another one moved to its name") { folder in
      try folder.leavingLog { try folder.succeed("set STORE visit name Ada") }
      try folder.succeed("import other visit-form.json")
      try folder.succeed("new other intake --as visit")
      try folder.move("STORE", to: "gone")
      try folder.move("other", to: "STORE")
      try folder.expectRefused("show STORE visit", 1, "STORE-wal")
      try folder.move("STORE", to: "other")
      try folder.move("gone", to: "STORE")
      #expect(try folder.succeed("get STORE visit name") == "Ada\n")
    },
    Reproduction("a rollback journal of another file, and of a first import that was killed") {
      folder in
      // What a process leaves that is killed as it makes a new file: a transaction on nothing.
      let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
      let numbers: [UInt8] = [0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 16, 0]
      let journal = magic + numbers + [UInt8](repeating: 0, count: 484)
      try folder.write(journal, to: "STORE-journal")
      try folder.expectRefused("get STORE visit name", 1, "STORE-journal")
      let first = try Connection(path: folder.file("fresh").path, access: .create)
      try first.setWAL()
      try first.closeCheckpointing()
      try folder.write(journal, to: "fresh-journal")
      try folder.succeed("import fresh visit-form.json")
      #expect(try folder.succeed("verify fresh").hasPrefix("ok: 0 documents, 0 entries\n"))
    },
  ]
}

extension ToolFolder {
  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name).path) }
}
