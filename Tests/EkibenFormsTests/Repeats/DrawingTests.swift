import EkibenDocuments
import EkibenExpressions
@testable import EkibenForms
import Testing

// Rules F40, F43 and F62.
@Suite(.timeLimit(.minutes(20))) struct `A drawing of what repeats` {
  private static func supplement(_ words: String) -> Value { Section.supplement(words) }

  private func text(_ fields: Fields?, _ name: FieldName) -> String? {
    fields?[name]?.asRecord?.text(.text)
  }

  private func kids(
    _ fields: Fields, count: Int, status: Value? = nil
  ) throws -> Document {
    var template = fields
    template[.repeats] = true
    let instances = (0..<count).map { number in
      Document.Section(
        id: SectionID(unchecked: "kids/\(number)"), fields: [.parent: "kids", .template: "kids"])
    }
    var all = Fields()
    all[.documentStatus] = status
    return try Document(
      fields: all, sections: [Document.Section(id: "kids", fields: template)] + instances)
  }

  @Test(
    arguments: [
      ([.instanceLabel: "Kid", .header: supplement("Kids"), .title: "T"], 0, nil, "+ Kid (0)"),
      ([.header: supplement("Kids"), .title: "T"], 0, nil, "+ Kids (0)"),
      ([.title: "T"], 3, nil, "+ T (3)"),
      ([:], 1, nil, "+ kids (1)"), ([.maxOccurs: 5], 2, nil, "+ kids (2 of at most 5)"),
      ([.maxOccurs: 5], 4, nil, "+ kids (4 of at most 5)"),
      ([.maxOccurs: 5], 5, nil, "kids (5 of at most 5)"),
      ([.maxOccurs: 5], 6, nil, "kids (6 of at most 5)"),
      ([.minOccurs: 2], 1, nil, "+ kids (1, at least 2)"), ([.minOccurs: 2], 2, nil, "+ kids (2)"),
      ([.minOccurs: 2, .maxOccurs: 3], 0, nil, "+ kids (0 of at most 3, at least 2)"),
      ([:], 1, "final", "kids (1)"), ([.maxOccurs: 5], 2, "final", "kids (2 of at most 5)"),
    ] as [(Fields, Int, Value?, String)])
  func `says what can be added`(
    fields: Fields, count: Int, status: Value?, words: String
  ) throws {
    let drawn = try kids(
      fields.setting(.footer, Self.supplement("Below")), count: count, status: status
    ).drawn
    #expect(text(drawn.section("kids")?.fields, .addition) == words)
    #expect(drawn.section("kids")?.fields[.footer] == nil)
    #expect(drawn.sections.count == count + 1)
  }

  @Test(
    arguments: [
      ([.instanceLabel: "Kid", .header: supplement("Kids")], ["Kid 1", "Kid 2"]),
      ([.header: supplement("Kids")], ["Kids 1", "Kids 2"]), ([.title: "T"], ["T 1", "T 2"]),
      ([:], ["kids 1", "kids 2"]),
    ] as [(Fields, [String])])
  func `numbers instances`(fields: Fields, labels: [String]) throws {
    let drawn = try kids(fields, count: 2).drawn
    #expect(drawn.sections.dropFirst().map { text($0.fields, .header) } == labels)
    #expect(drawn.sections.map { $0.fields[.level] } == [nil, 1, 1])
  }

  private func phones(_ question: TextInput, _ count: Int) throws -> Document {
    let instances = (0..<count).map { number in
      Document.Row(
        id: RowID(unchecked: "phone/\(number)"), fields: [.template: "phone", .parentRow: "phone"])
    }
    let under = Document.Row(
      id: "phone/0/kind",
      fields: [.component: "TextInput", .title: "Kind", .parentRow: "phone/0"])
    return try Document(sections: [
      Document.Section(
        id: "s", rows: [Document.Row(id: "phone", fields: question.record)] + instances + [under])
    ])
  }

  @Test func `shows a question as what can be added, and its answers with numbers`() throws {
    let question = TextInput(Field<String>("phone"), title: "Phone").required().repeated(
      greatest: 3)
    let rows = Array(try phones(question, 2).drawn.sections[0].rows)
    #expect(rows.map(\.id) == ["phone", "phone/0", "phone/1", "phone/0/kind"])
    #expect(rows[0].fields.text(.component) == "Description")
    #expect(rows[0].fields.text(.text) == "+ Phone * (2 of at most 3)")
    #expect(rows.map { $0.fields.text(.title) } == ["Phone", "Phone 1", "Phone 2", "Kind"])
    #expect(rows.map { $0.fields[.level] } == [nil, 1, 1, 2])
    #expect(rows[1].fields.text(.component) == "TextInput")
  }

  @Test func `of a question without a title has a number alone, and of one with a label that`()
    throws
  {
    let bare = TextInput(Field<String>("phone")).repeated()
    let titles = try phones(bare, 1).drawn.sections[0].rows.map { $0.fields.text(.title) }
    #expect(titles == [nil, "1", "Kind"])
    let labelled = TextInput(Field<String>("phone"), title: "Phones").repeated(label: "Phone")
    let rows = Array(try phones(labelled, 1).drawn.sections[0].rows)
    #expect(rows[0].fields.text(.text) == "+ Phone (1)")
    #expect(rows[1].fields.text(.title) == "Phone 1")
  }

  @Test func `shows nothing of templates but where they stand`() throws {
    let form = Form("f") {
      Repeat("kids", label: "Kid") {
        TextInput(Field<String>("name"))
        Repeat("pets", label: "Pet") { TextInput(Field<String>("pet")) }
        TextInput(Field<String>("note")).repeated()
      }
    }
    let drawn = try form.document().drawn
    #expect(drawn.sections.map(\.id) == ["kids"])
    #expect(drawn.sections.flatMap { $0.rows.map(\.id) } == [])
  }

  @Test(arguments: [(.max, [.max, .max, .max]), (.min, [nil, 1, 2])] as [(Int64, [Int64?])])
  func `is as deep as a number can say at most`(level: Int64, deep: [Int64?]) throws {
    let document = try Document(sections: [
      Document.Section(id: "s", fields: [.level: .integer(level)]),
      Document.Section(id: "t", fields: [.parent: "s"]),
      Document.Section(id: "u", fields: [.parent: "t"]),
    ])
    #expect(document.drawn.sections.map { $0.fields[.level]?.asInteger } == deep)
  }

  @Test func `is read-only where the document takes no edits`() throws {
    let form = Form("f") {
      Section("s") {
        TextInput(Field<String>("a"))
        TextInput(Field<String>("b")).readOnly()
      }
    }
    let draft = try form.document()
    #expect(draft.drawn == draft)
    let finished = try Document(fields: [.documentStatus: "final"], sections: draft.sections).drawn
    let rows = Array(finished.sections[0].rows)
    #expect(rows.map { $0.fields.isTrue(.readOnly) } == [true, true])
    // What would be read-only anyway is drawn as it is.
    #expect(rows.map { $0.fields.isTrue(.closed) } == [true, false])
  }

  @Test func `of what is not shown leaves it out, or marks it`() throws {
    let form = Form("f") {
      Section("s") {
        TextInput(Field<String>("a"))
        TextInput(Field<String>("b")).visible(when: Field<String>("a").isAnswered).required()
        TextInput(Field<String>("c")).setting(.hidden, to: true)
      }
      Section("t") { TextInput(Field<String>("d")) }.visible(when: Field<String>("a").isAnswered)
    }
    let document = try form.document()
    #expect(document.drawn.sections.map { $0.rows.map(\.id) } == [["a"]])
    let all = document.drawn(showsHidden: true)
    #expect(all.sections.map { $0.rows.map(\.id) } == [["a", "b", "c"], ["d"]])
    #expect(all.sections.map { $0.fields[.visible] == false } == [false, true])
    let rows = all.sections.flatMap { Array($0.rows) }
    #expect(rows.map { $0.fields[.visible] == false } == [false, true, true, true])
    // What is hidden is not required.
    #expect(rows.map { $0.fields[.required] } == [nil, nil, nil, nil])
  }
}

