import EkibenDocuments
import EkibenForms
import EkibenInterchange
import Testing

/// Rule F51: sets of options in files.
@Suite(.timeLimit(.minutes(20))) struct `A file of options` {
  private func read(_ text: String, as name: String? = nil) throws(ImportError) -> ImportedOptionSet
  {
    try OptionSetFile.read(Array(text.utf8), named: "file", as: name)
  }

  private func lines(_ set: ImportedOptionSet) -> [String] {
    set.document.sections.flatMap { $0.rows }.map { row in
      let names: [FieldName] = [.code, .label, "system", .parent]
      return names.map { row.fields.text($0) ?? "-" }.joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("code,label\nAT,Austria\nDE,Germany\n", ["AT Austria - -", "DE Germany - -"]),
    ("code\r\nAT\r\n\r\nDE", ["AT - - -", "DE - - -"]),
    ("label,code\n\"Côte d'Ivoire, \"\"CI\"\"\",CI", ["CI Côte d'Ivoire, \"CI\" - -"]),
    ("\u{FEFF}code,label\nA,\"two\nlines\"\n", ["A two\nlines - -"]),
    (
      "code,order,label\na,2,second\nb,1,first\nc,2,third",
      ["b first - -", "a second - -", "c third - -"]
    ),
    ("code,order\na,\nb,1\nc,\nd,0", ["a - - -", "d - - -", "b - - -", "c - - -"]),
    ("code,label,system,parent\n1,One,s,0\n1,Eins,t,", ["1 One s 0", "1 Eins t -"]),
    ("code,label", []),
  ])
  func `is read as comma-separated values`(text: String, expected: [String]) throws {
    let set = try read(text)
    #expect(set.name == "file" && lines(set) == expected)
  }

  // Rule F31.
  @Test func `is shown in the language that is preferred`() throws {
    let text = #"""
      {"ekiben-options":1,"set":"s","options":[
        {"code":"a","label":"A","translations":{"de":{"label":"Ah"}}}]}
      """#
    let set = try OptionSetFile.read(Array(text.utf8), named: "f")
    let option = set.document.sections.first?.rows.first?.fields
    #expect(option?.shown { InputContext(languages: ["de"]) }.text(.label) == "Ah")
  }

  @Test func `keeps columns and members that it does not know`() throws {
    let row = try #require(try read("code,iso3\nAT,AUT").document.row("AT"))
    #expect(row.fields.text("iso3") == "AUT")
    let json = """
      {"ekiben-options": 1, "set": "c", "url": "u", "publisher": "me",
       "options": [{"code": "AT", "order": 3, "iso": {"n": 40}}]}
      """
    let set = try read(json)
    #expect(set.name == "c" && set.document.fields.text(.url) == "u")
    #expect(set.document.fields.text("publisher") == "me")
    #expect(set.document.row("AT")?.fields["~order"] == .integer(3))
    #expect(try read(json, as: "other").name == "other")
    #expect(try ImportFile(Array(json.utf8)).kind == .optionSet)
  }

  @Test(arguments: [
    ("", "line 1, column 1: the first line names the columns, `code` among them"),
    ("label\nx", "line 1, column 1: the first line names the columns, `code` among them"),
    ("code,code\na,b", "line 1, column 1: a column is named twice"),
    ("code,label\na\n", "line 2, column 1: this line has 1, the first one 2 values"),
    (
      "code\n\"a\"b\n",
      "line 2, column 1: after a closing quote comes a comma or the end of the line"
    ),
    ("code\na\n\"b\n\n", "line 3, column 1: a quote is not closed"),
    ("code\na\"b\n", "line 2, column 1: a quote stands in a value that is not quoted"),
    ("code,order\na,x\n", "line 2, column 1: `order` is a whole number, not \"x\""),
    ("code\na,b\n", "line 2, column 1: this line has 2, the first one 1 value"),
    (
      "code,a\u{1B}b\nx,y",
      "line 1, column 1: no column can be called so: an id cannot hold the "
        + "control character U+1B"
    ),
    ("code,\nx,y", "line 1, column 1: no column can be called so: an id cannot be empty"),
    ("code,label\na,\"x\ny\"\n\nb\n", "line 5, column 1: this line has 1, the first one 2 values"),
    ("code,label\na,\"x\n\"\"y\n\n", "line 2, column 1: a quote is not closed"),
    ("code,label\na,\"x\ny\"\na,z\n", "line 4, column 1: the code a is there twice"),
    ("code,label\n,x\n", "line 2, column 1: an option needs a code"),
    ("code,label,order\na,x,2\n,y,1\n", "line 3, column 1: an option needs a code"),
    (
      "{\"ekiben-options\": 2, \"options\": []}",
      "line 1, column 20, at [\"ekiben-options\"]: this program reads \"ekiben-options\": 1"
    ),
    (
      "{\"ekiben-options\": 1, \"options\": [{}]}",
      "line 1, column 35, at options[0]: an option needs a code"
    ),
    ("{\"ekiben-options\": 1}", "line 1, column 1: the member \"options\" is missing"),
  ])
  func `that is no set is refused with its place`(text: String, sentence: String) {
    do throws(ImportError) {
      _ = try read(text)
      Issue.record("it was read")
    } catch {
      #expect(error.description == sentence)
    }
  }

  @Test(arguments: [[], [0x22]] as [[UInt8]])
  func `that is not UTF-8 is refused`(quote: [UInt8]) {
    let bytes = Array("code\na\n".utf8) + quote + [0xFF] + quote + [0x0A]
    let error = #expect(throws: ImportError.self) {
      try OptionSetFile.read(bytes, named: "x")
    }
    #expect(error?.description == "line 3, column 1: this is not UTF-8")
  }

  @Test func `is called by its address where it has no name, and counts its options`() throws {
    let set = try read(
      #"{"ekiben-options":1,"url":"http://e.org/colors|2","options":[{"code":"r"},{"code":"g"}]}"#)
    #expect(set.name == "colors" && set.count == 2 && set.resourceType == nil)
    #expect(try read(#"{"ekiben-options":1,"options":[]}"#).name == "file")
  }

  @Test(arguments: ["", " \r\n", "\u{FEFF}"])
  func `is JSON whatever stands before the brace`(before: String) throws {
    let set = try read(before + #"{"ekiben-options":1,"set":"s","options":[{"code":"a"}]}"#)
    #expect(set.name == "s" && lines(set) == ["a - - -"])
  }

  @Test(arguments: 1...200) func `reads back what is written by the rules of RFC 4180`(seed: UInt64)
    throws
  {
    var random = SeededNumbers(seed)
    let parts = ["a", "é", ",", "\"", "\n", "\r\n", " ", "b"]
    func text() -> String {
      (0..<random.next(4)).map { _ in parts[random.next(parts.count)] }.joined()
    }
    let rows = (0..<random.next(6)).map {
      (code: "k\($0)" + text().filter { !$0.isNewline }, label: "l" + text())
    }
    func quoted(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }
    let file =
      "code,label\n" + rows.map { quoted($0.code) + "," + quoted($0.label) + "\n" }.joined()
    let set = try read(file)
    #expect(
      set.document.sections.flatMap { $0.rows }.map { $0.fields.text(.label) } == rows.map(\.label))
    #expect(
      set.document.sections.flatMap { $0.rows }.map { $0.fields.text(.code) } == rows.map(\.code))
  }
}

private struct SeededNumbers {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
  mutating func next(_ end: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(end, 1)))
  }
}
