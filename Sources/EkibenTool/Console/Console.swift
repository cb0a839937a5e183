/// Where a command's words go: results to `write`, everything else to `note`.
protocol Console: AnyObject {
  /// Writes a result, a line feed behind it.
  func write(_ text: String)
  /// Writes a remark, a warning or an error, a line feed behind it.
  func note(_ text: String)
  /// Whether anybody still takes results; a command that has many of them stops when nobody does.
  var isOpen: Bool { get }
  /// Why results could not be written, if they could not.
  var problem: String? { get }
  /// Writes to a terminal as it stands what a person sees pass; nil where there is none.
  var terminal: (@Sendable (String) -> Void)? { get }
}

extension Console {
  var terminal: (@Sendable (String) -> Void)? { nil }
}

/// The console of the process.
final class StandardConsole: Console {
  private(set) var problem: String?
  private(set) var isOpen = true

  func write(_ text: String) {
    guard isOpen else { return }
    switch StandardStreams.write(text + "\n", to: StandardStreams.output) {
    case .written: break
    case .closed: isOpen = false
    case .failed(let words): (isOpen, problem) = (false, words)
    }
  }

  func note(_ text: String) {
    // If this fails, there is nowhere left to say so.
    _ = StandardStreams.write(text + "\n", to: StandardStreams.error)
  }

  var terminal: (@Sendable (String) -> Void)? {
    guard StandardStreams.leadsToTerminal(StandardStreams.error) else { return nil }
    // What nobody can be told is not told.
    return { _ = StandardStreams.write($0, to: StandardStreams.error) }
  }
}

/// Passes everything on as results, so that the output of a command that another one runs shows in
/// its output.
final class MergedConsole: Console {
  private let outer: any Console

  init(_ outer: any Console) { self.outer = outer }

  func write(_ text: String) { outer.write(text) }
  func note(_ text: String) { outer.write(text) }
  var isOpen: Bool { outer.isOpen }
  var problem: String? { outer.problem }
}