// Rules F40 and F42.
@Suite(.timeLimit(.minutes(20))) struct `What repeats, written in Swift` {
  @Test func `is a section and those in it, one deeper each`() {
    let repeating = Repeat("kids", header: "Kids", label: "Kid", least: 1, greatest: 3) {
      TextInput(Field<String>("name"))
      Repeat("pets", label: "Pet") { TextInput(Field<String>("pet")) }
      TextInput(Field<String>("note"))
      TextInput(Field<String>("more"))
    }
    .visible(when: .all([])).variable("v", "1").page("p")
    let records = repeating.sections.map(\.record)
    #expect(repeating.sections.map(\.id) == ["kids", "pets", "kids~2"])
    #expect(
      repeating.sections.map { $0.components.map(\.id) } == [["name"], ["pet"], ["note", "more"]])
    #expect(records.map { $0[.parent] } == [nil, "kids", "kids"])
    #expect(records.map { $0[.level] } == [nil, 1, nil])
    #expect(records.map { $0.isTrue(.repeats) } == [true, true, false])
    #expect(records.map { $0.isTrue(.continues) } == [false, false, true])
    #expect(records.map { $0[.instanceLabel] } == ["Kid", "Pet", nil])
    #expect(records.map { $0[.minOccurs] } == [1, nil, nil])
    #expect(records.map { $0[.maxOccurs] } == [3, nil, nil])
    #expect(records.map { $0[.visible] != nil } == [true, false, false])
    #expect(records.map { $0.variables.map(\.name) } == [["v"], [], []])
    #expect(records.map { $0[.page] } == ["p", nil, nil])
    let deep = Repeat("kids") { Section("pets").setting(.level, to: .integer(.max)) }
    #expect(deep.sections[1].record[.level] == .integer(.max))
  }

  @Test func `is answered by instances, whose rows have names of their own`() {
    let instance = Instance("kids/1")
    #expect(instance.row("name") == "kids/1/name")
    #expect(instance.section("pets") == "kids/1/pets")
    #expect(Field<String>("name").in(instance).row == "kids/1/name")
    #expect(Field<String>("name").in(nil).row == "name")
  }

  @Test func `keeps several answers to a choice apart`() {
    var choice = Choice(Field<String>("c"), options: []).repeated().record
    #expect(choice[.multiple] == false && choice[.instanceLabel] == nil)
    choice = TextInput(Field<String>("t")).repeated(label: "L", least: 0, greatest: 2).record
    #expect(choice[.multiple] == nil && choice[.minOccurs] == nil)
    #expect(choice[.instanceLabel] == "L" && choice[.maxOccurs] == 2)
  }
}
