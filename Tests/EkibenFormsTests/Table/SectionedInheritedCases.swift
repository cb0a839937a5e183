/// Differences of sections.
let sectionedCases: [InheritedCase] = [
  InheritedCase("T-FS1", "A", "A | B", "IS 1"),
  InheritedCase("T-FS2", "A | B", "A", "DS 1"),
  InheritedCase("T-FS3", "A: A0 | B: B0 | C: C0 | D: D0", "C: C0", "DS 3"),
  InheritedCase(
    "T-FS4", "A: a | B: b | C: c", "B: b | D: d | C: c | E: e | F: f | A: a", "IS 3, MS 1"),
  InheritedCase("T-FS5", "A | B | C", "D | A | C", "DS 1, IS 1"),
  InheritedCase("T-FS6", "A | B | C | D", "B | C | D | E", "DS 1, IS 1"),
  InheritedCase("T-FS7", "A:", "A: A0", "IR 1"),
  InheritedCase("T-FS8", "A | B | C", "C | B | A", "MS 2"),
  InheritedCase("T-FS9", "A: A0 | B: | C: C0", "C: CF C0 | B: | A: A1", "MS 2, DR 1, IR 2"),
  InheritedCase("T-FS10", "A: A0 | B: | C: C0", "C: CF C0 | B:", "DS 1, MS 1, IR 1"),
  InheritedCase("T-FS11", "A: a1 | B: b1", "B: b1 b2", "DS 1, IR 1"),
  InheritedCase(
    "T-B1", "1: 100 101 102 103 | 2: 200 201 | 3: 300 301",
    "5: | 3: 300 301 | 1: 103 100 102 | 4: | 2: 201 202 200", "IS 2, MS 1, DR 1, IR 1, MR 2"),
  InheritedCase(
    "T-B2", "1: 100 101 102 103 | 2: 200 201", "1: 100 101 102 103 104 | 2: 200 201", "IR 1"),
  InheritedCase("T-B5", "0: id0 id1 | 1: id2 id3 id4", "1: id3=432", "DS 1, DR 2, U 1"),
  InheritedCase("T-B6", "1: id3", "0: id0 id1 | 1: id2 id3=901 id4", "IS 1, IR 2, U 1"),
  InheritedCase(
    "T-B7", "0: r0=123 | 50: r50=456 | 100: r100=789", "100: r100=789 | 50: r50=1000 | 0: r0=123",
    "MS 2, U 1"),
  InheritedCase("T-B17 header", "s#h1: a", "s#h2: a", "S 1"),
  InheritedCase("T-B17 footer", "s^f1: a", "s: a", "S 1"),
  InheritedCase("T-B17 rows", "s#h: a b", "s#h: a", "DR 1"),
  InheritedCase("T-B17 component", "s: a", "s: a@Toggle", "RV 1"),
]

/// Differences of sections in FunctionalTableData.
let functionalCases: [InheritedCase] = [
  InheritedCase("T-C1", "", "", ""),
  InheritedCase("T-C2", "", "s1 | s2", "IS 2"),
  InheritedCase("T-C3", "s2 | s3 | s4", "s1 | s2 | s3 | s4", "IS 1"),
  InheritedCase("T-C4", "s2 | s3", "s1 | s4 | s3 | s2", "IS 2, MS 1"),
  InheritedCase("T-C5", "s1#green: r1", "s1#green: r1", ""),
  InheritedCase("T-C6", "s1^blue: r1", "s1^blue: r1", ""),
  InheritedCase("T-C7", "s1#blue:", "s1#blue: r1", "IR 1"),
  InheritedCase("T-C8", "s1#green: r1", "s1#purple: r1 r2", "IR 1, S 1"),
  InheritedCase("T-C9", "s1^green: r1 r2", "s1^purple: r3", "DR 2, IR 1, S 1"),
  InheritedCase("T-C10", "s1 | s2^green", "s2^purple", "DS 1, S 1"),
  InheritedCase("T-C11", "s1^green | s2", "s3 | s1^purple | s2", "IS 1, S 1"),
  InheritedCase("T-C12", "s1 | s2 | s3", "s2 | s3 | s1", "MS 1"),
  InheritedCase("T-C13", "s1 | s2 | s3 | s4 | s5", "s3 | s2 | s1 | s4 | s5", "MS 2"),
  InheritedCase("T-C14", "s1 | s2", "", "DS 2"),
  InheritedCase("T-C15", "s1 | s2", "s2", "DS 1"),
  InheritedCase("T-C16", "s1", "s2", "DS 1, IS 1"),
  InheritedCase("T-C17", "", "s1: r1", "IS 1"),
  InheritedCase("T-C18", "s1: r1", "", "DS 1"),
  InheritedCase("T-C19", "s: r1", "s: r1 r2", "IR 1"),
  InheritedCase("T-C20", "s: r2 r3 r4", "s: r1 r2 r3 r4", "IR 1"),
  InheritedCase("T-C21", "s: r1 r2", "s: r1", "DR 1"),
  InheritedCase("T-C22", "s: r1 r2", "s: r2", "DR 1"),
  InheritedCase("T-C23", "s: r1 r2", "s: r2 r1", "MR 1"),
  InheritedCase("T-C24", "s: r1 r2", "s: r3 r4 r2", "DR 1, IR 2"),
  InheritedCase("T-C25", "s: r1", "s: r2", "DR 1, IR 1"),
  InheritedCase("T-C26", "st: r1 r2", "s1: r | st: r2 r1", "IS 1, MR 1"),
  InheritedCase("T-C27", "s2: r1 | s1: r2", "s1: r1=x", "DS 1, DR 1, MR 1, U 1"),
  InheritedCase("T-C28", "s1 | s2", "s2 | s1", "MS 1"),
  InheritedCase("T-C29", "s: r1 r2 r3", "s: r2=x r3=x", "DR 1, U 2"),
  InheritedCase("T-C30", "s: r1", "s: r1=x", "U 1"),
  InheritedCase("T-C31", "s: r1", "s: r1@Toggle", "RV 1"),
  InheritedCase("T-C32", "s: r1=initial", "s: r1=new", "U 1"),
  InheritedCase("T-C42 the same", "s#h^f: a", "s#h^f: a", ""),
  InheritedCase("T-C42 another key", "s: a", "t: b", "DS 1, IS 1"),
  InheritedCase("T-C42 no headers", "s: a", "s: a", ""),
  InheritedCase("T-C42 another header", "s#h: a", "s#i: a", "S 1"),
  InheritedCase("T-C42 another footer", "s^f: a", "s^g: a", "S 1"),
  InheritedCase("T-C42 other rows", "s: a", "s: b", "DR 1, IR 1"),
  InheritedCase("T-C49 reversed", "1: a b c d | 2: e f g h", "1: d c b a | 2: h g f e", "MR 6"),
  InheritedCase(
    "T-C49 added, deleted, kept", "1: a b c | 2: d e f", "1: a x c | 3: y | 2: d z f",
    "IS 1, DR 2, IR 2"),
]

