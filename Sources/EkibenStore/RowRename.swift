public import EkibenDocuments

/// A row of one revision of a form that is another row in the next: its answers go along (rule D18).
public struct RowRename: Hashable, Sendable {
  /// The row's id until now.
  public let old: RowID
  /// Its id in the revision that a document goes to.
  public let new: RowID

  /// Names a row before and after.
  public init(_ old: RowID, to new: RowID) { (self.old, self.new) = (old, new) }
}

/// Why a row cannot have another one's answers.
public enum RenameProblem: Hashable, Sendable, CustomStringConvertible {
  /// No revision of the form has the old one.
  case unknown(RowID)
  /// The revision that the document goes to does not have the new one.
  case missing(RowID, revision: Int)
  /// The revision that the document goes to has the old one too, whose answer stays there.
  case stays(RowID, revision: Int)
  /// Two rows would become one, or one two.
  case repeated(RowID)
  /// What was given to a secret stands in no entry, and cannot go elsewhere.
  case secret(RowID)

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .unknown(let row): "the form never had a row \(row)"
    case .missing(let row, let revision): "revision \(revision) has no row \(row)"
    case .stays(let row, let revision): "revision \(revision) still has \(row)"
    case .repeated(let row): "\(row) is named twice"
    case .secret(let row): "\(row) is a secret"
    }
  }
}
