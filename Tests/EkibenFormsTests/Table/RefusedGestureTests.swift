import EkibenDocuments
import EkibenForms
import Testing

/// A table in which rows are told apart by what a person can do with them.
@MainActor private final class Refusals {
  let table: HeadlessTable
  let recorder = EventRecorder()

  init() throws {
    let choose = RowAction(
      "Share", items: [RowAction("Mail", isEnabled: false) {}, RowAction("Now") {}])
    let form = Form("f") {
      Section("s") {
        Description("words", "Words")
        Description("kept", "Kept").selectable().movable(.insideSection).deletable()
          .menu([choose, RowAction("Shut", items: [], isEnabled: false)])
        Description("mark", "Mark").accessory(.chevron).movable()
        TextInput(Field<String>("name"), title: "Name")
          .decidingText { $0.result == "no" ? .refuse : .take }
        TextInput(Field<Int>("shut"), title: "Shut").readOnly()
        Toggle(Field("busy"), title: "Busy").refreshing()
        Button("send", "Send").loading()
        Description("half", "Half").swipeActions(
          leading: [RowAction("Call") {}, RowAction("Off", isEnabled: false) {}],
          allowsFullSwipe: false)
        Description("dim", "Dim").swipeActions(leading: [RowAction("Off", isEnabled: false) {}])
      }
      Section("t") { Description("away", "Away").movable() }
    }
    table = HeadlessTable(try form.content())
    table.setEditing(true)
    table.callbacks.onRefusal = { [recorder] in recorder.write("refused \($0.row)") }
    table.callbacks.onRowEvent = { [recorder] in recorder.write("event of \($0.row)") }
    table.callbacks.onEvent = { [recorder] in recorder.write("answer of \($0.row)") }
  }
}

/// Something that a person cannot do, and what is said then.
private struct Refused: Sendable, CustomTestStringConvertible {
  let error: InputError
  let isForOwner: Bool
  let gesture: @MainActor @Sendable (HeadlessTable) throws -> Void

  init(
    _ row: RowID, _ problem: InputProblem, title: String? = nil, isForOwner: Bool = false,
    _ gesture: @escaping @MainActor @Sendable (HeadlessTable) throws -> Void
  ) {
    error = InputError(row: row, title: title, problem)
    (self.isForOwner, self.gesture) = (isForOwner, gesture)
  }

  var testDescription: String { error.description }

  static let all: [Refused] = [
    Refused("words", .notOffered(action: "accessory")) { try $0.tapAccessory(of: "words") },
    Refused("mark", .notOffered(action: "accessory")) { try $0.tapAccessory(of: "mark") },
    Refused("send", .notOffered(action: "tap")) { try $0.tap("send") },
    Refused("words", .notOffered(action: "select")) { try $0.tap("words") },
    Refused("words", .notOffered(action: "select")) { try $0.select("words") },
    Refused("words", .notOffered(action: "select")) { try $0.highlight("words") },
    Refused("words", .notOffered(action: "select")) { try $0.beginSelectingSeveral(with: "words") },
    Refused("words", .notOffered(action: "delete")) { try $0.delete("words") },
    Refused("kept", .refused(action: "delete")) { try $0.delete("kept") },
    Refused("kept", .refused(action: "delete")) { try $0.swipe("kept", at: .trailing) },
    Refused("words", .notOffered(action: "move")) { try $0.drag("words", to: "kept") },
    Refused("words", .notOffered(action: "move")) { try $0.drag("kept", to: "words") },
    Refused("kept", .refused(action: "move")) { try $0.drag("kept", to: "away") },
    Refused("kept", .refused(action: "move")) { try $0.drag("kept", to: "mark") },
    Refused("nobody", .notShown) { try $0.drag("kept", to: "nobody") },
    Refused("words", .notOffered(action: "swipe")) { try $0.swipe("words", at: .leading) },
    Refused("half", .notOffered(action: "full swipe")) { try $0.swipe("half", at: .leading) },
    Refused("half", .notOffered(action: "Off")) {
      try $0.swipe("half", at: .leading, pressing: "Off")
    },
    Refused("half", .notOffered(action: "Call")) {
      try $0.swipe("half", at: .trailing, pressing: "Call")
    },
    Refused("dim", .notOffered(action: "Off")) { try $0.swipe("dim", at: .leading) },
    Refused("kept", .notOffered(action: "Share")) { try $0.choose("Share", of: "kept") },
    Refused("kept", .notOffered(action: "Mail")) { try $0.choose(["Share", "Mail"], of: "kept") },
    Refused("kept", .notOffered(action: "Shut")) { try $0.choose("Shut", of: "kept") },
    Refused("kept", .notOffered(action: "menu")) { try $0.choose([], of: "kept") },
    Refused("words", .notOffered(action: "Copy")) { try $0.choose("Copy", of: "words") },
    Refused("words", .notOffered(action: "event")) { try $0.emit(1, from: "words") },
    Refused("name", .notOffered(action: "range")) {
      try $0.type("x", replacing: 1..<2, of: "name")
    },
    Refused("name", .refused(action: "type"), isForOwner: true) { try $0.type("no", into: "name") },
    Refused("shut", .readOnly, title: "Shut", isForOwner: true) { try $0.type("1", into: "shut") },
    Refused("busy", .notOffered(action: "answer")) { try $0.toggle("busy") },
    Refused("name", .notOffered(action: "toggle")) { try $0.toggle("name") },
    Refused("name", .notOffered(action: "pick"), isForOwner: true) { try $0.pick("x", in: "name") },
    Refused("words", .noAnswer(component: "Description"), isForOwner: true) {
      try $0.type("x", into: "words")
    },
    Refused("document", .notOffered(action: "add")) { try $0.add(to: .document) },
    Refused("u", .notShown) { try $0.add(to: .section("u")) },
    Refused("s", .refused(action: "add")) { try $0.add(to: .section("s")) },
    Refused("name", .refused(action: "add")) { try $0.add(to: .row("name")) },
    Refused("nobody", .notShown) { try $0.add(to: .row("nobody")) },
    Refused("nobody", .notShown) { try $0.type("x", into: "nobody") },
  ]
}

// Rules T19 and T21.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `What a person cannot do with a row` {
  @Test(arguments: Refused.all)
  fileprivate func `is said, and nothing happens`(refused: Refused) throws {
    let shown = try Refusals()
    let before = shown.table.snapshot()
    #expect(throws: refused.error) { try refused.gesture(shown.table) }
    // What the row refuses is for its owner as well; that nobody could touch it is not.
    let told = refused.isForOwner ? ["refused \(refused.error.row)"] : []
    #expect(shown.recorder.lines == told)
    #expect(shown.table.selection.isEmpty && shown.table.highlightedRow == nil)
    #expect(shown.table.focusedRow == nil && shown.table.snapshot() == before)
  }

  @Test(
    arguments: [
      (Description("r", "").deletable(), true), (Description("r", "").movable(), true),
      (Description("r", "").selectable(), true), (Description("r", "").swipeActions(), true),
      (Description("r", "").menu([]), false), (Description("r", "").on(), false),
      (TextInput(Field<String>("r")), false),
    ] as [(any Component, Bool)])
  func `is edited in no way where it offers nothing for that`(
    row: any Component, can: Bool
  ) throws {
    let table = HeadlessTable(try Form("f") { Section("s") { row } }.content())
    #expect(try table.canEdit("r") == can)
    #expect(throws: InputError(row: "x", .notShown)) { try table.canEdit("x") }
  }
}
