import EkibenDocuments
import EkibenForms
import EkibenInterchange
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Ids made of linkIds` {
  private static let long = String(repeating: "x", count: 300)

  private func questionnaire(_ items: [String]) -> String {
    #"{"resourceType": "Questionnaire", "item": [\#(items.joined(separator: ",\n"))]}"#
  }

  private func rows(_ linkIDs: [String?]) throws -> ImportedForm {
    try readForm(
      questionnaire(
        linkIDs.map { linkID in
          let member = linkID.map { "\"linkId\": \"\($0)\", " } ?? ""
          return "{\(member)\"type\": \"string\"}"
        }))
  }

  // Rule I5.
  @Test(
    arguments: [
      (["a/b", "a~b", "a~1b", "/", "~"], ["a~1b", "a~0b", "a~01b", "~1", "~0"]),
      (["a", "a", "a"], ["a", "a~2", "a~3"]), ([nil, nil, ""], ["~2", "~3", "~4"]),
      (["a", "a", "a~2"], ["a", "a~2", "a~02"]),
      // What a later item has a right to is not given away: `a/0` is written `a~10`.
      (
        Array(repeating: "a", count: 10) + ["a/0"],
        ["a"] + (2...9).map { "a~\($0)" } + ["a~11", "a~10"]
      ),
      (["caf\u{E9}", "cafe\u{301}"], ["caf\u{E9}", "cafe\u{301}"]),
      (["with space: → [x]"], ["with space: → [x]"]),
    ] as [([String?], [String])])
  func `are escaped, and each its own`(linkIDs: [String?], ids: [String]) throws {
    let form = try rows(linkIDs)
    let found = form.form.sections.flatMap(\.rows).map { Array($0.id.rawValue.utf8) }
    #expect(found == ids.map { Array($0.utf8) })
    let odd = zip(linkIDs, ids).filter { linkID, id in
      (linkID ?? "").isEmpty || (id.contains("~") && !(linkID ?? "").contains { "~/".contains($0) })
    }
    #expect(form.warnings.count == odd.count)
  }

  @Test func `of too long ones are short, stable and apart`() throws {
    let form = try rows([Self.long, Self.long + "y", Self.long])
    let ids = form.form.sections[0].rows.map(\.id.rawValue)
    let head = String(repeating: "x", count: 200)
    // The first 8 bytes of the SHA-256 of the whole, as coreutils' sha256sum gives them.
    let expected = ["~958752878960037591", "~13505161180625463024", "~958752878960037591~2"]
    #expect(ids == expected.map { head + $0 })
    #expect(form.form.sections[0].rows[0].fields["linkId"] == .text(Self.long))
    #expect(form.warnings.count == 3)
  }

  @Test func `are numbered as they are up to 255 bytes`() throws {
    for length in [252, 253] {
      let linkID = String(repeating: "y", count: length)
      let ids = try rows([linkID, linkID]).form.sections[0].rows.map(\.id.rawValue)
      #expect(ids == [linkID, linkID + "~2"])
    }
    let linkID = String(repeating: "y", count: 254)
    let ids = try rows([linkID, linkID]).form.sections[0].rows.map(\.id.rawValue)
    #expect(ids[0] == linkID && ids[1].hasSuffix("~2") && ids[1].utf8.count < 255)
  }

  @Test func `keep their linkId where they are not just its escaped form`() throws {
    let form = try rows(["a/b", "a/b", nil])
    #expect(form.row("a~1b")?.fields["linkId"] == nil)
    #expect(form.row("a~1b~2")?.fields["linkId"] == "a/b")
    #expect(form.row("~2")?.fields["linkId"] == .null)
  }

  @Test func `of sections keep clear of those of sections that go on`() throws {
    let group = { (id: String, inside: String) in
      "{\"linkId\": \"\(id)\", \"type\": \"group\", \"item\": [\(inside)]}"
    }
    let row = { (id: String) in "{\"linkId\": \"\(id)\", \"type\": \"string\"}" }
    let form = try readForm(
      questionnaire([
        group("g", [row("a"), group("g", row("b")), row("c")].joined(separator: ",")),
        group("g", row("d")), group("root", row("e")), group("root~", row("f")), row("g"),
      ]))
    let expected = [
      "g", "  a: TextInput plain", "g~2, level 1, in g", "  b: TextInput plain", "g~3, in g",
      "  c: TextInput plain", "g~4", "  d: TextInput plain", "root~0", "  e: TextInput plain",
      "root~0~2", "  f: TextInput plain", "root", "  g: TextInput plain",
    ]
    #expect(form.outline == expected)
    #expect(form.warnings.count == 3)
  }

  // Rule I6.
  @Test func `say what was done, and where`() throws {
    let form = try FormFile.read(fixture("odd-ids"), named: "file")
    let expected = [
      #"line 34, column 17, at item[5].linkId: the linkId "again" is taken already; this one is "#
        + "now again~2",
      #"line 39, column 17, at item[6].linkId: the linkId "again" is taken already; this one is "#
        + "now again~3",
      "line 48, column 5, at item[8]: an item without linkId is now ~2",
      "line 52, column 5, at item[9]: an item without linkId is now ~3",
      #"line 106, column 17, at item[17].linkId: the linkId "twice" is taken already; this one is "#
        + "now section:twice~2",
      "line 117, column 5, at item[18]: an item without linkId is now section:~2",
    ]
    #expect(form.warnings.map(\.description).filter { !$0.contains("xxx") } == expected)
    #expect((form.sectionCount, form.rowCount, form.warnings.count) == (5, 19, 8))
  }
}
