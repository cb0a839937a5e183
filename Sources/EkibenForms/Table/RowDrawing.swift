import EkibenDocuments

/// How one row is drawn: a label and an answer beside it, or only text.
struct RowDrawing {
  private let display: RowDisplay
  private let margin: String
  private let showsID: Bool
  private let label: [String]

  init(_ display: RowDisplay, in section: SectionDisplay, showsID: Bool) {
    self.display = display
    margin = section.margin + "  "
    self.showsID = showsID
    label = Self.label(of: display, showsID: showsID)
  }

  /// Where the answer must at least stand; nil for rows that have none beside their label.
  var answerColumn: Int? {
    switch display.kind {
    case .toggle, .description: nil
    case .textInput, .choice, .opaque: margin.count + (label.map(\.count).max() ?? 0) + 3
    }
  }

  func lines(answersAt column: Int) -> [String] {
    let issues = display.issues.filter { $0.rule != .required }.map { "\(margin)! \($0.message)" }
    switch display.kind {
    case .description: return DrawnText.hanging("", label, margin: margin)
    case .toggle:
      let lines = Array(label.dropLast()) + [(label.last ?? "") + notes]
      return DrawnText.hanging("[\(state)] ", lines, margin: margin) + issues
    case .textInput, .choice, .opaque: return labelled(column) + issues
    }
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
    var parts: [String] = []
    if case .description = display.kind {
      parts = [display.text ?? ""]
    } else {
      parts = [display.prefix, display.title ?? (showsID ? nil : display.id.rawValue)]
        .compactMap(\.self)
      if display.isRequired { parts.append("*") }
    }
    if showsID { parts.append(DrawnText.mark(display.id)) }
    let isText = display.kind == .description || display.kind == .toggle
    return DrawnText.wrapped(
      parts.joined(separator: " "),
      to: isText ? TableDrawing.textWidth : TableDrawing.labelWidth)
  }

  private var state: String {
    switch display.value {
    case .bool(true)?: "x"
    case .bool(false)?: " "
    case nil: "–"
    case let value?: DrawnText.lines(ValueText.bare(value)).joined(separator: " ")
    }
  }

  private var answer: [String] {
    if case .opaque = display.kind, display.value == nil { return ["kept as it came" + notes] }
    guard let text = display.text else { return ["–" + hint + notes] }
    if text.isEmpty || text == "–" { return ["\"\(text)\"" + notes] }
    let lines = DrawnText.lines(text)
    return lines.dropLast() + [(lines.last ?? "") + notes]
  }

  private var notes: String { display.isReadOnly ? "  (read-only)" : "" }

  private var hint: String {
    guard let hint = display.placeholder ?? display.kind.hint else { return "" }
    return "  (\(DrawnText.lines(hint).joined(separator: " ")))"
  }
}

extension RowKind {
  /// What to give, in few words; nil where anything will do.
  fileprivate var hint: String? {
    switch self {
    case .textInput(.integer): "a whole number"
    case .textInput(.decimal): "a decimal number"
    case .textInput(.email): "an e-mail address"
    case .textInput(.phone): "a telephone number"
    case .textInput(.url): "a web address"
    case .choice(let options, _) where (1...3).contains(options.count):
      options.map(\.label).joined(separator: " / ")
    case .choice(let options, _) where !options.isEmpty: "one of \(options.count)"
    case .choice(_, let valueSet?): "a code of \(valueSet)"
    case .textInput, .choice, .toggle, .description, .opaque: nil
    }
  }
}
