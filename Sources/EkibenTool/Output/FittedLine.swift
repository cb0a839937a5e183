/// A line of text that can be cut to the columns of a screen (rule C14): the longest values first, then what stands
/// before its end, which says who did what and when.
///
/// It knows its parts, since whoever makes it says them: `"age: \(value: "36")\(end: "  (Ada, now)")"`.
struct FittedLine: ExpressibleByStringInterpolation, CustomStringConvertible {
  // Words stand as they are; a name is whatever a person wrote, a value is in the one notation.
  private enum Kind { case words, name, value }
  private typealias Part = (text: String, kind: Kind)

  private var beginning: [Part] = []
  private var end: [Part] = []

  init(_ text: String) { beginning = [(text, .words)] }
  init(stringLiteral text: String) { self.init(text) }
  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.line }

  /// Puts lines together to one.
  init(_ lines: [FittedLine], separator: String) {
    for (at, line) in lines.enumerated() {
      let blanks = FittedLine(separator)
      if at > 0 { append(line.beginning.isEmpty ? "\(end: blanks)" : blanks) }
      append(line)
    }
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var line = FittedLine([], separator: "")

    init(literalCapacity: Int, interpolationCount: Int) {}
    mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { line.append(FittedLine(text)) }
    }
    mutating func appendInterpolation(_ words: some CustomStringConvertible) {
      line.append(FittedLine(words.description))
    }
    mutating func appendInterpolation(_ other: FittedLine) { line.append(other) }
    mutating func appendInterpolation(name: String) { line.append([(name, .name)]) }
    mutating func appendInterpolation(value: String) { line.append([(value, .value)]) }
    mutating func appendInterpolation(end: FittedLine) { line.end += end.beginning }
  }

  private mutating func append(_ other: FittedLine) {
    append(other.beginning)
    end += other.end
  }

  private mutating func append(_ parts: [Part]) {
    if end.isEmpty { beginning += parts } else { end += parts }
  }

  var isEmpty: Bool { description.isEmpty }

  /// The whole of it.
  var description: String { (beginning + end).map(\.text).joined() }

  /// The line in so many columns.
  ///
  /// What is cut ends in `…`, a value behind its quotation: nobody can take the line for a whole one and read it
  /// back. Where `keepsWords` says so, nothing else is cut, also where the line is too long for it.
  func fitted(to columns: Int, keepsWords: Bool = false) -> String {
    let text = description
    let excess = Self.width(of: text) - columns
    guard excess > 0 else { return text }
    var parts = beginning.flatMap(Self.divided)
    let start = parts.count
    parts += end.flatMap(Self.divided)
    Self.shortenValues(in: &parts, by: excess)
    let (first, last) = (parts[..<start].map(\.text).joined(), parts[start...].map(\.text).joined())
    if keepsWords { return first + last }
    let room = max(columns - Self.width(of: last), 8)
    return Self.cut(Self.cut(first, to: room) + last, to: columns)
  }

  private static func cut(_ text: String, to columns: Int) -> String {
    width(of: text) <= columns ? text : prefix(of: text, columns: columns - 1) + "…"
  }

  /// Values are cut to so many columns and no further.
  private static let shortest = 12

  private static func shortenValues(in parts: inout [Part], by excess: Int) {
    var excess = excess
    let widths = parts.map { width(of: $0.text) }
    let values = parts.indices.filter { parts[$0].kind != .words }
    for at in values.sorted(by: { widths[$0] > widths[$1] }) where excess > 0 {
      let kept = max(shortest, widths[at] - excess - 1)
      guard kept + 1 < widths[at] else { continue }
      parts[at].text = prefix(of: parts[at].text, columns: kept)
      excess -= widths[at] - width(of: parts[at].text) - 1
      if parts[at].kind == .name {
        parts[at].text += "…"
      } else if !parts[at + 1].text.hasPrefix("\"…") {
        parts[at + 1].text = "\"…" + parts[at + 1].text.dropFirst()
      }
    }
  }

  // Of a value, only what its quotations hold can be cut.
  private static func divided(_ part: Part) -> [Part] {
    guard part.kind == .value else { return [part] }
    var parts: [Part] = []
    var (text, kind, isEscaped) = ("", Kind.words, false)
    for character in part.text {
      if character == "\"", !isEscaped {
        // The marks stand outside.
        if kind == .words { text.append(character) }
        parts.append((text, kind))
        (text, kind) = kind == .words ? ("", .value) : ("\"", .words)
      } else {
        text.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    // A quotation that does not end is none.
    parts.append((text, .words))
    return parts
  }

  /// The beginning of a text, with each escape of ``Notation/quoted(_:)`` whole or not at all.
  private static func prefix(of text: String, columns: Int) -> String {
    var (found, rest, used) = ("", text[...], 0)
    while let first = rest.first {
      let length = first != "\\" ? 1 : rest.dropFirst().first == "u" ? 6 : 2
      let unit = rest.prefix(length)
      used += unit.reduce(0) { $0 + width(of: $1) }
      if used > columns { break }
      found += unit
      rest = rest.dropFirst(length)
    }
    return found
  }

  /// How many columns the whole line takes on a terminal.
  var width: Int { Self.width(of: description) }

  /// The line with spaces behind it, up to so many columns.
  func padded(to columns: Int) -> FittedLine {
    "\(self)\(String(repeating: " ", count: max(0, columns - width)))"
  }

  /// How many columns a text takes on a terminal.
  static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

  /// Two for what is written in a square (East Asian Width W and F, and pictures), else one.
  private static func width(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first, scalar.value >= 0x1100 else { return 1 }
    return switch scalar.value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
      0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    default: scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
