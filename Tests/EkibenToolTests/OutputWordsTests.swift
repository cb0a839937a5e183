import Ekiben
import EkibenDocuments
import EkibenInterchange
import TestSupport
import Testing

@testable import EkibenTool

/// What the words, lines and columns of all commands are made of.
@Suite(.timeLimit(.minutes(20))) struct `The words of commands` {
  @Test(arguments: [
    (0, "0 rows", "0 entries"), (1, "1 row", "1 entry"), (2, "2 rows", "2 entries"),
    (21, "21 rows", "21 entries"),
  ])
  func `count in the singular and the plural`(number: Int, rows: String, entries: String) {
    #expect(Wording.count(number, "row") == rows)
    #expect(Wording.count(number, "entry", "entries") == entries)
  }

  @Test(
    arguments: [
      ([], "nothing"), ([12], "12"), ([12, 13], "12–13"), ([13, 12], "12–13"),
      ([20, 12, 13, 14, 15, 16, 17, 18, 19], "12–20"), ([12, 15], "12, 15"), ([15, 12], "12, 15"),
      ([1, 2, 4], "1, 2, 4"), ([9, 10, 11], "9–11"),
    ] as [([Int], String)])
  func `name numbers in their order, and as a stretch where they are one`(
    numbers: [Int], words: String
  ) {
    #expect(Wording.numbers(numbers) == words)
  }

  @Test(arguments: [
    ("visit", "visit"), ("a-b_c.d/e:f@g%h+i,j", "a-b_c.d/e:f@g%h+i,j"), ("x~1", "x~1"),
    ("~", "'~'"), ("~/x", "'~/x'"), ("", "''"), ("a b", "'a b'"), ("a=b", "'a=b'"),
    ("$HOME", "'$HOME'"), ("it's", #"'it'\''s'"#), ("'", #"''\'''"#), ("''", #"''\'''\'''"#),
    ("Zoë", "Zoë"), ("駅弁", "駅弁"), ("½", "½"), ("a\nb", #"'a\nb'"#), ("a;b", "'a;b'"),
    ("a*", "'a*'"), ("\u{202E}x", #"'\u202ex'"#),
  ])
  func `of a call can be typed as they stand`(word: String, typed: String) {
    #expect(Wording.command(["get", word]) == "ekiben get \(typed)")
  }

  @Test(arguments: [
    (["s", "d"], ["-n", "2"], "undo s d -n 2"), (["s", "-x"], ["-n", "2"], "undo -n 2 -- s -x"),
    (["-s", "--json"], [], "undo -- -s --json"),
    (["s", "d"], ["--reason", "…"], "undo s d --reason '…'"),
  ])
  func `of a call stand behind the options where they look like some`(
    positionals: [String], options: [String], call: String
  ) {
    #expect(Wording.call("undo", positionals, options) == "ekiben \(call)")
  }

  @Test func `stand in columns as wide as their widest cell, the last as it is`() {
    var table = TextTable()
    #expect(table.lines.isEmpty)
    table.add("a", "b", "c")
    table.add("long", "", "and more")
    table.add("x", "last of this")
    #expect(
      table.lines.map(\.description) == [
        "a     b             c", "long                and more", "x     last of this",
      ])
  }

  // In a terminal a square takes two columns.
  @Test func `stand in columns also where letters are wide`() {
    var table = TextTable()
    for cell in ["駅弁", "🚀 off", "plain"] { table.add(cell, "x") }
    #expect(table.lines.map(\.description) == ["駅弁    x", "🚀 off  x", "plain   x"])
  }

  @Test(arguments: [(39, 39), (40, 40), (41, 1)])
  func `stand in columns that are not waited for beyond forty characters`(count: Int, width: Int) {
    var table = TextTable()
    let long = String(repeating: "é", count: count)
    table.add("a", "b")
    table.add(long, "c")
    #expect(table.lines.map(\.description) == ["a".padded(to: width) + "  b", long + "  c"])
  }
}

/// How values and plans look as JSON.
@Suite(.timeLimit(.minutes(20))) struct `As JSON` {
  @Test(
    arguments: [
      (nil, "null"), (.null, "null"), (.bool(true), "true"), (.bool(false), "false"),
      (.integer(-5), "-5"), (.integer(.max), "9223372036854775807"), (.text("a\"b"), #""a\"b""#),
      (.text("1"), #""1""#), (.list([]), "[]"), (.list([.integer(1), .null]), "[1,null]"),
      (.list([.list([.text("x")])]), #"[["x"]]"#), (.bytes([0xC0, 0x0F]), #""bytes(c00f)""#),
      (.record([.code: .text("a"), .label: .null]), #"{"code":"a","label":null}"#),
      (.verbatim(#"{"b": [1.50, 1e1]}"#), #"{"b":[1.50,1e1]}"#), (.verbatim("{"), #""{""#),
      (.verbatim("no JSON"), #""no JSON""#),
    ] as [(Value?, String)])
  func `a value is what it says`(value: Value?, json: String) {
    #expect(value.json.encoded() == json)
  }

  @Test(arguments: ["71.50", "-0.5", "1e3"])
  func `a number has its digits`(digits: String) throws {
    let number = try #require(DecimalNumber(digits))
    #expect(Value.decimal(number).json.encoded() == number.digits)
  }

  @Test(arguments: ["2024", "2024-03", "2024-03-05", "2024-03-05T10:00+01:00", "10:00"])
  func `a date is its text`(text: String) throws {
    let date = try #require(DateText(text))
    #expect(Value.date(date).json.encoded() == "\"\(text)\"")
  }

  @Test func `changes name their records as commands do`() {
    let changes = Changeset([
      Change(.document, "title", before: nil, after: .text("x")),
      Change(.section("s"), nil, before: .record([:]), after: nil),
      Change(.row("a b"), .value, before: .integer(1), after: .integer(2)),
    ])
    let calculated: Set = [Change.Target(.row("a b"), .value)]
    #expect(
      JSONOutput.changes(changes, calculated: calculated).encoded()
        == #"[{"record":"document:","field":"title","before":null,"after":"x"},"#
        + #"{"record":"section:s","field":null,"before":{},"after":null},"#
        + #"{"record":"\"a b\"","field":"value","before":1,"after":2,"calculated":true}]"#)
    #expect(Notation.text(of: RecordID.row("a b")) == "\"a b\"")
    #expect(Notation.text(of: RecordID.section("s")) == "section:s")
  }

  @Test func `a plan has each operation under its own name`() throws {
    var operations = TableOperations()
    operations.deleteSections = [1]
    operations.insertSections = [2]
    operations.moveSections = [.init(from: 3, to: 4)]
    operations.deleteRows = [Document.Place(section: 5, row: 6)]
    operations.insertRows = [Document.Place(section: 7, row: 8)]
    operations.moveRows = [
      .init(from: Document.Place(section: 9, row: 10), to: Document.Place(section: 11, row: 12))
    ]
    operations.updateRows = [Document.Place(section: 13, row: 14)]
    operations.replaceViews = [Document.Place(section: 15, row: 16)]
    operations.supplements = [.init(section: 17, name: .footer)]
    let table = try FormFile.read(Array(household.utf8), named: "h").form.document()
    let stages = [
      TablePlan.Stage(operations: operations, table: table),
      TablePlan.Stage(operations: TableOperations(), table: Document()),
    ]
    let nothing =
      #"{"deleteSections":[],"insertSections":[],"moveSections":[],"deleteRows":[],"#
      + #""insertRows":[],"moveRows":[],"updateRows":[],"replaceViews":[],"supplements":[],"#
      + #""rowsAfter":[]}"#
    #expect(
      TablePlan(stages: stages).json.encoded()
        == #"{"stages":[{"deleteSections":[1],"insertSections":[2],"moveSections":[[3,4]],"#
        + #""deleteRows":[[5,6]],"insertRows":[[7,8]],"moveRows":[[[9,10],[11,12]]],"#
        + #""updateRows":[[13,14]],"replaceViews":[[15,16]],"supplements":[[17,"footer"]],"#
        + #""rowsAfter":[3,2,1,2]},\#(nothing)]}"#)
    #expect(
      Wording.batches(of: TablePlan(stages: stages)) == "2 batches of a table "
        + "(insert 2, delete 2, move 2, update 1, replaceView 1, supplement 1)")
    #expect(
      Wording.batches(of: TablePlan(stages: Array(stages.suffix(1))))
        == "1 batch of a table (nothing)")
  }
}
