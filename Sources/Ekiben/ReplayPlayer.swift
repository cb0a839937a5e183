public import EkibenDocuments
public import EkibenForms

extension Replay {
  /// Shows entries to a table one at a time, wherever they come from.
  ///
  /// Begin at any entry with the document as it stood then, and go on with what each further entry
  /// changed. The table compares itself with a fresh render after every one (rule T7).
  ///
  /// ```swift
  /// var player = Replay.Player(in: table)
  /// try player.begin(at: 12, showing: content)
  /// for (entry, changes) in rest { try player.show(entry, changes) }
  /// print(player.report)
  /// ```
  public struct Player {
    /// What was done so far.
    public private(set) var report = Report()
    /// The document as the table shows it.
    public private(set) var content = Document()

    private let table: HeadlessTable
    private var index = Document.Index(Document())

    /// Takes the table that is to show something.
    public init(in table: HeadlessTable = HeadlessTable()) { self.table = table }

    /// Shows a document from scratch, as it stood after some entry (rule T9).
    ///
    /// - Returns: What the table did.
    /// - Complexity: O(n) in the number of rows.
    @discardableResult
    public mutating func begin(showing document: Document) -> ArraySlice<TableEvent> {
      let seen = table.log.count
      content = document
      index = Document.Index(document)
      table.reload(document)
      report.entries += 1
      return table.log[seen...]
    }

    /// Shows what the next entry changed.
    ///
    /// - Parameters:
    ///   - entry: The entry's number, for what is said about it.
    ///   - changes: What it changed, whether it is a node or travelled.
    /// - Returns: What the table did.
    /// - Throws: ``Failure`` when the changes do not fit, or the table differs afterwards; document
    ///   and table are then as they were.
    /// - Complexity: O(rows): the comparison looks at every row. Where records come, go or move,
    ///   O(n log n).
    @discardableResult
    public mutating func show(
      _ entry: Int, _ changes: Changeset
    ) throws(Failure) -> ArraySlice<TableEvent> {
      let seen = table.log.count
      var next = content
      do { try next.apply(changes, at: index) } catch {
        throw Failure(entry: entry, problem: error.description)
      }
      let plan =
        changes.isContentOnly
        ? TablePlan(contentOnly: changes, to: next, at: index)
        : TablePlan(from: content, to: next, under: table.strictness)
      do { try table.perform(plan, to: next) } catch {
        throw Failure(entry: entry, problem: error.description)
      }
      content = next
      if !changes.isContentOnly { index = Document.Index(next) }
      report.entries += 1
      report.batches += plan.stages.count
      report.operations += TableTally(plan)
      return table.log[seen...]
    }
  }
}
