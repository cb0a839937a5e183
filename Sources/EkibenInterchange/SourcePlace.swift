/// Where something stands in a file that was read: line and column as an editor shows them, and the
/// path to it.
public struct SourcePlace: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int
  /// The way from the root, such as `item[3].linkId`; empty for the root itself.
  public let path: String

  /// Names a place.
  public init(line: Int, column: Int, path: String) {
    (self.line, self.column, self.path) = (line, column, path)
  }
}

extension SourcePlace: CustomStringConvertible {
  /// Line, column and path, such as `line 3, column 14, at item[3].linkId`.
  public var description: String {
    let way = path.isEmpty ? "" : ", at \(JSONError.shortened(path))"
    return "line \(line), column \(column)\(way)"
  }
}

/// A node's offset and path, kept until all places of a file are worked out in one go.
struct SourceMark {
  let offset: Int
  let path: JSONPath

  init(offset: Int, path: JSONPath) { (self.offset, self.path) = (offset, path) }

  init(_ cursor: JSONCursor) {
    offset = cursor.node.range.lowerBound
    path = cursor.path
  }
}

extension SourcePlace {
  /// The places of several marks, in the order of the marks.
  ///
  /// Counting lines from the start for each of them would take a file with 10,000 remarks to the
  /// square of its size.
  ///
  /// - Complexity: O(n + m log m) for n bytes and m marks.
  static func places(of marks: [SourceMark], in source: [UInt8]) -> [SourcePlace] {
    var places = marks.map { SourcePlace(line: 1, column: 1, path: $0.path.description) }
    var counter = LineCounter(source)
    for index in marks.indices.sorted(by: { marks[$0].offset < marks[$1].offset }) {
      counter.advance(to: marks[index].offset)
      places[index] = SourcePlace(
        line: counter.line, column: counter.column, path: places[index].path)
    }
    return places
  }
}
