public import EkibenDocuments
public import EkibenForms

extension Replay {
  /// Shows entries to a table one at a time, wherever they come from.
  ///
  /// Begin at any entry with the document as it stood then, and go on with what each further entry
  /// changed. The table is compared with a fresh render after every one (rule T7).
  ///
  /// ```swift
  /// var player = Replay.Player(in: table)
  /// player.begin(showing: content)
  /// for (entry, changes) in rest { try player.show(entry, changes) }
  /// try player.finish()
  /// print(player.report)
  /// ```
  public struct Player {
    /// What was done so far.
    public private(set) var report = Report()
    /// The document as the table shows it.
    public private(set) var content = Document()

    private let host: any TableHost
    private let check: Check
    private let keepsLog: Bool
    private var index = Document.Index(Document())
    private var witness: ReplayWitness?
    private var lastEntry = 0

    /// Takes the table that is to show something.
    ///
    /// - Parameters:
    ///   - host: The table; nil is one without a screen, whose log is not kept and which leaves the
    ///     comparison to the check.
    ///   - check: How it is compared with a fresh render.
    public init(in host: (any TableHost)? = nil, checking check: Check = .digests()) {
      self.check = check
      keepsLog = host != nil
      if let host {
        self.host = host
      } else {
        let table = HeadlessTable()
        table.checksContent = false
        self.host = table
      }
    }

    /// Shows a document from scratch, as it stood after some entry (rule T9).
    ///
    /// - Returns: What the table did, if it is a `HeadlessTable`.
    /// - Complexity: O(n) in the number of rows.
    @discardableResult
    public mutating func begin(showing document: Document) -> ArraySlice<TableEvent> {
      let seen = beginning
      content = document
      index = Document.Index(document)
      host.reload(document)
      witness = ReplayWitness(host, showing: document, checking: check)
      report.entries += 1
      return events(since: seen)
    }

    /// Shows what the next entry changed.
    ///
    /// - Parameters:
    ///   - entry: The entry's number, for what is said about it.
    ///   - changes: What it changed, whether it is a node or travelled; or taken back, the inverse.
    /// - Returns: What the table did, if it is a `HeadlessTable`.
    /// - Throws: ``Failure`` when the changes do not fit or the table refuses them: document and
    ///   table are then as they were. Or when the table differs from a fresh render afterwards.
    /// - Complexity: O(changes), and what the check costs. Where records come, go or move,
    ///   O(n log n).
    @discardableResult
    public mutating func show(
      _ entry: Int, _ changes: Changeset
    ) throws(Failure) -> ArraySlice<TableEvent> {
      let seen = beginning
      var next = content
      do { try next.apply(changes, at: index) } catch {
        throw Failure(entry: entry, problem: error.description)
      }
      let plan =
        changes.isContentOnly
        ? TablePlan(contentOnly: changes, to: next, at: index)
        : TablePlan(
          from: content, to: next, under: (host as? HeadlessTable)?.strictness ?? .standard)
      let bound = witness?.rowsBound(to: plan, changes) ?? []
      do { try host.perform(plan, to: next) } catch {
        throw Failure(entry: entry, problem: error.description)
      }
      let before = ReplayWitness.Shown(document: content, index: index)
      content = next
      if !changes.isContentOnly { index = Document.Index(next) }
      lastEntry = entry
      count(plan)
      let now = ReplayWitness.Shown(document: content, index: index)
      if let problem = witness?.follow(changes, plan, from: before, to: now, bound: bound) {
        throw Failure(entry: entry, problem: problem)
      }
      return events(since: seen)
    }

    /// Compares the table with a fresh render once more, place by place.
    ///
    /// - Throws: ``Failure`` when it differs.
    /// - Complexity: O(n) in the number of rows.
    public func finish() throws(Failure) {
      if let problem = witness?.difference(from: content) {
        throw Failure(entry: lastEntry, problem: problem)
      }
    }

    private mutating func count(_ plan: TablePlan) {
      report.entries += 1
      report.batches += plan.stages.count
      report.operations += TableTally(plan)
    }

    /// Where what the table does next begins in its log.
    private var beginning: Int {
      guard let table = host as? HeadlessTable else { return 0 }
      if !keepsLog { table.clearLog() }
      return table.log.count
    }

    private func events(since seen: Int) -> ArraySlice<TableEvent> {
      (host as? HeadlessTable)?.log[seen...] ?? []
    }
  }
}
