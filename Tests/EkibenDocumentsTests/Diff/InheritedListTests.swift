import EkibenDocuments
import Testing

/// A case of the libraries before Ekiben: what the smallest difference is.
struct InheritedList: Sendable {
  let name: String
  let old: String
  let new: String
  /// Such as `D0 I1,2 U3 M0>2`, or `M*2` where any two moves are right.
  let expected: String

  init(_ name: String, _ old: String, _ new: String, _ expected: String) {
    (self.name, self.old, self.new, self.expected) = (name, old, new, expected)
  }
}

extension InheritedList: CustomTestStringConvertible {
  var testDescription: String { name }
}

/// The operations in the words of ``InheritedList/expected``.
private func text(of difference: ListDifference, countingMoves: Bool) -> String {
  func list(_ letter: String, _ numbers: [String]) -> [String] {
    numbers.isEmpty ? [] : [letter + numbers.joined(separator: ",")]
  }
  let moves =
    countingMoves
    ? ["M*\(difference.moves.count)"]
    : list("M", difference.moves.map { "\($0.source)>\($0.target)" })
  return
    (list("D", difference.deletions.map(String.init))
    + list("I", difference.insertions.map(String.init))
    + list("U", difference.updates.map(String.init)) + moves).joined(separator: " ")
}

