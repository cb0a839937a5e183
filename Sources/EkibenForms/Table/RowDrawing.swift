import EkibenDocuments

/// How one row is drawn: a label and an answer beside it, or only text.
struct RowDrawing {
  private let display: RowDisplay
  private let margin: String
  private let showsID: Bool
  private let furtherNotes: [String]
  private let label: [String]

  // What stands in the margin of the first line, two Characters.
  private let mark: String?

  init(
    _ display: RowDisplay, in section: SectionDisplay, showsID: Bool, mark: String?, notes: [String]
  ) {
    self.display = display
    furtherNotes = notes
    self.mark = mark
    margin = section.margin + "  " + DrawnText.spaces(2 * min(display.level, 16))
    self.showsID = showsID
    label = Self.label(of: display, showsID: showsID)
  }

  private var look: RowLook { display.look }

  /// Where the answer must at least stand; nil for rows that have none beside their label.
  var answerColumn: Int? {
    look.isLabelled ? margin.count + (label.map(\.count).max() ?? 0) + 3 : nil
  }

  func lines(answersAt column: Int) -> [String] {
    var lines = drawn(answersAt: column)
    guard let mark, let first = lines.first else { return lines }
    let text = first.dropFirst(margin.count)
    lines[0] = DrawnText.spaces(margin.count - 2) + mark + text
    return lines
  }

  private func drawn(answersAt column: Int) -> [String] {
    let issues = look.issues.map { "\(margin)! \(Notation.shown($0.message))" } + said
    switch look.content {
    case .words:
      let lines = Array(label.dropLast()) + [(label.last ?? "") + notes]
      return lines == [""] ? lines : DrawnText.hanging("", lines, margin: margin)
    case .box(let mark):
      let mark = DrawnText.lines(mark).joined(separator: " ")
      let lines = Array(label.dropLast()) + [(label.last ?? "") + notes]
      return DrawnText.hanging("[\(mark)] ", lines, margin: margin) + issues
    case .answer, .noAnswer, .kept: return labelled(column) + issues
    }
  }

  // What the form says about the question, below it and a little further in.
  private var said: [String] {
    let notes = look.label.notes.map { (mark: $0.kind.mark, text: $0.text) }
    return ([(mark: "· ", text: options)] + notes).flatMap { mark, text -> [String] in
      text.isEmpty
        ? []
        : DrawnText.hanging(
          mark, DrawnText.wrapped(text, to: TableDrawing.textWidth), margin: margin + "  ")
    }
  }

  private var options: String {
    let more = look.options.count + look.moreOptions - TableDrawing.mostOptions
    let shown = look.options.prefix(TableDrawing.mostOptions)
    return (shown + (more > 0 ? ["… and \(more) more"] : [])).joined(separator: " / ")
  }

  private func labelled(_ column: Int) -> [String] {
    let label = DrawnText.hanging("", label, margin: margin)
    let below = DrawnText.spaces(column)
    let answer = answer.enumerated().map { at, line in
      if at == 0 { return DrawnText.padded(label.last ?? "", to: column) + line }
      return line.isEmpty ? "" : below + line
    }
    return label.dropLast() + answer
  }

  private static func label(of display: RowDisplay, showsID: Bool) -> [String] {
    let look = display.look
    var parts: [String] = []
    if case .words(let text) = look.content {
      parts = [text]
    } else {
      parts = [look.label.prefix, look.label.title ?? (showsID ? nil : display.id.rawValue)]
        .compactMap(\.self)
      if look.label.isRequired { parts.append("*") }
    }
    if showsID { parts.append(DrawnText.mark(display.id)) }
    return DrawnText.wrapped(
      parts.joined(separator: " "),
      to: look.isLabelled ? TableDrawing.labelWidth : TableDrawing.textWidth)
  }

  private var answer: [String] {
    switch look.content {
    case .kept: return ["kept as it came" + notes]
    case .answer(let text), .words(let text), .box(let text):
      if text.isEmpty, display.value == .list([]) { return ["[]" + notes] }
      if text.isEmpty || text == "–" { return ["\"\(text)\"" + notes] }
      let lines = DrawnText.lines(look.label.unit.map { "\(text) \($0)" } ?? text)
      return lines.dropLast() + [(lines.last ?? "") + notes]
    case .noAnswer(let hint):
      let parts = [hint, look.label.unit].compactMap(\.self)
      let text = parts.isEmpty ? nil : parts.joined(separator: ", ")
      let hint = text.map { "  (\(DrawnText.lines($0).joined(separator: " ")))" }
      return ["–" + (hint ?? "") + notes]
    }
  }

  private var notes: String {
    ((look.label.isReadOnly ? ["read-only"] : []) + furtherNotes).map { "  (\($0))" }.joined()
  }
}

extension RowLook {
  /// Whether an answer stands beside the label.
  fileprivate var isLabelled: Bool {
    switch content {
    case .answer, .noAnswer, .kept: true
    case .words, .box: false
    }
  }
}
