import EkibenDocuments

/// Text from data, made fit to be drawn: escaped, cut into lines, wrapped.
enum DrawnText {
  /// The lines of a text, with what could drive a terminal escaped.
  static func lines(_ text: String) -> [String] {
    // Only what everybody takes for a line end; other separators are escaped.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = lines.count - 1
    return lines.enumerated().map { at, line in
      let isWindows = at < last && line.last == UInt8(ascii: "\r")
      return Notation.shown(String(Substring(isWindows ? line.dropLast() : line)))
    }
  }

  /// The lines of a text, broken at spaces where they are wider than a width; words are kept whole.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    lines(text).flatMap { line -> [String] in
      var result: [String] = []
      var current = ""
      var used = 0
      for word in line.split(separator: " ", omittingEmptySubsequences: false) {
        let size = word.count
        if used > 0, used + 1 + size > width {
          result.append(current)
          (current, used) = (String(word), size)
        } else {
          current += (used > 0 ? " " : "") + word
          used += size + (used > 0 ? 1 : 0)
        }
      }
      return result + [current]
    }
  }

  /// A mark before the first line, the others below its text.
  static func hanging(_ mark: String, _ lines: [String], margin: String) -> [String] {
    let below = spaces(mark.count)
    return lines.enumerated().map { at, line in
      line.isEmpty && at > 0 ? "" : margin + (at == 0 ? mark : below) + line
    }
  }

  /// An id beside what it names.
  static func mark(_ id: some RecordName) -> String { "#" + Notation.name(id.rawValue) }

  /// A number of things, such as `1 row` and `2 rows`.
  static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

  static func padded(_ line: String, to width: Int) -> String { line + spaces(width - line.count) }
}