@Suite(.timeLimit(.minutes(20))) struct InheritedListTests {
  private func expect(_ inherited: InheritedList) throws {
    let difference = try lawfulDifference(from: rows(inherited.old), to: rows(inherited.new))
    #expect(
      text(of: difference, countingMoves: inherited.expected.contains("M*")) == inherited.expected)
    _ = try lawfulDifference(from: rows(inherited.new), to: rows(inherited.old))
  }

  static let applied: [InheritedList] = [
    .init("T-FA1", "a b c d", "e a b c d", "I0"), .init("T-FA2", "a b c d", "a b c d e", "I4"),
    .init("T-FA3", "a b c d", "a b e c d", "I2"),
    .init("T-FA4", "a b c d", "e f g a b c d", "I0,1,2"),
    .init("T-FA5", "a b c d", "a b c d e f g", "I4,5,6"),
    .init("T-FA6", "a b c d", "a b e f g c d", "I2,3,4"),
    .init("T-FA7", "a b c d", "a e b f g c d h", "I1,3,4,7"),
    .init("T-FA8", "e a b c d", "a b c d", "D0"), .init("T-FA9", "a b c d e", "a b c d", "D4"),
    .init("T-FA10", "a b e c d", "a b c d", "D2"),
    .init("T-FA11", "e f g a b c d", "a b c d", "D0,1,2"),
    .init("T-FA12", "a b c d e f g", "a b c d", "D4,5,6"),
    .init("T-FA13", "a b e f g c d", "a b c d", "D2,3,4"),
    .init("T-FA14", "a e b f g c d h", "a b c d", "D1,3,4,7"),
    .init("T-FA15", "a b c d", "a* b c d", "U0"), .init("T-FA16", "a b c d", "a b c d*", "U3"),
    .init("T-FA17", "a b c d", "a b* c d", "U1"),
    .init("T-FA18", "a b c d", "a* b* c* d", "U0,1,2"),
    .init("T-FA19", "a b c d", "a b* c* d*", "U1,2,3"),
    .init("T-FA20", "a b e f g c d", "a b e* f* g* c d", "U2,3,4"),
    .init("T-FA21", "a e b f g c d h", "a e* b f* g* c d h*", "U1,3,4,7"),
    .init("T-FA22", "a b c d", "b a c d", "M*1"), .init("T-FA23", "a b c d", "b c d a", "M0>3"),
    .init("T-FA24", "a b c d", "a b d c", "M*1"), .init("T-FA25", "a b c d", "d a b c", "M3>0"),
    .init("T-FA26", "a b c d", "b a* c d", "U1 M*1"),
    .init("T-FA27", "a b c d", "b c d a*", "U3 M0>3"),
    .init("T-FA28", "a b c d", "a b d* c", "U2 M*1"),
    .init("T-FA29", "a b c d", "d* a b c", "U0 M3>0"),
    .init("T-FA30", "a b c d", "d b c a", "M3>0,0>3"), .init("T-FA31", "a b c d", "c d a b", "M*2"),
    .init("T-FA32", "a b c d", "c d b a", "M*2"), .init("T-FA33", "a b c d", "d c a b", "M*2"),
    .init("T-FA34", "a b c d", "c d a b", "M*2"),
    .init("T-FA35", "a b c d", "d* b c a*", "U0,3 M3>0,0>3"),
    .init("T-FA36", "a b c d", "c d a* b*", "U2,3 M*2"),
    .init("T-FA37", "a b c d", "c d b* a*", "U2,3 M*2"),
    .init("T-FA38", "a b c d", "d* c* a b", "U0,1 M*2"),
    .init("T-FA39", "a b c d", "c* d* a b", "U0,1 M*2"),
    .init("T-FA40", "a b c d e f g h", "Y b* f e Z g c* h d", "D0 I0,4 U1,6 M*3"),
    .init("T-FA41", "E A B D F G H I J", "A B C D E F G H I J", "I2 M0>4"),
  ]

  @Test(arguments: applied)
  func `what others apply is found again`(inherited: InheritedList) throws { try expect(inherited) }

  static let computed: [InheritedList] = [
    .init("T-FD1", "", "0", "I0"), .init("T-FD2", "0 1 2 3", "10 0 1 2 3", "I0"),
    .init("T-FD3", "0 1 2 3", "10 11 12 0 1 2 3", "I0,1,2"),
    .init("T-FD4", "0 1 2 3", "0 1 10 2 3", "I2"),
    .init("T-FD5", "0 1 2 3", "0 1 10 11 12 2 3", "I2,3,4"),
    .init("T-FD6", "0 1 2 3", "0 10 1 11 2 12 3", "I1,3,5"),
    .init("T-FD7", "0 1 2 3", "0 1 2 3 10", "I4"),
    .init("T-FD8", "0 1 2 3", "0 1 2 3 10 11 12", "I4,5,6"), .init("T-FD11", "0", "", "D0"),
    .init("T-FD12", "0 1 2 3", "1 2 3", "D0"), .init("T-FD13", "0 1 2 3", "3", "D0,1,2"),
    .init("T-FD14", "0 1 2 3", "0 1 3", "D2"), .init("T-FD15", "0 1 2 3 4", "0 4", "D1,2,3"),
    .init("T-FD16", "0 1 2 3 4 5 6 7 8", "0 3 7", "D1,2,4,5,6,8"),
    .init("T-FD17", "0 1 2 3", "0 1 2", "D3"), .init("T-FD18", "0 1 2 3", "0", "D1,2,3"),
    .init("T-FD20", "1 2 3", "1* 2 3", "U0"), .init("T-FD21", "1 2 3 4", "1* 2* 3* 4", "U0,1,2"),
    .init("T-FD22", "1 2 3 4", "1 2 3* 4", "U2"),
    .init("T-FD23", "1 2 3 4 5 6", "1 2* 3* 4* 5* 6", "U1,2,3,4"),
    .init("T-FD24", "1 2 3 4 5 6 7 8", "1 2* 3 4* 5 6 7* 8", "U1,3,6"),
    .init("T-FD25", "1 2 3", "1 2 3*", "U2"), .init("T-FD26", "1 2 3 4", "1 2* 3* 4*", "U1,2,3"),
    .init("T-FD28", "0 1 2 3 4", "1 2 3 0 4", "M0>3"),
    .init("T-FD29", "0 1 2 3 4", "3 0 1 2 4", "M3>0"),
    .init("T-FD30", "1 2 3 4", "2* 3* 4*", "D0 U0,1,2"),
    .init("T-FD31", "2 3 4", "1 2* 3* 4*", "I0 U1,2,3"),
    .init("T-FD32", "0 1 2 3", "2* 3* 1*", "D0 U0,1,2 M1>2"),
    .init("T-FD33", "2 3 4", "1 4* 2* 3*", "I0 U1,2,3 M2>1"),
    .init("T-FD34", "0 1 2 3 4", "2 3 0 4", "D1 M0>2"),
    .init("T-FD35", "E A B D F G H I J", "A B C D E F G H I J", "I2 M0>4"),
  ]

  @Test(arguments: computed)
  func `what others compute is found with the fewest operations`(inherited: InheritedList) throws {
    try expect(inherited)
  }

  static let ancestral: [InheritedList] = [
    .init("1234→ABCD", "1 2 3 4", "A B C D", "D0,1,2,3 I0,1,2,3"), .init("equal", "1 2", "1 2", ""),
    .init("Hi→Oh Hi", "H i", "O h _ H i", "I0,1,2"), .init("Hi→Hi O", "H i", "H i _ O", "I2,3"),
    .init("Oh Hi→Hi Oh", "O h _ H i", "H i _ O h", "M*3"),
    .init("12345→12435", "1 2 3 4 5", "1 2 4 3 5", "M*1"),
    .init("1362→31526", "1 3 6 2", "3 1 5 2 6", "I2 M*2"),
    .init("4231", "1 2 3 4", "4 2 3 1", "M3>0,0>3"), .init("231", "1 2 3 4", "2 3 1", "D3 M0>2"),
    .init("5234", "1 2 3 4", "5 2 3 4", "D0 I0"), .init("4135", "1 2 3 4", "4 1 3 5", "D1 I3 M3>0"),
    .init("5678", "1 2 3 4", "5 6 7 8", "D0,1,2,3 I0,1,2,3"),
    .init("5671", "1 2 3 4", "5 6 7 1", "D1,2,3 I0,1,2"),
  ]

  static let broken: [InheritedList] = [
    .init("T-X3", "a b c", "b c a*", "U2 M0>2"),
    .init("T-X5", "1 2 3 4 5 6 7 8 9 10", "0 1 2 3 4 5 6 7 8 9 10", "I0"),
    .init("T-X11", "a b c d e f g h", "b c d e f g h a", "M0>7"),
    .init("T-X14", "1 2 3 4 5", "3 2 1 4 5", "M2>0,0>2"),
    .init("T-X14, i→i", "0 1 2 3 4", "3 4 2 0 1", "M*3"),
  ]

  @Test(arguments: ancestral + broken)
  func `what broke elsewhere does not break here`(inherited: InheritedList) throws {
    try expect(inherited)
  }

  @Test func `four thousand rows reversed all move but one (T-X10)`() throws {
    let old = (0..<4_000).map { TestRow(id: $0) }
    let difference = ListDifference(from: old, to: Array(old.reversed()))
    #expect(difference.moves.count == 3_999)
    #expect(difference.moves.allSatisfy { $0.source == 3_999 - $0.target })
  }
}
