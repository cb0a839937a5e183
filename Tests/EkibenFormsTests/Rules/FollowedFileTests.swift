import EkibenDocuments
import EkibenExpressions
import Testing

@testable import EkibenForms

// Rule F14: what the time or a launch context decides, a file says.
@Suite(.timeLimit(.minutes(20))) struct `What a file says of hidden answers` {
  private static let a = Field<String>("a")

  private func rows(
    _ first: Formula, _ second: Formula, following inactive: Set<RowID>...
  ) throws -> [String] {
    let form = Form("f") {
      Section("s") {
        TextInput(Self.a)
        TextInput(Field<String>("b")).visible(when: first)
        TextInput(Field<String>("c")).visible(when: second)
        TextInput(Field<String>("empty")).visible(when: first)
      }
      Section("t") {
        TextInput(Field<String>("d"))
        TextInput(Field<String>("e"))
      }.visible(when: first)
    }.launchContext("p")
    var document = try form.document()
    let index = Document.Index(document)
    let names: [RowID] = ["a", "b", "c", "d", "e"]
    for row in names { document.set("x", at: try #require(index[row])) }
    let structure = DocumentStructure(document, index)
    var state = RuleState(document, index)
    return inactive.map { inactive in
      state.follow(inactive: inactive, in: structure)
      return names.filter { state.isActive(.row($0), in: structure) }.map(\.rawValue).joined()
    }
  }

  @Test func `is followed, of what stands around it as well`() throws {
    let host = Formula.fhirPath("%p.exists()")
    #expect(
      try rows(
        host, Self.a.isAnswered, following: [], ["b"], ["b", "c"], ["d"], ["d", "e"], ["a"])
        == ["abcde", "acde", "ade", "abce", "abc", "abcde"])
  }

  @Test func `is followed where the time decides`() throws {
    let clock = Formula.fhirPath("today() > @2020")
    #expect(
      try rows(clock, Self.a.isAnswered, following: ["b"], []) == ["acde", "abcde"])
  }

  @Test func `is not asked where answers alone decide`() throws {
    let answered = Self.a.isAnswered
    #expect(try rows(answered, .not(answered), following: [], ["b", "d"]) == ["abde", "abde"])
  }
}
