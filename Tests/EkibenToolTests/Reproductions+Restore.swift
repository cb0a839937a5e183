import Ekiben
import EkibenInterchange
import Foundation
import TestSupport
import Testing

extension Reproduction {
  /// `ekiben restore BACKUP STORE` (rule P34).
  static let restoring = [
    Reproduction("a restore where nothing is, and in the place of a closed store") { folder in
      try folder.succeed("set STORE visit name Lin")
      try folder.succeed("backup STORE copy")
      #expect(try folder.succeed("restore copy new") == "restored new: 1 document\n")
      #expect(try folder.succeed("get new visit name") == "Lin\n")
      try folder.succeed("set STORE visit name Ada")
      let said = try folder.succeed("restore copy STORE --json")
      let json = try JSON(parsing: Array(said.utf8))
      #expect(try SchemaCheck(named: "output").findings(in: json, definition: "restore") == [])
      #expect(json["documents"]?.number == "1")
      #expect(try folder.succeed("get STORE visit name") == "Lin\n")
      #expect(try folder.succeed("get STORE-before-restore visit name") == "Ada\n")
      try folder.succeed("restore copy STORE")
      #expect(folder.has("STORE-before-restore-2"))
      // A name is not free where only a log bears it.
      try folder.write("a log of another file", to: "STORE-before-restore-3-wal")
      try folder.succeed("restore copy STORE")
      #expect(folder.has("STORE-before-restore-4") && !folder.has("STORE-before-restore-3"))
      #expect(try folder.succeed("verify STORE").hasPrefix("ok: 1 document, 2 entries\n"))
      #expect(!folder.has("STORE-wal") && !folder.has("STORE-partial"))
      try folder.expectRefused(
        "restore STORE ./STORE --force", 1,
        "error: BACKUP and STORE are one file, ./STORE; name another\n")
      try folder.expectRefused(
        "restore copy nowhere/x", 74, "error: nowhere/x cannot be made: there is no such folder\n")
      try folder.makeFolder("folder")
      try folder.expectRefused("restore copy folder", 69, "it is a folder\n")
      try folder.expectRefused("restore missing STORE", 66, "missing")
      try folder.expectRefused("restore visit-form.json STORE", 69, "visit-form.json")
    },
    Reproduction("a restore over a store that others use, who are told and lose nothing") {
      folder in
      try folder.succeed("backup STORE copy")
      let store = try Store(folder.file("STORE").path, access: .readWrite, now: 0)
      let editor = try store.editor("visit")
      try editor.set(Field<String>("name"), to: "Lin")
      try folder.succeed("restore copy STORE")
      try folder.succeed("set STORE visit age 36")
      #expect(throws: SessionError.store(.replaced(path: store.path))) {
        try editor.set(Field<String>("name"), to: "Ada")
      }
      try store.close()
      #expect(try folder.succeed("get STORE visit age") == "36\n")
      #expect(try folder.succeed("get STORE visit name") == "")
      #expect(try folder.succeed("get STORE-before-restore visit name") == "Lin\n")
    },
    Reproduction("a restore over a store whose writer was killed keeps what it wrote") { folder in
      try folder.succeed("backup STORE copy")
      try folder.leavingLog { try folder.succeed("set STORE visit name Ada") }
      try folder.succeed("restore copy STORE")
      #expect(try folder.succeed("get STORE visit name") == "")
      #expect(try folder.succeed("get STORE-before-restore visit name") == "Ada\n")
    },
    Reproduction("a restore that was killed between two of its steps") { folder in
      try folder.succeed("backup STORE copy")
      try folder.leavingLog { try folder.succeed("set STORE visit name Ada") }
      _ = try folder.shell("cp copy STORE-partial && ln STORE STORE-before-restore")
      try folder.expectRefused("set STORE visit name Bob", 1, "second name")
      #expect(try folder.succeed("get STORE visit name") == "Ada\n")
      _ = try folder.shell("mv STORE-partial STORE")
      try folder.expectRefused("get STORE visit name", 1, "STORE-wal")
      // As the error says: the file whose log it is can be put back, or the log goes to it.
      try folder.move("STORE-wal", to: "STORE-before-restore-wal")
      #expect(try folder.succeed("get STORE visit name") == "")
      #expect(try folder.succeed("get STORE-before-restore visit name") == "Ada\n")
      try folder.succeed("set STORE visit name Bob")
    },
    Reproduction("a restore where a damaged file or another file's log lies needs to be told") {
      folder in
      try folder.succeed("backup STORE copy")
      try folder.leavingLog { try folder.succeed("set STORE visit name Ada") }
      try folder.write("no database at all", to: "STORE")
      try folder.expectRefused("restore copy STORE", 1, "STORE-wal")
      try folder.succeed("restore copy STORE --force")
      #expect(try folder.succeed("verify STORE").hasPrefix("ok: 1 document, 1 entry\n"))
      #expect(folder.has("STORE-before-restore-wal") && folder.has("STORE-before-restore"))
      try folder.write("no database at all", to: "STORE")
      try folder.expectRefused(
        "restore copy STORE", 69,
        "error: STORE is not an Ekiben store: it is no SQLite database; --force sets it aside\n")
      try folder.succeed("restore copy STORE --force")
      #expect(folder.has("STORE-before-restore-2"))
      let bytes = try fileBytes(at: folder.file("copy"))
      try folder.write(bytes.prefix(bytes.count / 3), to: "CUT")
      for (line, way) in [
        ("restore copy CUT", "--force sets it aside"), ("restore CUT STORE", "name another copy"),
      ] {
        try folder.expectRefused(line, 74, "error: CUT is damaged: ", "; \(way)\n")
      }
      let done = try folder.succeed("restore copy CUT --force")
      #expect(done.hasPrefix("restored CUT: 1 document; what was there is "))
      try folder.copy("STORE-before-restore-wal", over: "new-wal")
      try folder.expectRefused("restore copy new", 1, "new-wal")
      try folder.expectRefused("import new visit-form.json", 1, "new-wal")
      try folder.succeed("import new visit-form.json --force")
      #expect(folder.has("new-before-import-wal"))
      _ = try folder.shell("rm new; mv new-before-import-wal new-wal")
      try folder.succeed("restore copy new --force")
      #expect(try folder.succeed("verify new").hasPrefix("ok: 1 document, 1 entry\n"))
    },
    Reproduction(
      "ten writers, and a restore among them: what was acknowledged is in one of the two"
    ) {
      folder in
      try folder.succeed("backup STORE copy")
      let script = """
        for n in 0 1 2 3 4 5 6 7 8 9; do
          ( for i in 1 2 3; do
              "$EKIBEN" new STORE intake --as "v$n-$i" >/dev/null 2>&1 && echo "v$n-$i" >> made$n
            done ) &
        done; "$EKIBEN" restore copy STORE > restored 2>&1; wait; cat made* | sort
        """
      let made = try folder.shell(script).stdout.split(separator: "\n").map(String.init)
      #expect(!made.isEmpty)
      let lists = try ["STORE", "STORE-before-restore"].map { try folder.succeed("list \($0)") }
      for name in made {
        #expect(lists.contains { $0.contains(name) }, "\(name) is in neither")
      }
      for name in ["STORE", "STORE-before-restore"] {
        #expect(try folder.succeed("verify \(name)").hasPrefix("ok"))
      }
    },
  ]
}
