public import EkibenDocuments

/// What a table shows after every reload and plan, and how it got there: a value without a screen.
///
/// It moves the rows by the indices of each batch and never copies what the target looks like. A plan
/// that breaks a rule of table views is refused, and so is one that does not lead to what a fresh
/// render would show; the model is then as it was. It calls nobody, so it can be used on any thread.
/// ``HeadlessTable`` is this with a screen.
///
/// ```swift
/// var table = TableModel(try form.document())
/// try table.perform(TablePlan(from: table.document, to: edited), to: edited)
/// print(table.snapshot())
/// ```
public struct TableModel: Equatable, Sendable {
  /// What is refused in one batch, on top of what no table view takes.
  public var strictness = TableStrictness.standard
  /// Whether each plan is followed by a comparison with a fresh render, O(n) in the rows.
  public var checksContent = true
  /// What the table did, oldest first.
  public private(set) var log: [TableEvent] = []
  /// What the next plan starts from.
  public internal(set) var document = Document()
  private(set) var slots = TableSlots()

  /// Makes an empty table.
  public init() {}

  /// Makes a table that shows a document.
  ///
  /// - Complexity: O(n) in the number of rows.
  public init(_ document: Document) { reload(document) }

  /// Forgets what the table did.
  public mutating func clearLog() { log.removeAll(keepingCapacity: true) }

  /// Shows a document from scratch.
  ///
  /// - Complexity: O(n) in the number of rows.
  public mutating func reload(_ document: Document) {
    slots.reload(document)
    self.document = document
    log.append(.reload(sections: document.sections.count, rows: document.rowCount))
  }

  // The log stays: this is what happens to a table that is unloaded.
  mutating func unload() { (slots, document) = (TableSlots(), Document()) }

  /// Goes from what is shown to a document, batch by batch.
  ///
  /// - Throws: ``EkibenDocuments/TableViolation`` with the rule that a batch breaks, or with the
  ///   rule `content` where the table would not show the document; nothing has changed then.
  /// - Complexity: O(operations) for content only, and O(rows) where rows come, go or move, or for
  ///   the comparison.
  public mutating func perform(_ plan: TablePlan, to document: Document) throws(TableViolation) {
    if plan.isOneBatchOfContent {
      try performContent(plan, to: document)
    } else {
      for batch in try batches(of: plan, to: document) { perform(batch) }
    }
    self.document = document
  }

  /// One batch of a plan, tried: what it does, and the table after it.
  typealias Batch = (stage: TablePlan.Stage, events: [TableEvent], slots: TableSlots)

  /// Tries all batches of a plan; nothing changes before they are performed.
  ///
  /// - Throws: As ``perform(_:to:)``.
  func batches(of plan: TablePlan, to document: Document) throws(TableViolation) -> [Batch] {
    try plan.validate(against: self.document, strictness: strictness)
    var next = slots
    var batches: [Batch] = []
    for stage in plan.stages {
      let events = TableEvent.events(of: stage, on: next.sections)
      next.apply(stage)
      batches.append((stage, events, next))
    }
    try check(next, plan, to: document)
    return batches
  }

  /// Performs a batch that was tried.
  mutating func perform(_ batch: Batch) {
    log += batch.events
    slots = batch.slots
    document = batch.stage.table
  }

  // Nothing is copied but what the plan says, so that typing costs the same in any form.
  private mutating func performContent(
    _ plan: TablePlan, to document: Document
  ) throws(TableViolation) {
    try plan.validate(against: self.document, strictness: strictness)
    guard let stage = plan.stages.first else { return try check(slots, plan, to: document) }
    let events = TableEvent.events(of: stage, on: slots.sections)
    let old = slots.content(of: stage.operations)
    slots.apply(stage)
    do { try check(slots, plan, to: document) } catch {
      slots.restore(stage.operations, from: old)
      throw error
    }
    log += events
  }

  private func check(
    _ slots: TableSlots, _ plan: TablePlan, to target: Document
  ) throws(TableViolation) {
    guard checksContent, let text = slots.difference(from: target) else { return }
    throw TableViolation(
      rule: "content", stage: max(1, plan.stages.count), text: text,
      oldCounts: document.rowCounts, newCounts: slots.sections.map(\.rows.count),
      operations: plan.stages.last?.operations ?? TableOperations(),
      attempt: TableAttempt(plan, from: document, to: target, under: strictness))
  }

  /// The sections that there are, in order.
  public var sectionIDs: [SectionID] { slots.sections.map(\.id) }

  /// The section at an index, as the plans so far say that it looks.
  ///
  /// - Complexity: O(n) in the number of its rows.
  public func boundSection(at index: Int) -> Document.Section {
    let section = slots.sections[index]
    return Document.Section(id: section.id, fields: section.fields, rows: section.rows.map(\.row))
  }

  /// The row at a place, as the plans so far say that it looks; nil where there is none.
  public func boundRow(at place: Document.Place) -> Document.Row? { slots.row(at: place)?.row }

  /// The first place where the table differs from a fresh render of a document; nil is none (rule T7).
  ///
  /// - Complexity: O(n), looking into the records that are not the very ones reported.
  public func difference(from document: Document) -> String? { slots.difference(from: document) }

  /// What is shown, drawn from the records as a fresh render would draw them.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var displays: [SectionDisplay] {
    slots.sections.indices.map { SectionDisplay(boundSection(at: $0)) }
  }

  /// Draws the table as text.
  ///
  /// - Complexity: O(n) in the number of rows.
  public func snapshot() -> String { TableDrawing(displays).description }
}

extension TablePlan {
  /// Whether it changes content in at most one batch, so that no row comes, goes or moves.
  var isOneBatchOfContent: Bool {
    stages.count < 2 && stages.first?.operations.isContentOnly ?? true
  }
}
