import EkibenDocuments
import EkibenForms
import EkibenInterchange
import Testing

/// What the three fixtures come to, line by line.
@Suite(.timeLimit(.minutes(20))) struct `Questionnaires as sections and rows` {
  // Rules I7, I8 and I9.
  @Test func `groups in groups become sections, and rows after them go on`() throws {
    let form = try FormFile.read(fixture("nested-groups"), named: "file")
    #expect(form.warnings.isEmpty)
    let expected = """
      root
        before: TextInput plain
      household, “1. Your household”
        address: TextInput multiline
      home, level 1, in household, “1.1 Your home”
        rooms: TextInput integer
      kitchen, level 2, in home, “1.1.1 The kitchen”
        stove: Toggle
      fuel, level 3, in kitchen, “1.1.1.1 What it burns”
        gas: Toggle
        wood: Toggle
      kitchen~2, level 2, in kitchen
        water: Toggle
      home~2, level 1, in home
        windows: TextInput integer
      garden, level 2, in home, “The garden”
        trees: TextInput integer
      home~3, level 1, in home
        pets: TextInput plain
      household~2, in household
        since: TextInput plain
      root~2
        between-1: TextInput plain
        between-2: TextInput plain
      root~0, “A group that is called root”
        in-root: TextInput plain
      smoking, “Smoking”
        smoker: Toggle
        smoker-help: Description, under smoker
        how-many: TextInput integer, under smoker
        brand: TextInput plain, under how-many
        stopped: Toggle
      empty-group, “A group without rows”
      root~3
        after: TextInput plain
      """
    #expect(form.outline == lines(expected))
    #expect(form.form.name == "nested-groups" && form.form.title == "Groups in groups")
  }

  // Rule I10.
  @Test func `what is not understood becomes an opaque row`() throws {
    let form = try FormFile.read(fixture("every-type"), named: "file")
    let opaque = form.form.sections.flatMap(\.rows).filter { RowInput().traits(of: $0) == nil }
    let expected = ["t-display", "t-attachment", "t-reference", "t-unknown"]
    #expect(opaque.map(\.id.rawValue) == expected)
    #expect((form.sectionCount, form.rowCount, form.opaqueCount) == (5, 40, 3))
    let choices = form.outline.filter { $0.contains("Choice") }
    let wanted = """
        t-choice: Choice sweet|sour|salty
        t-choice-initial-selected: Choice sweet|salty
        t-choice-other-values: Choice morning|2|2024-03-05|12:00:00|Patient/1
        t-choice-value-set: Choice http://hl7.org/fhir/ValueSet/languages
        t-choice-nothing: Choice\u{20}
        t-open-choice: Choice sweet|sour|salty
        t-choice-many: Choice sweet|sour|salty
      """
    #expect(choices == lines(wanted))
    let warned = [
      "line 190, column 9, at item[0].item[14]: t-choice-nothing is a choice without options and "
        + "without value set",
      "line 319, column 84, at item[0].item[24].type: t-unknown has the unknown type \"signature\"; it "
        + "is kept as it is",
      "line 415, column 25, at item[1].item[9].enableWhen: w-any has a condition that is kept but not "
        + "acted on; it is shown",
      "line 434, column 13, at item[1].item[10].enableWhen[0]: the condition of w-nowhere names the "
        + "question \"nowhere\", which is not there",
    ]
    #expect(form.warnings.map(\.description) == warned)
  }

  @Test func `a group under a question is a section that says whose it is`() throws {
    let form = try readForm(
      #"""
      {"resourceType": "Questionnaire", "item": [
        {"linkId": "a", "type": "group", "item": [
          {"linkId": "q", "type": "boolean", "item": [
            {"linkId": "g", "type": "group", "text": "If so", "item": [
              {"linkId": "r", "type": "string"}]},
            {"linkId": "s", "type": "string"}]},
          {"linkId": "t", "type": "string"}]},
        {"linkId": "p", "type": "boolean", "item": [
          {"linkId": "h", "type": "group", "item": [{"linkId": "u", "type": "string"}]}]}
      ]}
      """#)
    let expected = """
      a
        q: Toggle
      g, level 1, in a, under q, “If so”
        r: TextInput plain
      a~2, in a
        s: TextInput plain, under q
        t: TextInput plain
      root
        p: Toggle
      h, level 1, under p
        u: TextInput plain
      """
    #expect(form.outline == lines(expected))
    #expect(form.warnings.isEmpty)
  }

  // Rule F56.
  @Test func `a group that is a page has all that stands in it there`() throws {
    let form = try readForm(
      #"""
      {"resourceType": "Questionnaire", "item": [
        {"linkId": "first", "text": "You", "type": "group",
          "extension": [{"url": "http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl",
            "valueCodeableConcept": {"coding": [{"code": "page"}]}}],
          "item": [
            {"linkId": "a", "type": "string"},
            {"linkId": "inner", "type": "group", "item": [{"linkId": "b", "type": "string"}]},
            {"linkId": "c", "type": "string"}]},
        {"linkId": "second", "type": "group", "item": [{"linkId": "d", "type": "string"}]}
      ]}
      """#)
    let pages = try form.form.document().pages
    #expect(pages.map(\.title) == ["You", nil])
    #expect(pages.map(\.sections) == [["first", "inner", "first~2"], ["second"]])
    #expect(form.warnings.isEmpty)
  }

  // Rule F40: a section cannot follow the row of one answer.
  @Test func `a question that repeats keeps rows under it, and stays whole with a group under it`()
    throws
  {
    let form = try readForm(
      #"""
      {"resourceType": "Questionnaire", "item": [
        { "linkId": "d",  "type": "reference", "item": [{"linkId": "e", "type": "string"}], "code": [] },
        {"linkId": "m", "type": "string", "repeats": true, "item": [
          {"linkId": "n", "type": "group"}]},
        {"linkId": "v", "type": "string", "repeats": true, "item": [
          {"linkId": "w", "type": "string", "item": [{"linkId": "x", "type": "group"}]}]},
        {"linkId": "p", "type": "string", "repeats": true, "item": [
          {"linkId": "q", "type": "string"}]}
      ]}
      """#)
    #expect(
      form.outline == [
        "root", "  d: Opaque", "  e: TextInput plain, under d", "  m: Opaque", "  v: Opaque",
        "  p: TextInput plain", "  q: TextInput plain, under p",
      ])
    #expect(form.row("p")?.fields[.repeats] == .bool(true))
    #expect(
      form.row("d")?.fields[.source]
        == .verbatim(#"{"linkId": "d", "type": "reference", "code": []}"#))
    let whole = """
      {"linkId": "m", "type": "string", "repeats": true, "item": [
          {"linkId": "n", "type": "group"}]}
      """
    #expect(form.row("m")?.fields[.source] == .verbatim(whole))
  }

  // Rule I11.
  @Test(arguments: ["nested-groups", "odd-ids", "every-type"])
  func `reads back equal from our own JSON, which is then written alike`(name: String) throws {
    let form = try FormFile.read(fixture(name), named: "file").form
    let written = FormFile.write(form)
    let again = try FormFile.read(written, named: "other", format: .ekiben).form
    #expect(again.name == form.name)
    #expect(try again.document() == form.document())
    #expect(FormFile.write(again) == written)
  }

  @Test(arguments: ["nested-groups", "odd-ids", "every-type"])
  func `loses nothing that the file says`(name: String) throws {
    #expect(try lostScalars(fixture(name)) == [])
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { String($0) }
  }
}
