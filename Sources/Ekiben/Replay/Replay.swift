internal import EkibenDocuments
public import EkibenForms
public import EkibenInterchange
public import EkibenStore

/// Shows a document's journal to a table, entry by entry, and checks the table after each.
///
/// ```swift
/// let replay = Replay(of: session.document, in: store)
/// try replay.run()                                          // all of it
/// try replay.run(.backwards(from: 120, to: 80), in: host)   // taken back, one by one
/// try replay.run(.path(from: 80, to: 97), in: host)          // from one branch to another
/// ```
public struct Replay {
  /// Which entries are shown, and which way.
  public enum Stretch: Hashable, Sendable {
    /// In the order of writing, whatever branch they are on; nil is the first and the last.
    case forwards(from: Int? = nil, to: Int? = nil)
    /// Taken back one by one, from the state after one entry to the state after an earlier one; nil
    /// is the last and the first.
    case backwards(from: Int? = nil, to: Int? = nil)
    /// From the state after one entry to the state after another, by the shortest path through the
    /// undo tree: back to where the branches part, and forwards again.
    case path(from: Int, to: Int)
  }

  /// How the table is compared with a fresh render of the document (rule T7).
  public enum Check: Hashable, Sendable {
    /// Not at all: only what the table itself refuses is found.
    case never
    /// After every entry where it touched something, O(change); after every so many entries, and at
    /// the end of a stretch, place by place. Nil is after as many as there are rows, but at least 1,000.
    case touched(wholeEvery: Int? = nil)
    /// After every entry place by place, O(rows).
    case whole
  }

  /// What a replay did.
  public struct Report: Hashable, Sendable {
    /// How many entries were shown, the first included.
    public internal(set) var entries = 0
    /// How many batches the table performed.
    public internal(set) var batches = 0
    /// How many operations of each sort it performed.
    public internal(set) var operations = TableTally()
  }

  /// Why a replay stopped, and at which entry.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// The entry.
    public let entry: Int
    /// What went wrong, in one sentence.
    public let problem: String

    /// Names an entry and what went wrong there.
    public init(entry: Int, problem: String) { (self.entry, self.problem) = (entry, problem) }

    /// One sentence for a person.
    public var description: String { "entry \(entry): \(problem)" }
  }

  let source: ReplaySource
  private let registry: ComponentRegistry

  /// Makes a document's journal ready to be shown, by the components that the store was opened with.
  public init(of document: StoredDocument, in store: Store) {
    (source, registry) = (.stored(document, store), store.componentRegistry)
  }

  /// Makes an exported history that was read whole ready to be shown.
  public init(of history: HistoryReader, registry: ComponentRegistry = .standard) {
    (source, self.registry) = (.read(history), registry)
  }

  /// Replays an exported history, for which it takes no store.
  ///
  /// - Throws: ``EkibenInterchange/HistoryFileError`` with the line that is none of a history.
  public init(ofHistory bytes: [UInt8]) throws(HistoryFileError) {
    self.init(of: try HistoryReader.read(bytes))
  }

  /// Shows a stretch of the journal in a table without a screen, on any thread.
  ///
  /// It starts with a reload, and every further entry is a plan (rule T9).
  ///
  /// - Parameters:
  ///   - stretch: Which entries, and which way.
  ///   - check: How the table is compared with a fresh render.
  ///   - onEntry: Called with each entry whose state is shown now, and with what the table did for
  ///     it.
  /// - Returns: What was done.
  /// - Throws: ``Failure`` at the first entry that does not fit, or after which the table differs.
  /// - Complexity: O(changes) in all for entries that change answers, and what the check costs;
  ///   O(n log n) for each whose records come, go or move.
  @discardableResult
  public func run(
    _ stretch: Stretch = .forwards(), checking check: Check = .touched(),
    onEntry: (HistoryEntry, ArraySlice<TableEvent>) -> Void = { _, _ in }
  ) throws(Failure) -> Report {
    try run(stretch, checking: check) { line, events, _ in onEntry(line, events) }
  }

  /// The same with the plan of each entry; the first is a reload, and has none.
  package func run(
    _ stretch: Stretch, checking check: Check = .touched(), onPlan: OnPlan
  ) throws(Failure) -> Report {
    var player = Player.unlogged(checking: check)
    return try run(stretch, in: &player, onPlan)
  }

  /// Takes an entry, what the table did for it, and what it was told to do.
  package typealias OnPlan = (HistoryEntry, ArraySlice<TableEvent>, TablePlan?) -> Void

  /// Shows a stretch of the journal in a table whose log goes on; see ``run(_:checking:onEntry:)``.
  ///
  /// The table's own comparison with a fresh render comes on top of the check.
  @discardableResult
  public func run(
    _ stretch: Stretch = .forwards(), in table: inout TableModel,
    checking check: Check = .touched(),
    onEntry: (HistoryEntry, ArraySlice<TableEvent>) -> Void = { _, _ in }
  ) throws(Failure) -> Report {
    var player = Player(in: table, checking: check)
    // The player's is the only one, so that nothing is copied.
    table = TableModel()
    defer { table = player.table }
    return try run(stretch, in: &player) { line, events, _ in onEntry(line, events) }
  }

  /// Shows a stretch of the journal in a host of the app's; see ``run(_:checking:onEntry:)``.
  ///
  /// A host that is no ``EkibenForms/InspectableHost`` cannot be compared with a fresh render, and
  /// only a `HeadlessTable` says what it did.
  @MainActor @discardableResult
  public func run(
    _ stretch: Stretch = .forwards(), in host: any TableHost, checking check: Check = .touched(),
    onEntry: (HistoryEntry, ArraySlice<TableEvent>) -> Void = { _, _ in }
  ) throws(Failure) -> Report {
    var player = Player(in: ReplayHost(host, registry), checking: check)
    return try run(stretch, in: &player) { line, events, _ in onEntry(line, events) }
  }

  private func run(
    _ stretch: Stretch, in player: inout Player<some ReplayTable>, _ onPlan: OnPlan
  ) throws(Failure) -> Report {
    let (start, steps) = try source.steps(of: stretch)
    let content = try source.content(at: start)
    let hasMoved = source.hasMoved
    var lines = source.lines
    onPlan(try lines.line(start), player.begin(showing: content), nil)
    for step in steps {
      let via = try lines.line(step.via)
      let changes =
        hasMoved
        ? try source.changes(of: step, by: via, in: player.structure) : step.changes(by: via)
      let events = try player.show(step.shows, changes)
      onPlan(step.shows == step.via ? via : try lines.line(step.shows), events, player.plan)
    }
    try player.finish()
    return player.report
  }
}
