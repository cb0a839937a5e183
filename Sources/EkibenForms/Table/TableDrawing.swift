package import EkibenDocuments

/// A table as text, for a terminal or a test: deterministic, and nothing in it drives the terminal.
///
/// ```text
/// About you
///   1. Name *   Ada
///   2. Age      –  (a whole number)
///   [x] I agree to take part
///   ~ You can stop at any time.
///   + Child (2 of at most 5)
///   ~ [sidebar] Ask the nurse.
/// ```
///
/// `*` asks for an answer, `–` is no answer, `!` starts an issue; `›`, `?`, `§` and `»` start what the
/// form says about a question: instructions, help, legal text, a message. `~` starts a footer or, with its name
/// before it, a named supplement, `+` what can be added where a section or question repeats. Widths are counted in
/// Characters.
package struct TableDrawing: Sendable, CustomStringConvertible {
  package let sections: [SectionDisplay]
  /// Whether the id of each section and row stands beside it, after a `#`.
  package let showsIDs: Bool
  // Two Characters each, in the margin of their row.
  private let marks: [RowID: String]
  // A word each, behind the answer of its row.
  private let words: [RowID: String]

  // Longer labels are wrapped, so that one long question does not push all answers out of sight.
  static let labelWidth = 44
  static let textWidth = 76
  package static let mostOptions = 12

  /// Draws what a table shows.
  package init(
    _ sections: [SectionDisplay], showsIDs: Bool = false, marks: [RowID: String] = [:],
    saying words: [RowID: String] = [:]
  ) {
    self.sections = sections
    self.showsIDs = showsIDs
    self.marks = marks
    self.words = words
  }

  /// The drawing, lines separated by line feeds, without one at the end.
  ///
  /// - Complexity: O(n) in what is drawn.
  package var description: String { lines.joined(separator: "\n") }

  package var lines: [String] {
    let drawn = sections.map { section in
      (
        section,
        rows: section.rows.map {
          RowDrawing(
            $0, in: section, showsID: showsIDs, mark: marks[$0.id],
            notes: [$0.accessory, words[$0.id]].compactMap(\.self)
              + ($0.isRetired ? ["retired"] : $0.isHidden && !section.isHidden ? ["hidden"] : []))
        }
      )
    }
    let column = drawn.flatMap(\.rows).compactMap(\.answerColumn).max() ?? 0
    var lines: [String] = []
    for (section, rows) in drawn {
      if !lines.isEmpty { lines.append("") }
      lines +=
        header(of: section) + addition(of: section)
        + rows.flatMap { $0.lines(answersAt: column) } + footers(of: section)
    }
    return lines
  }

  private func header(of section: SectionDisplay) -> [String] {
    var text = section.header ?? ""
    if section.isRequired { text += text.isEmpty ? "*" : " *" }
    if showsIDs { text += (text.isEmpty ? "" : "  ") + DrawnText.mark(section.id) }
    for (note, holds) in [("read-only", section.isReadOnly), ("hidden", section.isHidden)]
    where holds { text += (text.isEmpty ? "" : "  ") + "(\(note))" }
    if text.isEmpty { return [] }
    return DrawnText.wrapped(text, to: Self.textWidth).map { section.margin + $0 }
  }

  private func addition(of section: SectionDisplay) -> [String] {
    guard let text = section.addition else { return [] }
    let lines = DrawnText.wrapped(text, to: Self.textWidth)
    return DrawnText.hanging("", lines, margin: section.margin + "  ")
  }

  // The footer, then what is neither above nor below the rows: no screen says where it stands.
  private func footers(of section: SectionDisplay) -> [String] {
    let named = section.namedSupplements.map { name in
      (mark: "~ [\(Notation.name(name.rawValue))] ", text: section.text(of: name))
    }
    return ([(mark: "~ ", text: section.footer)] + named).flatMap { mark, text -> [String] in
      guard let text, !text.isEmpty else { return [] }
      return DrawnText.hanging(
        mark, DrawnText.wrapped(text, to: Self.textWidth), margin: section.margin + "  ")
    }
  }
}

extension SectionDisplay {
  // A level is data and may be anything; a margin may not.
  var margin: String { String(repeating: "  ", count: min(level, 16)) }
}
