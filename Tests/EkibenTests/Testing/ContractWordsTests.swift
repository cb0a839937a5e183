import Ekiben
import EkibenDocuments
import EkibenForms
import Testing

@testable import EkibenTesting

private func look(_ words: String) -> RowLook { RowLook(content: .words(words)) }

@Suite(.timeLimit(.minutes(20))) struct `What a host shows` {
  private let fresh = ShownTable([
    .init("s", rows: [.init("a", look("A")), .init("b", look("B"))]), .init("t", rows: []),
  ])

  @Test func `is right where each row that has a view looks as in a fresh one`() {
    #expect(fresh.difference(from: fresh) == nil)
    // What is not on the screen has no view.
    var scrolled = fresh
    scrolled.sections[0].rows[0].look = nil
    #expect(scrolled.difference(from: fresh) == nil)
    #expect(ShownTable().difference(from: ShownTable()) == nil)
  }

  @Test func `is wrong with its first difference in words`() {
    var (sections, rows, row) = (fresh, fresh, fresh)
    sections.sections.swapAt(0, 1)
    let (turned, given) = (["t", "s"] as [SectionID], ["s", "t"] as [SectionID])
    #expect(
      sections.difference(from: fresh) == "it has the sections \(turned), a fresh render \(given)")
    rows.sections[0].rows.swapAt(0, 1)
    let (other, first) = (["b", "a"] as [RowID], ["a", "b"] as [RowID])
    #expect(
      rows.difference(from: fresh)
        == "section s has the rows \(other), in a fresh render \(first)")
    row.sections[0].rows[1].look = look("C")
    let difference = row.difference(from: fresh)
    #expect(difference == "row b shows \(look("C")), in a fresh render \(look("B"))")
    var bare = fresh
    bare.sections[0].rows[1].look = nil
    #expect(row.difference(from: bare) == "row b shows \(look("C")), in a fresh render –")
  }

  @Test(
    arguments: [
      (nil, nil), ([.header: look("A")], nil), ([.header: nil], nil),
      ([:], "shows –, in a fresh render \(look("A"))"),
      ([.header: look("B")], "shows \(look("B")), in a fresh render \(look("A"))"),
    ] as [([FieldName: RowLook?]?, String?)])
  func `says which supplements it shows, or not`(
    supplements: [FieldName: RowLook?]?, difference: String?
  ) {
    let section = ShownTable.Section("s", rows: [], supplements: supplements)
    let fresh = ShownTable([.init("s", rows: [], supplements: [.header: look("A")])])
    #expect(
      ShownTable([section]).difference(from: fresh)
        == difference.map { "the header of section s \($0)" })
    let bare = ShownTable([.init("s", rows: [], supplements: [:])])
    #expect(
      fresh.difference(from: bare)
        == "the header of section s shows \(look("A")), in a fresh render –")
  }

  @Test func `of a content is what its components draw`() throws {
    let content = try Form("f") {
      Section("s", header: "Above") { Description("a", "Words") }
      Section("t") { TextInput(Field<String>("b"), title: "B") }
    }.content()
    let shown = ShownTable(content)
    #expect(shown.sections.map(\.id) == ["s", "t"])
    #expect(shown.sections.map { $0.rows.map(\.id) } == [["a"], ["b"]])
    #expect(shown.sections[0].rows[0].look?.content == .words("Words"))
    #expect(shown.sections[1].rows[0].look?.label.title == "B")
    #expect(shown.sections.map { $0.supplements?.keys.sorted() } == [[.header], []])
    #expect(shown.sections[0].supplements?[.header] == .some(look("Above")))
  }
}

@Suite(.timeLimit(.minutes(20))) struct `The ledger of a contract` {
  private typealias Call = ContractProbe.Call

  private func problem(_ calls: [ContractProbe.Call]) -> String? {
    let ledger = ContractProbe.Ledger()
    for call in calls { ledger.note("a", call) }
    return ledger.problem
  }

  @Test(
    arguments: [
      ([.mount, .display, .endDisplaying, .unmount], nil),
      // A row that is bound anew may be mounted in its next view first.
      ([.mount, .mount, .unmount, .display, .endDisplaying, .unmount], nil),
      ([.unmount], "row a: unmounted while not mounted"),
      ([.mount, .unmount, .unmount], "row a: unmounted while not mounted"),
      ([.mount, .endDisplaying], "row a: taken off the screen while not on it"),
      ([.display], "row a: on the screen while not mounted"),
      ([.mount, .display, .unmount], "row a: on the screen while not mounted"),
      ([.mountOverStorage], "row a: mounted in a view whose storage was not cleared"),
      ([.mount, .unmountWithoutStorage], "row a: unmounted without the storage of its mount"),
      ([.unmount, .mountOverStorage], "row a: unmounted while not mounted"),
    ] as [([ContractProbe.Call], String?)])
  private func `finds the first call out of its turn`(calls: [ContractProbe.Call], words: String?) {
    #expect(problem(calls) == words)
  }

  @Test func `knows which rows have a view`() {
    let ledger = ContractProbe.Ledger()
    for (row, call) in [
      ("a", .mount), ("b", .mount), ("b", .unmount), ("c", .mount), ("c", .mount),
      ("c", .unmount),
    ] as [(RowID, Call)] {
      ledger.note(row, call)
    }
    #expect(ledger.mounted == ["a", "c"])
    #expect(ledger.problem == nil)
  }
}

@Suite(.timeLimit(.minutes(20))) struct `What a violation says` {
  @Test func `of a contract is the promise, what was found, and the call that finds it again`() {
    let violation = HostContractViolation(
      promise: "a host starts empty", seed: 7, detail: "it has rows")
    #expect(
      violation.description
        == "a host starts empty: it has rows\ntry contract.check(seeds: 7..<8)")
  }

  @Test func `of a text that is no operation quotes it`() {
    let error = #expect(throws: UnreadableOperation.self) {
      try TableOperations(reading: "remove 1")
    }
    #expect(
      error?.description == """
        "remove 1" is no operation of a table, such as delete section 1, move (0, 1) to (2, 4), \
        update (0, 0) or header of section 1
        """)
  }

  @Test(
    arguments: [
      ("a\nb", "x\ny", "-1: a\n+1: x\n-2: b\n+2: y"), ("", "", "    "), ("a", "a", "    a"),
      ("a\nb\nc\nd", "a\nb\nc\nx", "    b\n    c\n-4: d\n+4: x"),
      ("a\nb\nc\nd", "x\nb\nc\nd", "-1: a\n+1: x\n    b\n    c"),
      ("\u{2028}", "\u{202E}", "-1: \\u{2028}\n+1: \\u{202e}"),
      ("a b ", "a\u{A0}b", "-1: a b ⏎\n+1: a\\u{a0}b"),
      // Each is another spelling of the same letters.
      ("\u{E9}", "e\u{301}", "-1: \u{E9}\n+1: e\\u{301}"),
      ("\u{AC01}", "\u{1100}\u{1161}\u{11A8}", "-1: \u{AC01}\n+1: \\u{1100}\\u{1161}\\u{11a8}"),
      ("\u{C5}", "\u{212B}", "-1: \u{C5}\n+1: \\u{212b}"),
      ("\u{9CB}", "\u{9C7}\u{9BE}", "-1: \\u{9cb}\n+1: \\u{9c7}\\u{9be}"),
    ] as [(String, String, String)])
  func `of a text shows two lines around what differs`(old: String, new: String, shown: String) {
    #expect(lineDifference(from: old, to: new) == shown)
  }
}
