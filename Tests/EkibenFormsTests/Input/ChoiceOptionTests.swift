import EkibenDocuments
import EkibenExpressions
@testable import EkibenForms
import Testing

/// An option with all that one can have.
private func full() -> Choice.Option {
  var option = Choice.Option(
    "c", label: "Code", system: "s", prefix: "a)", score: DecimalNumber("1.50"), help: "Ask.",
    image: "cup", group: "Drinks", isExclusive: true)
  option.parent = "p"
  option.offered = Field<Bool>("adult") == true
  option.isFormer = true
  return option
}

@Suite(.timeLimit(.minutes(20))) struct `An option of a choice` {
  @Test func `leaves a record that says all of it, and reads it again`() throws {
    let record: Fields = [
      .code: "c", .label: "Code", .system: "s", .prefix: "a)",
      .score: .decimal(try #require(DecimalNumber("1.50"))), .help: "Ask.", .image: "cup",
      .group: "Drinks", .exclusive: true, .parent: "p", .former: true,
      .offered: .record(["row": "adult", "is": true]),
    ]
    #expect(full().record == record)
    let read = try #require(Choice.Option(record))
    #expect(read == full())
    #expect([read.prefix, read.help, read.image] == ["a)", "Ask.", "cup"])
    #expect([read.system, read.group, read.parent] == ["s", "Drinks", "p"])
    #expect(read.isExclusive && read.isFormer && read.score == DecimalNumber("1.50"))
    #expect(read.offered?.record == ["row": "adult", "is": true])
  }

  @Test func `says little where it is little`() throws {
    let bare: Fields = [.code: "c", .label: "c"]
    #expect(Choice.Option("c").record == bare)
    let read = try #require(Choice.Option([.code: "c", .score: 2]))
    #expect(read.label == "c" && read.score == DecimalNumber("2") && !read.isExclusive)
    #expect(Choice.Option([.code: "c", .score: "2"])?.score == nil)
    #expect(Choice.Option([.label: "No code"]) == nil)
    #expect(
      Choice.Option("c").offered(when: Field<Bool>("on") == true).record[.offered]
        == .record(["row": "on", "is": true]))
  }

  @Test(
    arguments: [
      ([], true), (["hot"], true), (["ch"], true), (["choc", "hot"], true), (["07"], true),
      (["ot"], false), (["hot", "tea"], false), (["hot", "07"], true),
    ] as [([String], Bool)])
  func `is found by the beginnings of the words of its label and code`(
    words: [String], isFound: Bool
  ) {
    #expect(Choice.Option("H-07", label: "Hot Chocolate").has(words) == isFound)
  }

  // Rule F26.
  @Test(
    arguments: [
      ("c", .option(code: "c")), (.record([.code: "c"]), .option(code: "c")),
      (.record([.code: "c", .system: "s"]), .option(code: "c", system: "s")),
      (.record([.other: "own"]), .other("own")), (.record([.other: "own", .unit: "x"]), nil),
      (.record([:]), nil), (7, nil), (.null, nil), (["c"], nil),
    ] as [(Value, Choice.Picked?)])
  func `is picked by a code, by code and system, or is a text of one's own`(
    value: Value, picked: Choice.Picked?
  ) {
    #expect(Choice.Picked(documentValue: value) == picked)
    guard let picked else { return }
    #expect(Choice.Picked(documentValue: picked.documentValue) == picked)
    #expect(Set([picked, picked]).count == 1)
  }

  @Test func `is another one in another system, unless one of them says none`() throws {
    let option = Choice.Option("c", system: "s")
    #expect(option.isMeant(by: .option(code: "c")))
    #expect(option.isMeant(by: .option(code: "c", system: "s")))
    #expect(!option.isMeant(by: .option(code: "c", system: "t")))
    #expect(
      !option.isMeant(by: .option(code: "d", system: "s")) && !option.isMeant(by: .other("c")))
    #expect(Choice.Option("c").isMeant(by: .option(code: "c", system: "t")))
    #expect(Choice.Picked.option(code: "c", system: "s") != .option(code: "c"))
  }
}
