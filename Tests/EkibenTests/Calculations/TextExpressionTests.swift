import Ekiben
import EkibenDocuments
import EkibenInterchange
import EkibenTesting
import Testing

private func path(_ row: String) -> String {
  "%resource.descendants().where(linkId = '\(row)').answer.value"
}

private let intake = Form("intake") {
  Section("who", header: "Who") { TextInput(Field<String>("name"), title: "Name") }
  Section("about", header: "About the patient") {
    Toggle(Field<Bool>("well"), title: "Is the patient well?")
      .textExpression("'Is ' & \(path("name")) & ' well?'")
    TextInput(Field<Int>("n"), title: "A number").textExpression("1 + 'a'")
    TextInput(Field<Int>("m"), title: "Another").textExpression("(1 | 2)")
  }
  .textExpression("iif(\(path("name")).exists(), 'About ' & \(path("name")), {})")
}

// Rule F68.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A text that an expression gives` {
  private func shown(_ editor: DocumentEditor, _ row: RowID) throws -> String? {
    let row = try #require(editor.document.row(row))
    return editor.document.held(row, editor.rules).fields.text(.title)
  }

  @Test func `follows the answers that it reads, as a table shows it`() throws {
    try withTemporaryStore { store in
      let session = try store.open("visit", from: intake, in: .fixed())
      let host = HeadlessTable()
      session.attach(host)
      #expect(host.snapshot().contains("Is  well?"))
      #expect(host.snapshot().contains("About the patient"))
      try session.set([("name", "Ada")])
      #expect(host.snapshot().contains("Is Ada well?"))
      #expect(host.snapshot().contains("About Ada"))
      try session.undo()
      #expect(host.snapshot().contains("About the patient"))
      // What is shown is not kept.
      #expect(session.document.row("well")?.fields.text(.title) == "Is the patient well?")
      let entry = try store.entry(2, of: session.document)
      #expect(entry.changes.changes.map(\.record) == [.row("name")])
    }
  }

  @Test func `is the form's own where the expression gives an error or several`() throws {
    try withTemporaryStore { store in
      let editor = try store.editor("visit", from: intake, in: .fixed())
      #expect(try shown(editor, "n") == "A number")
      #expect(try shown(editor, "m") == "Another")
      let why = try editor.why("n")
      #expect(why.map(\.aspect) == [.text])
      #expect(why[0].sentence.contains("could not be evaluated"))
    }
  }

  @Test func `leaves no translation and no markup of the text before`() throws {
    var question = TextInput(Field<String>("q"), title: "Q").textExpression("'What' & '?'")
    question.record[.markup] = .record([.title: "<b>Q</b>"])
    question.record[.translations] = .record(["de": .record([.title: "F"])])
    let form = Form("f") { Section("s") { question } }
    try withTemporaryStore { store in
      let editor = try store.editor("d", from: form, in: .fixed())
      let row = try #require(editor.document.row("q"))
      let held = editor.document.held(row, editor.rules).fields
      #expect(held.text(.title) == "What?")
      #expect(held[.markup] == .record([:]) && held[.translations] == .record(["de": .record([:])]))
    }
  }

  @Test func `comes from a Questionnaire, and goes out as it came`() throws {
    let text = #"""
      {"resourceType": "Questionnaire", "id": "f", "status": "draft", "item": [
        {"linkId": "g", "type": "group", "text": "Group", "_text": {"extension": [{
          "url": "http://hl7.org/fhir/StructureDefinition/cqf-expression",
          "valueExpression": {"language": "text/fhirpath", "expression": "'G' & 'roup 2'"}}]},
         "item": [{"linkId": "q", "type": "string", "text": "Q", "_text": {"extension": [{
          "url": "http://hl7.org/fhir/StructureDefinition/cqf-expression",
          "valueExpression": {"language": "text/fhirpath", "expression": "'What' & '?'"}}]}}]}]}
      """#
    let file = try FormFile.read(Array(text.utf8), named: "f")
    try withTemporaryStore { store in
      let session = try store.open("d", from: file.form, in: .fixed())
      #expect(try shown(store.editor("d", in: .fixed()), "q") == "What?")
      let host = HeadlessTable()
      session.attach(host)
      #expect(host.snapshot().contains("Group 2"))
    }
    let written = try FormFile.writeQuestionnaire(file.form)
    #expect(written.warnings.isEmpty)
    #expect(try JSON(parsing: written.bytes) == JSON(parsing: Array(text.utf8)))
    let changed = try FormFile.read(Array(text.utf8), named: "f").form
    let again = try FormFile.read(FormFile.write(changed), named: "f").form
    #expect(again.sections == changed.sections)
  }
}
