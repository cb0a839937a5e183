/// A Swift source taken apart: its code with comments and strings blanked out, and its strings.
///
/// Rules about code must not trip over a comment that names what they ban, and rules about SQL look
/// at strings only. Lines keep their numbers. Literals of regular expressions are not known here.
struct SwiftText {
  struct Literal: Equatable {
    var line: Int
    var text: String
  }

  private(set) var code: [String] = []
  private(set) var literals: [Literal] = []

  init(_ source: String) {
    var scanner = Scanner(source)
    scanner.scanCode(untilParenthesis: false)
    code = String(decoding: scanner.code, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    literals = scanner.literals
  }

  /// Numbers of the lines whose code has the word, standing by itself.
  func lines(withWord word: String) -> [Int] {
    code.indices.filter { words(of: code[$0]).contains(word) }.map { $0 + 1 }
  }
}

/// The identifiers and keywords of a line of code, in order.
func words(of line: some StringProtocol) -> [String] {
  Array(line.utf8).split { !isPartOfWord($0) }.map { String(decoding: $0, as: UTF8.self) }
}

/// Letters, digits, the underscore, and all that is not ASCII.
func isPartOfWord(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
    true
  default:
    false
  }
}

/// One pass over the bytes. Interpolations are code inside a string, so the two scan each other.
private struct Scanner {
  let source: [UInt8]
  var position = 0
  var line = 1
  var code: [UInt8] = []
  var literals: [SwiftText.Literal] = []

  init(_ source: String) { self.source = Array(source.utf8) }

  func starts(with text: String) -> Bool { source[position...].starts(with: text.utf8) }

  /// Goes one byte on. What is not kept as code becomes a space, so that words stay apart.
  mutating func advance(keeping: Bool) {
    let byte = source[position]
    if byte == UInt8(ascii: "\n") { line += 1 }
    code.append(keeping || byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
    position += 1
  }

  mutating func skip(_ count: Int) {
    for _ in 0..<count where position < source.count { advance(keeping: false) }
  }

  mutating func scanCode(untilParenthesis: Bool) {
    var depth = 0
    while position < source.count {
      if starts(with: "//") {
        while position < source.count, !starts(with: "\n") { advance(keeping: false) }
      } else if starts(with: "/*") {
        skipBlockComment()
      } else if let fence = openingFence() {
        scanString(fence)
      } else {
        if starts(with: "(") { depth += 1 }
        if starts(with: ")") { depth -= 1 }
        if untilParenthesis, depth < 0 { return }
        advance(keeping: true)
      }
    }
  }

  mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        skip(2)
      } else if starts(with: "*/") {
        depth -= 1
        skip(2)
      } else {
        skip(1)
      }
    } while depth > 0 && position < source.count
  }

  /// The hashes and quotes that open a string here, if one does.
  func openingFence() -> (hashes: String, quotes: String)? {
    let hashes = String(repeating: "#", count: source[position...].prefix { $0 == 35 }.count)
    for quotes in ["\"\"\"", "\""] where starts(with: hashes + quotes) { return (hashes, quotes) }
    return nil
  }

  mutating func scanString(_ fence: (hashes: String, quotes: String)) {
    let first = line
    let interpolation = "\\" + fence.hashes + "("
    let escape = "\\" + fence.hashes
    var text: [UInt8] = []
    skip(fence.hashes.utf8.count + fence.quotes.utf8.count)
    while position < source.count, !starts(with: fence.quotes + fence.hashes) {
      if starts(with: interpolation) {
        skip(interpolation.utf8.count)
        scanCode(untilParenthesis: true)
        text.append(UInt8(ascii: " "))
        skip(1)
      } else {
        let count = starts(with: escape) ? escape.utf8.count + 1 : 1
        text += source[position...].prefix(count)
        skip(count)
      }
    }
    skip(fence.quotes.utf8.count + fence.hashes.utf8.count)
    literals.append(.init(line: first, text: String(decoding: text, as: UTF8.self)))
  }
}
