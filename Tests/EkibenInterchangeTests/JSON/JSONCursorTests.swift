import EkibenInterchange
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A cursor on JSON` {
  private let source = Array(
    """
    {
      "id": "intake", "count": 3, "big": 9223372036854775808, "half": 0.5, "on": true,
      "nothing": null,
      "item": [
        {"linkId": "1", "item": [{"linkId": 7}]}
      ]
    }
    """.utf8)

  @Test func `reads members, elements and values of the kind asked for`() throws {
    let root = try JSONCursor(parsing: source)
    #expect(try root.required("id").string() == "intake")
    #expect(try root.required("count").int() == 3)
    #expect(try root.required("half").number() == "0.5")
    #expect(try root.required("on").bool())
    #expect(try root.required("nothing").isNull)
    #expect(try root.optional("absent")?.text == nil)
    let items = try root.required("item").array()
    #expect(items.map(\.path.description) == ["item[0]"])
    #expect(try items[0].required("item").array()[0].text == "{\"linkId\": 7}")
    #expect(try items[0].members().map(\.name) == ["linkId", "item"])
    #expect(try items[0].members()[1].value.path.description == "item[0].item")
  }

  @Test(arguments: [
    ("id", "a whole number", "text"), ("count", "text", "a number"),
    ("on", "a list", "true or false"),
    ("item", "an object", "a list"), ("nothing", "true or false", "null"),
    ("half", "a whole number", "0.5"), ("big", "a whole number", "9223372036854775808"),
  ])
  func `refuses a value of another kind`(name: String, expected: String, found: String) throws {
    let member = try JSONCursor(parsing: source).required(name)
    let error = #expect(throws: JSONError.self) {
      switch expected {
      case "text": _ = try member.string()
      case "a list": _ = try member.array()
      case "an object": _ = try member.required("x")
      case "true or false": _ = try member.bool()
      default: _ = try member.int()
      }
    }
    #expect(error?.kind == .unexpected(expected: expected, found: found))
    #expect(error?.place.path == name)
  }

  @Test func `refuses to look for members in what is no object`() throws {
    let list = try JSONCursor(parsing: source).required("item")
    let expected = list.error(.unexpected(expected: "an object", found: "a list"))
    #expect(throws: expected) { try list.required("x") }
    #expect(throws: expected) { try list.optional("x") }
    #expect(throws: expected) { try list.members() }
    #expect(throws: expected) { try list.refuseMembers(besides: []) }
    let number = list.error(.unexpected(expected: "a number", found: "a list"))
    #expect(throws: number) { try list.number() }
  }

  @Test func `says line, column and path of what is wrong, in words`() throws {
    let item = try JSONCursor(parsing: source).required("item").array()[0]
    let linkID = try item.required("item").array()[0].required("linkId")
    let kind = #expect(throws: JSONError.self) { try linkID.string() }
    #expect(
      kind?.description
        == "line 5, column 41, at item[0].item[0].linkId: expected text, found a number")
    let missing = #expect(throws: JSONError.self) { try item.required("type") }
    #expect(missing?.kind == .missing("type"))
    #expect(missing?.description == #"line 5, column 5, at item[0]: the member "type" is missing"#)
    #expect(item.error(.invalid("no")).description == "line 5, column 5, at item[0]: no")
  }

  @Test func `refuses members that its reader does not know, by bytes`() throws {
    let source = Array("{\"Kind\":1,\n\"\u{212A}ind\":2}".utf8)
    let root = try JSONCursor(parsing: source)
    try root.refuseMembers(besides: ["Kind", "\u{212A}ind", "unused"])
    let error = #expect(throws: JSONError.self) { try root.refuseMembers(besides: ["Kind"]) }
    #expect(error?.kind == .unknownMember("\u{212A}ind"))
    #expect(error?.place.line == 2)
    #expect(error?.place.path == "[\"\u{212A}ind\"]")
  }

  @Test func `stays within its source, whatever node it is given`() {
    let node = JSON(content: .null, range: 5..<900)
    #expect(node.text(in: [0x31]) == "")
    #expect(JSONCursor(node, source: []).error(.comment).place.line == 1)
    let columns = [-1, 0, 99].map { offset in
      JSONError(.comment, at: offset, in: [0x31], path: .root).place.column
    }
    #expect(columns == [1, 1, 2])
  }
}
