@testable import EkibenTool

/// Keeps what a call says that is run in this process.
final class Said: Console {
  private(set) var results: [String] = []
  private(set) var notes: [String] = []
  let isOpen: Bool
  /// Why nothing of it reaches anybody.
  let problem: String?
  private let onResult: (String) -> Void

  init(
    isOpen: Bool = true, problem: String? = nil, onResult: @escaping (String) -> Void = { _ in }
  ) {
    (self.isOpen, self.problem, self.onResult) = (isOpen, problem, onResult)
  }

  func write(_ text: String) {
    results.append(text)
    onResult(text)
  }

  func note(_ text: String) { notes.append(text) }
}

extension ToolEnvironment {
  /// Somebody with a fixed clock, without ids that are fixed.
  static var ofTests: ToolEnvironment {
    ToolEnvironment(variable: { ["EKIBEN_NOW": "2026-11-21T10:00:00Z"][$0] }, loginName: "Ada")
  }
}
