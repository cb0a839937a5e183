/// Why a changeset does not fit a document: the first change that expects something else (rule D12).
public struct StaleChange: Error, Equatable, Sendable, CustomStringConvertible {
  /// The change that does not fit.
  public let change: Change
  /// The value that the document holds there; nil if there is none.
  public let found: Value?

  package init(change: Change, found: Value?) { (self.change, self.found) = (change, found) }

  /// One sentence that names record, field, what was expected and what was found.
  public var description: String {
    let target = Notation.text(of: change.target)
    let expected = Notation.text(of: change.before)
    return "\(target): expected \(expected), found \(Notation.text(of: found))"
  }
}
