/// The rules U-10 to U-19: what no table view takes.
let validityRules: [RuleCase] = [
  .takes("U-10", "A: a | B: b", "delete section 0; insert section 1", "B: b | C"),
  .refuses(
    "U-10 too few", "A | B", "", "A",
    says: "U-10, batch 1: \(invalidSections(after: 1, before: 2))"),
  .refuses(
    "U-10 too many", "A", "insert section 0; insert section 1", "B | A",
    says: "U-10, batch 1: \(invalidSections(after: 2, before: 1, inserted: 2))"),
  .takes("U-11", "A: a b | B: c", "move (0, 0) to (1, 0); insert (1, 1)", "A: b | B: a d c"),
  .refuses(
    "U-11 too many", "s: a", "", "s: a b",
    says: "U-11, batch 1: \(invalidRows(in: 0, after: 2, before: 1))"),
  .refuses(
    "U-11 too few", "A: a b c | B: d", "delete (0, 1); move (0, 0) to (1, 0)", "A: c | B: d",
    says: "U-11, batch 1: \(invalidRows(in: 1, after: 1, before: 1, movedIn: 1))"),
  .refuses(
    "U-11 gone, not moved", "A: a b | B", "delete (0, 1)", "A: a | B: b",
    says: "U-11, batch 1: \(invalidRows(in: 1, after: 1, before: 0))"),
  .refuses(
    "U-11 of a section that moves", "A: a | B: b", "move section 0 to 1", "B: b | A: a n",
    says: "U-11, batch 1: \(invalidRows(in: 1, after: 2, before: 1))"),
  .takes("U-12 the last row", "s: a b", "delete (0, 1)", "s: a"),
  .takes("U-12 the last section", "A | B", "delete section 1", "A"),
  .refuses(
    "U-12", "s: a", "delete (0, 1)", "s",
    says: "U-12, batch 1: attempt to delete row 1 from section 0 which only contains 1 rows before "
      + "the update"),
  .refuses(
    "U-12", "s: a", "delete (0, -1)", "s",
    says:
      "U-12, batch 1: attempt to delete row -1 from section 0 which only contains 1 rows before "
      + "the update"),
  .refuses(
    "U-12", "s: a", "delete (7, 0)", "s",
    says: "U-12, batch 1: attempt to delete row 0 from section 7 which only contains 0 rows before "
      + "the update"),
  .refuses(
    "U-12", "A | B", "delete section 2", "A",
    says: "U-12, batch 1: attempt to delete section 2, but there are only 2 sections before the "
      + "update"),
  .refuses(
    "U-12", "A | B", "move section \(Int.max) to 0", "B | A",
    says: "U-12, batch 1: attempt to move section \(Int.max), but there are only 2 sections before "
      + "the update"),
  .takes("U-13 behind the last row", "s: a", "insert (0, 1)", "s: a b"),
  .takes("U-13 behind the last section", "A", "insert section 1", "A | B"),
  .refuses(
    "U-13", "s: a", "insert (0, 2)", "s: a b",
    says: "U-13, batch 1: attempt to insert row 2 into section 0, but there are only 2 rows in "
      + "section 0 after the update"),
  .refuses(
    "U-13", "s: a b", "move (0, 0) to (0, 2)", "s: b a",
    says: "U-13, batch 1: attempt to insert row 2 into section 0, but there are only 2 rows in "
      + "section 0 after the update"),
  .refuses(
    "U-13", "s: a", "update (0, 1)", "s: a=x",
    says: "U-13, batch 1: attempt to insert row 1 into section 0, but there are only 1 rows in "
      + "section 0 after the update"),
  .refuses(
    "U-13", "s: a", "replace (-1, 0)", "s: a@Toggle",
    says: "U-13, batch 1: attempt to insert row 0 into section -1, but there are only 0 rows in "
      + "section -1 after the update"),
  .refuses(
    "U-13", "A", "insert section 2", "A | B",
    says: "U-13, batch 1: attempt to insert section 2, but there are only 2 sections after the "
      + "update"),
  .refuses(
    "U-13", "A", "header of section 1", "A#h",
    says: "U-13, batch 1: attempt to show the header of section 1, but there are only 1 sections "
      + "after the update"),
  .takes("U-14", "s: a b", "move (0, 1) to (0, 0)", "s: b a"),
  .refuses(
    "U-14", "s: a b", "move (0, 2) to (0, 0)", "s: b a",
    says: "U-14, batch 1: attempt to move index path (0, 2) that does not exist – there are only 2 "
      + "rows in section 0 before the update"),
  .takes("U-15", "s: a b c", "delete (0, 0); move (0, 2) to (0, 0)", "s: c b"),
  .refuses(
    "U-15", "s: a b", "delete (0, 0); move (0, 0) to (0, 0)", "s: b",
    says: "U-15, batch 1: attempt to perform a delete and a move from the same index path (0, 0)"),
  .refuses(
    "U-15", "A | B", "delete section 0; move section 0 to 0", "B",
    says: "U-15, batch 1: attempt to perform a delete and a move from the same section (0)"),
  .refuses(
    "U-15", "s: a b", "delete (0, 0); delete (0, 0)", "s: b",
    says: "U-15, batch 1: attempt to delete index path (0, 0) twice"),
  .refuses(
    "U-15", "A | B", "delete section 0; delete section 0", "B",
    says: "U-15, batch 1: attempt to delete section (0) twice"),
  .takes(
    "U-16", "s: a b c", "move (0, 0) to (0, 2); delete (0, 2); insert (0, 0)", "s: d b a"),
  .refuses(
    "U-16", "s: a", "insert (0, 0); move (0, 0) to (0, 0)", "s: b a",
    says: "U-16, batch 1: attempt to perform an insert and a move to the same index path (0, 0)"),
  .refuses(
    "U-16", "s: a", "insert (0, 0); insert (0, 0)", "s: b a",
    says: "U-16, batch 1: attempt to insert index path (0, 0) twice"),
  .refuses(
    "U-16", "A | B", "insert section 1; move section 0 to 1", "B | C",
    says: "U-16, batch 1: attempt to perform an insert and a move to the same section (1)"),
  .refuses(
    "U-16", "A", "insert section 0; insert section 0", "B | A",
    says: "U-16, batch 1: attempt to insert section (0) twice"),
  .refuses(
    "U-16", "s: a", "insert (0, 0); update (0, 0)", "s: b a",
    says: "U-16, batch 1: attempt to perform an insert and a reload to the same index path (0, 0)"),
  .refuses(
    "U-16", "A", "insert section 1; replace (1, 0)", "A | B: b",
    says: "U-16, batch 1: attempt to perform an insert and a reload to the same index path (1, 0)"),
  .refuses(
    "U-16", "A", "insert section 1; footer of section 1", "A | B^f",
    says: "U-16, batch 1: attempt to perform an insert and a reload to the same section (1)"),
  .takes("U-17", "s: a b c", "move (0, 2) to (0, 0); move (0, 1) to (0, 1)", "s: c b a"),
  .refuses(
    "U-17", "s: a b", "move (0, 0) to (0, 0); move (0, 0) to (0, 1)", "s: b a",
    says: "U-17, batch 1: attempt to move index path (0, 0) to both (0, 0) and (0, 1)"),
  .refuses(
    "U-17", "A | B", "move section 0 to 1; move section 1 to 1", "B | A",
    says: "U-17, batch 1: attempt to move both (0) and (1) to section (1)"),
  .refuses(
    "U-17", "s: a b", "move (0, 0) to (0, 1); move (0, 1) to (0, 1)", "s: b a",
    says: "U-17, batch 1: attempt to move both (0, 0) and (0, 1) to index path (0, 1)"),
  .refuses(
    "U-17", "A | B", "move section 0 to 0; move section 0 to 1", "B | A",
    says: "U-17, batch 1: attempt to move section (0) to both (0) and (1)"),
  .takes("U-18", "s: a b", "update (0, 0); replace (0, 1)", "s: a=x b@Toggle"),
  .refuses(
    "U-18", "s: a", "update (0, 0); update (0, 0)", "s: a=x",
    says: "U-18, batch 1: attempt to create two animations for cell (0, 0)"),
  .refuses(
    "U-18", "s: a", "update (0, 0); replace (0, 0)", "s: a@Toggle",
    says: "U-18, batch 1: attempt to create two animations for cell (0, 0)"),
  .refuses(
    "U-18", "s#h: a", "header of section 0; header of section 0", "s#i: a",
    says: "U-18, batch 1: attempt to create two animations for the header of section 0"),
  .takes(
    "U-19", "A | B | C | D",
    "delete section 1; insert section 0; insert section 3; move section 3 to 1",
    "E | D | A | F | C"),
  // Where every place is taken once and the numbers add up, there always is a map of the sections.
  // What a table view stumbles over when it makes one has a name of its own here.
  .refuses(
    "U-19", "A | B", "move section 0 to 0; move section 1 to 0", "B | A",
    says: "U-17, batch 1: attempt to move both (0) and (1) to section (0)"),
]
