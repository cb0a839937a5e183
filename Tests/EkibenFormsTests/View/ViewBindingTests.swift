import EkibenDocuments
import EkibenForms
import Testing

@MainActor @Suite(.timeLimit(.minutes(20))) struct ViewBindingTests {
  // Rule F19; T-B12.
  @Test func `a component of the same name takes the view over, in this order`() {
    let recorder = EventRecorder()
    var binding = ViewBinding()
    binding.bind(Probe("r", says: "A", recorder))
    binding.willDisplay()
    recorder.clear()
    binding.bind(Probe("r", says: "B", recorder))
    #expect(
      recorder.text == """
        A.didEndDisplaying
        A.willUnmount, token kept
        token released
        B.render over "A"
        B.didMount, storage empty
        B.willDisplay
        """)
  }

  @Test func `a component of another name gets a view of its own`() {
    let recorder = EventRecorder()
    var binding = ViewBinding()
    var steps: [String] = []
    binding.bind(Probe("r", says: "A", recorder)) { steps.append($0.rawValue) }
    recorder.clear()
    binding.bind(Probe("r", as: "Other", says: "B", recorder)) { steps.append($0.rawValue) }
    #expect(
      recorder.text == """
        A.willUnmount, token kept
        token released
        B.render over ""
        B.didMount, storage empty
        """)
    #expect(
      steps == [
        "makeView", "render", "didMount", "willUnmount", "makeView", "render", "didMount",
      ])
  }

  // Rule F1: one name, two types; the view of one is none of the other's.
  @Test func `a view of another type is not used again whatever its name`() throws {
    let recorder = EventRecorder()
    var binding = ViewBinding()
    binding.bind(Probe("r", as: "Slider", says: "A", recorder))
    binding.bind(Opaque(id: "r", record: [.component: "Slider", .title: "Dose"]))
    let view = try #require(binding.view as? Opaque.View)
    #expect(view.label.title == "Dose")
    #expect(view.component == "Slider")
  }

  @Test func `a component whose view leaves the screen is called once`() {
    let recorder = EventRecorder()
    var binding = ViewBinding()
    binding.didEndDisplaying()
    binding.willDisplay()
    binding.unbind()
    #expect(recorder.lines.isEmpty)
    binding.bind(Probe("r", says: "A", recorder))
    binding.willDisplay()
    binding.willDisplay()
    recorder.clear()
    binding.didEndDisplaying()
    binding.didEndDisplaying()
    binding.unbind()
    binding.unbind()
    #expect(
      recorder.text == """
        A.didEndDisplaying
        A.willUnmount, token kept
        token released
        """)
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct LiveComponentsTests {
  @Test func `a live component shows the record as it stands`() throws {
    let recorder = EventRecorder()
    var live = LiveComponents()
    live.rows["r"] = Probe("r", says: "written", recorder)
    let row = Document.Row(id: "r", fields: [.component: "Probe", .text: "stored"])
    let probe = try #require(live.component(of: row) as? Probe)
    #expect(probe.record == row.fields)
  }

  // Rule F1: the record has become another kind since the program was written.
  @Test func `a live component of another name is not asked`() {
    var live = LiveComponents()
    live.rows["r"] = Probe("r", EventRecorder())
    #expect(live.component(of: .init(id: "r", fields: [.component: "Toggle"])) is Toggle)
  }

  // Rule F2: names and kinds that nobody knows are kept as they are.
  @Test(
    arguments: [
      ([.component: "TextInput"], "TextInput"), ([.component: "Toggle"], "Toggle"),
      ([.component: "Choice"], "Choice"), ([.component: "Description"], "Description"),
      ([.component: "TextInput", .kind: "telepathic"], "Opaque"),
      ([.component: "Slider"], "Opaque"), ([:], "Opaque"), ([.component: 3], "Opaque"),
    ] as [(Fields, String)])
  func `a record without a live component gets one by its name`(fields: Fields, type: String) {
    let component = LiveComponents().component(of: .init(id: "r", fields: fields))
    #expect("\(Swift.type(of: component))" == type)
    #expect(component.record == fields)
    #expect(component.id == "r")
  }

  @Test func `a form keeps what was written beside its records`() throws {
    let recorder = EventRecorder()
    let form = Form("f") {
      Section("s") { Probe("r", says: "row", recorder) }
        .header(Probe("h", says: "head", recorder))
    }
    let content = try form.content()
    #expect(content.component(at: .init(section: 0, row: 0)) is Probe)
    let section = content.document.sections[0]
    let header = content.components.component(of: .header, in: "s", section.fields)
    #expect((header as? Probe)?.record.text(.text) == "head")
    #expect(content.components.component(of: .footer, in: "s", section.fields) == nil)
  }
}
