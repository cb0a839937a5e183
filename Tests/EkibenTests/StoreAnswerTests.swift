import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenStore
import EkibenTesting
import Foundation
import Testing

private let by = EditMetadata(author: "Ada", time: 1)

/// What a store says of rows and documents without a session.
@Suite(.timeLimit(.minutes(20))) struct `A store that is asked` {
  private static let form = Form("f") {
    Section("s") {
      Choice(
        Field<String>("colour"),
        options: [
          .init("r", label: "Deep red"), .init("g", label: "Green"),
          .init("dg", label: "Dark green"),
        ])
      Choice(Field<String>("none"), options: [])
      Choice(Field<String>("foreign"), options: []).options(from: "http://e.org/gone")
      Quantity(
        Field<Quantity.Amount>("dose"), title: "Dose",
        units: [.init("mg", label: "milligram"), .init("g", label: "gram")])
      TextInput(Field<String>("text"), title: "Text")
      Description("plain", "Nothing to answer.")
      Toggle(Field<Bool>("ok"), title: "OK?")
    }
  }

  @Test(
    arguments: [
      ("colour", "", .max, ["r", "g", "dg"]), ("colour", "gre", .max, ["g", "dg"]),
      ("colour", "d", .max, ["r", "dg"]), ("colour", "dark gr", .max, ["dg"]),
      ("colour", "een", .max, []), ("colour", "", 2, ["r", "g"]), ("colour", "gre", 1, ["g"]),
      ("colour", "", 0, []), ("colour", "", -1, []), ("none", "", .max, nil),
      ("dose", "", .max, ["mg", "g"]), ("dose", "gram", .max, ["g"]), ("foreign", "", .max, nil),
      ("text", "", .max, nil), ("plain", "", .max, nil), ("ok", "", .max, nil),
    ] as [(RowID, String, Int, [String]?)])
  func `says what can be chosen in a row`(
    row: RowID, text: String, limit: Int, codes: [String]?
  ) throws {
    try withTemporaryStore { store in
      let editor = try store.editor("d", from: Self.form, in: .fixed())
      let found = try store.options(
        for: #require(editor.document.row(row)), matching: text, limit: limit)
      #expect(found?.map(\.code) == codes)
      #expect(try editor.options(of: row, matching: text, limit: limit)?.map(\.code) == codes)
    }
  }

  @Test func `says that there is no such row or document`() throws {
    try withTemporaryStore { store in
      let editor = try store.editor("d", from: Self.form, in: .fixed())
      let gone = Field<String>("gone")
      let unknown = StoreError.unknownRow("gone", document: "d")
      #expect(throws: SessionError.store(unknown)) { try editor.options(of: "gone") }
      #expect(throws: SessionError.store(unknown)) { try editor.type("x", in: gone) }
      #expect(throws: SessionError.store(unknown)) { try editor.set(gone, to: "x") }
      #expect(throws: unknown) { try store.answer(gone, in: "d") }
      #expect(throws: SessionError.store(unknown)) { try store.set(gone, to: "x", in: "d") }
      #expect(throws: StoreError.unknownDocument("e")) { try store.answer(gone, in: "e") }
      #expect(throws: SessionError.store(.unknownDocument("e"))) {
        try store.set(gone, to: "x", in: "e")
      }
      #expect(throws: SessionError.store(.unknownDocument("e"))) { try store.editor("e") }
    }
  }

  @Test func `gives and takes answers as steps of their own, with a reason`() throws {
    try withTemporaryStore { store in
      _ = try store.editor("d", from: Self.form, in: .fixed())
      let text = Field<String>("text")
      let bea = SessionEnvironment.fixed(author: "Bea")
      let entry = try store.set(text, to: "x", in: "d", as: bea, reason: "asked")
      #expect(entry?.author == "Bea" && entry?.reason == "asked" && entry?.number == 2)
      #expect(try store.set(text, to: "x", in: "d", as: bea) == nil)
      #expect(try store.answer(text, in: "d") == "x")
      #expect(try store.answer(Field<Int>("text"), in: "d") == nil)
      #expect(try store.set(text, to: nil, in: "d", as: bea)?.number == 3)
      #expect(try store.answer(text, in: "d") == nil)
      let both = try store.set([("text", "y"), ("ok", true)], in: "d", as: bea, reason: "two")
      #expect(both?.number == 4 && both?.reason == "two" && both?.changes.changes.count == 2)
      #expect(throws: SessionError.self) {
        try store.set([("text", "z"), ("ok", "perhaps")], in: "d", as: bea)
      }
      #expect(try store.answer(text, in: "d") == "y")
    }
  }

  @Test func `reads a whole number in a row for decimal numbers as one`() throws {
    let weight = Field<DecimalNumber>("weight")
    let form = Form("f") { Section("s") { TextInput(weight, title: "Weight").initial(80) } }
    try withTemporaryStore { store in
      let editor = try store.editor("begun", from: form, in: .fixed())
      #expect(editor[weight] == DecimalNumber(80))
      try editor.set([("weight", 81)])
      #expect(editor["weight"] == .decimal(DecimalNumber(81)))
      try store.create([("created", [("weight", 82)])], from: "f", as: .fixed(seed: 1))
      #expect(try store.answer(weight, in: "created") == DecimalNumber(82))
      // Others, and programs before, wrote whole numbers.
      var other = try store.document("created")
      let edit = Edit.answers([("weight", 83)])
      try store.perform(edit, on: &other, by: by)
      #expect(try store.answer(weight, in: "created") == DecimalNumber(83))
      #expect(try store.answer(Field<Value>("weight"), in: "created") == .integer(83))
    }
  }

  @Test func `clears with a reason, once`() throws {
    try withTemporaryStore { store in
      let editor = try store.editor("d", from: Self.form, in: .fixed(author: "Ada"))
      let text = Field<String>("text")
      #expect(try editor.clear(text, reason: "nothing there") == nil)
      try editor.set(text, to: "x")
      let entry = try #require(try editor.clear(text, reason: "was of another"))
      #expect(entry.reason == "was of another" && entry.author == "Ada")
      #expect(entry.changes.changes.map(\.after) == [nil] && editor[text] == nil)
      #expect(try editor.clear(text, reason: "again") == nil)
    }
  }

  // Rule E12.
  @Test func `works out the variables that a variable reads`() throws {
    let form = Form("f") {
      Section("s") { TextInput(Field<Int>("n"), title: "N") }
    }
    .variable("first", "%resource.descendants().where(linkId = 'n').answer.value")
    .variable("second", "%first + 1").variable("third", "%second * 2")
    .variable("broken", "1 / 'x'")
    try withTemporaryStore { store in
      let editor = try store.editor("d", from: form, in: .fixed())
      try editor.set([("n", 4)])
      for (text, expected) in [("%third", ["10"]), ("%second", ["5"]), ("%first", ["4"])] {
        let found = try store.expression(text, on: editor.document, in: .fixed())
        #expect(try found.value().list.compactMap(\.written) == expected, "\(text)")
        #expect(found.reads == ["n"], "\(text)")
      }
    }
  }

  // Rule E11.
  @Test func `says which rows an expression reads, and which link ids nobody has`() throws {
    try withTemporaryStore { store in
      let editor = try store.editor("d", from: Self.form, in: .fixed(start: 1_767_225_600_000))
      try editor.set([("text", "x"), ("ok", true)])
      try editor.set([("text", "y")])
      func value(_ text: String, at entry: Int? = nil, for row: RowID? = nil) throws
        -> DocumentExpression
      {
        try store.expression(
          text, on: editor.document, for: row, at: entry, in: .fixed(start: 1_767_312_000_000))
      }
      let path = "%resource.descendants().where(linkId = 'text' or linkId = 'typo').answer.value"
      let now = try value(path)
      #expect(try now.value().list.compactMap(\.written) == ["y"])
      #expect(now.reads == ["text"] && now.unknownLinkIDs == ["typo"])
      #expect(try value(path, at: 2).value().list.compactMap(\.written) == ["x"])
      #expect(try value(path, at: 1).value().isEmpty)
      #expect(try value("linkId", for: "ok").value().list.compactMap(\.written) == ["ok"])
      #expect(try value("answer.value", for: "ok").reads == ["ok"])
      // The time is that of the entry, or of whoever asks now.
      #expect(try value("today().toString()").value().list.compactMap(\.written) == ["2026-01-02"])
      #expect(
        try value("today().toString()", at: 3).value().list.compactMap(\.written) == ["2026-01-01"])
      #expect(try value("%context = %resource").value().list.compactMap(\.written) == ["true"])
      #expect(throws: StoreError.unknownRow("gone", document: "d")) { try value("1", for: "gone") }
      #expect(throws: StoreError.self) { try value("1", at: 99) }
    }
  }
}

