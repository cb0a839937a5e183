public import Ekiben
public import EkibenDocuments
public import EkibenForms

/// A host that forwards everything to a table without a screen, and records what it was asked for
/// and what the table did.
///
/// ```swift
/// let recorder = Recorder()
/// session.attach(RecordingHost(recorder))
/// try session.set(.name, to: "Ada")
/// try recorder.expect(
///   """
///   host: reload 2 sections, 8 rows
///   host: update person/name
///   """)
/// ```
@MainActor public final class RecordingHost: InspectableHost {
  /// The table that shows it.
  public let table: HeadlessTable
  private let recorder: Recorder
  private let name: String

  /// Takes a recorder, and the name that its lines begin with.
  public init(_ recorder: Recorder, name: String = "host", table: HeadlessTable = HeadlessTable()) {
    (self.recorder, self.name, self.table) = (recorder, name, table)
  }

  private func note(_ what: String) { recorder.note("\(name): \(what)") }

  // One line a call; a table that had nothing to do says so.
  private func noting<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let seen = table.log.count
    try body()
    let events = table.log[seen...].map(\.description)
    note(events.isEmpty ? "nothing" : events.joined(separator: "; "))
  }

  /// Whether somebody could see the table.
  public var isAttached: Bool { table.isAttached }

  /// What the table calls.
  public var callbacks: TableCallbacks {
    get { table.callbacks }
    set { table.callbacks = newValue }
  }

  /// Shows a content from scratch.
  public func reload(_ content: TableContent) { noting { table.reload(content) } }

  /// Goes from what is shown to a content.
  ///
  /// - Throws: What the table throws; that is noted, too.
  public func perform(_ plan: TablePlan, to content: TableContent) throws(TableViolation) {
    do throws(TableViolation) {
      try noting { () throws(TableViolation) in try table.perform(plan, to: content) }
    } catch {
      note("refused, \(error)")
      throw error
    }
  }

  /// Takes newer components.
  public func rebind(_ content: TableContent) {
    note("rebind")
    table.rebind(content)
  }

  /// Puts the focus into a row.
  public func focus(_ row: RowID?) -> Bool {
    note("focus \(row.map { Notation.name($0.rawValue) } ?? "nowhere")")
    return table.focus(row)
  }

  /// Brings a row to the screen.
  public func scroll(to row: RowID) -> Bool {
    note("scroll to \(Notation.name(row.rawValue))")
    return table.scroll(to: row)
  }

  /// Shows nothing any more.
  public func unload() {
    note("unload")
    table.unload()
  }

  /// The sections that there are, in order.
  public var sectionIDs: [SectionID] { table.sectionIDs }
  /// The section at an index, as the table has it.
  public func boundSection(at index: Int) -> Document.Section { table.boundSection(at: index) }
  /// The row at a place, as the table has it.
  public func boundRow(at place: Document.Place) -> Document.Row? { table.boundRow(at: place) }
}

extension Recorder {
  /// Notes what goes wrong in the hosts of a session.
  @MainActor public func record(_ session: Session) {
    session.onViolation = { self.note("session: refused, \($0)") }
    session.onRenderError = { self.note("session: \($0)") }
  }

  /// Notes how a render ends; give it to a renderer as its completion.
  @MainActor public func outcome(of name: String) -> Renderer.Completion {
    { outcome in
      switch outcome {
      case .applied: self.note("\(name): applied")
      case .superseded: self.note("\(name): superseded")
      case .noChange: self.note("\(name): no change")
      case .failed(let violation): self.note("\(name): failed, \(violation)")
      }
    }
  }
}