/// The states of sections, as tables.
let braidCases: [InheritedCase] = [
  InheritedCase(
    "T-R1", "1: 0 | 2: 1 2 | 3: 3 4 5 | 4: 6 7 8 9", "1: 0 10 | 2: 1 2=x | 3: 4 5 | 4: 7=x 8 9=x",
    "DR 2, IR 1, U 3"),
  // What can only be counted is named by its number, so that it comes and goes at the end.
  InheritedCase(
    "T-R2", "1: 1.0 | 2: 2.0 2.1 | 3: 3.0 3.1 3.2 | 4: 4.0 4.1 4.2 4.3",
    "1: 1.0 1.1 | 2: 2.0 2.1 2.2 | 3: 3.0 3.1 3.2 3.3 | 4: 4.0 4.1 4.2", "DR 1, IR 3"),
  InheritedCase(
    "T-R3", "1: a | 2: b c | 3: d e f | 4: g h i j", "4: g h i j | 1: a | 2: b c", "DS 1, MS 1"),
  InheritedCase(
    "T-R4", "1#H1^F1: a | 2#H2^F2: b c | 3#H3^F3: d e f | 4#H4^F4: g h i j",
    "1^F1: a=x | 4^F4: g h i j", "DS 2, U 1, S 2"),
  InheritedCase(
    "T-R5", "1#H1^F1: a | 2#H2^F2: b c | 3#H3^F3: d e f | 4#H4^F4: g h i j",
    "1: a=x | 2#H2: | 4^F4: g h i j", "DS 1, DR 2, U 1, S 4"),
  InheritedCase(
    "T-R6", "1#H1^F1: | 2#H2^F2: | 3#H3^F3: | 4#H4^F4:", "1#H1*: | 2^F2*: | 3#H3: | 4:", "S 7"),
]

