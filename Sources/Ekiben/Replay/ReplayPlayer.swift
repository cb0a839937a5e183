package import EkibenDocuments
package import EkibenForms

extension Replay {
  /// Shows entries to a table one at a time, wherever they come from.
  ///
  /// Begin at any entry with the document as it stood then, and go on with what each further entry
  /// changed. The table is compared with a fresh render after every one (rule T7).
  package struct Player<Table: ReplayTable> {
    package private(set) var report = Report()
    /// The document as the entries made it.
    package var content: Document { state.content }
    /// The same with its index.
    var structure: DocumentStructure { DocumentStructure(state.content, state.index) }
    package private(set) var table: Table
    /// What the table was last told to do; nil for a reload.
    package private(set) var plan: TablePlan?

    fileprivate var keepsLog = true
    private let check: Check
    private var state = ReplayState(Document())
    private var witness: ReplayWitness?
    private var lastEntry = 0

    /// Takes the table that is to show something, and how it is compared with a fresh render.
    package init(in table: Table, checking check: Check = .touched()) {
      (self.table, self.check) = (table, check)
    }

    /// Shows a document from scratch, as it stood after some entry (rule T9).
    ///
    /// - Returns: What the table did, if it says so.
    /// - Complexity: O(n) in the number of rows.
    @discardableResult
    package mutating func begin(showing document: Document) -> ArraySlice<TableEvent> {
      let seen = beginning()
      state = ReplayState(document)
      table.reload(state.drawn.document)
      witness = ReplayWitness(table, showing: state.drawn.document, checking: check)
      report.entries += 1
      return table.log[seen...]
    }

    /// Shows what the next entry changed, whether it is a node or travelled; or taken back, the inverse.
    ///
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
      var next = state
      let (seenChanges, known): (Changeset, TablePlan?)
      do { (seenChanges, known) = try next.apply(changes) } catch {
        throw Failure(entry: entry, problem: error.description)
      }
      let (before, now) = (state.shown, next.shown)
      let plan = known ?? TablePlan(from: before.content, to: now.content, under: table.strictness)
      do { try table.perform(plan, to: now.content) } catch {
        throw Failure(entry: entry, problem: error.description)
      }
      state = next
      (lastEntry, self.plan) = (entry, plan)
      report.entries += 1
      report.batches += plan.stages.count
      report.operations += TableTally(plan)
      let problem = witness?.problem(after: seenChanges, plan, from: before, to: now, in: table)
      if let problem { throw Failure(entry: entry, problem: problem) }
      return table.log[seen...]
    }

    /// Compares the table with a fresh render once more, place by place.
    ///
    /// - Throws: ``Failure`` when it differs.
    /// - Complexity: O(n) in the number of rows.
    package func finish() throws(Failure) {
      if witness != nil, let problem = table.difference(from: state.drawn.document) {
        throw Failure(entry: lastEntry, problem: problem)
      }
    }

    /// Where what the table does next begins in its log.
    private mutating func beginning() -> Int {
      if !keepsLog { table.clearLog() }
      return table.log.count
    }
  }
}

/// A document as entries make it, and as it is drawn.
private struct ReplayState {
  private(set) var content: Document
  private(set) var index: Document.Index
  private var rules: RuleState
  private(set) var drawn: DrawnDocument

  init(_ document: Document) {
    (content, index) = (document, Document.Index(document))
    rules = RuleState(document, index)
    drawn = DrawnDocument(document, index, rules)
  }

  var shown: DocumentStructure { DocumentStructure(drawn.document, drawn.index(of: index)) }

  /// Becomes what changes make of it, and says what they change in what is drawn.
  mutating func apply(
    _ changes: Changeset
  ) throws(StaleChange) -> (changes: Changeset, plan: TablePlan?) {
    if changes.isContentOnly {
      try content.apply(changes, at: index)
    } else {
      let (result, update) = try content.restructured(by: changes, at: index)
      content = result
      index.update(update, to: result)
    }
    let held = rules.update(by: changes, to: content, at: index)
    return drawn.update(by: changes, to: content, at: index, rules, held)
  }
}

extension Replay.Player<TableModel> {
  /// A player whose own table leaves the comparison to the check and keeps the log of one entry.
  static func unlogged(checking check: Replay.Check) -> Replay.Player<TableModel> {
    var table = TableModel()
    table.checksContent = false
    var player = Replay.Player(in: table, checking: check)
    player.keepsLog = false
    return player
  }
}
