/// Where a command's words go: results to `write`, everything else to `note`.
protocol Console: AnyObject {
  /// Writes a result, a line feed behind it.
  func write(_ text: String)
  /// Writes a line of a result, which may be cut where lines are to fit.
  func write(line: FittedLine)
  /// Writes a remark, a warning or an error, a line feed behind it.
  func note(_ text: String)
  /// Whether anybody still takes results; a command that has many of them stops when nobody does.
  var isOpen: Bool { get }
  /// Why results could not be written, if they could not.
  var problem: String? { get }
  /// Writes to a terminal as it stands what a person sees pass; nil where there is none.
  var terminal: (@Sendable (String) -> Void)? { get }
  /// Says how the results that come now want to be shown.
  func begin(_ presentation: Presentation)
  /// Shows what is still held back; nothing more is written until the next beginning.
  func finish()
}

extension Console {
  func write(line: FittedLine) { write(line.description) }
  var terminal: (@Sendable (String) -> Void)? { nil }
  func begin(_ presentation: Presentation) {}
  func finish() {}
}

final class StandardConsole: Console {
  private(set) var problem: String?
  private(set) var isOpen = true
  private let screen: Screen
  private var presentation = Presentation()
  private var pager: StandardStreams.Pager?
  // Results that may still fit the screen, and remarks that would disturb a pager.
  private var (held, rows, remarks) = ("", 0, [String]())

  init(_ screen: Screen) { self.screen = screen }

  func begin(_ presentation: Presentation) { self.presentation = presentation }

  func write(_ text: String) {
    guard presentation.fitsLines else { return put(text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    put(lines.map { fitted(FittedLine(String($0))) }.joined(separator: "\n"))
  }

  func write(line: FittedLine) { put(fitted(line)) }

  private func put(_ text: String) {
    guard isOpen else { return }
    let lines = text + "\n"
    if pager != nil || !mayPage { return pass(lines) }
    held += lines
    rows += lines.utf8.count { $0 == 0x0A }
    guard let limit = screen.rows, rows >= limit, let command = screen.pager else { return }
    pager = StandardStreams.Pager(command)
    release()
  }

  func note(_ text: String) {
    let text = screen.isColoured ? Self.coloured(text) : text
    if pager == nil {
      release()
      StandardStreams.tell(text + "\n")
    } else {
      remarks.append(text)
    }
  }

  func finish() {
    release()
    pager?.close()
    pager = nil
    for remark in remarks { StandardStreams.tell(remark + "\n") }
    remarks = []
  }

  private var mayPage: Bool { presentation.isPaged && screen.rows != nil && screen.pager != nil }

  private func fitted(_ line: FittedLine) -> String {
    guard presentation.fitsLines, let columns = screen.columns else { return line.description }
    return line.fitted(to: columns, keepsWords: presentation.keepsWords)
  }

  private func release() {
    let text = held
    (held, rows) = ("", 0)
    if !text.isEmpty { pass(text) }
  }

  private func pass(_ text: String) {
    let bytes = Array(text.utf8)
    do throws(StandardStreams.Refusal) {
      if let pager {
        try pager.write(bytes)
      } else {
        try StandardStreams.writeAll(bytes, to: StandardStreams.output)
      }
    } catch {
      isOpen = false
      if !error.isClosed { problem = error.description }
    }
  }

  /// The word before the colon in the colour of what it says (ECMA-48).
  private static func coloured(_ text: String) -> String {
    for (word, colour) in [("error", 31), ("warning", 33), ("note", 36)]
    where text.hasPrefix(word + ":") {
      return "\u{1B}[1;\(colour)m\(word):\u{1B}[0m" + text.dropFirst(word.count + 1)
    }
    return text
  }

  var terminal: (@Sendable (String) -> Void)? {
    guard StandardStreams.leadsToTerminal(StandardStreams.error) else { return nil }
    return { StandardStreams.tell($0) }
  }
}

/// Passes everything on as results, so that the output of a command that another one runs shows in
/// its output.
final class MergedConsole: Console {
  private let outer: any Console

  init(_ outer: any Console) { self.outer = outer }

  func write(_ text: String) { outer.write(text) }
  func write(line: FittedLine) { outer.write(line: line) }
  func note(_ text: String) { outer.write(text) }
  var isOpen: Bool { outer.isOpen }
  var problem: String? { outer.problem }
}
