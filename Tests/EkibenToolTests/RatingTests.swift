import Ekiben
import EkibenTesting
import Foundation
import TestSupport
import Testing

@testable import EkibenTool

extension Field<Int> { fileprivate static let stay = Field("stay") }
extension Field<String> { fileprivate static let name = Field("name") }

/// A component of an app's own does all that `TextInput` does (rule F20).
@Suite(.timeLimit(.minutes(20))) struct RatingTests {
  private static let form = """
    { "ekiben-form": 1, "form": "stay", "title": "Your stay", "sections": [ { "id": "s", "rows": [
      { "id": "name", "component": "TextInput", "title": "Name" },
      { "id": "stay", "component": "Rating", "title": "The stay", "stars": 5, "required": true },
      { "id": "food", "component": "Rating", "title": "The food", "stars": 3, "value": 2 },
      { "id": "shut", "component": "Rating", "title": "Last year", "stars": 5, "readOnly": true }
    ] } ] }
    """

  private static let described = """
    { "ekiben-form": 1, "form": "stay", "title": "Your stay", "sections": [ { "id": "s", "rows": [
      { "id": "stay", "component": "Rating", "title": "The whole stay", "stars": 5, "value": 1 },
      { "id": "name", "component": "TextInput", "title": "Name" }
    ] } ] }
    """

  private static let story = [
    "import hotel.ekiben stay.json", "new hotel.ekiben stay --as visit",
    "show hotel.ekiben visit", "show hotel.ekiben visit --json",
    "set hotel.ekiben visit stay 4", "set hotel.ekiben visit food ★★★ name Ada",
    "set hotel.ekiben visit stay many", "set hotel.ekiben visit shut 3",
    "set hotel.ekiben visit food 9", "get hotel.ekiben visit stay",
    "get hotel.ekiben visit stay --json", "show hotel.ekiben visit",
    "undo hotel.ekiben visit", "redo hotel.ekiben visit", "clear hotel.ekiben visit food",
    "revert hotel.ekiben visit 2", "checkout hotel.ekiben visit 4", "mark hotel.ekiben visit told",
    "apply hotel.ekiben visit described.json --dry-run",
    "apply hotel.ekiben visit described.json", "set hotel.ekiben visit --changes changes.txt",
    "blame hotel.ekiben visit", "diff hotel.ekiben visit 1", "log hotel.ekiben visit --row stay",
    "export hotel.ekiben visit", "export hotel.ekiben --form stay",
    "replay hotel.ekiben visit", "verify hotel.ekiben", "duplicate hotel.ekiben visit",
    "delete hotel.ekiben visit", "list hotel.ekiben",
  ]

  @Test(.timeLimit(.minutes(20)))
  func `every command takes a component of an app as its own`() throws {
    try withTemporaryFolder { folder in
      try write(Self.form, "stay.json", folder)
      try write(Self.described, "described.json", folder)
      try write("stay: 1 → 5\n", "changes.txt", folder)
      let transcript = try Self.story.flatMap { try run($0, in: folder) }
      expectGolden(transcript.joined(separator: "\n") + "\n", named: "rating.txt")
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `what is exported comes in again, as a form and as a history`() throws {
    try withTemporaryFolder { folder in
      try write(Self.form, "stay.json", folder)
      for call in Self.story.prefix(6) { _ = try run(call, in: folder) }
      let exported = try run("export hotel.ekiben visit", in: folder).dropFirst()
      try write(exported.joined(separator: "\n"), "again.json", folder)
      _ = try run("import again.ekiben again.json", in: folder)
      _ = try run("new again.ekiben stay --as visit", in: folder)
      #expect(
        try run("show again.ekiben visit", in: folder).dropFirst(2)
          == run("show hotel.ekiben visit", in: folder).dropFirst(2))

      let history = try run("export hotel.ekiben visit --format jsonl", in: folder).dropFirst()
      try write(history.joined(separator: "\n") + "\n", "history.jsonl", folder)
      let imported = try run("import other.ekiben history.jsonl", in: folder)
      #expect(imported.last == "imported visit with 3 entries, of form stay revision 1")
      #expect(
        try run("export other.ekiben visit --format jsonl", in: folder).dropFirst() == history)
      #expect(
        try run("show other.ekiben visit", in: folder).dropFirst()
          == run("show hotel.ekiben visit", in: folder).dropFirst())
      #expect(try run("replay history.jsonl", in: folder).last?.hasSuffix(": ok") == true)
    }
  }

  @MainActor @Test func `sessions, tables and expectations take it, too`() throws {
    let form = Form("stay", title: "Your stay") {
      Section("s") {
        Rating(.stay, title: "The stay").required()
        TextInput(.name, title: "Name")
      }
    }
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "hotel.ekiben").path
      let store = try Store(path, registry: .withRating)
      let session = try store.open("visit", from: form, in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      table.callbacks.onEvent = { event in
        do { try session.set([(event.row, event.value)]) } catch { Issue.record(error) }
      }
      try session.set(.stay, to: 4)
      #expect(session[.stay] == 4)
      try table.tap("stay")
      try table.type("★★", into: "stay")
      try table.type("", into: "stay")
      #expect(session[.stay] == nil)
      // This table's owner does not keep drafts.
      try table.type("many", into: "stay")
      #expect(session[.stay] == nil)
      try session.undo()
      try table.type("7", into: "stay")
      try expectTable(
        table,
        equals: """
           ›The stay *   ★★★★★★★
            ! at most 5 stars can be given
            Name         –
          """)
      try expectReplay(of: session.document, in: store)
      try store.close()

      // Opened without the form: the registry of the store draws and reads it.
      let again = try Store(path, registry: .withRating)
      let bare = try again.open("visit")
      let drawn = HeadlessTable()
      bare.attach(drawn)
      // Nobody has been at the form there, so nothing is complained of.
      try expectTable(
        drawn,
        equals: """
            The stay *   ★★★★★★★
            Name         –
          """)
      let replayed = HeadlessTable()
      try Replay(of: bare.document, in: again).run(in: replayed)
      #expect(replayed.snapshot() == drawn.snapshot())
      try bare.set([("stay", 5)])
      #expect(throws: SessionError.self) { try bare.set([("stay", "many")]) }
      try again.close()

      // Without the registry it is kept and cannot be changed (rule F2).
      let other = try Store(path)
      let kept = try other.open("visit")
      #expect(throws: SessionError.self) { try kept.set([("stay", 5)]) }
      #expect(kept[.stay] == 5)
      try other.close()
    }
  }

  @MainActor @Test func `it leaves no trace in a view, beside every other component`() throws {
    let records: [Fields] = [
      [.component: "Rating", .title: "A", "stars": 5, .value: 3],
      [.component: "Rating", "stars": 3, .value: 9, .readOnly: true],
      [.component: "TextInput", .title: "B", .value: "x"], [.component: "Toggle"],
      [.component: "Rating", "stars": 3],
    ]
    try expectContract(of: records.map { ComponentRegistry.withRating.component("r", $0) })
  }

  private func write(_ text: String, _ name: String, _ folder: URL) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  /// Runs a call in this process, since only here the component is known.
  private func run(_ line: String, in folder: URL) throws -> [String] {
    let console = LineConsole()
    let variables = ["EKIBEN_NOW": "2026-11-21T10:00:00Z", "EKIBEN_SEED": "1"]
    let environment = ToolEnvironment(
      variable: { variables[$0] }, loginName: "Ada",
      registry: .withRating)
    let words = line.split(separator: " ").map { word in
      word.contains(".") ? folder.appending(path: String(word)).path : String(word)
    }
    let code = Dispatcher(console: console, environment: environment).run(words)
    // In this process the time zone is that of the machine.
    let time = try #require(LocalTime.parse("2026-11-21T10:00:00Z", now: 0))
    let lines = console.lines.map { line in
      line.replacing(folder.path + "/", with: "")
        .replacing(LocalTime.text(time), with: "2026-11-21 10:00:00Z")
    }
    return ["$ ekiben \(line)"] + lines + (code == 0 ? [] : ["[\(code)]"])
  }
}

/// Keeps what a command prints, line by line; what it remarks is marked.
private final class LineConsole: Console {
  private(set) var lines: [String] = []
  let isOpen = true
  let problem: String? = nil

  func write(_ text: String) { add(text, "") }
  func note(_ text: String) { add(text, "! ") }

  private func add(_ text: String, _ mark: String) {
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { mark + $0 }
  }
}
