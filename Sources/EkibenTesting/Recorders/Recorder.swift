public import Ekiben
import EkibenDocuments
import Synchronization

/// Records what others are notified of, a line each in the order in which it came.
///
/// ```swift
/// let recorder = Recorder()
/// let observation = try recorder.observe(.document("visit"), of: store)
/// try session.set(.name, to: "Ada")
/// try recorder.expect(
///   """
///   visit #2 edit by Ada  name: – → "Ada"
///   """)
/// ```
///
/// Any thread may write to it; it is for tests and keeps every line in memory.
public final class Recorder: Sendable {
  private let noted = Mutex<[String]>([])

  /// Makes an empty recorder.
  public init() {}

  /// The lines so far.
  public var lines: [String] { noted.withLock { $0 } }
  /// The lines so far, as one text.
  public var text: String { lines.joined(separator: "\n") }

  /// Records a line.
  public func note(_ line: String) { noted.withLock { $0.append(line) } }

  /// Forgets every line.
  public func clear() { noted.withLock { $0 = [] } }

  /// Expects these lines, and forgets them.
  ///
  /// - Throws: ``ExpectationFailure`` with the lines that differ; then all are kept.
  public func expect(
    _ lines: String, fileID: String = #fileID, line: Int = #line
  ) throws(ExpectationFailure) {
    try expectText(text, equals: lines, as: "the record", fileID: fileID, line: line)
    clear()
  }

  /// Records every change that an observer of a store is notified of.
  ///
  /// - Returns: The observation, which ends when it goes away.
  /// - Throws: ``EkibenStore/StoreError`` when reading fails.
  public func observe(
    _ scope: ObservationScope, of store: Store
  ) throws(StoreError) -> ObservationToken {
    try store.observe(scope) { self.note(Self.line($0)) }
  }

  /// Records what a person does in a table, and forwards it to the handlers that the table had
  /// before.
  @MainActor public func record(_ table: HeadlessTable) {
    let before = table.callbacks.onEvent
    table.callbacks.onEvent = { event in
      self.note("\(Notation.name(event.row.rawValue)) ← \(Notation.text(of: event.value))")
      try before?(event)
    }
  }

  private static func line(_ change: JournalChange) -> String {
    let entry = change.entry
    let changes = change.changes.changes.map { Notation.text(of: $0) }.joined(separator: "; ")
    return "\(Notation.name(change.document.rawValue)) #\(entry.number) \(entry.kind.name) by "
      + Notation.shown(entry.author) + (changes.isEmpty ? "" : "  \(changes)")
  }
}
