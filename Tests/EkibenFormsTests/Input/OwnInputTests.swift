import EkibenDocuments
import EkibenForms
import Testing

/// An input of an app's own, which says no more than it has to.
private struct Stars: InputComponent {
  struct View: ViewModel {
    var look: RowLook { RowLook(content: .kept) }
  }

  typealias Answer = Int

  static let component = "Stars"
  let id: RowID
  var record: Fields

  init(_ record: Fields = [:]) {
    id = "r"
    self.record = record.setting(.component, .text(Self.component))
  }

  init?(id: RowID, record: Fields) { (self.id, self.record) = (id, record) }

  var inputTraits: InputTraits { InputTraits(expects: "a number of stars", shape: .integer) }

  func read(_ text: String, in context: InputContext) throws(InputProblem) -> Int {
    guard let number = Int(text) else { throw .unreadable(takes: "a number of stars", text: text) }
    return number
  }

  func render(in view: inout View) {}
}

// Rule F20.
@Suite(.timeLimit(.minutes(20))) struct `An input of an app's own` {
  @Test func `reads, prints and checks its answer without more`() throws {
    let stars = Stars([.least: 1, .greatest: 5])
    #expect(try stars.value(reading: "3") == 3 && stars.accept(3) == 3)
    #expect(stars.text(ofValue: 3) == "3" && stars.displayText(ofValue: 3) == "3")
    #expect(stars.text(ofValue: "x") == "x" && stars.displayText(ofValue: "x") == "x")
    #expect(try stars.value(picking: "4") == 4 && stars.valueAfterTap() == nil)
    #expect(stars.setting(.value, to: 9).issues().map(\.rule) == [.greatest(5)])
    #expect(stars.setting(.value, to: 0).issues().map(\.rule) == [.least(1)])
    #expect(stars.setting(.value, to: 5).issues().isEmpty)
    #expect(
      stars.setting(.value, to: "x").issues().map(\.rule) == [.kind(takes: "a number of stars")])
    let problem = InputProblem.unreadable(takes: "a number of stars", text: "x")
    #expect(throws: InputError(row: "r", problem)) { try stars.accept("x") }
  }

  // Rules F59 and H19: what is secret is not kept as a draft either.
  @Test func `has drafts unless it is secret`() throws {
    #expect(try Stars().typed("3") == .answer(3) && Stars().typed("") == .answer(nil))
    #expect(try Stars().typed("x") == .draft("x"))
    #expect(throws: InputError.self) { try Stars([.kind: "secret"]).typed("x") }
    #expect(try Stars([.kind: "secret"]).typed("3") == .answer(3))
  }

  // Rule H19.
  @Test func `says nothing of what was given to a secret`() {
    let secret = Document.Row(id: "r", fields: [.component: "Stars", .kind: "secret"])
    let problems: [InputProblem] = [
      .unreadable(takes: "stars", text: "12"), .tooLarge(text: "12"), .readOnly,
    ]
    #expect(
      problems.map { InputError(secret, $0).description } == [
        #"r takes stars, not "••••••••""#, #"r takes another answer, not "••••••••""#,
        "r is read-only",
      ])
  }

  @Test func `is found by its name once it is registered, and typed into`() throws {
    var registry = ComponentRegistry.standard
    let record: Fields = [.component: "Stars", .value: 2]
    #expect(registry.component("r", record) is Opaque)
    registry.register(Stars.self)
    #expect(registry.component("r", record) is Stars)
    let input = RowInput(registry: registry)
    let row = Document.Row(id: "r", fields: record)
    #expect(try input.read("4", for: row) == 4)
    #expect(input.displayText(of: 4, in: row) == "4" && input.traits(of: row)?.shape == .integer)
    #expect(RowDisplay(row, registry: registry).text == "2")
    #expect(RowDisplay(row).text == "2" && RowDisplay(row).traits == nil)
  }

  // Rule F13: what is pulled anew is shown by the components that were there.
  @MainActor @Test func `is known still when a table is refreshed`() throws {
    let table = HeadlessTable()
    let renderer = Renderer(table)
    let nobody = LiveComponents(registry: ComponentRegistry())
    try renderer.render(TableContent(Document(), components: nobody))
    try renderer.bind { Section("s", header: "H") }
    #expect(table.cell(.header, of: "s")?.component is Opaque)
    #expect(RenderPolicy() == Renderer(HeadlessTable()).policy)
    let policy = RenderPolicy()
    #expect(policy.animates && policy.mostOperations == 1_000 && policy.display == .all)
    #expect(policy.strictness == .standard)
  }
}
