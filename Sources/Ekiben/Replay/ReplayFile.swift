import EkibenDocuments
public import EkibenForms
public import EkibenInterchange

extension Replay {
  /// Replays an exported history without a store, forwards, piece by piece as the file is read.
  ///
  /// ```swift
  /// var replay = Replay.File()
  /// while let piece = next() { try replay.take(piece) }
  /// let report = try replay.finish()
  /// ```
  public struct File {
    /// What stops the replay of a file.
    public enum Failure: Error, Sendable, CustomStringConvertible {
      /// The file is no history.
      case file(HistoryFileError)
      /// The history cannot be shown.
      case replay(Replay.Failure)

      /// One sentence for a person.
      public var description: String {
        switch self {
        case .file(let error): error.description
        case .replay(let error): error.description
        }
      }
    }

    private let first: Int
    private let last: Int
    private var reader = HistoryReader()
    private var lines = LineSplitter()
    private var player: Player<TableModel>

    /// Makes a replay that waits for the first piece of a file.
    ///
    /// - Parameters:
    ///   - first: The entry to start with; nil is the first.
    ///   - last: The entry to end with; nil is the last. The rest of the file is read all the same.
    ///   - check: How the table is compared with a fresh render.
    public init(from first: Int? = nil, to last: Int? = nil, checking check: Check = .digests()) {
      self.first = first ?? 1
      self.last = last ?? .max
      player = .unlogged(checking: check)
    }

    /// The table as it stands; its log has the newest entry only.
    public var table: TableModel { player.table }

    /// Reads the next piece of the file, and shows its entries.
    ///
    /// - Parameters:
    ///   - piece: What comes next in the file, cut anywhere.
    ///   - onEntry: Called with each entry, and with what the table did for it.
    /// - Throws: ``Failure`` at the first line that is wrong, or whose entry cannot be shown.
    /// - Complexity: O(n) in the size of the piece for edits to answers, and what the check costs.
    public mutating func take(
      _ piece: [UInt8], onEntry: (HistoryEntry, ArraySlice<TableEvent>) -> Void = { _, _ in }
    ) throws(Failure) {
      try take(piece) { line, events, _ in onEntry(line, events) }
    }

    /// The same with the plan of each entry.
    package mutating func take(_ piece: [UInt8], onPlan: OnPlan) throws(Failure) {
      let whole: [[UInt8]]
      do throws(HistoryFileError) { whole = try lines.take(piece) } catch { throw .file(error) }
      for line in whole { try show(line, onPlan) }
    }

    /// Ends the replay, at the end of the file.
    ///
    /// - Returns: What was done.
    /// - Throws: ``Failure`` when something is missing: a line, or the entries that were asked for.
    public mutating func finish(
      onEntry: (HistoryEntry, ArraySlice<TableEvent>) -> Void = { _, _ in }
    ) throws(Failure) -> Report {
      try finish { line, events, _ in onEntry(line, events) }
    }

    /// The same with the plan of each entry.
    package mutating func finish(onPlan: OnPlan) throws(Failure) -> Report {
      if let line = lines.finish() { try show(line, onPlan) }
      do throws(HistoryFileError) { try reader.finish() } catch { throw .file(error) }
      let count = reader.journal.entries.count
      for number in [first, last == .max ? count : last] where !(1...count).contains(number) {
        throw .replay(Replay.Failure(entry: number, problem: "there is no such entry"))
      }
      guard first <= last else {
        throw .replay(Replay.Failure(entry: first, problem: "comes after entry \(last)"))
      }
      do throws(Replay.Failure) { try player.finish() } catch { throw .replay(error) }
      return player.report
    }

    // Going to another revision of the form changes more than the line says.
    private func shown(by line: HistoryEntry) -> Changeset {
      let isNode = line.entry.kind.isNode
      guard reader.hasMoved,
        !isNode || player.structure.rebases(by: [line.changes], haveMoved: true)
      else {
        return line.changes
      }
      return Changeset(from: player.content, to: reader.content).ordered(as: line.changes)
    }

    private mutating func show(_ bytes: [UInt8], _ onPlan: OnPlan) throws(Failure) {
      let line: HistoryLine
      do throws(HistoryFileError) { line = try reader.read(line: bytes) } catch {
        throw .file(error)
      }
      guard case .entry(let line) = line, line.entry.number >= first, line.entry.number <= last
      else { return }
      if player.report.entries == 0 {
        onPlan(line, player.begin(showing: reader.content), nil)
      } else {
        do throws(Replay.Failure) {
          let events = try player.show(line.entry.number, shown(by: line))
          onPlan(line, events, player.plan)
        } catch {
          throw .replay(error)
        }
      }
    }
  }
}
