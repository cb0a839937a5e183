/// What verifying a store found.
public struct Verification: Hashable, Sendable {
  /// How much of a store is verified.
  public enum Extent: Hashable, Sendable, CaseIterable {
    /// The whole file: its pages and keys, and that every document's state equals its journal.
    case everything
    /// What opening documents relies on: the schema, forms, the present state of documents, their undo trees
    /// and what is not archived yet; neither pages and keys, nor what archived entries did.
    case quick
  }

  /// How far verifying has come.
  public struct Progress: Hashable, Sendable {
    /// How many entries were looked at.
    public let entries: Int
    /// How many there are, as far as the file says so.
    public let total: Int

    package init(entries: Int, total: Int) { (self.entries, self.total) = (entries, total) }
  }

  /// How many documents were checked.
  public let documents: Int
  /// How many entries they have.
  public let entries: Int
  /// How many rows of the file have no checksum, of those that were looked at: format 1 wrote them, and
  /// nothing has since.
  public let unchecked: Int
  /// What is wrong, a sentence each; none is well.
  public let findings: [String]
}
