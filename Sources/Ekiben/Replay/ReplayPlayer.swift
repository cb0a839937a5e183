package import EkibenDocuments
package import EkibenForms

extension Replay {
  /// Shows entries to a table one at a time, wherever they come from.
  ///
  /// Begin at any entry with the document as it stood then, and go on with what each further entry
  /// changed. The table is compared with a fresh render after every one (rule T7).
  package struct Player<Table: ReplayTable> {
    /// What was done so far.
    package private(set) var report = Report()
    /// The document as the table shows it.
    package private(set) var content = Document()
    /// What shows it.
    package private(set) var table: Table

    fileprivate var keepsLog = true
    private let check: Check
    private var index = Document.Index(Document())
    private var witness: ReplayWitness?
    private var lastEntry = 0

    /// Takes the table that is to show something, and how it is compared with a fresh render.
    package init(in table: Table, checking check: Check = .digests()) {
      self.table = table
      self.check = check
    }

    /// Shows a document from scratch, as it stood after some entry (rule T9).
    ///
    /// - Returns: What the table did, if it says so.
    /// - Complexity: O(n) in the number of rows.
    @discardableResult
    package mutating func begin(showing document: Document) -> ArraySlice<TableEvent> {
      let seen = beginning()
      content = document
      index = Document.Index(document)
      table.reload(document)
      witness = ReplayWitness(table, showing: document, checking: check)
      report.entries += 1
      return table.log[seen...]
    }

    /// Shows what the next entry changed.
    ///
    /// - Parameters:
    ///   - entry: The entry's number, for what is said about it.
    ///   - changes: What it changed, whether it is a node or travelled; or taken back, the inverse.
    /// - Returns: What the table did, if it says so.
    /// - Throws: ``Failure`` when the changes do not fit or the table refuses them: document and
    ///   table are then as they were. Or when the table differs from a fresh render afterwards.
    /// - Complexity: O(changes), and what the check costs. Where records come, go or move,
    ///   O(n log n).
    @discardableResult
    package mutating func show(
      _ entry: Int, _ changes: Changeset
    ) throws(Failure) -> ArraySlice<TableEvent> {
      let seen = beginning()
      var next = content
      do { try next.apply(changes, at: index) } catch {
        throw Failure(entry: entry, problem: error.description)
      }
      let plan =
        changes.isContentOnly
        ? TablePlan(contentOnly: changes, to: next, at: index)
        : TablePlan(from: content, to: next, under: table.strictness)
      let bound = witness?.rowsBound(to: plan, changes, in: table) ?? []
      do { try table.perform(plan, to: next) } catch {
        throw Failure(entry: entry, problem: error.description)
      }
      let before = ReplayWitness.Shown(document: content, index: index)
      content = next
      if !changes.isContentOnly { index = Document.Index(next) }
      lastEntry = entry
      count(plan)
      let now = ReplayWitness.Shown(document: content, index: index)
      let problem = witness?.follow(
        changes, plan, from: before, to: now, bound: bound, in: table)
      if let problem { throw Failure(entry: entry, problem: problem) }
      return table.log[seen...]
    }

    /// Compares the table with a fresh render once more, place by place.
    ///
    /// - Throws: ``Failure`` when it differs.
    /// - Complexity: O(n) in the number of rows.
    package func finish() throws(Failure) {
      if witness != nil, let problem = table.difference(from: content) {
        throw Failure(entry: lastEntry, problem: problem)
      }
    }

    private mutating func count(_ plan: TablePlan) {
      report.entries += 1
      report.batches += plan.stages.count
      report.operations += TableTally(plan)
    }

    /// Where what the table does next begins in its log.
    private mutating func beginning() -> Int {
      if !keepsLog { table.clearLog() }
      return table.log.count
    }
  }
}

extension Replay.Player<TableModel> {
  /// A player with a table of its own, which leaves the comparison to the check and keeps the log of
  /// one entry only.
  static func unlogged(checking check: Replay.Check) -> Replay.Player<TableModel> {
    var table = TableModel()
    table.checksContent = false
    var player = Replay.Player(in: table, checking: check)
    player.keepsLog = false
    return player
  }
}
