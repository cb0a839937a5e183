public import EkibenDocuments

/// The table without a screen: as strict as a real one, and it can be asked what it shows.
///
/// It moves real cells by the indices of each batch, never copies what the target looks like, and
/// compares itself with a fresh render at the end. A refused plan leaves everything as it was:
/// cells, tokens and log.
public final class HeadlessTable: TableHost {
  /// The sections with their cells, in order.
  public var sections: [TableCells] { state.sections }
  /// What the table did, oldest first.
  public private(set) var log: [TableEvent] = []
  /// Whether each plan is followed by a comparison with a fresh render, O(n) in the rows.
  public var checksContent = true
  /// What is refused in one batch, on top of what no table view takes.
  public var strictness = TableStrictness.standard
  /// Who is told what a person does.
  public var onEvent: ((FormEvent) -> Void)?

  /// Whether the table has a window; a table without one is given reloads only.
  public private(set) var isAttached = true
  /// Is called when the table gets a window.
  public var onAttach: (() -> Void)?

  private var state = TableState()
  // What a plan starts from; its counts are those of the cells.
  private var content = TableContent()

  /// Makes an empty table.
  public init() {}

  /// Makes a table that shows a document.
  public convenience init(_ document: Document) {
    self.init(TableContent(document))
  }

  /// Makes a table that shows a document with its components.
  public convenience init(_ content: TableContent) {
    self.init()
    reload(content)
  }

  /// Shows a content from scratch: every cell is a new one.
  ///
  /// - Complexity: O(n) in the number of rows.
  public func reload(_ content: TableContent) {
    state.reload(content.document)
    self.content = content
    log.append(
      .reload(sections: content.document.sections.count, rows: content.document.rowCount))
  }

  /// Goes from what is shown to a content, batch by batch.
  ///
  /// - Throws: ``EkibenDocuments/TableViolation`` with the rule that a batch breaks, or with the
  ///   rule `content` where the table would not show the document; nothing has changed then.
  /// - Complexity: O(operations + rows of the sections touched), and O(rows) for the comparison.
  public func perform(_ plan: TablePlan, to content: TableContent) throws(TableViolation) {
    try plan.validate(against: self.content.document, strictness: strictness)
    let before = checksContent ? state : TableState()
    var events: [TableEvent] = []
    for stage in plan.stages {
      events += TableEvent.events(of: stage, on: state.sections)
      state.apply(stage)
    }
    if checksContent, let text = state.difference(from: content.document) {
      let violation = violation(text, plan: plan, before: before, target: content.document)
      state = before
      throw violation
    }
    self.content = content
    log += events
  }

  /// Takes newer components for the same document.
  public func rebind(_ content: TableContent) { self.content = content }

  /// Puts the focus into a row.
  public func focus(_ row: RowID?) -> Bool { false }

  /// Brings a row to the screen.
  public func scroll(to row: RowID) -> Bool { cell(row) != nil }

  /// Gets a window, and asks for the newest content.
  public func attach() {
    if isAttached { return }
    isAttached = true
    onAttach?()
  }

  /// Loses its window: nobody sees what it shows.
  public func detach() { isAttached = false }

  /// What is shown, as a fresh render would show it.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var displays: [SectionDisplay] { sections.map(\.display) }

  /// Draws the table as text, as it looks.
  public func snapshot() -> String { TableDrawing(displays).description }

  /// Forgets what the table did.
  public func clearLog() { log = [] }

  /// The cell of a row, found by looking through the table.
  ///
  /// - Complexity: O(n) in the number of rows.
  public func cell(_ row: RowID) -> TableCell? {
    for section in sections {
      if let cell = section.cells.first(where: { $0.id == row }) { return cell }
    }
    return nil
  }

  private func violation(
    _ text: String, plan: TablePlan, before: TableState, target: Document
  ) -> TableViolation {
    TableViolation(
      rule: "content", stage: max(1, plan.stages.count), text: text,
      oldCounts: before.sections.map(\.cells.count), newCounts: state.sections.map(\.cells.count),
      operations: plan.stages.last?.operations ?? TableOperations(),
      attempt: TableAttempt(plan, from: content.document, to: target, under: strictness))
  }
}
