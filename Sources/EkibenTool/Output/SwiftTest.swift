import Ekiben
import EkibenDocuments

/// A history as a test in Swift, which compiles and passes as it stands: a bug report is a test.
///
/// It is made a line at a time, so that the length of the history does not matter.
enum SwiftTest {
  /// What stands before the lines of the history.
  static func opening(_ document: StoredDocument) -> String {
    let name = Notation.name(document.name.rawValue)
    let entries = Wording.count(document.count, "entry", "entries")
    return """
      // The history of \(name), of the form \(Notation.name(document.form.rawValue)), \
      with its \(entries): ekiben export \(name) --format swift-test
      import EkibenTesting
      import Testing

      @Test func `the history of \(identifier(document.name.rawValue)) leads to its table again`() throws {
        let history = #\"""
      """
  }

  /// What stands between the history and the table that it leads to.
  static let middle = """
        \"""#
      let table = #\"""
    """

  /// What stands behind the table.
  static let closing = """
        \"""#
      try expectReplay(history, endsWith: table)
    }
    """

  /// A line of a text, as it stands between `#"""` and `"""#`, with the margin of those.
  ///
  /// Only what a raw literal would take for its end or for an escape is escaped, and what an editor
  /// or the compiler would change: control characters, what turns the direction of reading, and a
  /// space at the end.
  static func line(_ text: String) -> String {
    if text.isEmpty { return "" }
    var line = "    "
    var quotes = 0
    var isAfterBackslash = false
    for scalar in text.unicodeScalars {
      let ends = scalar == "#" && (quotes >= 3 || isAfterBackslash)
      if ends || isInvisible(scalar) {
        line += escaped(scalar)
      } else {
        line.unicodeScalars.append(scalar)
      }
      quotes = scalar == "\"" ? quotes + 1 : 0
      isAfterBackslash = scalar == "\\"
    }
    return line.hasSuffix(" ") ? line.dropLast() + escaped(" ") : line
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    "\\#u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      true
    default: false
    }
  }

  // A raw identifier takes more, but none of this can be mistaken.
  private static func identifier(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { scalar in
          scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            || " -_.".unicodeScalars.contains(scalar) ? scalar : "-"
        }))
  }
}
