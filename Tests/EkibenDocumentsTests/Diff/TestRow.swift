import EkibenDocuments
import EkibenTesting
import Testing

/// A row as a caller may have it: an id of any type and something to say.
struct TestRow<ID: Hashable & Sendable>: Identifiable, Equatable, Sendable {
  var id: ID
  var content = 0

  /// The same row under an id of another type.
  func with<Other: Hashable & Sendable>(_ id: Other) -> TestRow<Other> {
    TestRow<Other>(id: id, content: content)
  }
}

/// A section as a caller may have it.
struct TestSection<ID: Hashable & Sendable>: SectionOfRows, Equatable, Sendable {
  var id: ID
  var rows: [TestRow<ID>] = []
}

/// Reads rows such as `a b* c`; each star says something else.
func rows(_ sketch: some StringProtocol) -> [TestRow<String>] {
  sketch.split(separator: " ").map { word in
    TestRow(id: String(word.prefix { $0 != "*" }), content: word.count { $0 == "*" })
  }
}

/// Reads sections such as `A: a b* | B:`; an empty line has none.
func sections(_ sketch: String) -> [TestSection<String>] {
  sketch.split(separator: "|").compactMap { part in
    let ends = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = ends.first, ends.count == 2 else { return nil }
    return TestSection(id: name.filter { $0 != " " }, rows: rows(ends[1]))
  }
}

/// A law that a difference breaks.
struct BrokenLaw: Error, CustomStringConvertible {
  let description: String

  static func unless(_ holds: Bool, _ law: @autoclosure () -> String) throws(BrokenLaw) {
    if !holds { throw BrokenLaw(description: law()) }
  }
}

/// The greatest run of values that ascends, and of those the most that equal their place: slow and
/// obvious.
func longestRun(_ values: [(value: Int, place: Int)]) -> (length: Int, stable: Int) {
  // The best run that ends at each of the values so far.
  var best: [(length: Int, stable: Int)] = []
  var longest = (length: 0, stable: 0)
  for element in values {
    var run = (length: 0, stable: 0)
    for (at, before) in best.enumerated()
    where values[at].value < element.value && run < before {
      run = before
    }
    run.length += 1
    run.stable += element.value == element.place ? 1 : 0
    best.append(run)
    if longest < run { longest = run }
  }
  return longest
}