/// Rule I34: names that sets of options get.
@Suite(.timeLimit(.minutes(20))) struct `Sets of options that are published from FHIR` {
  private static func system(_ id: String, _ url: String?, _ code: String = "a") -> String {
    let member = url.map { #""url":"\#($0)","# } ?? ""
    return #"{"resourceType":"CodeSystem","id":"\#(id)",\#(member)"concept":[{"code":"\#(code)"}]}"#
  }

  private static func valueSet(_ id: String, _ part: String) -> String {
    #"{"resourceType":"ValueSet","id":"\#(id)","url":"http://e.org/\#(id)-v","compose":{"include":[\#(part)]}}"#
  }

  private static func bundle(_ resources: String...) -> String {
    let entries = resources.map { #"{"resource":\#($0)}"# }.joined(separator: ",")
    return #"{"resourceType":"Bundle","entry":[\#(entries)]}"#
  }

  private func publish(_ text: String, _ store: Store, as name: DocumentName? = nil) throws
    -> [String]
  {
    let found = try store.publish(
      ValueSetFile(Array(text.utf8)), named: "file", as: name, by: by)
    #expect(found.content.sets.count == found.publications.count)
    return found.publications.map(\.form.rawValue)
  }

  @Test func `are their ids, with what they are where those are taken`() throws {
    try withTemporaryStore { store in
      _ = try store.publish("visit", try Document(sketch: "s: a"), by: by)
      #expect(try publish(Self.system("visit", "http://e.org/1"), store) == ["visit-codesystem"])
      #expect(try publish(Self.system("colors", "http://e.org/2"), store) == ["colors"])
      // Of another address it is another set; of none it is the same one.
      #expect(try publish(Self.system("colors", "http://e.org/3"), store) == ["colors-codesystem"])
      #expect(try publish(Self.system("colors", nil, "b"), store) == ["colors"])
      let two = Self.bundle(
        Self.system("x", "http://e.org/x"), Self.valueSet("x", #"{"system":"http://e.org/x"}"#))
      #expect(try publish(two, store) == ["x", "x-valueset"])
      #expect(try publish(Self.system("y", "http://e.org/y"), store, as: "mine") == ["mine"])
    }
  }

  @Test func `are those that their addresses have in the store`() throws {
    try withTemporaryStore { store in
      let names = try publish(Self.system("y", "http://e.org/y"), store, as: "mine")
      #expect(names == ["mine"])
      #expect(try publish(Self.system("other", "http://e.org/y", "b"), store) == ["mine"])
      #expect(
        try store.options(of: store.optionSet("http://e.org/y")!).map { $0.text(.code) } == ["b"])
    }
  }

  @Test func `stay as they were, all of them, where one of a file cannot be made`() throws {
    try withTemporaryStore { store in
      let known = Self.valueSet("v", #"{"system":"http://e.org/y"}"#)
      #expect(throws: ImportError.self) { try publish(known, store) }
      #expect(throws: ImportError.self) {
        try publish(
          Self.bundle(
            Self.system("z", "http://e.org/z"), Self.valueSet("w", #"{"system":"gone"}"#)), store)
      }
      #expect(try store.optionSets().isEmpty)
      _ = try publish(Self.system("y", "http://e.org/y"), store)
      // What the file includes and does not list is looked up in the store.
      #expect(try publish(known, store) == ["v"])
      #expect(try store.options(of: store.optionSet("v")!).map { $0.text(.code) } == ["a"])
    }
  }
}
