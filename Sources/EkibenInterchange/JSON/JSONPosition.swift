/// A place in a text as an editor shows it: line and column, both from 1.
///
/// Columns count Unicode scalars, not bytes and not Characters: a letter with a combining accent is
/// two. Lines end with LF, CR or both. A byte-order mark at the start takes no column.
package struct JSONPosition: Equatable, Sendable {
  /// The line, from 1.
  package let line: Int

  /// The column in Unicode scalars, from 1.
  package let column: Int
}

extension JSON {
  /// Finds the line and column of a byte offset; an offset outside the source is moved into it.
  package static func position(of offset: Int, in source: [UInt8]) -> JSONPosition {
    var counter = LineCounter(source)
    counter.advance(to: offset)
    return JSONPosition(line: counter.line, column: counter.column)
  }

  /// Whether the text starts with the UTF-8 byte-order mark, which some editors write.
  static func hasByteOrderMark(_ source: [UInt8]) -> Bool {
    source.starts(with: [0xEF, 0xBB, 0xBF])
  }
}

/// Counts lines and columns on the way through a text, as ``JSONPosition`` says.
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
