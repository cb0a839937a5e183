import EkibenDocuments
import EkibenForms
import EkibenInterchange
import Testing

/// What stays of a set that was read, and what is said of parts of it (rule I34).
@Suite(.timeLimit(.minutes(20))) struct `What a ValueSet says besides its codes` {
  private func read(
    _ text: String, known: [String: [Fields]] = [:]
  ) throws(ImportError) -> ValueSetFile.Content {
    try ValueSetFile(Array(text.utf8)).sets(named: "file", known: known)
  }

  private static func set(_ members: String, type: String = "ValueSet") -> String {
    #"{"resourceType":"\#(type)","id":"s",\#(members)}"#
  }

  private static let listed = #"{"system":"t","concept":[{"code":"a"}]}"#
  private static let abc =
    #"{"resourceType":"CodeSystem","url":"http://e.org/c","concept":[{"code":"a","display":"A"},{"code":"b"}]}"#

  // How the options were found is kept, unless they are all that it says.
  @Test(arguments: [
    (set(#""compose":{"include":[\#(listed)]}"#), "", "compose"),
    (set(#""compose":{"include":[\#(listed)],"exclude":[]}"#), "compose", "expansion"),
    (set(#""compose":{"include":[{"system":"http://e.org/c"}]}"#), "compose", "concept"),
    (
      set(
        #""compose":{"include":[{"system":"http://e.org/c","concept":[{"code":"a"}],"valueSet":[]}]}"#
      ),
      "compose", "expansion"
    ),
    (
      set(#""compose":{"include":[\#(listed)]},"expansion":{"contains":[{"code":"a"}]}"#),
      "compose",
      "expansion"
    ),
    (
      set(#""compose":{"include":[\#(listed)]},"expansion":{"total":0}"#), "expansion", "compose"
    ),
    (set(#""status":"draft","concept":[{"code":"a"}]"#, type: "CodeSystem"), "status", "concept"),
    (set(#""name":5,"compose":{"include":[\#(listed)]}"#), "name", "compose"),
  ])
  func `is kept, but for the list itself`(text: String, kept: String, taken: String) throws {
    let bundle =
      #"{"resourceType":"Bundle","entry":[{"resource":\#(text)},{"resource":\#(Self.abc)}]}"#
    let fields = try read(bundle).sets[0].document.fields
    let rest = fields.verbatim(.fhir) ?? ""
    #expect(kept.isEmpty || rest.contains("\"\(kept)\":"), "\(rest)")
    #expect(!rest.contains("\"\(taken)\":"), "\(rest)")
    #expect(rest.contains(#""resourceType""#) && rest.contains(#""id":"s""#))
  }

  @Test func `are its title, address, version, description and language`() throws {
    let set = try read(
      Self.set(
        #""title":"T","url":"http://e.org/u","version":"2","description":"D","language":"de","compose":{"include":[\#(Self.listed)]}"#
      )
    ).sets[0]
    #expect(set.name == "s" && set.resourceType == "ValueSet" && set.count == 1)
    let names: [FieldName] = [.title, .url, "version", "description", .language]
    #expect(names.map { set.document.fields.text($0) } == ["T", "http://e.org/u", "2", "D", "de"])
    #expect(
      try read(Self.abc).sets[0].name == "c" && read(Self.abc).sets[0].resourceType == "CodeSystem")
  }

  @Test(
    arguments: [
      (
        set(#""content":"fragment","count":5,"concept":[{"code":"a"}]"#, type: "CodeSystem"),
        "1 of 5 codes"
      ),
      (set(#""content":"example","concept":[{"code":"a"}]"#, type: "CodeSystem"), "1 codes"),
      (set(#""content":"complete","count":5,"concept":[{"code":"a"}]"#, type: "CodeSystem"), nil),
      (set(#""expansion":{"total":2,"contains":[{"code":"a"}]}"#), "1 of 2 codes"),
      (set(#""expansion":{"total":1,"offset":0,"contains":[{"code":"a"}]}"#), nil),
      // Where concepts stand in each other, nobody knows which of them the total counts.
      (set(#""expansion":{"total":3,"contains":[{"code":"a","contains":[{"code":"b"}]}]}"#), nil),
      (
        set(
          #""expansion":{"total":3,"offset":0,"contains":[{"code":"a","contains":[{"code":"b"}]}]}"#
        ),
        "2 of 3 codes"
      ),
      (set(#""expansion":{"total":"2","contains":[{"code":"a"}]}"#), nil),
    ] as [(String, String?)])
  func `is that only a part of the codes is listed`(text: String, part: String?) throws {
    let words = part.map { ["a part is listed: \($0)"] } ?? []
    #expect(try read(text).warnings.map(\.kind.description) == words)
  }

  @Test func `names codes as a system does that is known`() throws {
    let text = Self.set(
      #""compose":{"include":[{"system":"t","concept":[{"code":"a"},{"code":"b","display":"Own"},{"code":"z"}]}]}"#
    )
    let known: [String: [Fields]] = [
      "t": [[.code: "a", .label: "Ay"], [.code: "b", .label: "Bee"]],
      "u": [[.code: "z", .label: "Zed"]],
    ]
    let rows = try read(text, known: known).sets[0].document.sections.flatMap(\.rows)
    #expect(rows.map { $0.fields.text(.label) } == ["Ay", "Own", nil])
    #expect(try read(text).sets[0].count == 3)
  }

  // By itself a file that lists no codes is refused; among others it is left out.
  @Test func `is that a system has no codes`() throws {
    let none = #"{"resourceType":"CodeSystem","url":"http://e.org/n","content":"not-present"}"#
    let error = #expect(throws: ImportError.self) { try read(none) }
    #expect(error?.kind == .noCodes)
    let bundle = #"{"resourceType":"Bundle","entry":[{"resource":\#(none)}]}"#
    let alone = #expect(throws: ImportError.self) { try read(bundle) }
    #expect(alone?.kind == .noCodes)
    let both =
      #"{"resourceType":"Bundle","entry":[{"resource":\#(none)},{"resource":\#(Self.abc)}]}"#
    #expect(try read(both).sets.map(\.name) == ["c"])
  }

  @Test func `is that it includes others too deep, or is one of several that were given a name`()
    throws
  {
    func chain(_ length: Int) -> String {
      let sets = (0..<length).map { number in
        let part =
          number == length - 1
          ? #"{"concept":[{"code":"a"}]}"# : #"{"valueSet":["http://e.org/s\#(number + 1)"]}"#
        return
          #"{"resource":{"resourceType":"ValueSet","id":"s\#(number)","url":"http://e.org/s\#(number)","compose":{"include":[\#(part)]}}}"#
      }
      return #"{"resourceType":"Bundle","entry":[\#(sets.joined(separator: ","))]}"#
    }
    #expect(try read(chain(64)).sets.count == 64)
    let deep = #expect(throws: ImportError.self) { try read(chain(65)) }
    #expect(deep?.kind == .circularValueSet("http://e.org/s64"))
    let several = #expect(throws: ImportError.self) {
      try ValueSetFile(Array(chain(3).utf8)).sets(named: "file", as: "mine")
    }
    #expect(several?.kind == .severalSets(3))
  }

  @Test(arguments: [
    (#"{"language":"de","value":"Eins"}"#, "Eins"),
    (
      #"{"language":"de","use":{"code":"x"},"value":"Z"},{"language":"de","use":{"code":"display"},"value":"Eins"}"#,
      "Eins"
    ),
    (#"{"language":"de","use":{"code":"x"},"value":"Z"}"#, "Z"), (#"{"value":"Eins"}"#, nil),
    (#"{"language":"","value":"Eins"}"#, nil), (#"{"language":"de","value":5}"#, nil),
    (#"{"language":"de","value":"Eins"},{"language":"de","value":"Uno"}"#, "Eins"),
  ])
  func `is what a code is called in another language`(designations: String, label: String?) throws {
    let text = Self.set(
      #""concept":[{"code":"a","display":"One","designation":[\#(designations)]}]"#,
      type: "CodeSystem")
    let fields = try read(text).sets[0].document.row("a")?.fields
    #expect(fields?[.translations]?.asRecord?["de"]?.asRecord?.text(.label) == label)
    #expect(fields?.text(.label) == "One")
  }
}
