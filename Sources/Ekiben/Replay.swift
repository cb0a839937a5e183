internal import EkibenDocuments
public import EkibenForms
public import EkibenInterchange
public import EkibenStore

/// Shows a document's journal to a table, entry by entry, and checks the table after each.
public struct Replay {
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
    public init(entry: Int, problem: String) {
      self.entry = entry
      self.problem = problem
    }

    /// One sentence for a person.
    public var description: String { "entry \(entry): \(problem)" }
  }

  private let document: StoredDocument
  private let store: Store

  /// Makes a document's journal ready to be shown.
  public init(of document: StoredDocument, in store: Store) {
    self.document = document
    self.store = store
  }

  /// Shows a stretch of the journal in a table without a screen.
  ///
  /// It starts with a reload at the first entry. After every entry the table compares itself with a
  /// fresh render of the document as it stood then (rule T7).
  ///
  /// - Parameters:
  ///   - first: The entry to start with; nil is the first.
  ///   - last: The entry to end with; nil is the last.
  ///   - table: The table.
  ///   - onEntry: Is told of each entry, and of what the table did for it.
  /// - Returns: What was done.
  /// - Throws: ``Failure`` at the first entry that does not fit, or after which the table differs.
  /// - Complexity: O(entries · rows): every comparison looks at every row.
  public func run(
    from first: Int? = nil, to last: Int? = nil, in table: HeadlessTable = HeadlessTable(),
    onEntry: (HistoryEntry, ArraySlice<TableEvent>) -> Void = { _, _ in }
  ) throws(Failure) -> Report {
    let range = try range(from: first, to: last)
    let start = try content(at: range.lowerBound)
    var player = Player(in: table)
    onEntry(try line(range.lowerBound), player.begin(showing: start))
    for number in range.dropFirst() {
      let line = try line(number)
      onEntry(line, try player.show(number, line.changes))
    }
    return player.report
  }

  private func range(from first: Int?, to last: Int?) throws(Failure) -> ClosedRange<Int> {
    let count = document.count
    let (first, last) = (first ?? 1, last ?? count)
    for number in [first, last] where !(1...max(count, 1)).contains(number) {
      throw Failure(entry: number, problem: "there is no such entry")
    }
    guard first <= last else { throw Failure(entry: first, problem: "comes after entry \(last)") }
    return first...last
  }

  private func content(at number: Int) throws(Failure) -> Document {
    do { return try store.content(of: document, at: number) } catch {
      throw Failure(entry: number, problem: error.description)
    }
  }

  private func line(_ number: Int) throws(Failure) -> HistoryEntry {
    do { return try store.historyEntry(number, of: document) } catch {
      throw Failure(entry: number, problem: error.description)
    }
  }
}
