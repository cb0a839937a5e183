/// Writes comma-separated values as RFC 4180 has them, safe for spreadsheets (rules I25 and I26).
///
/// Lines end in CRLF. What has commas, quotes or ends of lines in it, or spaces around it, is quoted. A
/// text that a spreadsheet would take for a formula gets an apostrophe before it.
public struct CSVWriter: Sendable {
  /// One value of a line.
  public enum Cell: Hashable, Sendable {
    /// No value: nothing stands between the commas.
    case missing
    /// A value that is no free text: a number, a date, a time, `true`.
    case plain(String)
    /// A text; an empty one is `""`.
    case text(String)
  }

  /// Whether texts stay as they are, also those that a spreadsheet takes for formulas.
  public let isRaw: Bool

  /// Writes values; raw ones are for programs only.
  public init(isRaw: Bool = false) { self.isRaw = isRaw }

  /// What a file may begin with to be taken for UTF-8.
  public static let byteOrderMark = "\u{FEFF}"

  /// The text of a line, with its end.
  ///
  /// - Complexity: O(n) in the length of the texts.
  public func line(_ cells: [Cell]) -> String {
    var line: [UInt8] = []
    for (at, cell) in cells.enumerated() {
      if at > 0 { line.append(UInt8(ascii: ",")) }
      switch cell {
      case .missing: break
      case .plain(let text): append(text, to: &line)
      case .text(let text): append(isRaw ? text : Self.harmless(text), to: &line)
      }
    }
    return String(decoding: line, as: UTF8.self) + "\r\n"
  }

  private func append(_ text: String, to line: inout [UInt8]) {
    let bytes = text.utf8
    let isQuoted =
      bytes.isEmpty || bytes.first == 0x20 || bytes.last == 0x20
      || bytes.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
    guard isQuoted else { return line += bytes }
    line.append(0x22)
    for byte in bytes {
      if byte == 0x22 { line.append(0x22) }
      line.append(byte)
    }
    line.append(0x22)
  }

  /// A text that no spreadsheet takes for a formula: one that begins with `=`, `+`, `-`, `@`, their wide
  /// forms, a tab or the end of a line has an apostrophe before it, and so has one in which only
  /// apostrophes stand before these, so that taking one away gives every text back.
  static func harmless(_ text: String) -> String {
    let first = text.unicodeScalars.first { $0 != "'" }
    return first.map { dangerous.contains($0) } ?? false ? "'" + text : text
  }

  private static let dangerous: [Unicode.Scalar] = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]
}
