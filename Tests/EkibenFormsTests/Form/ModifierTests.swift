import EkibenDocuments
import EkibenExpressions
import EkibenForms
import Testing

private let adult: Formula = Field<Bool>("adult") == true
private let adultRecord = Value.record(["row": "adult", "is": true])

private func path(_ text: String) -> Value { .record([.fhirPath: .text(text)]) }

private let name = TextInput(Field<String>("name"))

/// A part of a form, and the fields that it is to leave.
private struct Left<Part: Sendable>: Sendable {
  let part: Part
  let fields: Fields

  init(_ part: Part, _ fields: Fields) { (self.part, self.fields) = (part, fields) }
}

@Suite(.timeLimit(.minutes(20))) struct `A modifier` {
  // Rule F12: what is asked for is kept on the row.
  @Test(
    arguments: [
      Left(name.required(), [.required: true]), Left(name.required().required(false), [:]),
      Left(name.required(when: adult), [.required: adultRecord]),
      Left(name.readOnly(), [.readOnly: true]),
      Left(name.readOnly(when: adult), [.readOnly: adultRecord]),
      Left(name.visible(when: adult), [.visible: adultRecord]),
      Left(name.hidden(), [.hidden: true]),
      Left(name.hidden().hidden(false), [:]), Left(name.prefix("1."), [.prefix: "1."]),
      Left(name.calculated("1 + 1"), [.calculated: path("1 + 1")]),
      Left(name.textExpression("'x'"), [.textExpression: path("'x'")]),
      Left(name.initially("today()"), [.initialExpression: path("today()")]),
      Left(
        name.variable("a", "1").variable("b", "%a"),
        [
          .variables: .list([
            .record(["name": "a", .fhirPath: "1"]), .record(["name": "b", .fhirPath: "%a"]),
          ])
        ]
      ),
      Left(
        name.translation("de", [.title: "Name"]).translation("fr", [.title: "Nom"]),
        [
          .translations: .record([
            "de": .record([.title: "Name"]), "fr": .record([.title: "Nom"]),
          ])
        ]
      ),
      Left(name.repeated(), [.repeats: true]),
      Left(
        name.repeated(label: "Name", least: 1, greatest: 3),
        [.repeats: true, .instanceLabel: "Name", .minOccurs: 1, .maxOccurs: 3]
      ),
      Left(name.accessory(.checkmark), [.accessory: "checkmark"]),
      Left(name.accessory(.icon("phone")), [.accessory: "phone"]),
      Left(
        name.accessibility(identifier: "n", labels: ["Name"]),
        [.accessibilityIdentifier: "n", .accessibilityLabels: ["Name"]]
      ), Left(name.accessibility(identifier: "n").accessibility(), [:]),
    ])
  fileprivate func `of a row leaves its field`(left: Left<TextInput>) {
    #expect(left.part.record == left.fields.setting(.component, "TextInput"))
  }

  @Test(
    arguments: [
      Left(Section("s", header: "H"), [.header: Section.supplement("H")]),
      Left(Section("s", footer: "F"), [.footer: Section.supplement("F")]),
      Left(Section("s").visible(when: adult), [.visible: adultRecord]),
      Left(Section("s").textExpression("'x'"), [.textExpression: path("'x'")]),
      Left(Section("s").page("p"), [.page: "p"]),
      Left(
        Section("s").variable("a", "1"),
        [.variables: .list([.record(["name": "a", .fhirPath: "1"])])]
      ),
      Left(
        Section("s").header(Button("h", "H")),
        [.header: .record([.component: "Button", .title: "H"])]
      ),
      Left(
        Section("s").footer(Button("f", "F")),
        [.footer: .record([.component: "Button", .title: "F"])]
      ),
      Left(
        Section("s").supplement("aside", Button("a", "A")),
        ["aside": .record([.component: "Button", .title: "A"])]
      ), Left(Section("s").separators(.full).separators(nil), [:]),
    ])
  fileprivate func `of a section leaves its field`(left: Left<EkibenForms.Section>) throws {
    let document = try Form("f") { left.part }.document()
    #expect(document.sections.map(\.fields) == [left.fields])
  }

  @Test func `of a form leaves its field`() throws {
    var policies = RulePolicies()
    policies.clearsOnHide = true
    let check = Check("sum", .holds(adult), message: "too young")
    func expect(_ form: Form, _ fields: Fields) { #expect(form.fields == fields) }
    let form = Form("f", title: "Visit", url: "http://x/visit") {}
    expect(form, [.title: "Visit", .url: "http://x/visit"])
    let bare = Form("f") {}
    #expect(bare.fields.isEmpty && bare.title == "f" && form.title == "Visit")
    expect(bare.policies(policies), [.policies: .record(["clearOnHide": true])])
    expect(bare.policies(policies).policies(RulePolicies()), [:])
    expect(bare.changesNeedReason(), [.changesNeedReason: true])
    expect(bare.changesNeedReason().changesNeedReason(false), [:])
    let other = Check("other", .unique("r"))
    expect(
      bare.checked(check).checked(other),
      [.checks: .list([.record(check.record), .record(other.record)])])
    expect(
      bare.variable("a", "1").launchContext("patient"),
      [
        .variables: .list([
          .record(["name": "a", .fhirPath: "1"]), .record(["name": "patient"]),
        ])
      ])
    let full = Form("f", title: "T") { Section("s") { Description("d", "D").on() } }
      .changesNeedReason()
    #expect(full.name == "f" && full.sections.map(\.id) == ["s"])
    #expect(full.components.rows["d"] != nil)
  }

  // Content is what is drawn; the document has all of it.
  @Test func `that hides a row or section keeps it from the content`() throws {
    let form = Form("f") {
      Section("s") {
        Description("a", "A").hidden()
        Description("b", "B")
      }
      Section("t").visible(when: adult)
    }
    #expect(try form.content().document.sections.map(\.id) == ["s"])
    #expect(try form.content().document.sections[0].rows.map(\.id) == ["b"])
    #expect(try form.document().sections.map(\.rows.count) == [2, 0])
  }
}

@Suite(.timeLimit(.minutes(20))) struct `A collection of live components` {
  // Rule F13: copies are the same until something is changed.
  @Test func `is another one once anything in it is another`() {
    let one = LiveComponents()
    let copy = one
    #expect(one.isSame(as: copy) && !one.isSame(as: LiveComponents()))
    let changes: [(inout LiveComponents) -> Void] = [
      { $0.rows["r"] = Description("r", "") },
      { $0.supplements["s"] = ["aside": Description("r", "")] },
      { $0.registry = ComponentRegistry() }, { $0.checks = [] }, { $0.rules = [] },
      { $0.context = { .standard } },
    ]
    for change in changes {
      var other = one
      change(&other)
      #expect(!one.isSame(as: other))
    }
  }

  // Rule F43: an instance is shown by the component of its template.
  @Test func `shows an instance as its template is shown`() {
    let recorder = EventRecorder()
    let sections = [
      Section("s", rows: { Button("r", "R") { recorder.write("tapped") } })
        .header(Probe("h", says: "head", recorder)), Section("t"),
    ]
    let live = LiveComponents(of: sections)
    #expect(Set(live.rows.keys) == ["r"] && Set(live.supplements.keys) == ["s"])
    let fields: Fields = [.component: "Button", .title: "New", .template: "r"]
    let instance = live.component(of: Document.Row(id: "k/r", fields: fields))
    #expect(instance.id == "k/r" && instance is Button)
    #expect(instance.record == fields)
    let stranger = live.component(
      of: Document.Row(id: "k/x", fields: fields.setting(.template, "x")))
    #expect(stranger is Button && stranger.id == "k/x")
    func header(of section: SectionID, _ template: String?) -> (any Component)? {
      let record: Fields = [.component: "Probe", .text: "now"]
      var fields: Fields = [.header: .record(record)]
      fields[.template] = template.map(Value.text)
      return live.component(of: .header, in: section, fields)
    }
    #expect(header(of: "s", nil) is Probe && header(of: "k", "s") is Probe)
    #expect(header(of: "k", "s")?.record.text(.text) == "now")
    #expect(header(of: "k", nil) is Opaque && header(of: "k", "t") is Opaque)
    #expect(live.component(of: .header, in: "s", [.header: "no record"]) == nil)
  }

  @Test func `shows records as they are shown now`() {
    var live = LiveComponents()
    live.context = { InputContext(languages: ["de"]) }
    let fields: Fields = [
      .component: "Description", .text: "Words",
      .translations: .record(["de": .record([.text: "Worte"])]),
    ]
    let row = Document.Row(id: "r", fields: fields)
    #expect(live.component(of: row).record.text(.text) == "Worte")
    live.rows["r"] = Description("r", "")
    #expect(live.component(of: row).record.text(.text) == "Worte")
    #expect(LiveComponents().component(of: row).record.text(.text) == "Words")
  }

  @Test func `has the component of a supplement, also where only its record is there`() {
    let live = Section("s").header(Button("h", "H").on())
    #expect(live.component(of: .header, as: Button.self)?.id == "h")
    let bare = Section("s", header: "H")
    #expect(bare.component(of: .header, as: Description.self)?.id == "header")
    #expect(bare.has(.header) && !bare.has(.level))
    var odd = Section("s")
    odd.record[.header] = .record([.text: "no component"])
    #expect(!odd.has(.header) && odd.component(of: .header, as: Opaque.self) == nil)
    #expect(bare.removing(.header).record.isEmpty)
    #expect(live.removing(.header).supplements.isEmpty)
  }
}
