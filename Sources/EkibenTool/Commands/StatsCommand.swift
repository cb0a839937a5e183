import Ekiben
import EkibenStore

enum StatsCommand: Command {
  static let spec = CommandSpec(
    name: "stats", summary: "say how large the store is, and what takes the room",
    positionals: ["STORE"], options: CommandSpec.reading,
    discussion: "Sizes are in bytes. Archived entries are those that compact made smaller.")

  static func run(_ call: Call) throws {
    let facts = facts(of: try call.withStore(.readOnly) { store in try store.statistics() })
    var table = TextTable()
    let width = facts.map { "\($0.count)".count }.max() ?? 0
    for fact in facts {
      let number = "\(fact.count)"
      table.add(fact.title, String(repeating: " ", count: width - number.count) + number)
    }
    call.write(json: .object(facts.map { ($0.name, $0.count.json) }), lines: table.lines)
  }

  private static func facts(of found: Statistics) -> [(name: String, title: String, count: Int)] {
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
}
