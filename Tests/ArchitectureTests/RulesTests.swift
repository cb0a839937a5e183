import Foundation
import TestSupport
import Testing

/// Rules that are kept, or meant to be, and that no test and no code cites yet. The list is exact:
/// who cites a rule takes it out, and who adds a rule without a test puts it in.
private let notYetCited = Set(
  words(
    of: """
      D16
      F3 F8 F11
      """))

private struct Rule: Equatable {
  var id: String
  var isLater: Bool
}

/// The rules of the page, in order: list items that start with a name in bold.
private func rules(in page: String) -> [Rule] {
  page.split(separator: "\n").compactMap { line in
    guard line.hasPrefix("- **"), let end = line.dropFirst(4).firstRange(of: "**") else {
      return nil
    }
    let id = String(line.dropFirst(4)[..<end.lowerBound])
    return Rule(id: id, isLater: line.hasSuffix("*Later.*"))
  }
}

/// Whether a word is the name of a rule: a letter and a number.
private func isRuleID(_ word: String) -> Bool {
  guard let letter = word.first, "DEHPFTIC".contains(letter) else { return false }
  return word.count > 1 && word.dropFirst().allSatisfy(\.isASCIIDigit)
    && word.dropFirst().first != "0"
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

/// The rules that a text cites: names that follow `rule` or `rules`, joined by commas and `and`.
private func citedRules(in text: String) -> Set<String> {
  let parts = words(of: text)
  var cited: Set<String> = []
  for (index, word) in parts.enumerated() where ["rule", "rules"].contains(word.lowercased()) {
    for name in parts[(index + 1)...] where name != "and" {
      guard isRuleID(name) else { break }
      cited.insert(name)
    }
  }
  return cited
}

@Suite(.timeLimit(.minutes(20))) struct RulesTests {
  private func page() throws -> [Rule] {
    let text = try fileBytes(at: projectRoot.appending(path: "Sources/Ekiben/Ekiben.docc/Rules.md"))
    return rules(in: String(decoding: text, as: UTF8.self))
  }

  /// All citations but those of this page's own tests.
  private func citations() throws -> Set<String> {
    try sourceFiles(under: ["Sources", "Tests", "Migrations", "Schemas"], ending: ".swift")
      .filter { !$0.path.hasSuffix("/RulesTests.swift") }
      .reduce(into: []) { $0.formUnion(citedRules(in: $1.text)) }
  }

  @Test func `every rule has a name of its own`() throws {
    let ids = try page().map(\.id)
    try #require(ids.count > 50)
    #expect(ids.filter { !isRuleID($0) } == [])
    #expect(Dictionary(grouping: ids) { $0 }.filter { $1.count > 1 }.keys.sorted() == [])
  }

  @Test func `what is cited is a rule`() throws {
    #expect(try citations().subtracting(page().map(\.id)).sorted() == [])
  }

  @Test func `every rule that is kept is cited, but for those listed`() throws {
    let cited = try citations()
    let missing = try Set(page().filter { !$0.isLater }.map(\.id)).subtracting(cited)
    #expect(missing.subtracting(notYetCited).sorted() == [], "cite these, or list them")
    #expect(notYetCited.subtracting(missing).sorted() == [], "take these off the list")
  }

  @Test(arguments: [
    ("// rule D1", ["D1"]), ("Rules D1, H12 and P3: a", ["D1", "H12", "P3"]),
    ("rule D1 says, H2 too", ["D1"]), ("D1 is an id", []), ("rule d1", []), ("rule D01", []),
    ("rule X1", []), ("overrule D1", []), ("rule D1\n/// and rule H2", ["D1", "H2"]),
  ])
  func `finds what a text cites`(text: String, ids: [String]) {
    #expect(citedRules(in: text).sorted() == ids.sorted())
  }

  @Test func `reads the page`() {
    let page = "# Rules\n- **D1** A.\n- **D2** B. *Later.*\n- plain\n"
    #expect(rules(in: page) == [Rule(id: "D1", isLater: false), Rule(id: "D2", isLater: true)])
  }
}
