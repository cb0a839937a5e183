import EkibenDocuments
@testable import EkibenForms
import Testing

/// A text in two languages, and German words for it.
private func translated(_ fields: Fields, _ german: Fields) -> Fields {
  fields.setting(.translations, .record(["de": .record(german)]))
}

// Rule F31.
@Suite(.timeLimit(.minutes(20))) struct `A record as it is shown` {
  private let german = InputContext(languages: ["de"])

  @Test func `has headers, footers, options and units in the language that is preferred`() {
    let fields = translated(
      [
        .title: "Sex", .help: "Ask.", .value: "m",
        .header: .record(translated([.text: "Person"], [.text: "Mensch"])),
        .footer: .record(translated([.text: "End"], [.text: "Ende"])),
        .options: .list([
          .record(translated([.code: "m", .label: "Male"], [.label: "Mann"])),
          .record([.code: "f", .label: "Female"]),
        ]),
        .units: .list([.record(translated([.code: "g", .label: "grams"], [.label: "Gramm"]))]),
      ], [.title: "Geschlecht", .least: 3])
    let shown = fields.shown { german }
    #expect(shown.text(.title) == "Geschlecht" && shown.text(.help) == "Ask.")
    #expect(shown[.header]?.asRecord?.text(.text) == "Mensch")
    #expect(shown[.footer]?.asRecord?.text(.text) == "Ende")
    func labels(_ name: FieldName) -> [String?] {
      (shown[name]?.asList ?? []).map { $0.asRecord?.text(.label) }
    }
    #expect(labels(.options) == ["Mann", "Female"] && labels(.units) == ["Gramm"])
    // A translation is of texts only.
    #expect(shown[.least] == nil && shown[.value] == "m")
    #expect(fields.shown { .standard } == fields)
  }

  // A footer or units alone stayed as the form says them.
  @Test(arguments: [FieldName.header, .footer, .options, .units])
  func `has each of them in that language also where it stands alone`(name: FieldName) {
    let isList = [.options, .units].contains(name)
    func record(_ word: Value) -> Value {
      let text: Value = .record(
        translated([isList ? .label : .text: word], [isList ? .label : .text: "Ende"]))
      return isList ? .list([text]) : text
    }
    let fields: Fields = [name: record("End")]
    let shown = fields.shown { german }[name]
    let found = isList ? shown?.asList?.first?.asRecord?.text(.label) : shown?.asRecord?.text(.text)
    #expect(found == "Ende")
  }

  // The context is asked for only where something depends on it.
  @Test(
    arguments: [
      ([.title: "T", .value: "x"], false), ([.least: "2024"], false), ([.greatest: 5], false),
      ([.valueSet: "codes"], false), ([.least: "today"], true), ([.greatest: "today-1d"], true),
      ([.valueSet: "codes", .value: "x"], true), ([.translations: .record([:])], true),
      ([.options: []], true), ([.header: .record([:])], true),
      ([.footer: .record([:])], true), ([.units: []], true),
    ] as [(Fields, Bool)])
  func `asks for what is around it where that matters`(fields: Fields, asks: Bool) {
    var asked = 0
    let shown = fields.shown {
      asked += 1
      return InputContext()
    }
    #expect(asked == (asks ? 1 : 0) && shown == fields)
  }

  // 2024-03-05 in UTC.
  @Test func `has the days that relative limits mean`() {
    let context = InputContext(time: 1_709_640_000_000)
    let fields: Fields = [.least: "today-1d", .greatest: "today"]
    let days: Fields = [.least: .date("2024-03-04"), .greatest: .date("2024-03-05")]
    #expect(fields.shown { context } == days)
    let one: Fields = [.least: "2020", .greatest: "today"]
    #expect(one.shown { context } == days.setting(.least, .date("2020")))
    let odd: Fields = [.least: "today-xy", .greatest: 5]
    #expect(odd.shown { context } == odd)
    #expect(fields.shown { .standard } == fields)
  }

  @Test(
    arguments: [
      (["de"], "de"), (["de-AT"], "de-AT"), (["de-CH"], "de"), (["DE-at"], "de-AT"),
      (["de_CH"], "de"), (["en-US"], "en"), (["en-gb"], "EN-GB"), (["pt"], "pt-PT"),
      (["pt-BR"], "pt-PT"), (["fr", "pt"], "pt-PT"), (["pt", "de"], "pt-PT"), (["fr"], nil),
      ([], nil),
    ] as [([String], String?)])
  func `takes just the language, else it without its region, else another region`(
    languages: [String], found: String?
  ) {
    // One stands before its language, which is taken all the same.
    let names: [FieldName] = ["EN-GB", "de", "de-AT", "en", "pt-PT"]
    var translations = Fields()
    for name in names { translations[name] = .record([.title: .text(name.rawValue)]) }
    let fields: Fields = [.title: "own", .translations: .record(translations)]
    #expect(fields.shown { InputContext(languages: languages) }.text(.title) == found ?? "own")
  }

  @Test func `is shown so in sections and documents`() throws {
    let row = Document.Row(id: "r", fields: translated([.title: "Name"], [.title: "Vorname"]))
    let section = Document.Section(
      id: "s", fields: [.header: .record(translated([.text: "You"], [.text: "Sie"]))],
      rows: [row, Document.Row(id: "q", fields: [.title: "Other"])])
    let document = Document(
      keeping: translated([.title: "Form"], [.title: "Formular"]), sections: [section])
    let shown = document.shown(in: german)
    #expect(shown.fields.text(.title) == "Formular" && shown.sections.map(\.id) == ["s"])
    #expect(shown.sections[0].fields[.header]?.asRecord?.text(.text) == "Sie")
    #expect(shown.sections[0].rows.map { $0.fields.text(.title) } == ["Vorname", "Other"])
    #expect(shown.sections[0].rows.map(\.id) == ["r", "q"])
    #expect(section.shown(in: german) == shown.sections[0])
  }

  // What counts is each text that a person would read.
  @Test(arguments: [
    FieldName.title, .text, .label, .help, .hint, .instructions, .legal, .flyover, .sublabel,
    .placeholder,
  ])
  func `counts a text that no language has`(name: FieldName) throws {
    func document(_ fields: Fields) -> Document {
      Document(
        keeping: [:], sections: [.init(id: "s", rows: [Document.Row(id: "r", fields: fields)])])
    }
    let bare: Fields = [name: "words", .unit: "kg", .value: "x"]
    #expect(document(bare).untranslatedTexts(in: ["de"]) == 1)
    #expect(document(translated(bare, [name: "Worte"])).untranslatedTexts(in: ["de"]) == 0)
    #expect(document(translated(bare, [name: "Worte"])).untranslatedTexts(in: ["fr"]) == 1)
    let inside: Fields = [
      .header: .record(bare), .footer: .record(bare), .options: .list([.record(bare)]),
    ]
    #expect(document(inside).untranslatedTexts(in: ["de"]) == 3)
    // Those of the form itself, too.
    for (fields, count) in [(bare, 1), (inside, 3), (translated(bare, [name: "Worte"]), 0)] {
      #expect(Document(keeping: fields, sections: []).untranslatedTexts(in: ["de"]) == count)
    }
  }

  @Test(arguments: [
    (["en"], 0), (["en-US"], 0), (["EN"], 0), (["de"], 1), (["de", "en"], 1),
  ])
  func `counts none where the form's own language is preferred`(languages: [String], count: Int) {
    let row = Document.Row(id: "r", fields: [.title: "Name"])
    let document = Document(
      keeping: [.language: "en-GB"], sections: [.init(id: "s", rows: [row])])
    #expect(document.untranslatedTexts(in: languages) == count)
  }
}
