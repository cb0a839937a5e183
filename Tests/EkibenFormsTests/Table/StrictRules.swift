import EkibenDocuments

/// The rules U-20 to U-35: what sections that come, go and move allow their rows, and what else
/// table views trip over. A rule with a switch is refused with it and taken without it.
let strictRules: [RuleCase] = [
  .takes("U-20 it takes them along", "A | B: b c", "delete section 1", "A"),
  .refuses(
    "U-20", "A: a b | B: c", "delete section 0; move (0, 0) to (0, 1)", "B: c a",
    by: .moveOutOfDeleted, says: "U-20, batch 1: cannot move a row out of a deleted section (0)"),
  .refuses(
    "U-20", "A: a | B", "delete section 0; delete (0, 0)", "B", by: .moveOutOfDeleted,
    says: "U-20, batch 1: attempt to delete index path (0, 0) from a section that is deleted "
      + "itself (0)"),
  .takes(
    "U-21 it is there before", "A: a", "insert section 1", "A: a | B: m n", "move (0, 0) to (1, 1)",
    "A | B: m a n"),
  .refuses(
    "U-21", "A: a", "insert section 1; move (0, 0) to (1, 1)", "A | B: m a n",
    by: .moveIntoInserted,
    says: "U-21, batch 1: cannot move a row into a newly inserted section (1)"),
  .takes("U-22 it brings its rows", "A", "insert section 1", "A | B: b c"),
  .refuses(
    "U-22", "A", "insert section 1; insert (1, 1)", "A | B: a b", by: .rowOpsInInsertedSection,
    says: "U-22, batch 1: attempt to insert index path (1, 1) into a newly inserted section (1), "
      + "which brings its rows"),
  .takes(
    "U-23 in another one", "A: a | B: b", "move section 0 to 1; update (0, 0)", "B: b=x | A: a"),
  .refuses(
    "U-23", "A: a | B", "move section 0 to 1; update (1, 0)", "B | A: a=x",
    by: .reloadInMovedSection,
    says: "U-23, batch 1: attempt to reload index path (1, 0) in a section that moves (1)"),
  .refuses(
    "U-23", "A: a b | B", "move section 0 to 1; replace (1, 1)", "B | A: a b@Toggle",
    by: .reloadInMovedSection,
    says: "U-23, batch 1: attempt to reload index path (1, 1) in a section that moves (1)"),
  .takes(
    "U-24 a row to its own index", "s: 0 1 2", "move (0, 0) to (0, 2); move (0, 1) to (0, 1)",
    "s: 2 1 0"),
  .takes("U-24 a section to its own index", "A: a | B", "move section 0 to 0", "A: a | B"),
  .refuses(
    "U-24", "A: a | B: b", "move section 0 to 0; move (0, 0) to (1, 1)", "A | B: b a",
    by: .rowOpsInMovedSection,
    says: "U-25, batch 1: attempt to delete or move index path (0, 0) from a section that moves (0)"
  ),
  .takes("U-25 in another one", "A: a | B: b", "move section 0 to 1; delete (1, 0)", "B | A: a"),
  .refuses(
    "U-25", "A: a b | B", "move section 0 to 1; delete (0, 0)", "B | A: b",
    by: .rowOpsInMovedSection,
    says: "U-25, batch 1: attempt to delete or move index path (0, 0) from a section that moves (0)"
  ),
  .refuses(
    "U-25", "A: a b | B: c", "move section 0 to 1; move (0, 0) to (0, 1)", "B: c a | A: b",
    by: .rowOpsInMovedSection,
    says: "U-25, batch 1: attempt to delete or move index path (0, 0) from a section that moves (0)"
  ),
  .refuses(
    "U-25", "A: a | B", "move section 0 to 1; insert (1, 0)", "B | A: n a",
    by: .rowOpsInMovedSection,
    says: "U-25, batch 1: attempt to insert or move a row to index path (1, 0) in a section that "
      + "moves (1)"),
  .refuses(
    "U-25", "A: a | B: b", "move section 0 to 1; move (1, 0) to (1, 0)", "B | A: b a",
    by: .rowOpsInMovedSection,
    says: "U-25, batch 1: attempt to insert or move a row to index path (1, 0) in a section that "
      + "moves (1)"),
  .takes(
    "U-26 of another one", "A#h: a | B#h", "move section 0 to 1; header of section 0",
    "B#i | A#h: a"),
  .refuses(
    "U-26", "A#h: a | B", "move section 0 to 1; header of section 1", "B | A#i: a",
    by: .reloadInMovedSection,
    says: "U-26, batch 1: attempt to perform a reload and a move to the same section (1)"),
  .takes(
    "U-27 first one, then the other", "A: a | B: b | C: c", "move section 2 to 0",
    "C: c | A: a | B: b", "delete section 2; insert section 1", "C: c | D | A: a"),
  .refuses(
    "U-27", "A: a | B: b | C: c", "delete section 1; insert section 1; move section 2 to 0",
    "C: c | D: d | A: a", by: .mixSectionMoveAndInsertDelete,
    says: "U-27, batch 1: attempt to move section 2 while 2 sections are inserted or deleted"),
  // A batch never reloads a section: a header is shown anew by itself, and excuses no row.
  .takes("U-28", "s#h: a", "header of section 0; insert (0, 1)", "s#i: a b"),
  .refuses(
    "U-28", "s#h: a", "header of section 0", "s#i: a b",
    says: "U-11, batch 1: \(invalidRows(in: 0, after: 2, before: 1))"),
  .takes(
    "U-29 shown anew later", "s: a b", "move (0, 0) to (0, 1)", "s: b a", "update (0, 1)",
    "s: b a=x"),
  .takes(
    "U-29 others at once", "s: a b c d",
    "move (0, 2) to (0, 0); delete (0, 1); insert (0, 3); update (0, 1); replace (0, 2)",
    "s: c a=x d@Toggle e"),
  .refuses(
    "U-29", "s: a b", "move (0, 0) to (0, 1); update (0, 1)", "s: b a=x",
    says: "U-29, batch 1: attempt to update index path (0, 1) while a cell moves there: it keeps "
      + "its old content"),
  .refuses(
    "U-29 a move shows nothing anew", "s: a b", "move (0, 0) to (0, 1)", "s: b a=x",
    says: "content, batch 1: row (0, 1) shows something else than a fresh render: "
      + #"a: – → "x""#),
  .takes(
    "U-30 replaced later", "s: a b", "move (0, 0) to (0, 1)", "s: b a", "replace (0, 1)",
    "s: b a@Toggle"),
  .refuses(
    "U-30", "s: a b", "move (0, 0) to (0, 1); replace (0, 1)", "s: b a@Toggle",
    says: "U-30, batch 1: attempt to perform a move and a reload to the same index path (0, 1)"),
  // A table that was never loaded has no cells. It takes a first plan, which is all sections; one
  // that starts from what it should show already is refused, and a reload does what is needed. A
  // table without a window refuses every plan: HostMomentTests.
  .takes("U-31", "", "insert section 0; insert section 1", "A: a b | B"),
  .refuses(
    "U-31", "", "update (0, 0)", "s: a",
    says: "U-10, batch 1: \(invalidSections(after: 1, before: 0))"),
  .takes(
    "U-32 the row, then its section", "A: a | B: b", "delete (1, 0)", "A: a | B",
    "delete section 1", "A: a"),
  .takes("U-32 both at once", "A: a | B: b", "delete section 1", "A: a"),
  .refuses(
    "U-32 the model lost both, the batch one", "A: a | B: b", "delete (1, 0)", "A: a",
    says: "U-10, batch 1: \(invalidSections(after: 1, before: 2))"),
  // That nothing is reloaded instead, is tested with all cases.
  .takes("U-33 no reload", "s: a", "insert (0, 1)", "s: a b"),
  .refuses(
    "U-33 no reload", "s: a b", "insert (0, 0)", "s: b a",
    says: "U-11, batch 1: \(invalidRows(in: 0, after: 2, before: 2, inserted: 1))"),
  // Ours starts without sections.
  .takes("U-34", "", "insert section 0", "s: a"),
  .refuses(
    "U-34", "", "insert (0, 0)", "s: a",
    says: "U-10, batch 1: \(invalidSections(after: 1, before: 0))"),
  .takes(
    "U-35", "A: a | B: b | C", "move section 2 to 0; move (0, 0) to (2, 0)", "C | A | B: a b"),
  .refuses(
    "U-35 out of one that goes", "A: a | B: b | C", "delete section 0; move (0, 0) to (0, 0)",
    "B: a b | C", by: .moveOutOfDeleted,
    says: "U-20, batch 1: cannot move a row out of a deleted section (0)"),
  .refuses(
    "U-35 into one that comes", "A: a | B: b", "insert section 0; move (1, 0) to (0, 0)",
    "N: b | A: a | B", by: .moveIntoInserted,
    says: "U-21, batch 1: cannot move a row into a newly inserted section (0)"),
  .refuses(
    "U-35 into one that moves", "A: a | B: b | C", "move section 1 to 0; move (0, 0) to (0, 0)",
    "B: a b | A | C", by: .rowOpsInMovedSection,
    says: "U-25, batch 1: attempt to insert or move a row to index path (0, 0) in a section that "
      + "moves (0)"),
]
