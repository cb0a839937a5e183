import EkibenDocuments
import EkibenExpressions
import EkibenForms
import EkibenInterchange
import EkibenTesting
import Foundation
import Testing

/// Rule I31.
@Suite(.timeLimit(.minutes(20))) struct `A form that was changed` {
  /// A change of one row or section of the form below, and what it makes of the item's JSON.
  struct Change: Sendable, CustomTestStringConvertible {
    let name: String
    let record: RecordID
    let change: @Sendable (inout Fields) -> Void
    let item: String

    init(
      _ name: String, _ record: RecordID, _ item: String,
      _ change: @escaping @Sendable (inout Fields) -> Void
    ) {
      (self.name, self.record, self.item, self.change) = (name, record, item, change)
    }

    var testDescription: String { name }
  }

  private static let core = "http://hl7.org/fhir/StructureDefinition/"
  private static let age =
    #"{"type":"integer","linkId":"age","x":1.0,"text":"Age","extension":["#
    + #"{"valueInteger":0,"url":"\#(core)minValue","id":"e"}]}"#
  private static let sex =
    #"{"linkId":"sex","text":"Sex","type":"choice","answerOption":["#
    + #"{"valueCoding":{"code":"f","display":"Female"}},{"valueCoding":{"code":"m"},"x":2}]}"#
  private static let smokes = #"{"linkId":"smokes","text":"Do <i>you</i> smoke?","type":"boolean"}"#
  private static let group = #"{"linkId":"g","prefix":"1","text":"You","type":"group"}"#

  private static let form =
    #"{"resourceType":"Questionnaire","status":"draft","item":["#
    + "\(inside(age, sex)),\(smokes)]}"

  private static func inside(_ items: String...) -> String {
    group.dropLast() + #","item":[\#(items.joined(separator: ","))]}"#
  }

  static let changes: [Change] = [
    Change("a text", .row("age"), age.replacing("\"Age\"", with: "\"Your age\"")) {
      $0[.title] = "Your age"
    },
    Change(
      "a text that had markup", .row("smokes"),
      #"{"linkId":"smokes","text":"Smoker","type":"boolean"}"#
    ) {
      $0[.title] = "Smoker"
    },
    Change("another type", .row("age"), age.replacing("integer", with: "decimal")) {
      $0[.kind] = "decimal"
    },
    Change(
      "asked for", .row("smokes"),
      #"{"linkId":"smokes","text":"Do <i>you</i> smoke?","type":"boolean","required":true}"#
    ) {
      $0[.required] = true
    },
    Change("a limit", .row("age"), age.replacing(":0,", with: ":18,")) { $0[.least] = 18 },
    Change(
      "one more limit", .row("age"),
      age.replacing("}]}", with: #"},{"url":"\#(core)maxValue","valueInteger":120}]}"#)
    ) { $0[.greatest] = 120 },
    Change("no limit", .row("age"), #"{"type":"integer","linkId":"age","x":1.0,"text":"Age"}"#) {
      $0[.least] = nil
    },
    Change(
      "what it starts with", .row("age"),
      age.replacing("]}", with: #"],"initial":[{"valueInteger":7}]}"#)
    ) { $0[.initial] = 7 },
    Change("an option's label", .row("sex"), sex.replacing("Female", with: "Woman")) { fields in
      fields[.options] = .list([
        .record([.code: "f", .label: "Woman"]), fields[.options]?.asList?.last ?? .null,
      ])
    },
    Change(
      "an option's image", .row("sex"),
      sex.replacing(
        #""Female"}}"#,
        with:
          #""Female"},"extension":[{"url":"http://hl7.org/fhir/uv/sdc/StructureDefinition/"#
          + #"sdc-questionnaire-itemAnswerMedia","valueAttachment":{"url":"f.png"}}]}"#)
    ) { fields in
      fields[.options] = .list([
        .record([.code: "f", .label: "Female", .image: "f.png"]),
        fields[.options]?.asList?.last ?? .null,
      ])
    },
    Change(
      "one more option", .row("sex"),
      sex.replacing("\"x\":2}]", with: "\"x\":2},{\"valueCoding\":{\"code\":\"x\"}}]")
    ) { $0[.options] = .list(($0[.options]?.asList ?? []) + [.record([.code: "x"])]) },
    Change(
      "several answers", .row("sex"),
      sex.replacing(#""answerOption""#, with: #""repeats":true,"answerOption""#)
    ) { $0[.multiple] = true },
    Change(
      "a condition", .row("smokes"),
      #"{"linkId":"smokes","text":"Do <i>you</i> smoke?","type":"boolean","enableWhen":"#
        + #"[{"question":"age","operator":">=","answerInteger":18},"#
        + #"{"question":"sex","operator":"=","answerCoding":{"code":"m"}}],"enableBehavior":"all"}"#
    ) {
      $0[.visible] = .record(
        Formula.all([
          .compares(Formula.Reference("age"), .atLeast, .value(18)),
          .compares(Formula.Reference("sex"), .equal, .value("m")),
        ]).record)
    },
    Change(
      "help", .row("smokes"),
      #"{"linkId":"smokes","text":"Do <i>you</i> smoke?","type":"boolean","item":[{"extension":["#
        + #"{"url":"\#(core)questionnaire-itemControl","valueCodeableConcept":{"coding":["#
        + #"{"system":"http://hl7.org/fhir/questionnaire-item-control","code":"help"}]}}],"#
        + #""linkId":"smokes-help","text":"Now and then counts.","type":"display"}]}"#
    ) { $0[.help] = "Now and then counts." },
    Change(
      "hidden", .row("smokes"),
      #"{"extension":[{"url":"\#(core)questionnaire-hidden","valueBoolean":true}],"linkId":"smokes","#
        + #""text":"Do <i>you</i> smoke?","type":"boolean"}"#
    ) { $0[.hidden] = true },
    Change("a group's header", .section("g"), group.replacing("You", with: "About you")) {
      $0[.header] = .record([
        .component: "Description", .prefix: "1", .text: "1 About you", .title: "About you",
      ])
    },
  ]

  @Test(arguments: changes)
  func `comes out with that and nothing else`(change: Change) throws {
    var sections = try readForm(Self.form).form.sections
    for place in sections.indices {
      if change.record == .section(sections[place].id) { change.change(&sections[place].fields) }
      for row in sections[place].rows.indices
      where change.record == .row(sections[place].rows[row].id) {
        change.change(&sections[place].rows[row].fields)
      }
    }
    let read = try readForm(Self.form).form
    let changed = Form(
      read.name, fields: read.fields, sections: sections, components: read.components)
    let written = try FormFile.writeQuestionnaire(changed)
    let old =
      [RecordID.row("age"): Self.age, .row("sex"): Self.sex, .row("smokes"): Self.smokes][
        change.record]
      ?? String(Self.group.dropLast())
    let item = change.record == .section("g") ? String(change.item.dropLast()) : change.item
    let expected = Self.form.replacing(old, with: item)
    #expect(
      String(decoding: written.bytes, as: UTF8.self)
        == (try JSON(parsing: Array(expected.utf8)).encoded(pretty: true)) + "\n")
    #expect(written.warnings == [])
  }

  @Test func `says what a Questionnaire cannot, by record and field`() throws {
    let form = Form("survey") {
      Section("a", header: "A", footer: "The end.") {
        TextInput(Field<String>("mail"), title: "Mail", kind: .email)
        Description("note", "Text.").visible(when: !(Field<String>("mail") == "x"))
      }
    }
    let written = try FormFile.writeQuestionnaire(form)
    #expect(
      written.warnings.map(\.description) == [
        #"section:a: "footer" is left out, since a Questionnaire cannot say it"#,
        #"mail: "kind" is left out, since a Questionnaire cannot say it"#,
        #"note: "visible" is left out, since a Questionnaire cannot say it"#,
      ])
    let json = try JSON(parsing: written.bytes)
    #expect(json["id"]?.string == "survey" && json["status"]?.string == "active")
  }

  @Test func `reads back as it was in all that is not said to be lost`() throws {
    for seed in UInt64(1)...300 {
      var random = SeededGenerator(seed: seed)
      var questionnaire = RandomQuestionnaire(seed: seed)
      let json = questionnaire.json()
      let read = try FormFile.read(Array(json.encoded().utf8), named: "file").form
      var sections = read.sections
      for section in sections.indices {
        for row in sections[section].rows.indices where random.once(in: 3) {
          Self.edit(&sections[section].rows[row].fields, &random)
        }
      }
      let form = Form(
        read.name, fields: read.fields, sections: sections, components: read.components)
      let written = try FormFile.writeQuestionnaire(form)
      let again = try FormFile.read(written.bytes, named: "file").form
      let (rows, others) = (form.sections.flatMap(\.rows), again.sections.flatMap(\.rows))
      try #require(rows.map(\.id) == others.map(\.id), "seed \(seed)")
      for (row, other) in zip(rows, others) {
        for name in Set(row.fields.names + other.fields.names).subtracting(Self.kept) {
          let isLost = written.warnings.contains {
            $0.record == .row(row.id) && $0.field == name
          }
          let (old, new) = (row.fields[name], other.fields[name])
          try #require(
            isLost || old == new, "seed \(seed), \(row.id) \(name): \(old as Any), \(new as Any)")
        }
      }
    }
  }

  private static let kept: Set<FieldName> = [
    "fhir", "fhirItems", "fhirOrder", "source", "markup", "enableWhen", "enableBehavior", "options",
    "units",
  ]

  private static func edit(_ fields: inout Fields, _ random: inout SeededGenerator) {
    let edits: [(FieldName, Value?)] = [
      (.title, "Other"), (.title, nil), (.prefix, "9."), (.required, true), (.required, nil),
      (.readOnly, true), (.least, 3), (.greatest, "today-18y"), (.minLength, 4),
      (.pattern, "[0-9]"),
      (.example, "12"), (.unit, "kg"), (.help, "Help."), (.help, nil), (.legal, "Law."),
      (.hidden, true),
      (.hidden, nil), (.control, "drop-down"), (.initial, "x"), (.initial, nil), (.decimals, 3),
      (.visible, nil), (.columns, 2), (.maxLength, 9), (.sublabel, "Below"), (.placeholder, "…"),
    ]
    let (name, value) = random.pick(edits)
    fields[name] = value
  }
}

extension String {
  fileprivate func replacing(_ text: String, with other: String) -> String {
    replacingOccurrences(of: text, with: other)
  }
}
