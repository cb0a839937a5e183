import EkibenInterchange
import Testing

@Suite(.timeLimit(.minutes(20))) struct `JSON within limits` {
  private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  // Rule I3.
  @Test func `is read up to the depth and refused beyond`() throws {
    #expect(try parse(nested(128)).encoded() == nested(128))
    let error = try #require(refusal(nested(129)))
    #expect(error.kind == .limit(.depth, 128))
    #expect(error.place.column == 129)
    #expect(error.place.path == String(repeating: "[0]", count: 128))
    #expect(try parse("1", limits: JSON.Limits(depth: 0)) == 1)
    #expect(refusal("[]", limits: JSON.Limits(depth: 0))?.kind == .limit(.depth, 0))
    #expect(refusal("[]", limits: JSON.Limits(depth: -1))?.kind == .limit(.depth, 0))
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func `stops at a million open brackets, whatever depth is asked for`(opening: String) {
    let bomb = String(repeating: opening, count: 1_000_000)
    #expect(refusal(bomb)?.kind == .limit(.depth, 128))
    let deepest = JSON.Limits(depth: .max)
    #expect(refusal(bomb, limits: deepest)?.kind == .limit(.depth, 1_000))
  }

  @Test func `is read, compared, written and released at the greatest depth`() throws {
    let text = nested(1_000)
    let value = try parse(text, limits: JSON.Limits(depth: 1_000))
    #expect(value == (try parse(text, limits: JSON.Limits(depth: 1_000))))
    #expect(value.encoded() == text)
    #expect(value.encoded(pretty: true).utf8.count > text.utf8.count)
  }

  @Test func `is refused above the length in bytes`() {
    #expect(refusal("[1]", limits: JSON.Limits(bytes: 3)) == nil)
    #expect(refusal("[1] ", limits: JSON.Limits(bytes: 3))?.kind == .limit(.bytes, 3))
  }

  // Rule D7.
  @Test func `is read with all digits of a number, however many`() throws {
    let digits = String(repeating: "1", count: 1_000_000)
    for text in [digits, "-0.\(digits)e\(digits)"] {
      let isWhole = try parse("[0,\(text)]").array?.last?.number == text
      #expect(isWhole)
    }
  }

  @Test func `is refused above the number of values`() {
    #expect(refusal("[1,{\"a\":2}]", limits: JSON.Limits(nodes: 4)) == nil)
    let error = refusal("[1,{\"a\":2}]", limits: JSON.Limits(nodes: 3))
    #expect(error?.kind == .limit(.nodes, 3))
    #expect(error?.place.path == "[1].a")
  }

  @Test func `is refused above the number of an object's members, at the name`() throws {
    let limits = JSON.Limits(members: 2)
    #expect(refusal("[{\"a\":1,\"b\":2},{\"a\":1,\"b\":[3,4,5]}]", limits: limits) == nil)
    let error = try #require(refusal("[{\"a\":1,\"b\":2, \"c\":3}]", limits: limits))
    #expect(error.kind == .limit(.members, 2))
    #expect(error.place.column == 16)
    #expect(error.place.path == "[0].c")
    #expect(error.description.contains("the object has more than 2 members"))
  }

  @Test(arguments: [0, 1])
  func `is read in time in proportion, with 100,000 alike names`(extra: Int) throws {
    let prefix = String(repeating: "p", count: 40)
    let names = (0..<100_000).map { "\(prefix)\($0)" }
    let members = (names + names.prefix(extra)).map { "\"\($0)\":0" }.joined(separator: ",")
    let clock = ContinuousClock()
    var error: JSONError?
    let time = clock.measure { error = refusal("{\(members)}") }
    #expect(error?.kind == (extra == 0 ? nil : .duplicateName("\(prefix)0")))
    // In proportion this takes about a second unoptimised; name by name it would take hours.
    #expect(time < .seconds(30))
  }

  @Test(arguments: [2, 15, 16, 17, 18, 40])
  func `finds a name that is there twice, however many there are`(count: Int) {
    for first in [0, (count - 1) / 2, count - 2] {
      var names = (0..<count).map { "n\($0)" }
      #expect(refusal(object(names)) == nil)
      names[count - 1] = names[first]
      #expect(refusal(object(names))?.kind == .duplicateName("n\(first)"))
    }
  }

  private func object(_ names: [String]) -> String {
    "{\(names.map { "\"\($0)\":{\"n0\":0}" }.joined(separator: ","))}"
  }
}
