/// The revisions of its form that a document's entries went to, in the order in which they first did; the one
/// that it began on comes first (rule D20).
///
/// It grows with the journal and only at its end. So of two revisions that both describe a retired record the
/// same one is chosen whatever a store holds besides, and whatever comes later (rule D19).
package struct UsedRevisions: Equatable, Sendable, CustomStringConvertible {
  /// Their numbers, each once.
  package private(set) var numbers: [Int]

  package init(_ first: Int) { numbers = [first] }

  /// Reads what ``description`` writes; nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }.filter { $0 > 0 }
    guard numbers.count == parts.count, Set(numbers).count == numbers.count else { return nil }
    self.numbers = numbers
  }

  package var first: Int { numbers[0] }

  /// Whether the document ever went to another one, on whatever branch.
  package var haveOthers: Bool { numbers.count > 1 }

  /// Adds the revision that an entry goes to, unless it is there.
  package mutating func note(_ number: Int) {
    if !numbers.contains(number) { numbers.append(number) }
  }

  /// The place of a revision among them, from 1: the same in every store, as numbers are not.
  package func place(of number: Int) -> Int {
    (numbers.firstIndex(of: number) ?? numbers.endIndex) + 1
  }

  /// The number of the revision at a place; what is no place is taken for a number, which older entries have there.
  package func number(at place: Int) -> Int {
    numbers.indices.contains(place &- 1) ? numbers[place - 1] : place
  }

  /// Where to look for a record that a revision lacks: what was used before it, the last first, and then
  /// what was used later.
  package func others(than number: Int) -> [Int] {
    let place = numbers.firstIndex(of: number) ?? numbers.endIndex
    return numbers[..<place].reversed() + numbers[place...].dropFirst()
  }

  /// The numbers with commas between them.
  package var description: String { numbers.map(String.init).joined(separator: ",") }
}
