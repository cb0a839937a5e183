import EkibenDocuments
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct RebaseTests {
  private func changes(_ old: String, _ new: String) throws -> Changeset {
    Changeset(from: try Document(sketch: old), to: try Document(sketch: new))
  }

  /// Two edits of `a b | c`, and what is said when the second comes after the first.
  @Test(
    arguments: [
      ("a+ b | c", "a b+ | c", nil), ("a+ b | c", "a! b | c", nil), ("a+ b | c", "b a | c", nil),
      ("s1+: a b | c", "s1!: a b | c", nil), ("a b x | c", "a b | c y", nil),
      ("a+ b | c", "a++ b | c", "a: expected –, found \"+\""),
      (
        "a+ b | c", "b | c",
        "a[]: expected {component: \"textInput\", order: …, "
          + "section: \"s1\", title: \"a\"}, found {component: \"textInput\", order: …, "
          + "section: \"s1\", title: \"a\", value: \"+\"}"
      ),
      ("b | c", "a+ b | c", "a: expected –, found –"),
      ("a b", "a b | c+", "c: expected –, found –"),
      ("a b | s3: c", "a b | c x", "x[]: expected –, found –"),
      (
        "a b | c x", "a b | s3: c",
        "section:s2[]: expected {order: …}, found "
          + "{component: \"textInput\", order: …, section: \"s2\", title: \"x\"}"
      ),
      (
        "a b x | c", "a b x+ | c",
        "x[]: expected –, found {component: \"textInput\", "
          + "order: …, section: \"s1\", title: \"x\"}"
      ),
    ] as [(String, String, String?)])
  func `an edit comes after another unless they meet`(
    first: String, second: String, refusal: String?
  ) throws {
    let base = try Document(sketch: "a b | c")
    let (one, two) = (try changes("a b | c", first), try changes("a b | c", second))
    #expect(two.isDisjoint(from: one) == (refusal == nil))
    #expect(one.isDisjoint(from: two) == (refusal == nil))
    if refusal == nil {
      let there = try base.applying(one).applying(try two.rebased(over: one))
      #expect(there.isIdentical(to: try base.applying(two).applying(one)))
    } else {
      let error = #expect(throws: StaleChange.self) { try two.rebased(over: one) }
      // Which keys there are is not what this is about.
      let text = error?.description.replacing(/bytes\([0-9a-f]+\)/, with: "…")
      #expect(text == refusal)
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `random edits of one document that do not meet apply in any order`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed, sections: 2...5, rows: 2...8)
    let base = try make.document()
    for _ in 0..<5 {
      let one = Changeset(from: base, to: try make.edited(base))
      let two = Changeset(from: base, to: try make.edited(base))
      #expect(one.isDisjoint(from: two) == two.isDisjoint(from: one))
      #expect(one.isEmpty || !one.isDisjoint(from: one))
      guard one.isDisjoint(from: two) else { continue }
      let there = try base.applying(one).applying(two)
      #expect(there.isIdentical(to: try base.applying(two).applying(one)), "\(seed)")
      #expect(there.isIdentical(to: try base.applying(one.squashed(with: two))), "\(seed)")
    }
  }
}
