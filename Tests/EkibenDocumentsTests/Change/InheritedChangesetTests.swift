import EkibenDocuments
import EkibenTesting
import Testing

/// Two sketches and what leads from one to the other, line by line in the notation.
///
/// Order keys are left out: that a record moves says `a[order]`, and where to is the alignment's.
struct InheritedChangeset: Sendable, CustomTestStringConvertible {
  let name: String
  let old: String
  let new: String
  let lines: [String]

  init(_ name: String, _ old: String, _ new: String, _ lines: [String]) {
    (self.name, self.old, self.new, self.lines) = (name, old, new, lines)
  }

  var testDescription: String { "\(name): \(old) → \(new)" }
}

private func line(_ change: Change) -> String {
  if change.field == .order { return Notation.text(of: change.target) }
  func bare(_ value: Value?) -> Value? {
    value?.asRecord.map { .record($0.setting(.order, nil)) } ?? value
  }
  return Notation.text(
    of: Change(
      change.record, change.field, before: bare(change.before), after: bare(change.after)))
}

/// A row's record, and a text's, in the notation.
private func row(_ id: String, in section: String) -> String {
  #"{component: "textInput", section: "\#(section)", title: "\#(id)"}"#
}

private func shown(_ text: String) -> String {
  #"{component: "description", text: "\#(text)"}"#
}

/// What broke when Bento, FunctionalTableData and Braid were run.
private let cases: [InheritedChangeset] = [
  .init(
    "T-X1", "A+: a | B: b | C: c", "B: b | C: c | A++: a",
    ["section:A[header]: \(shown("+")) → \(shown("++"))", "section:A[order]"]),
  .init(
    "T-X1 and a footer comes", "A+: a | B: b | C: c", "B: b | C: c | A!: a",
    [
      "section:A[footer]: – → \(shown("+"))", "section:A[header]: \(shown("+")) → –",
      "section:A[order]",
    ]),
  .init(
    "T-X2", "a b c", "b c a!",
    [#"a[component]: "textInput" → "component1""#, "a[order]"]),
  .init("T-X3", "a b c", "b c a+", ["a[order]", #"a: – → "+""#]),
  .init("T-X4", "A: a b | B: c d | C: e", "B: c d | C: e | A: a b", ["section:A[order]"]),
  .init(
    "T-X5", "1 2 3 4 5 6 7 8 9 10", "0 1 2 3 4 5 6 7 8 9 10",
    ["0[]: – → \(row("0", in: "s1"))"]),
  .init(
    "T-X6", "A: a | B: b | C: c | D: d | E: e", "N: | A: a | B: b | C: c | D: d | E: e",
    ["section:N[]: – → {}"]),
  .init("T-X8 nil to some", "A: a", "A+: a", ["section:A[header]: – → \(shown("+"))"]),
  .init("T-X8 some to nil", "A+: a", "A: a", ["section:A[header]: \(shown("+")) → –"]),
  .init(
    "T-X8 both", "A+: a", "A!: a",
    ["section:A[footer]: – → \(shown("+"))", "section:A[header]: \(shown("+")) → –"]),
  .init("T-X11 first to last", "1 2 3 4 5 6 7 8 9", "2 3 4 5 6 7 8 9 1", ["1[order]"]),
  .init("T-X11 last to first", "1 2 3 4 5 6 7 8 9", "9 1 2 3 4 5 6 7 8", ["9[order]"]),
  .init(
    "T-X12", "A: a | B: b c | C: d", "B: b+ e c | C: d",
    [
      "a[]: \(row("a", in: "A")) → –", "section:A[]: {} → –", #"b: – → "+""#,
      "e[]: – → \(row("e", in: "B"))",
    ]),
  .init(
    "T-X13 out of a section that goes", "A: a b | B: c", "B: c a",
    [
      "b[]: \(row("b", in: "A")) → –", "section:A[]: {} → –", "a[order]",
      #"a[section]: "A" → "B""#,
    ]),
  .init(
    "T-X13 into a section that comes", "A: a b", "A: a | N: n b",
    [
      // Its key is as good there as it was here.
      "section:N[]: – → {}", "n[]: – → \(row("n", in: "N"))", #"b[section]: "A" → "N""#,
    ]),
  .init(
    "T-X13 from one that goes to one that comes", "A: a b", "N: a n b",
    [
      "section:A[]: {} → –", "section:N[]: – → {}", "a[order]", #"a[section]: "A" → "N""#,
      "n[]: – → \(row("n", in: "N"))", "b[order]", #"b[section]: "A" → "N""#,
    ]),
  .init(
    "T-X13 between sections, one of which moves", "A: a b | B: c | C: d", "B: c | C: d a | A: b",
    ["section:A[order]", "a[order]", #"a[section]: "A" → "C""#]),
  .init("T-X14 two of five", "1 2 3 4 5", "3 2 1 4 5", ["3[order]", "1[order]"]),
  .init("T-X14 to its own index", "0 1 2 3 4", "3 4 2 0 1", ["2[order]", "0[order]", "1[order]"]),
  .init("T-X19", "A+: a b+ | B!: c!", "A+: a b+ | B!: c!", []),
  .init("T-X20", "1 2 3 4 5 6 7 8 9", "1 2 3 4 5 6 7 8 9+", [#"9: – → "+""#]),
  // Written down, so that another launch has to say the same.
  .init("T-X21", "", "A: a", ["section:A[]: – → {}", "a[]: – → \(row("a", in: "A"))"]),
]

/// The cases that say nothing about changesets, and why.
private let others: [(names: [String], reason: String)] = [
  (["T-X9"], "ids that repeat in a flat list: a document refuses them"),
  (["T-X15", "T-X16", "T-X17", "T-X18"], "renders, events, rebinding, focus: of hosts"),
]

@Suite(.timeLimit(.minutes(20))) struct InheritedChangesetTests {
  // Rules D5 and D13.
  @Test(arguments: cases)
  func `a case is the changes that it should be, and obeys every law`(
    _ inherited: InheritedChangeset
  ) throws {
    let (old, new) = (try Document(sketch: inherited.old), try Document(sketch: inherited.new))
    #expect(Changeset(from: old, to: new).changes.map(line) == inherited.lines)
    try expectLaws(through: [old, new, old])
  }

  @Test(arguments: [("a a", ["a"]), ("a | a", ["a"]), ("a b b a a", ["b", "a"])])
  func `T-X7 an id that occurs twice never reaches a changeset`(
    sketch: String, repeated: [String]
  ) {
    let error = #expect(throws: SketchError.self) { try Document(sketch: sketch) }
    guard case .duplicates(let duplicates)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(Set(duplicates.rows.map(\.rawValue)) == Set(repeated))
  }

  @Test func `T-X10 4000 rows reversed are 3999 changes of order`() throws {
    let names = (1...4000).map { "r\($0)" }
    let old = try Document(sketch: names.joined(separator: " "))
    let new = try Document(sketch: names.reversed().joined(separator: " "))
    let changes = Changeset(from: old, to: new)
    #expect(changes.changes.count == 3999)
    #expect(changes.changes.allSatisfy { $0.field == .order })
    #expect(try old.applying(changes) == new)
  }

  @Test func `every case from T-X1 to T-X21 is here, or is said to be of something else`() {
    let here = cases.map { String($0.name.prefix { $0 != " " }) } + ["T-X7", "T-X10"]
    let elsewhere = others.flatMap(\.names)
    #expect(Set(here).isDisjoint(with: elsewhere))
    #expect(Set(here + elsewhere) == Set((1...21).map { "T-X\($0)" }))
  }
}
