/// A line of text cut to the columns of a screen (rule C14): the longest quoted values first, then its end.
enum FittedLine {
  /// Cuts a line.
  ///
  /// What is cut ends in `…`, a value behind its quotation: nobody can take the line for a whole one and read it
  /// back. Where `keepsEnd` says so, the end stays, also where the line is too long for it.
  static func fit(_ line: String, to columns: Int, keepsEnd: Bool) -> String {
    guard width(of: line) > columns else { return line }
    let shortened = shortenValues(in: line, to: columns)
    if keepsEnd || width(of: shortened) <= columns { return shortened }
    let tail = tail(of: shortened, columns: columns / 2)
    let room = max(1, columns - 1 - width(of: tail))
    return prefix(of: String(shortened.dropLast(tail.count)), columns: room) + "…" + tail
  }

  /// Who did what a line says, and when: a list of entries is read for that, too.
  private static func tail(of line: String, columns: Int) -> String {
    guard line.hasSuffix(")"), let mark = line.lastIndex(of: "(") else { return "" }
    let tail = "  " + line[mark...]
    return line.hasSuffix(tail) && width(of: tail) <= columns ? tail : ""
  }

  /// Values are cut to so many columns and no further.
  private static let shortest = 12

  private static func shortenValues(in line: String, to columns: Int) -> String {
    var parts = parts(of: line)
    var excess = width(of: line) - columns
    let values = parts.indices.filter { parts[$0].isValue && width(of: parts[$0].text) > shortest }
    for at in values.sorted(by: { width(of: parts[$0].text) > width(of: parts[$1].text) })
    where excess > 0 {
      let whole = width(of: parts[at].text)
      let kept = max(shortest, whole - excess - 1)
      guard kept + 1 < whole else { continue }
      parts[at].text = prefix(of: parts[at].text, columns: kept)
      parts[at + 1].text = "\"…" + parts[at + 1].text.dropFirst()
      excess -= whole - width(of: parts[at].text) - 1
    }
    return parts.map(\.text).joined()
  }

  // The contents of quotations, and what stands between them.
  private static func parts(of line: String) -> [(text: String, isValue: Bool)] {
    var parts: [(text: String, isValue: Bool)] = []
    var (text, isValue, isEscaped) = ("", false, false)
    for character in line {
      if character == "\"", !isEscaped {
        // The marks stand outside.
        if !isValue { text.append(character) }
        parts.append((text, isValue))
        text = isValue ? "\"" : ""
        isValue.toggle()
      } else {
        text.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    // A quotation that does not end is none.
    parts.append((text, false))
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
