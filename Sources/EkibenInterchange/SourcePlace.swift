/// Where something stands in a file that was read: line and column as an editor shows them, and the
/// path to it.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int
  /// The way from the root, such as `item[3].linkId`; empty for the root itself.
  public let path: String

  /// Names a place; by itself a line is its beginning.
  public init(line: Int, column: Int = 1, path: String = "") {
    (self.line, self.column, self.path) = (line, column, path)
  }

  /// The place of a mark; one outside the source is moved into it.
  init(_ mark: SourceMark, in source: [UInt8]) {
    var counter = LineCounter(source)
    counter.advance(to: mark.offset)
    self.init(line: counter.line, column: counter.column, path: mark.path.description)
  }

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
}

extension SourceMark {
  init(_ cursor: JSONCursor) { self.init(offset: cursor.node.range.lowerBound, path: cursor.path) }
}

/// Counts lines and columns on the way through a text, as an editor shows them, both from 1.
///
/// Columns count Unicode scalars, not bytes and not Characters: a letter with a combining accent is
/// two. Lines end with LF, CR or both. A byte-order mark at the start takes no column.
struct LineCounter {
  let source: [UInt8]
  var index: Int
  var line = 1
  var column = 1

  init(_ source: [UInt8]) {
    self.source = source
    index = JSON.hasByteOrderMark(source) ? 3 : 0
  }

  mutating func advance(to offset: Int) {
    let end = min(offset, source.count)
    while index < end {
      let byte = source[index]
      index += 1
      let isFirstOfTwo = byte == 0x0D && index < source.count && source[index] == 0x0A
      if (byte == 0x0A || byte == 0x0D) && !isFirstOfTwo {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }
}
