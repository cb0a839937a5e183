import Testing

@testable import EkibenInterchange

@Suite(.timeLimit(.minutes(20))) struct `Places in a file` {
  @Test(
    arguments: [
      ([0, 2, 4], ["1:1", "2:1", "3:1"]), ([4, 0, 2], ["3:1", "1:1", "2:1"]),
      ([5, 5, 1], ["3:2", "3:2", "1:2"]), ([], []),
    ] as [([Int], [String])])
  func `are in the order in which they are asked for, wherever they stand`(
    offsets: [Int], expected: [String]
  ) {
    let marks = offsets.map { SourceMark(offset: $0, path: .root) }
    let places = SourcePlace.places(of: marks, in: Array("a\nb\ncd".utf8))
    #expect(places.map { "\($0.line):\($0.column)" } == expected)
  }
}
