import EkibenDocuments

/// Batches that no table view takes, or that do not lead where they should, and what it says.
let refusedBatches: [RuleCase] = [
  RuleCase(
    "U-10", "A | B", "A",
    "Invalid update: invalid number of sections. The number of sections contained in the table view "
      + "after the update (1) must be equal to the number of sections contained in the table view "
      + "before the update (2), plus or minus the number of sections inserted or deleted (0 "
      + "inserted, 0 deleted)."
  ) { _ in },
  RuleCase(
    "U-11", "s: a", "s: a b",
    "Invalid update: invalid number of rows in section 0. The number of rows contained in an "
      + "existing section after the update (2) must be equal to the number of rows contained in that "
      + "section before the update (1), plus or minus the number of rows inserted or deleted from "
      + "that section (0 inserted, 0 deleted) and plus or minus the number of rows moved into or "
      + "out of that section (0 moved in, 0 moved out)."
  ) { _ in },
  RuleCase(
    "U-11", "A: a b | B", "A: a | B: b",
    "Invalid update: invalid number of rows in section 1. The number of rows contained in an "
      + "existing section after the update (1) must be equal to the number of rows contained in that "
      + "section before the update (0), plus or minus the number of rows inserted or deleted from "
      + "that section (0 inserted, 0 deleted) and plus or minus the number of rows moved into or "
      + "out of that section (0 moved in, 0 moved out)."
  ) { $0.deleteRows = [at(0, 1)] },
  RuleCase(
    "U-12", "s: a", "s",
    "attempt to delete row 1 from section 0 which only contains 1 rows before the update"
  ) { $0.deleteRows = [at(0, 1)] },
  RuleCase(
    "U-12", "s: a", "s",
    "attempt to delete row -1 from section 0 which only contains 1 rows before the update"
  ) { $0.deleteRows = [at(0, -1)] },
  RuleCase(
    "U-12", "s: a", "s",
    "attempt to delete row 0 from section 7 which only contains 0 rows before the update"
  ) { $0.deleteRows = [at(7, 0)] },
  RuleCase(
    "U-12", "A | B", "A",
    "attempt to delete section 2, but there are only 2 sections before the update"
  ) { $0.deleteSections = [2] },
  RuleCase(
    "U-12", "A | B", "B | A",
    "attempt to move section \(Int.max), but there are only 2 sections before the update"
  ) { $0.moveSections = [.init(from: .max, to: 0)] },
  RuleCase(
    "U-13", "s: a", "s: a b",
    "attempt to insert row 2 into section 0, but there are only 2 rows in section 0 after the update"
  ) { $0.insertRows = [at(0, 2)] },
  RuleCase(
    "U-13", "s: a b", "s: b a",
    "attempt to insert row 2 into section 0, but there are only 2 rows in section 0 after the update"
  ) { $0.moveRows = [move(at(0, 0), at(0, 2))] },
  RuleCase(
    "U-13", "s: a", "s: a=x",
    "attempt to insert row 1 into section 0, but there are only 1 rows in section 0 after the update"
  ) { $0.updateRows = [at(0, 1)] },
  RuleCase(
    "U-13", "s: a", "s: a@Toggle",
    "attempt to insert row 0 into section -1, but there are only 0 rows in section -1 after the "
      + "update"
  ) { $0.replaceViews = [at(-1, 0)] },
  RuleCase(
    "U-13", "A", "A | B",
    "attempt to insert section 2, but there are only 2 sections after the update"
  ) { $0.insertSections = [2] },
  RuleCase(
    "U-13", "A", "A#h",
    "attempt to show the header of section 1, but there are only 1 sections after the update"
  ) { $0.supplements = [.init(section: 1, name: .header)] },
  RuleCase(
    "U-14", "s: a b", "s: b a",
    "attempt to move index path (0, 2) that does not exist – there are only 2 rows in section 0 "
      + "before the update"
  ) { $0.moveRows = [move(at(0, 2), at(0, 0))] },
  RuleCase(
    "U-15", "s: a b", "s: b",
    "attempt to perform a delete and a move from the same index path (0, 0)"
  ) {
    $0.deleteRows = [at(0, 0)]
    $0.moveRows = [move(at(0, 0), at(0, 0))]
  },
  RuleCase(
    "U-15", "A | B", "B", "attempt to perform a delete and a move from the same section (0)"
  ) {
    $0.deleteSections = [0]
    $0.moveSections = [.init(from: 0, to: 0)]
  },
  RuleCase("U-15", "s: a b", "s: b", "attempt to delete index path (0, 0) twice") {
    $0.deleteRows = [at(0, 0), at(0, 0)]
  },
  RuleCase("U-15", "A | B", "B", "attempt to delete section (0) twice") {
    $0.deleteSections = [0, 0]
  },
  RuleCase(
    "U-17", "s: a b", "s: b a", "attempt to move index path (0, 0) to both (0, 0) and (0, 1)"
  ) { $0.moveRows = [move(at(0, 0), at(0, 0)), move(at(0, 0), at(0, 1))] },
  RuleCase(
    "U-16", "s: a", "s: b a",
    "attempt to perform an insert and a move to the same index path (0, 0)"
  ) {
    $0.insertRows = [at(0, 0)]
    $0.moveRows = [move(at(0, 0), at(0, 0))]
  },
  RuleCase("U-16", "s: a", "s: b a", "attempt to insert index path (0, 0) twice") {
    $0.insertRows = [at(0, 0), at(0, 0)]
  },
  RuleCase(
    "U-16", "A | B", "B | C", "attempt to perform an insert and a move to the same section (1)"
  ) {
    $0.insertSections = [1]
    $0.moveSections = [.init(from: 0, to: 1)]
  },
  RuleCase("U-17", "A | B", "B | A", "attempt to move both (0) and (1) to section (1)") {
    $0.moveSections = [.init(from: 0, to: 1), .init(from: 1, to: 1)]
  },
  RuleCase(
    "U-17", "s: a b", "s: b a", "attempt to move both (0, 0) and (0, 1) to index path (0, 1)"
  ) { $0.moveRows = [move(at(0, 0), at(0, 1)), move(at(0, 1), at(0, 1))] },
  RuleCase("U-18", "s: a", "s: a=x", "attempt to create two animations for cell (0, 0)") {
    $0.updateRows = [at(0, 0), at(0, 0)]
  },
  RuleCase("U-18", "s: a", "s: a@Toggle", "attempt to create two animations for cell (0, 0)") {
    $0.updateRows = [at(0, 0)]
    $0.replaceViews = [at(0, 0)]
  },
  RuleCase(
    "U-18", "s#h: a", "s#i: a", "attempt to create two animations for the header of section 0"
  ) { $0.supplements = [.init(section: 0, name: .header), .init(section: 0, name: .header)] },
  RuleCase(
    "U-16", "s: a", "s: b a",
    "attempt to perform an insert and a reload to the same index path (0, 0)"
  ) {
    $0.insertRows = [at(0, 0)]
    $0.updateRows = [at(0, 0)]
  },
  RuleCase(
    "U-16", "A", "A | B: b",
    "attempt to perform an insert and a reload to the same index path (1, 0)"
  ) {
    $0.insertSections = [1]
    $0.replaceViews = [at(1, 0)]
  },
  RuleCase(
    "U-16", "A", "A | B^f", "attempt to perform an insert and a reload to the same section (1)"
  ) {
    $0.insertSections = [1]
    $0.supplements = [.init(section: 1, name: .footer)]
  },
  RuleCase(
    "U-29", "s: a b", "s: b a=x",
    "attempt to update index path (0, 1) while a cell moves there: it keeps its old content"
  ) {
    $0.moveRows = [move(at(0, 0), at(0, 1))]
    $0.updateRows = [at(0, 1)]
  },
  RuleCase(
    "U-30", "s: a b", "s: b a@Toggle",
    "attempt to perform a move and a reload to the same index path (0, 1)"
  ) {
    $0.moveRows = [move(at(0, 0), at(0, 1))]
    $0.replaceViews = [at(0, 1)]
  },
  // Legal batches, but not those that lead to the document.
  RuleCase(
    "content", "s: a", "s: b", "cell (0, 0) stands for a, in a fresh render for b"
  ) { $0.updateRows = [at(0, 0)] },
  RuleCase(
    "content", "s: a=1", "s: a=2",
    #"cell (0, 0) shows something else than a fresh render: a: "1" → "2""#
  ) { _ in },
  RuleCase("content", "s: a b", "s: b a", "cell (0, 0) stands for a, in a fresh render for b") {
    _ in
  },
  RuleCase("content", "A | B", "B | A", "section 0 is A, in a fresh render B") { _ in },
  RuleCase(
    "content", "A#h1: a", "A#h2: a",
    "section 0 shows another header than a fresh render: section:A[header]: "
      + #"{component: "Description", text: "h1"} → {component: "Description", text: "h2"}"#
  ) { $0.supplements = [.init(section: 0, name: .footer)] },
]
