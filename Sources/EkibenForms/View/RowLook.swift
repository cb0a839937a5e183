/// What a row looks like, whatever shows it: the least that every view model can say.
public struct RowLook: Hashable, Sendable {
  /// What stands beside the label, or instead of it.
  public enum Content: Hashable, Sendable {
    /// Only words, no label: something to read.
    case words(String)
    /// A mark in a box before the label: `x`, a space, or `–` for neither.
    case box(String)
    /// An answer, as it is shown.
    case answer(String)
    /// No answer yet, and perhaps a hint at what to give.
    case noAnswer(hint: String?)
    /// Something that is kept and not understood.
    case kept
  }

  /// Number, title and the marks beside them.
  public var label: RowLabel
  /// What stands beside the label.
  public var content: Content
  /// The labels of what can be chosen, where they are to be listed below the label.
  public var options: [String] = []
  /// How many more can be chosen than these.
  public var moreOptions = 0
  /// What is wrong with the answer, as far as it shows now.
  public var issues: [ValidationIssue]

  /// Describes a row.
  public init(label: RowLabel = RowLabel(), content: Content, issues: [ValidationIssue] = []) {
    (self.label, self.content, self.issues) = (label, content, issues)
  }

  /// The words or the answer; nil where there is none, or where a box says it.
  public var text: String? {
    switch content {
    case .words(let text), .answer(let text): text
    case .box, .noAnswer, .kept: nil
    }
  }
}
