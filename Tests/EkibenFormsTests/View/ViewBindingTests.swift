import EkibenDocuments
import EkibenForms
import Testing

@MainActor @Suite(.timeLimit(.minutes(20))) struct ViewBindingTests {
  // Rule F19; B-32 and T-B12.
  @Test func `a component of the same name takes the view over, in this order`() {
    let diary = Diary()
    var binding = ViewBinding()
    binding.bind(Probe("r", says: "A", diary))
    binding.willDisplay()
    diary.clear()
    binding.bind(Probe("r", says: "B", diary))
    #expect(
      diary.text == """
        A.didEndDisplaying
        A.willUnmount, token kept
        token released
        B.render over "A"
        B.didMount, storage empty
        B.willDisplay
        """)
  }

  @Test func `a component of another name gets a view of its own`() {
    let diary = Diary()
    var binding = ViewBinding()
    var steps: [String] = []
    binding.bind(Probe("r", says: "A", diary)) { steps.append($0.rawValue) }
    diary.clear()
    binding.bind(Probe("r", as: "Other", says: "B", diary)) { steps.append($0.rawValue) }
    #expect(
      diary.text == """
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
    let diary = Diary()
    var binding = ViewBinding()
    binding.bind(Probe("r", as: "Slider", says: "A", diary))
    binding.bind(Opaque(id: "r", record: [.component: "Slider", .title: "Dose"]))
    let view = try #require(binding.view as? Opaque.View)
    #expect(view.label.title == "Dose")
    #expect(view.component == "Slider")
  }

  @Test func `a component whose view leaves the screen is called once`() {
    let diary = Diary()
    var binding = ViewBinding()
    binding.didEndDisplaying()
    binding.willDisplay()
    binding.unbind()
    #expect(diary.lines.isEmpty)
    binding.bind(Probe("r", says: "A", diary))
    binding.willDisplay()
    binding.willDisplay()
    diary.clear()
    binding.didEndDisplaying()
    binding.didEndDisplaying()
    binding.unbind()
    binding.unbind()
    #expect(
      diary.text == """
        A.didEndDisplaying
        A.willUnmount, token kept
        token released
        """)
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct LiveComponentsTests {
  @Test func `a live component shows the record as it stands`() throws {
    let diary = Diary()
    var live = LiveComponents()
    live.rows["r"] = Probe("r", says: "written", diary)
    let row = Document.Row(id: "r", fields: [.component: "Probe", .text: "stored"])
    let probe = try #require(live.component(of: row) as? Probe)
    #expect(probe.record == row.fields)
  }

  // Rule F1: the record has become another kind since the program was written.
  @Test func `a live component of another name is not asked`() {
    var live = LiveComponents()
    live.rows["r"] = Probe("r", Diary())
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
    let diary = Diary()
    let form = Form("f") {
      Section("s") { Probe("r", says: "row", diary) }
        .header(Probe("h", says: "head", diary))
    }
    let content = try form.content()
    #expect(content.component(at: .init(section: 0, row: 0)) is Probe)
    let section = content.document.sections[0]
    let header = content.components.component(of: .header, in: "s", section.fields)
    #expect((header as? Probe)?.record.text(.text) == "head")
    #expect(content.components.component(of: .footer, in: "s", section.fields) == nil)
  }
}
