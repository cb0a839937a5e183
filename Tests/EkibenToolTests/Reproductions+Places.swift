import Ekiben
import EkibenSQLite
import Foundation
import TestSupport
import Testing

extension Reproduction {
  /// What a path means, and goes on to mean while a store is open (rules P32 and P33).
  static let places = [
    change("moved", "mv STORE elsewhere"), change("deleted", "rm STORE"),
    change("replaced", "cp STORE other && mv other STORE"),
    change("moved with its log", "mkdir deep && mv STORE STORE-wal STORE-shm deep"),
    Reproduction("a store given a second name while it is open") { folder in
      let store = try Store(folder.file("STORE").path, access: .readWrite, now: 0)
      let editor = try store.editor("visit")
      try editor.set(Field<String>("name"), to: "Lin")
      _ = try folder.shell("ln STORE other")
      #expect(throws: SessionError.store(.linked(path: store.path))) {
        try editor.set(Field<String>("name"), to: "Ada")
      }
      _ = try folder.shell("rm other")
      try editor.set(Field<String>("name"), to: "Bob")
      try store.close()
      #expect(try folder.succeed("get STORE visit name") == "Bob\n")
    },
    Reproduction("a store with two names, each of which would have its own log") { folder in
      try folder.succeed("set STORE visit name Lin")
      _ = try folder.shell("ln STORE other")
      for name in ["STORE", "other"] {
        try folder.expectRefused("set \(name) visit name Ada", 1, "second name", "backup")
        #expect(try folder.run("doctor \(name)").stdout.contains("2 names (hard links)"))
        #expect(try folder.succeed("get \(name) visit name") == "Lin\n")
      }
      try folder.expectRefused("upgrade STORE --bogus", 64)
    },
    Reproduction("a pipe, a folder, a socket and a device instead of a store") { folder in
      let socket =
        "perl -MSocket -e 'socket(S, PF_UNIX, SOCK_STREAM, 0); bind(S, sockaddr_un(\"socket\"))'"
      _ = try folder.shell("mkfifo pipe; mkdir folder; ln -s /dev/null device; \(socket)")
      try #require(folder.has("socket"))
      let lines = [
        "show * visit", "set * visit name Ada", "verify *", "upgrade *", "import * visit-form.json",
        "restore STORE *",
      ]
      for (name, kind) in [
        ("pipe", "pipe"), ("folder", "folder"), ("device", "device"), ("socket", "socket"),
      ] {
        for line in lines {
          try folder.expectRefused(line.replacing("*", with: name), 69, "it is a \(kind)")
        }
        try folder.expectRefused("backup STORE \(name)", 1, name)
      }
    },
    Reproduction("ten processes that make one store at once") { folder in
      for round in 1...3 {
        let script = """
          for n in 0 1 2 3 4 5 6 7 8 9; do
            ( "$EKIBEN" import new\(round) visit-form.json > said$n 2>&1; echo $? >> said$n ) &
          done; wait; cat said*
          """
        let said = try folder.shell(script).stdout
        let codes = said.split(separator: "\n").filter { Int($0) != nil }
        #expect(codes.count == 10 && codes.allSatisfy { $0 == "0" }, "\(said)")
        #expect(try folder.succeed("verify new\(round)").hasPrefix("ok: 0 documents, 0 entries\n"))
        #expect(try folder.succeed("list new\(round)").contains("intake"))
      }
    },
    Reproduction("new stores, their logs and copies are nobody else's to read") { folder in
      try folder.succeed("import fresh visit-form.json")
      try folder.succeed("new fresh intake --as visit")
      #expect(try folder.mode(of: "fresh") == 0o600)
      try folder.leavingLog(of: "fresh") {
        try folder.succeed("set fresh visit name Ada")
        #expect(try folder.mode(of: "fresh-wal") == 0o600)
        #expect(try folder.mode(of: "fresh-shm") == 0o600)
        try folder.succeed("backup fresh copy")
      }
      #expect(try folder.mode(of: "copy") == 0o600)
      try folder.succeed("restore copy fresh")
      #expect(try folder.mode(of: "fresh") == 0o600)
      #expect(try folder.mode(of: "fresh-before-restore") == 0o600)
    },
    Reproduction("what a copy left that was broken off") { folder in
      try folder.write("half", to: "copy-partial")
      try folder.expectRefused("backup STORE copy", 1, "copy-partial", "broken off", "remove it")
      try folder.succeed("backup STORE copy --force")
      #expect(try folder.succeed("verify copy").hasPrefix("ok: 1 document, 1 entry\n"))
      #expect(folder.has("copy-before-backup-partial"))
    },
  ]

  /// A store that something is done to while it is open: no change is acknowledged after it.
  private static func change(_ what: String, _ script: String) -> Reproduction {
    Reproduction("a store \(what) while it is open") { folder in
      let store = try Store(folder.file("STORE").path, access: .readWrite, now: 0)
      let editor = try store.editor("visit")
      try editor.set(Field<String>("name"), to: "Lin")
      _ = try folder.shell(script)
      for _ in 1...2 {
        #expect(throws: SessionError.store(.replaced(path: store.path))) {
          try editor.set(Field<String>("name"), to: "Ada")
        }
      }
      #expect(throws: SessionError.store(.replaced(path: store.path))) { try editor.refresh() }
      #expect(editor[RowID("name")] == .text("Lin"))
      try store.close()
    }
  }
}