/// Cases without a number. Ids that are unique in a section only have its name before
/// them here, and `_` is the space.
let differCases: [InheritedCase] = [
  InheritedCase("1234 to ABCD", "s: 1 2 3 4", "s: A B C D", "DR 4, IR 4"),
  InheritedCase("equal", "s: 1 2 3 4", "s: 1 2 3 4", ""),
  InheritedCase("Hi to Oh Hi", "s: H i", "s: O h _ H i", "IR 3"),
  InheritedCase("Hi to Hi O", "s: H i", "s: H i _ O", "IR 2"),
  InheritedCase("Oh Hi to Hi Oh", "s: O h _ H i", "s: H i _ O h", "MR 3"),
  InheritedCase("1362 to 31526", "s: 1 3 6 2", "s: 3 1 5 2 6", "IR 1, MR 2"),
  InheritedCase("12345 to 12435", "s: 1 2 3 4 5", "s: 1 2 4 3 5", "MR 1"),
  InheritedCase("4231", "s: 1 2 3 4", "s: 4 2 3 1", "MR 2"),
  InheritedCase("231", "s: 1 2 3 4", "s: 2 3 1", "DR 1, MR 1"),
  InheritedCase("5234", "s: 1 2 3 4", "s: 5 2 3 4", "DR 1, IR 1"),
  InheritedCase("4135", "s: 1 2 3 4", "s: 4 1 3 5", "DR 1, IR 1, MR 1"),
  InheritedCase("5678", "s: 1 2 3 4", "s: 5 6 7 8", "DR 4, IR 4"),
  InheritedCase("5671", "s: 1 2 3 4", "s: 5 6 7 1", "DR 3, IR 3"),
  InheritedCase("nested, a section from a section", "0: 2 | 1: 1", "0: 1 | 1:", "DR 1, MR 1"),
  InheritedCase(
    "nested, past a section that goes", "0: 2 | 5: 0 | 1: 1", "0: 1 | 1:", "DS 1, DR 1, MR 1"),
  InheritedCase("nested, to the other", "0: 2 | 1: 1", "0: 2 1 | 1:", "MR 1"),
  InheritedCase("nested, up", "0: | 1: 1 2", "0: 2 | 1:", "DR 1, MR 1"),
  InheritedCase("nested, down", "0: 1 2 | 1:", "0: | 1: 1", "DR 1, MR 1"),
  InheritedCase("nested, two come together", "0: | 1: 1 | 2: 2", "0: 1 2 | 1: | 2:", "MR 2"),
  InheritedCase("nested, sections swapped", "1: | 0:", "0: | 1:", "MS 1"),
  InheritedCase(
    "nested, swapped and one comes", "1: 1a | 0: 0a 0b", "0: 0a 0b | 1: 1a 1b", "MS 1, IR 1"),
  InheritedCase(
    "nested, swapped and one goes", "1: 1a 1b | 0: 0a 0b", "0: 0a 0b | 1: 1a", "MS 1, DR 1"),
  InheritedCase("nested, swapped twice", "1: 1a | 0: 0b 0a", "0: 0a 0b | 1: 1a", "MS 1, MR 1"),
  InheritedCase(
    "nested, swapped and a section comes", "1: 1a | 0: 0b 0a", "0: 0a 0b | 1: 1a | 2:",
    "IS 1, MS 1, MR 1"),
  InheritedCase(
    "nested, swapped and a section goes", "0: 0a 0b | 1: 1a | 2:", "1: 1a | 0: 0b 0a",
    "DS 1, MS 1, MR 1"),
]

/// What broke when Bento, FunctionalTableData and Braid were run.
let brokenCases: [InheritedCase] = [
  InheritedCase("T-X1", "A#h1: a | B: b | C: c", "B: b | C: c | A#h2: a", "MS 1, S 1"),
  InheritedCase("T-X2", "s: a b c", "s: b c a@Toggle", "MR 1, RV 1"),
  InheritedCase("T-X3", "s: a b c", "s: b c a=x", "MR 1, U 1"),
  InheritedCase("T-X4", "A: a b | B: c d | C: e", "B: c d | C: e | A: a b", "MS 1"),
  InheritedCase("T-X5", "s: 1 2 3 4 5 6 7 8 9 10", "s: 0 1 2 3 4 5 6 7 8 9 10", "IR 1"),
  InheritedCase("T-X6", "1 | 2 | 3 | 4 | 5", "0 | 1 | 2 | 3 | 4 | 5", "IS 1"),
  InheritedCase("T-X8 header", "s: a", "s#h: a", "S 1"),
  InheritedCase("T-X8 footer", "s: a", "s^f: a", "S 1"),
  InheritedCase("T-X11 first to last", "s: 1 2 3 4 5 6 7 8 9", "s: 2 3 4 5 6 7 8 9 1", "MR 1"),
  InheritedCase("T-X11 last to first", "s: 1 2 3 4 5 6 7 8 9", "s: 9 1 2 3 4 5 6 7 8", "MR 1"),
  InheritedCase("T-X12", "A: a | B: b c | C: d", "B: b=x c e | C: d", "DS 1, IR 1, U 1"),
  InheritedCase("T-X13 out of a section that goes", "A: a b | B: c", "B: c a", "DS 1, MR 1"),
  InheritedCase("T-X13 into a section that comes", "A: a b", "A: a | B: b", "IS 1, MR 1"),
  InheritedCase("T-X13 into a section that brings a row", "A: a b", "A: a | B: n b", "IS 1, MR 1"),
  InheritedCase(
    "T-X13 between sections, one of which moves", "A: a b | B: c | C: d", "B: c | C: d a | A: b",
    "MS 1, MR 1"),
  InheritedCase("T-X14 two of five", "s: 1 2 3 4 5", "s: 3 2 1 4 5", "MR 2"),
  InheritedCase("T-X14 to its own index", "s: 0 1 2 3 4", "s: 3 4 2 0 1", "MR 3"),
  InheritedCase("T-X17", "s: a=abc", "s: a", "U 1"),
  InheritedCase("a level shows in the header", "s@1#h: a", "s@2#h: a", "S 1"),
]
