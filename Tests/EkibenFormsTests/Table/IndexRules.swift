/// The rules of what the indices of a batch mean, and when it counts.
///
/// Where a table view has a call that a batch of ours has not, the nearest thing is here, and a
/// comment says why.
let indexRules: [RuleCase] = [
  .takes("U-01 in any order", "s: a b c", "insert (0, 0); delete (0, 1); delete (0, 0)", "s: d c"),
  .refuses(
    "U-01 deletions come first", "s: a", "insert (0, 0); delete (0, 1)", "s: b",
    says: "U-12, batch 1: attempt to delete row 1 from section 0 which only contains 1 rows before "
      + "the update"),
  .takes("U-02", "s: a b c", "delete (0, 0); delete (0, 2)", "s: b"),
  .takes("U-02 of moves, too", "s: a b c", "delete (0, 0); move (0, 2) to (0, 0)", "s: c b"),
  // Counted as if each deletion came after the other.
  .refuses(
    "U-02", "s: a b c", "delete (0, 0); delete (0, 1)", "s: b",
    says: "content, batch 1: row (0, 0) is c, in a fresh render b"),
  .refuses(
    "U-02 of moves, too", "s: a b c", "delete (0, 0); move (0, 1) to (0, 0)", "s: c b",
    says: "content, batch 1: row (0, 0) is b, in a fresh render c"),
  .takes("U-03", "s: a b c", "delete (0, 0); insert (0, 3); insert (0, 1)", "s: b x c y"),
  .takes("U-03 of the section, too", "A | B", "delete section 0; insert (0, 0)", "B: b"),
  // Counted in the table before.
  .refuses(
    "U-03", "s: a b", "delete (0, 0); delete (0, 1); insert (0, 2)", "s: c",
    says: "U-13, batch 1: attempt to insert row 2 into section 0, but there are only 1 rows in "
      + "section 0 after the update"),
  .refuses(
    "U-03 of the section, too", "A | B", "delete section 0; insert (1, 0)", "B: b",
    says: "U-13, batch 1: attempt to insert row 0 into section 1, but there are only 0 rows in "
      + "section 1 after the update"),
  // A row that is replaced is named by its place afterwards only; that it has a new cell is tested
  // with all cases.
  .takes("U-04 a new cell", "s: a b", "delete (0, 0); replace (0, 0)", "s: b@Toggle"),
  .refuses(
    "U-04 it takes a place", "s: a", "insert (0, 0); replace (0, 0)", "s: b a",
    says: "U-16, batch 1: attempt to perform an insert and a reload to the same index path (0, 0)"),
  // There is no begin and end to nest: what nested calls would do is one batch, read as one, and
  // what it leads to is checked once. A plan in the middle of another is refused: HostMomentTests.
  .takes(
    "U-05 read as one", "s: a b c d", "delete (0, 0); insert (0, 2); delete (0, 1)", "s: c d e"),
  .refuses(
    "U-05 and not one by one", "s: a b c", "delete (0, 0); delete (0, 0)", "s: c",
    says: "U-15, batch 1: attempt to delete index path (0, 0) twice"),
  // No operation of a batch reloads; a reload can only come between the making of a plan and its
  // start, and then the plan must be for what was reloaded. One that a callback asks for in the middle
  // of a batch waits: HostMomentTests.
  .takes("U-06", "s: a b", "insert (0, 0)", "s: c a", reloaded: "s: a"),
  .refuses(
    "U-06", "s: a b", "delete (0, 1)", "s: a", reloaded: "s: a",
    says: "U-12, batch 1: attempt to delete row 1 from section 0 which only contains 1 rows before "
      + "the update"),
  // The data source is the table that a batch carries.
  .takes("U-07", "s: a", "insert (0, 0)", "s: b a"),
  .refuses(
    "U-07 not swapped yet", "s: a", "insert (0, 0)", "s: a",
    says: "U-11, batch 1: \(invalidRows(in: 0, after: 1, before: 1, inserted: 1))"),
  .refuses(
    "U-07 read too late", "s: a", "insert (0, 0)", "s: b a", reloaded: "s: b a",
    says: "U-11, batch 1: \(invalidRows(in: 0, after: 2, before: 2, inserted: 1))"),
  .takes("U-08", "s: a b c", "delete (0, 0)", "s: b c", "delete (0, 0)", "s: c"),
  .refuses(
    "U-08", "s: a b c", "delete (0, 0)", "s: b c", "delete (0, 2)", "s: b",
    says: "U-12, batch 2: attempt to delete row 2 from section 0 which only contains 2 rows before "
      + "the update"),
  .takes("U-09 nothing", "s#h: a", "", "s#h: a"),
  .takes("U-09 not even a batch", "s: a"),
  .refuses(
    "U-09 a header is not shown anew", "s#h: a", "", "s#i: a",
    says: "content, batch 1: section 0 shows something else than a fresh render: "
      + #"section:s[header]: {component: "Description", text: "h"} → "#
      + #"{component: "Description", text: "i"}"#),
]

/// Batches that are legal, but do not lead to the document: the check that no table view has.
let contentRules: [RuleCase] = [
  .refuses(
    "content another row", "s: a", "update (0, 0)", "s: b",
    says: "content, batch 1: row (0, 0) is a, in a fresh render b"),
  .refuses(
    "content another answer", "s: a=1", "", "s: a=2",
    says: "content, batch 1: row (0, 0) shows something else than a fresh render: "
      + #"a: "1" → "2""#),
  .refuses(
    "content another order", "s: a b", "", "s: b a",
    says: "content, batch 1: row (0, 0) is a, in a fresh render b"),
  .refuses(
    "content another order of sections", "A | B", "", "B | A",
    says: "content, batch 1: section 0 is A, in a fresh render B"),
  .refuses(
    "content another supplement", "A#h1: a", "footer of section 0", "A#h2: a",
    says: "content, batch 1: section 0 shows something else than a fresh render: "
      + #"section:A[header]: {component: "Description", text: "h1"} → "#
      + #"{component: "Description", text: "h2"}"#),
]
