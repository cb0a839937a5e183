import Foundation

/// Makes with the command the store that `Fixtures/format-2.ekiben` of the store's tests is: the same
/// every time.
struct FormatTwo {
  private var folder: ToolFolder
  private var minutes = 0
  private let store: String

  /// Makes it in a folder, in a file of that name.
  static func make(_ store: String, in folder: ToolFolder) throws {
    var made = FormatTwo(folder: folder, store: store)
    try made.publish()
    let brother = try made.fillVisit()
    try made.makeOthers()
    try made.run("compact STORE")
    try made.goOn(brother)
  }

  private init(folder: ToolFolder, store: String) {
    (self.folder, self.store) = (folder, store)
  }

  /// Runs a call, a minute after the last one and with ids of its own; says what it printed.
  @discardableResult
  private mutating func run(_ line: String) throws -> String {
    minutes += 1
    let two = [minutes / 60, minutes % 60].map { "\(100 + $0)".suffix(2) }
    folder.environment["EKIBEN_NOW"] = "2026-01-01T\(two[0]):\(two[1]):00Z"
    folder.environment["EKIBEN_SEED"] = "\(minutes)"
    return try folder.succeed(
      words(of: line).map { word in
        (word == "STORE" ? store : word).replacing("␣", with: " ")
      })
  }

  /// Marks the visit as the command did when the fixture was made; it refuses such a name by now.
  private mutating func mark(_ name: String) throws {
    minutes += 1
    try folder.mark(name, at: 1_767_225_600_000 + Int64(minutes) * 60_000, in: store)
  }

  // MARK: What is asked

  private static let rows = """
    { "id": "name", "component": "TextInput", "title": "Name" },
    { "id": "smokes", "component": "Toggle", "title": "Do you smoke?" },
    { "id": "packs", "component": "TextInput", "kind": "integer", "title": "Packs a day",
      "visible": { "row": "smokes", "is": true } },
    { "id": "weight", "component": "TextInput", "kind": "decimal", "title": "Weight" },
    { "id": "country", "component": "Choice", "title": "Country", "valueSet": "countries" },
    { "id": "note", "component": "TextInput", "title": "Note" }
    """

  private static func form(_ title: String, _ rows: String) -> String {
    """
    { "ekiben-form": 1, "form": "intake", "title": "\(title)", "sections": [
      { "id": "person", "header": "Person", "rows": [ \(rows) ] },
      { "id": "household", "header": "Household", "repeats": true, "rows": [
        { "id": "member", "component": "TextInput", "title": "Name" },
        { "id": "age", "component": "TextInput", "kind": "integer", "title": "Age" } ] } ] }
    """
  }

  private mutating func publish() throws {
    try folder.write("code,label\nAT,Austria\nAU,Australia\n", to: "countries.csv")
    try run("import STORE countries.csv --format options")
    try folder.write(Self.form("Intake", Self.rows), to: "intake.json")
    try run("import STORE intake.json --reason asked␣for")
  }

  // MARK: What is answered

  /// Says the id of an instance that is there.
  private mutating func fillVisit() throws -> String {
    try run("new STORE intake --as visit")
    try run("set STORE visit name Ada weight 60.50 country AT --author Zoë")
    try run("set STORE visit smokes yes packs 2")
    // Now the packs do not count, and stay.
    try run("set STORE visit smokes no --reason a␣slip")
    try run("mark STORE visit kept")
    let brother = try instance("add STORE visit household")
    try run("set STORE visit \(brother)/member Bob \(brother)/age 40")
    let sister = try instance("add STORE visit household")
    try run("set STORE visit \(sister)/member Eve")
    try run("remove STORE visit \(sister)")
    try run("undo STORE visit --author Zoë")
    try run("set STORE visit note first")
    try run("undo STORE visit")
    try run("set STORE visit note second")
    try run("undo STORE visit -n 2")
    try run("redo STORE visit -n 2")
    try run("checkout STORE visit kept")
    try run("set STORE visit weight 61.0 name Ada␣Lovelace")
    try run("clear STORE visit country")
    try run("revert STORE visit 19")
    try run("checkout STORE visit 14")
    return brother
  }

  /// The id that a call prints.
  private mutating func instance(_ line: String) throws -> String {
    let said = try run(line)
    guard let id = said.firstMatch(of: /household\/[0-9a-z]+/) else {
      throw Refused(description: "\(said) names no instance")
    }
    return String(id.output)
  }

  /// One of another revision, a duplicate, one that came with its history, and two that are gone.
  private mutating func makeOthers() throws {
    try run("new STORE intake --as final")
    try run("set STORE final name Grace smokes no packs 1")
    try run("submit STORE final --reason done")
    let more = Self.rows + #", { "id": "born", "component": "DateInput", "title": "Born" }"#
    try folder.write(Self.form("Intake, again", more), to: "again.json")
    try run("import STORE again.json")
    try run("duplicate STORE visit --as copy")
    try run("migrate STORE copy")
    try run("set STORE copy born 1815-12-10 smokes yes")
    var other = FormatTwo(folder: folder, store: "other.ekiben")
    other.minutes = 200
    try other.run("import STORE intake.json")
    try other.run("new STORE intake --as adopted")
    try other.run("set STORE adopted name Elsewhere smokes no packs 3")
    try other.run("undo STORE adopted")
    try folder.write(try other.run("export STORE adopted --format jsonl"), to: "adopted.jsonl")
    try run("import STORE adopted.jsonl")
    for name in ["gone", "deleted"] {
      try run("new STORE intake --as \(name)")
      try run("set STORE \(name) name Nobody")
    }
    try run("purge STORE gone --reason asked␣for")
    try run("delete STORE deleted --reason twice")
    try run("settings STORE durability process-crash")
  }

  /// What stands in lines, behind what is archived.
  private mutating func goOn(_ brother: String) throws {
    try run("set STORE visit note third --reason later")
    try run("set STORE visit \(brother)/age 41")
    try run("undo STORE visit -n 2")
    try run("redo STORE visit")
    try mark("now")
  }
}
