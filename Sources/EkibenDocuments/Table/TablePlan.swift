/// What a table does to get from one document to another: batches of index-space operations.
///
/// At most four stages. Done one by one, the operations come in this order:
/// 1. surviving sections move, and new ones come with those of their rows that are new;
/// 2. rows go, come and move, also across sections;
/// 3. sections that are gone go, with the rows that go with them;
/// 4. content: rows and supplements that say something else now.
///
/// What a table view takes in one batch is one stage (rule T15): most edits are a single one.
public struct TablePlan: Equatable, Sendable {
  /// The batches, one after the other.
  public let stages: [Stage]

  /// Takes stages that follow each other.
  public init(stages: [Stage]) { self.stages = stages }

  /// Whether the table stays as it is.
  public var isEmpty: Bool { stages.isEmpty }

  /// One batch.
  public struct Stage: Equatable, Sendable {
    /// What the batch does.
    public var operations: TableOperations
    /// The table when the batch is done: a table view asks for its counts.
    public var table: Document

    /// Makes a batch.
    public init(operations: TableOperations, table: Document) {
      (self.operations, self.table) = (operations, table)
    }
  }

  /// Finds the batches that lead from one document to another.
  ///
  /// As few operations as possible, and one batch whenever one with those operations is legal (rule
  /// T15). Which rows and sections move is what the diff says, unless another choice of as many saves
  /// a batch. How strict the table is decides what shares a batch (rule T16).
  ///
  /// - Parameters:
  ///   - old: What the table shows.
  ///   - new: What it is to show.
  ///   - strictness: What the table does not take in one batch.
  /// - Complexity: O(n log n) in the number of rows.
  public init(from old: Document, to new: Document, under strictness: TableStrictness = .standard) {
    self.init(stages: TablePlanner(from: old, to: new, strictness: strictness).stages)
  }
}

/// The operations of one batch, by index.
///
/// Deletions and the sources of moves are indices of the table before the batch, insertions
/// and the targets of moves of the table after it. Updates and supplements are of the table
/// after it, too, and are done when it stands: a host rebinds what is on the screen then.
public struct TableOperations: Hashable, Sendable, CustomStringConvertible {
  /// A move from one place to another.
  public struct Move<Index: Hashable & Sendable>: Hashable, Sendable {
    /// Where it was, in the table before.
    public let source: Index
    /// Where it is, in the table after.
    public let target: Index

    /// Makes a move.
    public init(from source: Index, to target: Index) {
      (self.source, self.target) = (source, target)
    }
  }

  /// Sections that are deleted, each with all its rows that do not move elsewhere.
  public var deleteSections: [Int] = []
  /// Sections that are inserted, each with all its rows that no other operation puts there.
  public var insertSections: [Int] = []
  /// Sections that move.
  public var moveSections: [Move<Int>] = []
  /// Rows that are deleted.
  public var deleteRows: [Document.Place] = []
  /// Rows that are inserted.
  public var insertRows: [Document.Place] = []
  /// Rows that move.
  public var moveRows: [Move<Document.Place>] = []
  /// Rows that show other content in the same view.
  public var updateRows: [Document.Place] = []
  /// Rows that another component shows, so that their view is replaced.
  public var replaceViews: [Document.Place] = []
  /// Headers, footers and named supplements that come, go or change.
  public var supplements: [Supplement] = []

  /// Makes a batch without operations.
  public init() {}

  /// How many operations there are.
  public var count: Int {
    deleteSections.count + insertSections.count + moveSections.count + deleteRows.count
      + insertRows.count + moveRows.count + updateRows.count + replaceViews.count
      + supplements.count
  }

  /// The operations as lines, such as `delete (0, 3)`, `move section 0 to 1` or `header of section 1`.
  ///
  /// Sections come first, content last; a place is `(section, row)`, in the table that its operation
  /// is counted in. The name of a supplement is written as in ``Notation``, and within a JSON string
  /// where it has a `;`.
  ///
  /// - Complexity: O(operations).
  public var lines: [String] {
    deleteSections.map { "delete section \($0)" }
      + insertSections.map { "insert section \($0)" }
      + moveSections.map { "move section \($0.source) to \($0.target)" }
      + deleteRows.map { "delete \($0.path)" }
      + insertRows.map { "insert \($0.path)" }
      + moveRows.map { "move \($0.source.path) to \($0.target.path)" }
      + updateRows.map { "update \($0.path)" }
      + replaceViews.map { "replace \($0.path)" }
      + supplements.map { "\($0.writtenName) of section \($0.section)" }
  }

  /// The ``lines``, separated by `; `.
  public var description: String { lines.joined(separator: "; ") }
}

extension TableOperations.Supplement {
  fileprivate var writtenName: String {
    name.rawValue.utf8.contains(UInt8(ascii: ";")) ? Notation.quoted(name.rawValue) : shownName
  }
}
