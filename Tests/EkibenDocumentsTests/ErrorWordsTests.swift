@testable import EkibenDocuments
import Testing

// Rule C4: each sentence names the thing that is wrong.
@Suite(.timeLimit(.minutes(20))) struct `The sentence of an error in a document` {
  private static let histories: [(HistoryError, String)] = [
    (.nothingToUndo, "there are no steps to undo"),
    (.noOwnStep(author: "A\u{1B}"), "there is no step by A\\u001b to take back"),
    (.nothingToRedo, "there is nothing to redo"),
    (
      .tooFewSteps(asked: 5, possible: 2), "only 2 of 5 steps are there; nothing was done"
    ),
    (.unknownEntry(7), "there is no entry 7"),
    (.unknownEntry(.max), "there is no entry of so large a number"),
    (
      .notANode(7, head: 3),
      "entry 7 only moves or names the head and has no state of its own; the head that it left is 3"
    ),
    (
      .notBelowHead(7, head: 3),
      "entry 7 cannot be reached by redo from the head, 3; checkout goes anywhere"
    ),
    (
      .notInPresent(7, head: 3),
      "entry 7 is undone or on another branch, so there is nothing to take back; the head is 3"
    ),
    (.rootStays, "entry 1 made the document and cannot be taken back"),
    (
      .barrier(entry: 7),
      "entry 7 made the document final or a draft again, and nothing goes back behind that; "
        + "change the answers instead"
    ),
    (
      .conflict(
        RevertConflict(
          entry: 3,
          obstacles: [
            .init(Change.Target(.row("a"), .value), later: [5, 7]),
            .init(Change.Target(.section("s"), .title), later: [6]),
          ])),
      "entry 3 cannot be taken back: a (since changed by 5, 7); section:s[title] (since changed by 6)"
    ),
    (
      .secret("pin"),
      "the answer of pin is a secret, and what it was is kept nowhere: this cannot be brought back"
    ),
    (.tooManyEntries, "the journal is full: it has \(History.maximumCount) entries"),
    (.broken(entry: 7), "the journal is damaged at entry 7"),
  ]

  @Test(arguments: histories.indices)
  func `says why the undo tree cannot do something`(at: Int) {
    let (error, words) = Self.histories[at]
    #expect(error.description == words)
  }

  @Test func `names a mark`() throws {
    let name = try MarkName("sent to Ada")
    #expect(HistoryError.unknownMark(name).description == "there is no mark sent to Ada")
    #expect(
      HistoryError.markTaken(name, node: 4).description
        == "entry 4 is marked sent to Ada already; move the mark, or choose another name")
  }

  private static let structures: [(StructureError, String)] = [
    (.unknown(.row("a")), "there is no row a"),
    (.unknown(.section("s t")), "there is no section \"s t\""),
    (.repeatsNot(.section("s")), "section s does not repeat: nothing can be added to it"),
    (
      .template(.row("a"), of: .section("s")),
      "row a is part of the template section s; add an instance, and fill that in"
    ),
    (
      .retired(.row("a/1"), following: .row("a")),
      "row a/1 is retired: row a, which it follows, does not repeat there any more"
    ),
    (
      .tooFew(.section("s"), least: 1), "section s has to keep at least 1 instance"
    ),
    (.tooFew(.row("a"), least: 2), "row a has to keep at least 2 instances"),
    (
      .partOfInstance(.row("a")),
      "row a is part of an instance and stays with it; remove or move the instance"
    ),
    (
      .notBeside(.row("a"), .section("s")),
      "row a cannot be moved beside section s: they do not stand in the same place"
    ),
    (.notInto(.row("a"), "s"), "row a cannot be moved to section s"),
    (.tooDeep(limit: 16), "repeats stand in each other more than 16 deep"),
    (.tooLarge(limit: 9), "one step would give instances more than 9 sections and rows"),
  ]

  @Test(arguments: structures.indices)
  func `says why sections and rows cannot be changed so`(at: Int) {
    let (error, words) = Self.structures[at]
    #expect(error.description == words)
  }

  @Test(arguments: [
    (0, "1st", "0 instances"), (1, "2nd", "1 instance"), (2, "3rd", "2 instances"),
    (3, "4th", "3 instances"), (9, "10th", "9 instances"), (10, "11th", "10 instances"),
    (11, "12th", "11 instances"), (12, "13th", "12 instances"), (20, "21st", "20 instances"),
    (21, "22nd", "21 instances"), (22, "23rd", "22 instances"), (110, "111th", "110 instances"),
  ])
  func `counts instances as a person does`(greatest: Int, ordinal: String, instances: String) {
    #expect(
      StructureError.tooMany(.section("s"), greatest: greatest).description
        == "that would be the \(ordinal) of at most \(instances) of section s")
  }

  @Test(arguments: [
    ("12", "a mark cannot be called 12: that is an entry's number"),
    ("2024-03-05", "a mark cannot be called 2024-03-05: that is a time"),
    ("-5", "a mark cannot be called -5: a name does not begin with -"),
    ("", "an id cannot be empty"),
    ("a\u{9B}", "an id cannot hold the control character U+9B"),
    (
      String(repeating: "x", count: 256),
      "an id has at most 255 bytes, this one 256: \(String(repeating: "x", count: 40))…"
    ),
  ])
  func `says why a text is no name of a mark`(text: String, words: String) {
    let error = #expect(throws: InvalidMarkName.self) { try MarkName(text) }
    #expect(error?.description == words)
  }

  private static let expected: [(NotationError.Expected, String)] = [
    (.target, "a row, section:ID[FIELD] or document:[FIELD]"),
    (.name, "a name, in quotes if it has special characters"),
    (.legalName, "a name of 1 to 255 bytes without control characters"),
    (.characters(", or ]"), ", or ]"), (.value, "a value, or – for none"),
    (.presentValue, "a value"), (.number, "a number"),
    (.integer, "a whole number of 64 bits, or decimal(…)"),
    (.date, "a date or time that there is"), (.hexadecimal, "pairs of the digits 0 to f"),
    (.stringCharacter, "a character or an escape of JSON"), (.end, "the end of the line"),
    (.record, "a record or –, because the whole record changes"),
    (.newName, "a name that the record does not have yet"),
    (.newTarget(line: 3), "a target other than that of line 3"),
    (
      .fewerLevels, "at most \(ValueCoding.maximumDepth) levels of lists and records"
    ),
    (.fewerValues, "at most 1000000 values"),
  ]

  @Test(arguments: expected.indices)
  func `says what belongs into a line`(at: Int) {
    let (expected, words) = Self.expected[at]
    #expect(expected.description == words)
  }

  @Test func `says what is wrong with the options of a set`() {
    func words(_ problem: OptionSetError.Problem, _ option: Int? = 1) -> String {
      OptionSetError(option: option, problem: problem).description
    }
    let name = InvalidName(text: "", problem: .empty)
    #expect(words(.noCode) == "option 2: an option needs a code")
    #expect(words(.noCode, nil) == "an option needs a code")
    #expect(
      words(.illegalCode(name)) == "option 2: the code is not a legal one: an id cannot be empty")
    #expect(words(.twice(code: "a"), 4) == "option 5: the code a is there twice")
    #expect(words(.tooMany, nil) == "a set has at most 100000 options")
  }

  @Test func `names all ids that occur more than once, sections first`() throws {
    func section(_ id: SectionID, _ rows: RowID...) -> Document.Section {
      Document.Section(id: id, rows: rows.map { Document.Row(id: $0) })
    }
    let error = try #require(throws: DuplicateIDs.self) {
      try Document(sections: [
        section("s", "b", "a", "b"), section("t", "a", "a", "c"), section("s", "d"),
      ])
    }
    #expect(error.sections == ["s"] && error.rows == ["b", "a"])
    #expect(error.description == "these ids occur more than once: section:s, b, a")
  }

  @Test func `says why an entry has no id, and bytes no value`() {
    #expect(
      EntryEncodingProblem.unknownEntry(7).description
        == "it names entry 7, which does not stand before it")
    #expect(
      EntryEncodingProblem.time(1).description == "its time is not of the years 0 to 9999")
    #expect(EntryEncodingProblem.tooDeep.description == "a value is nested too deep")
    var reader = ByteReader([0x80])
    let error = #expect(throws: CodingError.self) { try reader.number() }
    #expect(error?.description == "unreadable record at byte 1: ended")
    #expect(DecimalTooLong().description == "the number has more than 4096 digits")
  }
}
