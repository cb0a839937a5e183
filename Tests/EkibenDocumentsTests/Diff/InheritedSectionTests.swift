import EkibenDocuments
import Testing

/// The operations by their letters: D, I, M and U of a section (S) or a row (R).
private func text(of difference: SectionedDifference) -> String {
  func row(_ place: Document.Place) -> String { "\(place.section).\(place.row)" }
  func list(_ name: String, _ items: [String]) -> [String] {
    items.isEmpty ? [] : [name + items.joined(separator: ",")]
  }
  return
    (list("DS", difference.deletedSections.map(String.init))
    + list("IS", difference.insertedSections.map(String.init))
    + list("MS", difference.movedSections.map { "\($0.source)>\($0.target)" })
    + list("DR", difference.deletedRows.map(row)) + list("IR", difference.insertedRows.map(row))
    + list("MR", difference.movedRows.map { "\(row($0.source))>\(row($0.target))" })
    + list("UR", difference.updatedRows.map(row))).joined(separator: " ")
}

@Suite(.timeLimit(.minutes(20))) struct InheritedSectionTests {
  static let flexible: [InheritedList] = [
    .init("T-FS1", "A:", "A:|B:", "IS1"), .init("T-FS2", "A:|B:", "A:", "DS1"),
    .init("T-FS3", "A: a|B: b|C: c|D: d", "C: c", "DS0,1,3"),
    .init("T-FS4", "A: a|B: b|C: c", "B: b|D: d|C: c|E: e|F: f|A: a", "IS1,3,4 MS0>5"),
    .init("T-FS5", "A: a|B: b|C: c", "D: d|A: a|C: c", "DS1 IS0"),
    .init("T-FS6", "A:|B:|C:|D:", "B:|C:|D:|E:", "DS0 IS3"),
    .init("T-FS7", "A:", "A: a0", "IR0.0"),
    .init("T-FS8", "A:|B:|C:", "C:|B:|A:", "MS2>0,0>2"),
    .init("T-FS9", "A: a0|B:|C: c0", "C: cf c0|B:|A: a1", "MS2>0,0>2 DR0.0 IR0.0,2.0"),
    .init("T-FS10", "A: a0|B:|C: c0", "C: cf c0|B:", "DS0 MS2>0 IR0.0"),
    .init("T-FS11", "A: a|B: b1", "B: b1 b2", "DS0 IR0.1"),
    .init(
      "T-B1", "1: 100 101 102 103|2: 200 201|3: 300 301",
      "5:|3: 300 301|1: 103 100 102|4:|2: 201 202 200",
      "IS0,3 MS2>1 DR0.1 IR4.1 MR0.3>2.0,1.1>4.0"),
    .init(
      "T-B2", "1: 100 101 102 103|2: 200 201", "1: 100 101 102 103 104|2: 200 201", "IR0.4"),
  ]

  static let functional: [InheritedList] = [
    .init("T-C1", "", "", ""), .init("T-C2", "", "1:|2:", "IS0,1"),
    .init("T-C3", "2:|3:|4:", "1:|2:|3:|4:", "IS0"),
    .init("T-C4", "2:|3:", "1:|4:|3:|2:", "IS0,1 MS1>2"),
    .init("T-C7", "1:", "1: r1", "IR0.0"), .init("T-C12", "1:|2:|3:", "2:|3:|1:", "MS0>2"),
    .init("T-C13", "1:|2:|3:|4:|5:", "3:|2:|1:|4:|5:", "MS2>0,0>2"),
    .init("T-C14", "1:|2:", "", "DS0,1"), .init("T-C15", "1:|2:", "2:", "DS0"),
    .init("T-C16", "1:", "2:", "DS0 IS0"), .init("T-C17", "", "1: r1", "IS0"),
    .init("T-C18", "1: r1", "", "DS0"), .init("T-C19", "s: r1", "s: r1 r2", "IR0.1"),
    .init("T-C20", "s: r2 r3 r4", "s: r1 r2 r3 r4", "IR0.0"),
    .init("T-C21", "s: r1 r2", "s: r1", "DR0.1"), .init("T-C22", "s: r1 r2", "s: r2", "DR0.0"),
    .init("T-C23", "s: r1 r2", "s: r2 r1", "MR0.1>0.0"),
    .init("T-C24", "s: r1 r2", "s: r3 r4 r2", "DR0.0 IR0.0,0.1"),
    .init("T-C25", "s: r1", "s: r2", "DR0.0 IR0.0"),
    .init("T-C26", "t: r1 r2", "1: r|t: r2 r1", "IS0 MR0.1>1.0"),
    .init("T-C27", "2: r1|1: r2", "1: r1*", "DS0 DR1.0 MR0.0>0.0 UR0.0"),
    .init("T-C28", "1:|2:", "2:|1:", "MS1>0"),
    .init("T-C29", "s: r1 r2 r3", "s: r2* r3*", "DR0.0 UR0.0,0.1"),
    .init("T-C30", "s: r1", "s: r1*", "UR0.0"),
  ]

  static let ancestral: [InheritedList] = [
    .init("sections come", "", "0: 1 2|1: 3", "IS0,1"),
    .init("an element changes its list", "0: 2|1: 1", "0: 1|1:", "DR0.0 MR1.0>0.0"),
    .init("behind a list that goes", "0: 2|5: 0|1: 1", "0: 1|1:", "DS1 DR0.0 MR2.0>0.0"),
    .init("out of a list that goes", "0: 2|-1: 1 3 4|1: 5", "0: 2 3|1: 5 6", "DS1 IR1.1 MR1.1>0.1"),
    .init("to the end", "0: 2|1: 1", "0: 2 1|1:", "MR1.0>0.1"),
    .init("to an empty list", "0:|1: 1 2", "0: 2|1:", "DR1.0 MR1.1>0.0"),
    .init("from a full list", "0: 1 2|1:", "0:|1: 1", "DR0.1 MR0.0>1.0"),
    .init("from two lists", "0:|1: 1|2: 2", "0: 1 2|1:|2:", "MR1.0>0.0,2.0>0.1"),
    .init("lists change places", "1:|0:", "0:|1:", "MS1>0"),
    .init("and one grows", "1: 1|0: 2 3", "0: 2 3|1: 1 4", "MS1>0 IR1.1"),
    .init("and one shrinks", "1: 1 4|0: 2 3", "0: 2 3|1: 1", "MS1>0 DR0.1"),
    .init("and one is turned", "1: 1|0: 3 2", "0: 2 3|1: 1", "MS1>0 MR1.1>0.0"),
    .init("and one comes", "1: 1|0: 3 2", "0: 2 3|1: 1|2: 5", "IS2 MS1>0 MR1.1>0.0"),
    .init("and one goes", "1: 1|0: 3 2|2: 5", "0: 2 3|1: 1", "DS2 MS1>0 MR1.1>0.0"),
  ]

  static let broken: [InheritedList] = [
    .init("T-X3", "s: a b c", "s: b c a*", "MR0.0>0.2 UR0.2"),
    .init("T-X4", "A: a1 a2|B: b|C: c", "B: b|C: c|A: a1 a2", "MS0>2"),
    .init("T-X5", "s: 1 2 3 4 5 6 7 8 9 10", "s: 0 1 2 3 4 5 6 7 8 9 10", "IR0.0"),
    .init("T-X6", "A: a|B: b|C: c|D: d|E: e", "N: n|A: a|B: b|C: c|D: d|E: e", "IS0"),
    .init("T-X12", "A: a|B: b c", "B: b* d", "DS0 DR1.1 IR0.1 UR0.0"),
    .init("T-X13, out of one that goes", "A: a x|B: b", "B: b x", "DS0 MR0.1>0.1"),
    .init("T-X13, into one that comes", "A: a x|B: b", "N: x n|A: a|B: b", "IS0 MR0.1>0.0"),
    .init("T-X13, from going to coming", "A: a x", "N: x n", "DS0 IS0 MR0.1>0.0"),
    .init(
      "T-X13, and one moves", "A: a|B: b x|C: c", "C: c x|A: a|B: b", "MS2>0 MR1.1>0.1"),
    .init("T-X14", "s: 1 2 3 4 5", "s: 3 2 1 4 5", "MR0.2>0.0,0.0>0.2"),
  ]

  @Test(arguments: flexible + functional + ancestral + broken)
  func `the fewest operations are found, whatever others do`(inherited: InheritedList) throws {
    let (old, new) = (sections(inherited.old), sections(inherited.new))
    let difference = try lawfulDifference(from: old, to: new)
    #expect(text(of: difference) == inherited.expected)
    _ = try lawfulDifference(from: new, to: old)
  }
}
