import EkibenDocuments
import EkibenForms
import Testing

/// A case of the seeds: two tables and the fewest operations that lead from one to the other.
struct SeedCase: Sendable, CustomTestStringConvertible {
  let name: String
  let old: String
  let new: String
  let operations: String
  /// What leads back, where it is not the mirror image.
  let back: String?

  init(_ name: String, _ old: String, _ new: String, _ operations: String, back: String? = nil) {
    (self.name, self.old, self.new, self.operations) = (name, old, new, operations)
    self.back = back
  }

  var testDescription: String { "\(name): \(old) → \(new)" }

  /// The operations that lead back: what came goes, what went comes.
  var mirrored: String {
    if let back { return back }
    let swapped = ["DS": "IS", "IS": "DS", "DR": "IR", "IR": "DR"]
    let order = ["DS", "IS", "MS", "DR", "IR", "MR", "U", "RV", "S"]
    let parts = operations.split(separator: ", ").map { part in
      let words = part.split(separator: " ").map(String.init)
      return (swapped[words[0]] ?? words[0], words[1])
    }
    return order.flatMap { sort in parts.filter { $0.0 == sort } }
      .map { "\($0) \($1)" }.joined(separator: ", ")
  }
}

private let cases: [SeedCase] = [
  SeedCase(
    "T-B1 mixed operations", "1: 100 101 102 103 | 2: 200 201 | 3: 300 301",
    "5: | 3: 300 301 | 1: 103 100 102 | 4: | 2: 201 202 200", "IS 2, MS 1, DR 1, IR 1, MR 2"),
  SeedCase(
    "T-B2 the same element", "1: 100 101 102 103 | 2: 200 201",
    "1: 100 101 102 103 104 | 2: 200 201", "IR 1"),
  SeedCase("T-C1 nothing", "", "", ""),
  SeedCase("T-C2 two sections", "", "s1 | s2", "IS 2"),
  SeedCase("T-C3 a section above", "s2 | s3 | s4", "s1 | s2 | s3 | s4", "IS 1"),
  SeedCase("T-C4 sections come and move", "s2 | s3", "s1 | s4 | s3 | s2", "IS 2, MS 1"),
  SeedCase("T-C5 the same header", "s1#green: r1", "s1#green: r1", ""),
  SeedCase("T-C6 the same footer", "s1^blue: r1", "s1^blue: r1", ""),
  SeedCase("T-C7 a row under a header", "s1#blue:", "s1#blue: r1", "IR 1"),
  SeedCase("T-C8 header and rows", "s1#green: r1", "s1#purple: r1 r2", "IR 1, S 1"),
  SeedCase("T-C9 footer and rows", "s1^green: r1 r2", "s1^purple: r3", "DR 2, IR 1, S 1"),
  SeedCase("T-C10 footer below a gap", "s1 | s2^green", "s2^purple", "DS 1, S 1"),
  SeedCase("T-C11 footer pushed down", "s1^green | s2", "s3 | s1^purple | s2", "IS 1, S 1"),
  SeedCase("T-C12 first to last", "s1 | s2 | s3", "s2 | s3 | s1", "MS 1"),
  SeedCase("T-C13 two swapped", "s1 | s2 | s3 | s4 | s5", "s3 | s2 | s1 | s4 | s5", "MS 2"),
  SeedCase("T-C14 all sections go", "s1 | s2", "", "DS 2"),
  SeedCase("T-C15 one section goes", "s1 | s2", "s2", "DS 1"),
  SeedCase("T-C16 another section", "s1", "s2", "DS 1, IS 1"),
  SeedCase("T-C17 a section with a row", "", "s1: r1", "IS 1, IR 1", back: "DS 1"),
  SeedCase("T-C19 a row below", "s: r1", "s: r1 r2", "IR 1"),
  SeedCase("T-C20 a row above", "s: r2 r3 r4", "s: r1 r2 r3 r4", "IR 1"),
  SeedCase("T-C21 the last row goes", "s: r1 r2", "s: r1", "DR 1"),
  SeedCase("T-C22 the first row goes", "s: r1 r2", "s: r2", "DR 1"),
  SeedCase("T-C23 rows swapped", "s: r1 r2", "s: r2 r1", "MR 1"),
  SeedCase("T-C24 one goes, two come", "s: r1 r2", "s: r3 r4 r2", "DR 1, IR 2"),
  SeedCase("T-C25 another row", "s: r1", "s: r2", "DR 1, IR 1"),
  SeedCase(
    "T-C26 swapped below a new section", "st: r1 r2", "s1: r | st: r2 r1",
    "IS 1, IR 1, MR 1", back: "DS 1, MR 1"),
  SeedCase(
    "T-C27 out of a section that goes", "s2: r1 | s1: r2", "s1: r1=x",
    "DS 1, DR 1, MR 1, U 1"),
  SeedCase("T-C28 sections swapped", "s1 | s2", "s2 | s1", "MS 1"),
  SeedCase("T-C29 updates below a gap", "s: r1 r2 r3", "s: r2=x r3=y", "DR 1, U 2"),
  SeedCase("T-C30 an update", "s: r1", "s: r1=x", "U 1"),
  SeedCase("T-C31 another component", "s: r1", "s: r1@Toggle", "RV 1"),
  SeedCase(
    "T-X1 moved, header changed", "A#h1: a | B: b | C: c", "B: b | C: c | A#h2: a", "MS 1, S 1"),
  SeedCase("T-X2 moved, component changed", "s: a b c", "s: b c a@Toggle", "MR 1, RV 1"),
  SeedCase("T-X3 moved, content changed", "s: a b c", "s: b c a=x", "MR 1, U 1"),
  SeedCase("T-X4 a section moved", "A: a b | B: c d | C: e", "B: c d | C: e | A: a b", "MS 1"),
  SeedCase(
    "T-X5 above ten rows", "s: 1 2 3 4 5 6 7 8 9 10", "s: 0 1 2 3 4 5 6 7 8 9 10", "IR 1"),
  SeedCase("T-X6 above five sections", "1 | 2 | 3 | 4 | 5", "0 | 1 | 2 | 3 | 4 | 5", "IS 1"),
  SeedCase("T-X8 header comes", "s: a", "s#h: a", "S 1"),
  SeedCase("T-X8 footer comes", "s: a", "s^f: a", "S 1"),
  SeedCase("T-X11 first to last", "s: 1 2 3 4 5 6 7 8 9", "s: 2 3 4 5 6 7 8 9 1", "MR 1"),
  SeedCase("T-X11 last to first", "s: 1 2 3 4 5 6 7 8 9", "s: 9 1 2 3 4 5 6 7 8", "MR 1"),
  SeedCase(
    "T-X12 changed below a gap", "A: a | B: b c | C: d", "B: b=x c e | C: d", "DS 1, IR 1, U 1",
    back: "IS 1, DR 1, IR 1, U 1"),
  SeedCase(
    "T-X13 out of a section that goes", "A: a b | B: c", "B: c a", "DS 1, MR 1",
    back: "IS 1, IR 1, MR 1"),
  SeedCase("T-X13 into a section that comes", "A: a b", "A: a | B: b", "IS 1, MR 1"),
  SeedCase(
    "T-X13 between sections, one of which moves", "A: a b | B: c | C: d",
    "B: c | C: d a | A: b", "MS 1, MR 1"),
  SeedCase("T-X14 two of five", "s: 1 2 3 4 5", "s: 3 2 1 4 5", "MR 2"),
  SeedCase("T-X14 one to its own index", "s: 0 1 2 3 4", "s: 3 4 2 0 1", "MR 3"),
  SeedCase("a level shows in the header", "s@1#h: a", "s@2#h: a", "S 1"),
]

struct SeedCasesTests {
  @Test(arguments: cases)
  func `a case is valid, legal and minimal, there and back, ten times`(_ seed: SeedCase) throws {
    let (old, new) = (try table(seed.old), try table(seed.new))
    let shown = HeadlessTable(old)
    for _ in 1...10 {
      try step(shown, from: old, to: new, expecting: seed.operations)
      try step(shown, from: new, to: old, expecting: seed.mirrored)
    }
  }

  private func step(
    _ shown: HeadlessTable, from old: Document, to new: Document, expecting operations: String
  ) throws {
    let plan = TablePlan(from: old, to: new)
    #expect(isStrict(plan))
    #expect(sorts(of: plan) == operations)
    try shown.perform(plan, to: new)
    #expect(shown.displays == new.displays)
  }

  @Test(arguments: ["s: a a", "s: a | t: a", "s: | s:"])
  func `T-X7 an id that occurs twice never reaches a table`(text: String) {
    #expect(throws: DuplicateIDs.self) { try table(text) }
  }
}
