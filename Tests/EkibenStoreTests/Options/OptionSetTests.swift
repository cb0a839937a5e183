import EkibenTesting
import Testing

@testable import EkibenDocuments
@testable import EkibenStore

/// Rules F50 and F52: options that forms share.
@Suite(.timeLimit(.minutes(20))) struct `A set of options` {
  private func option(
    _ code: String, _ label: String? = nil, parent: String? = nil, system: String? = nil
  ) -> Fields {
    var fields: Fields = [.code: .text(code)]
    fields[.label] = label.map(Value.text)
    fields[.parent] = parent.map(Value.text)
    fields["system"] = system.map(Value.text)
    return fields
  }

  private func set(_ options: Fields..., url: String? = nil) throws -> Document {
    var fields = Fields()
    fields[.url] = url.map(Value.text)
    return try OptionSetDocument.document(fields: fields, options: options)
  }

  private func codes(_ options: [Fields]) -> [String] { options.compactMap { $0.text(.code) } }

  @Test func `is found by its URL and by its name, and is no form`() throws {
    try withTemporaryStore { store in
      let url = "http://example.org/countries"
      let countries = try set(option("AT", "Austria"), option("DE", "Germany"), url: url)
      let made = try store.publish("countries", countries, by: by())
      #expect(made.revision == 1 && made.isNew)
      for reference in [url, "countries", url + "|2.0", "countries|2.0"] {
        let found = try #require(try store.optionSet(reference))
        #expect(found.name == "countries" && found.options == 2 && found.revision == 1)
      }
      #expect(try store.optionSet("http://example.org/others") == nil)
      #expect(try store.optionSet("") == nil)
      #expect(try store.optionSet(String(repeating: "|", count: 1_000_000)) == nil)
      #expect(try store.optionSets().map(\.name) == ["countries"])
      #expect(try store.forms() == [])
      #expect(throws: StoreError.otherKind("countries", isOptionSet: true)) {
        try store.create(nil, from: "countries", uid: uid(2), by: by())
      }
      #expect(throws: StoreError.otherKind("countries", isOptionSet: true)) {
        try store.publish("countries", visitForm(), by: by())
      }
      _ = try store.publish("visit", visitForm(), by: by())
      #expect(throws: StoreError.otherKind("visit", isOptionSet: false)) {
        try store.publish("visit", countries.with(url: nil), by: by())
      }
      #expect(try store.optionSet("visit") == nil)
      try store.expectSound()
    }
  }

  private static let url = "http://example.org/codes"

  // A set and a form are one where their names or their URLs are; the form of the history has this URL.
  @Test(
    arguments: [
      ("f", nil, "f"), ("codes", url, "codes"), ("f", url, "f"), ("codes", nil, nil),
    ] as [(DocumentName, String?, DocumentName?)])
  func `is no form of a history that comes from elsewhere`(
    name: DocumentName, url: String?, refused: DocumentName?
  ) throws {
    try withTemporaryStore { store in
      _ = try store.publish(name, try set(option("AT"), url: url), by: by())
      let before = try dump(store.path)
      func adopt(_ content: Document) throws {
        _ = try store.adopt(
          "guest", uid: uid(4), form: "f", content: content,
          entries: [Entry(number: 1, kind: .create, parent: nil, head: 1, author: "Ada", time: 5)])
      }
      if let refused {
        let form = try visitForm().with(url: Self.url)
        #expect(throws: StoreError.otherKind(refused, isOptionSet: true)) { try adopt(form) }
        #expect(try dump(store.path) == before)
        _ = try store.publish(name, try set(option("AT"), option("DE"), url: url), by: by())
        #expect(try store.optionSet(name.rawValue)?.options == 2)
      }
      // Nor is a document filled in from one.
      #expect(throws: StoreError.otherKind("f", isOptionSet: true)) {
        try adopt(try set(option("a")))
      }
      try store.expectSound()
    }
  }

  @Test func `gives the options that a text can mean, by code, by system and code, or by label`()
    throws
  {
    try withTemporaryStore { store in
      let codes = try set(
        option("a", "One", system: "s"), option("a", "Other", system: "t"),
        option("c", "Third", system: "t"), option("b", "a|b"))
      _ = try store.publish("codes", codes, by: by())
      for (text, wanted) in [
        ("a", ["One", "Other"]), ("t|a", ["One", "Other"]), ("u|v|a", ["One", "Other"]),
        ("c", ["Third"]), ("t|c", ["Third"]), ("Other", ["Other"]), ("a|b", ["a|b"]),
        ("t|", []), ("d", []), ("", []),
      ] as [(String, Set<String?>)] {
        let found = try #require(try store.options(called: text, of: "codes"))
        #expect(Set(found.map { $0.fields.text(.label) }) == wanted, "\(text)")
        #expect(!found.contains { !$0.isCurrent })
      }
      #expect(try store.options(called: "a", of: "others") == nil)
    }
  }

  @Test func `gives the options that its newest revision has, and says what dropped ones were`()
    throws
  {
    try withTemporaryStore { store in
      _ = try store.publish("p", try set(option("a", "Ant"), option("b", "Bee")), by: by())
      let next = try store.publish("p", try set(option("b", "Bumblebee"), option("c")), by: by())
      #expect(next.revision == 2)
      let newest = try #require(try store.optionSet("p"))
      #expect(codes(try store.options(of: newest)) == ["b", "c"])
      #expect(try store.option("b", of: newest)?.fields.text(.label) == "Bumblebee")
      let dropped = try #require(try store.option("a", of: newest))
      #expect(dropped.fields.text(.label) == "Ant" && !dropped.isCurrent)
      #expect(try store.option("zebra", of: newest) == nil)
      #expect(codes(try store.options(of: newest, OptionQuery("bee"))) == [])
      // Back to the first one.
      let back = try store.publish("p", try set(option("a", "Ant"), option("b", "Bee")), by: by())
      #expect(back.revision == 1 && !back.isNew)
      let first = try #require(try store.optionSet("p"))
      #expect(codes(try store.options(of: first, OptionQuery("bee"))) == ["b"])
      #expect(try store.option("b", of: first)?.fields.text(.label) == "Bee")
      #expect(try store.option("c", of: first) == nil)
      try store.expectSound()
    }
  }

  // Rule P26.
  @Test(arguments: ["UPDATE option_set SET form = 99", "DELETE FROM document WHERE name = 'p'"])
  func `that is missing among all sets is an error of the list`(_ sql: String) throws {
    try withTemporaryStore { store in
      _ = try store.publish("p", try set(option("a", "Ant")), by: by())
      #expect(try store.optionSets().map(\.name) == ["p"])
      try tamper(store.path, "PRAGMA foreign_keys = OFF; " + sql, leavingChecksums: true)
      #expect(throws: StoreError.self) { try store.optionSets() }
    }
  }

  @Test func `is searched as it is now, whenever its summary was read`() throws {
    try withTemporaryStore { store in
      _ = try store.publish("p", try set(option("a", "Ant"), option("b", "Bee")), by: by())
      let before = try #require(try store.optionSet("p"))
      let all = [option("a", "Ant"), option("a2", "Anteater"), option("b", "Bumblebee")]
      _ = try store.publish(
        "p", try OptionSetDocument.document(fields: [:], options: all), by: by())
      #expect(codes(try store.options(of: before)) == ["a", "a2", "b"])
      #expect(codes(try store.options(of: before, OptionQuery("ant"))) == ["a", "a2"])
      #expect(try store.option("b", of: before)?.fields.text(.label) == "Bumblebee")
      #expect(try store.option("a2", of: before)?.isCurrent == true)
      try store.expectSound()
    }
  }

  @Test(
    arguments: [
      ("", nil, ["d1", "d2", "x", "é"]), ("dia", nil, ["d1", "d2"]), ("type 2", nil, ["d2"]),
      ("2 type", nil, ["d2"]), ("DIABETES mell", nil, ["d1", "d2"]), ("d", nil, ["d1", "d2"]),
      ("betes", nil, []), ("ü", nil, ["x"]), ("Übelkeit", nil, ["x"]), ("é", nil, ["é"]),
      ("", "d", ["d1", "d2"]), ("2", "d", ["d2"]), ("2", "", []), ("", "", ["x", "é"]),
      ("%", nil, ["d1", "d2", "x", "é"]), ("_", "d", ["d1", "d2"]),
    ] as [(String, String?, [String])])
  func `is searched by the beginnings of words`(
    text: String, parent: String?, expected: [String]
  ) throws {
    try withTemporaryStore { store in
      let conditions = try set(
        option("d1", "Diabetes mellitus, type 1", parent: "d"),
        option("d2", "Diabetes mellitus, type 2", parent: "d"), option("x", "Übelkeit"),
        option("é", "Éclat"))
      _ = try store.publish("conditions", conditions, by: by())
      let found = try #require(try store.optionSet("conditions"))
      #expect(codes(try store.options(of: found, OptionQuery(text, parent: parent))) == expected)
      let none = OptionQuery(text, parent: parent, limit: -1)
      #expect(try store.options(of: found, none) == [])
      let one = OptionQuery(text, parent: parent, limit: 1)
      #expect(codes(try store.options(of: found, one)) == Array(expected.prefix(1)))
    }
  }

  // Whichever word is walked along, they come by what the first one finds.
  @Test(arguments: ["n 7", "7 n", "n 7 e", "n 399", "399 n", "n zzz", "n e o", "n e", "3 n o"])
  func `is searched by several words in the order of the first`(text: String) throws {
    try withTemporaryStore { store in
      // The first word finds them all, and sorts them by their last digit.
      let options = (0..<400).map { number in
        option("\(number)", "\(number % 2 == 0 ? "even" : "odd") n\(number % 10)")
      }
      let numbers = try OptionSetDocument.document(fields: [:], options: options)
      _ = try store.publish("numbers", numbers, by: by())
      let set = try #require(try store.optionSet("numbers"))
      let words = OptionSetDocument.words(in: text)
      let all = (0..<400).filter { number in
        let own = ["\(number)", number % 2 == 0 ? "even" : "odd", "n\(number % 10)"]
        return words.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
      }
      let key: (Int) -> (String, Int) = { words[0] == "n" ? ("\($0 % 10)", $0) : ("\($0)", $0) }
      let sorted = all.sorted { key($0) < key($1) }
      for limit in [1, 4, 100, .max] {
        let found = codes(try store.options(of: set, OptionQuery(text, limit: limit)))
        #expect(found == sorted.prefix(limit).map { "\($0)" })
      }
    }
  }

  @Test func `stands by the least of its words where several begin alike`() throws {
    try withTemporaryStore { store in
      // The rare word is walked along; whoever has it is sorted by what the frequent one finds.
      let others = (0..<400).map { option("o\($0)", "n\($0)") }
      let wanted = [
        option("c", "nz rare"), option("b", "nb rare"), option("a", "nc na rare"),
      ]
      let document = try OptionSetDocument.document(fields: [:], options: others + wanted)
      _ = try store.publish("words", document, by: by())
      let set = try #require(try store.optionSet("words"))
      #expect(codes(try store.options(of: set, OptionQuery("n rare"))) == ["a", "b", "c"])
      #expect(codes(try store.options(of: set, OptionQuery("rare n"))) == ["c", "b", "a"])
    }
  }

  @Test(arguments: 1...20) func `is searched as a slow reference does`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = ["ab", "abc", "b", "Ba", "c-a", "é", "1", "12", ""]
    func text() -> String {
      (0...2).map { _ in words.randomElement(using: &random)! }.joined(separator: " ")
    }
    let options = (0..<60).map { number in
      option(
        number % 7 == 0 ? "same\(number / 14)" : "k\(number)", text(),
        parent: ["", "p", "q"].randomElement(using: &random), system: "s\(number)")
    }
    try withTemporaryStore { store in
      let document = try OptionSetDocument.document(fields: [:], options: options)
      _ = try store.publish("set", document, by: by())
      let set = try #require(try store.optionSet("set"))
      for _ in 0..<40 {
        let query = OptionQuery(
          text(), parent: [nil, "", "p"].randomElement(using: &random)!,
          limit: Int.random(in: 0...70, using: &random))
        let found = try store.options(of: set, query)
        let expected = options.filter { matches($0, query) }
        #expect(found.count == min(query.limit, expected.count))
        #expect(Set(found.map { $0[.code]! }).isSubset(of: Set(expected.map { $0[.code]! })))
        #expect(Set(found.map { $0["system"]! }).count == found.count)
      }
      for option in options {
        let (code, system) = (option.text(.code)!, option.text("system"))
        #expect(try store.option(code, system: system, of: set)?.fields.text("system") == system)
      }
      try store.expectSound()
    }
  }

  private func matches(_ option: Fields, _ query: OptionQuery) -> Bool {
    func words(_ text: String?) -> [String] {
      (text ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }.map { String($0) }
    }
    let own = words(option.text(.label)) + words(option.text(.code))
    return (query.parent == nil || query.parent == option.text(.parent) ?? "")
      && words(query.text).allSatisfy { word in own.contains { $0.hasPrefix(word) } }
  }

  @Test(arguments: [
    "UPDATE option_text SET text = 'x', checksum = NULL WHERE kind = 0 AND text = 'ant'",
    "DELETE FROM option_text WHERE kind = 1", "DELETE FROM option_text",
    "UPDATE option_set SET options = 3, checksum = NULL",
    "DELETE FROM option_text; DELETE FROM option_set",
    "UPDATE option_text SET record = (SELECT max(key) FROM record), checksum = NULL WHERE position = 0",
  ])
  func `whose index differs from its options is found by verify`(sql: String) throws {
    try withTemporaryStore { store in
      _ = try store.publish("p", try set(option("a", "Ant"), option("b", "Bee")), by: by())
      try store.expectSound()
      try tamper(store.path, sql)
      let findings = try store.verify().findings
      let isListed = !sql.contains("DELETE FROM option_set")
      #expect(
        findings == [
          isListed
            ? "the options of p are not found by what they say"
            : "p is a set of options that is not listed as one"
        ])
    }
  }

  // By that number it is weighed which word to walk along.
  @Test func `is searched by several words however many options its line says`() throws {
    try withTemporaryStore { store in
      _ = try store.publish("p", try set(option("a", "Ant one"), option("b", "Bee one")), by: by())
      try tamper(store.path, "UPDATE option_set SET options = 9223372036854775807")
      let found = try #require(try store.optionSet("p"))
      #expect(codes(try store.options(of: found, OptionQuery("one ant"))) == ["a"])
    }
  }

  @Test(arguments: [
    "UPDATE option_text SET text = 'x' WHERE kind = 0 AND text = 'ant'",
    "UPDATE option_text SET record = (SELECT min(key) FROM record)",
    "UPDATE option_set SET options = 3",
  ])
  func `that is damaged is refused, and never searched wrongly`(sql: String) throws {
    try withTemporaryStore { store in
      _ = try store.publish("p", try set(option("a", "Ant")), by: by())
      try tamper(store.path, sql, leavingChecksums: true)
      #expect(throws: StoreError.self) {
        let set = try #require(try store.optionSet("p"))
        _ = try store.options(of: set, OptionQuery(sql.contains("text = ") ? "x" : "ant"))
      }
    }
  }

  @Test func `refuses codes that are missing, illegal or there twice, and too many`() throws {
    func problem(_ options: [Fields]) -> OptionSetError? {
      do throws(OptionSetError) {
        _ = try OptionSetDocument.document(fields: [:], options: options)
        return nil
      } catch { return error }
    }
    #expect(problem([]) == nil)
    #expect(problem([option("a"), [.label: "x"]]) == OptionSetError(option: 1, problem: .noCode))
    #expect(problem([option("")]) == OptionSetError(option: 0, problem: .noCode))
    #expect(problem([option("a"), option("b"), option("a")])?.option == 2)
    #expect(problem([option("a", system: "s"), option("a", system: "t")]) == nil)
    #expect(problem([option("a\u{0}")])?.option == 0)
    #expect(problem([option(String(repeating: "a", count: 256))])?.option == 0)
    let many = (0...100_000).map { option("\($0)") }
    #expect(problem(many) == OptionSetError(option: nil, problem: .tooMany))
  }
}

extension Document {
  fileprivate func with(url: String?) throws -> Document {
    try Document(fields: fields.setting(.url, url.map(Value.text)), sections: sections)
  }
}
