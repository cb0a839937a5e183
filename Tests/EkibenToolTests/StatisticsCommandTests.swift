import Ekiben
import EkibenInterchange
import EkibenStore
import Foundation
import TestSupport
import Testing

/// What `stats` counts, under which name, in which order.
@Suite(.timeLimit(.minutes(20))) struct `Statistics of a store` {
  /// A store in which there is of each thing another number.
  private func withStore(_ body: (ToolFolder, Statistics) throws -> Void) throws {
    try ToolFolder.withVisit { folder in
      let form = String(decoding: try fixture("visit-form.json"), as: UTF8.self)
      try folder.write(form.replacing("Name", with: "Full name"), to: "next.json")
      // Of the first set there are two revisions.
      for number in 0...7 {
        try folder.write("code,label\nx,\(number)\n", to: "set\(max(number, 1)).csv")
        try folder.succeed("import STORE set\(max(number, 1)).csv --format options")
      }
      for line in [
        "import STORE next.json", "set STORE visit name Ada age 36 consent yes",
        "apply STORE visit next.json", "set STORE visit name Eve", "set STORE visit name Lin",
        "set STORE visit name Mia", "undo STORE visit", "new STORE intake --as a",
        "new STORE intake --as b", "new STORE intake --as c", "compact STORE", "delete STORE a",
        "delete STORE b", "delete STORE c", "submit STORE visit",
      ] { try folder.succeed(line) }
      let store = try Store(folder.file("STORE").path, access: .readOnly)
      let found = try store.statistics()
      try store.close()
      try body(folder, found)
    }
  }

  /// Their names for scripts and for people, in order.
  private func facts(_ found: Statistics) -> [(name: String, title: String, count: Int)] {
    [
      ("fileBytes", "bytes of the file", found.fileBytes),
      ("walBytes", "bytes of the -wal", found.walBytes),
      ("pageBytes", "bytes of a page", found.pageBytes),
      ("freePages", "free pages", found.freePages), ("forms", "forms", found.forms),
      ("revisions", "revisions of forms", found.revisions),
      ("optionSets", "sets of options", found.optionSets),
      ("documents", "documents", found.documents), ("answers", "answers", found.answers),
      ("overrides", "overrides", found.overrides), ("entries", "entries", found.entries),
      ("archivedEntries", "archived entries", found.archivedEntries),
      ("lineBytes", "bytes of entries", found.entryBytes),
      ("archivedBytes", "bytes of archived entries", found.archivedBytes),
    ]
  }

  @Test func `are numbers by their names for scripts`() throws {
    try withStore { folder, found in
      let json = try JSON(parsing: Array(folder.succeed("stats STORE --json").utf8))
      let members = json.object ?? []
      let expected = facts(found)
      #expect(members.map(\.name) == expected.map(\.name))
      #expect(members.map { $0.value.number } == expected.map { "\($0.count)" })
      // A set of options is no form (rule F50).
      #expect(found.forms == 1 && found.revisions == 2 && found.optionSets == 7)
      #expect(found.documents == 4)
      #expect(found.answers == 3 && found.overrides == 5 && found.entries == 14)
      #expect(found.archivedEntries == 6)
      let sizes = [found.entryBytes, found.archivedBytes, found.pageBytes, found.fileBytes]
      #expect(Set(sizes).count == 4 && sizes.allSatisfy { $0 > 0 })
    }
  }

  @Test func `are aligned at their last digit for people`() throws {
    try withStore { folder, found in
      let expected = facts(found)
      let names = expected.map(\.title.count).max() ?? 0
      let digits = expected.map { "\($0.count)".count }.max() ?? 0
      let lines = expected.map { fact in
        let number = "\(fact.count)"
        return fact.title + String(repeating: " ", count: names - fact.title.count + 2)
          + String(repeating: " ", count: digits - number.count) + number
      }
      let printed = try folder.succeed("stats STORE")
      #expect(printed == lines.joined(separator: "\n") + "\n")
    }
  }
}
