public import EkibenDocuments

extension HeadlessTable {
  /// Shows a content from scratch: every cell is a new one, though views are used again.
  ///
  /// Selection, highlight, focus and scroll position stay with their rows. A reload that a component
  /// or handler asks for in the middle of a batch waits until the batch is complete.
  ///
  /// - Complexity: O(n) in the number of rows.
  public func reload(_ content: TableContent) {
    if work != nil { return waiting = .reload(content) }
    let anchor = anchor
    work = .rendering
    needsShowing = false
    model.reload(content.document)
    components = content.components
    screen.note(.swapData(batch: nil))
    dropLayout()
    restore(anchor)
    screen.keep([])
    showVisible()
    clearStateOfRemovedRows()
    screen.note(.complete)
    finish()
  }

  /// Goes from what is shown to a content, batch by batch; what a component asks for while other rows come
  /// to the screen waits, and is shown from scratch.
  ///
  /// - Throws: As ``TableModel/perform(_:to:)``.
  /// - Complexity: O(operations) for content only, and O(rows) where rows come, go or move, or for
  ///   the comparison.
  public func perform(_ plan: TablePlan, to content: TableContent) throws(TableViolation) {
    try checkMoment(plan)
    if work != nil { return waiting = .reload(content) }
    let isNewer = !content.components.isSame(as: components)
    if plan.isOneBatchOfContent {
      try model.perform(plan, to: content.document)
      if let stage = plan.stages.first { carryOut(stage, number: 1, with: content.components) }
    } else {
      try performBatches(plan, to: content)
    }
    take(content)
    if isNewer { rebindOthers(than: plan) }
    finish()
  }

  /// Takes newer components for the same document: what is on the screen is bound anew.
  ///
  /// - Complexity: O(what is on the screen).
  public func rebind(_ content: TableContent) {
    if work != nil { return waiting = .reload(content) }
    take(content)
    rebindOthers(than: TablePlan(stages: []))
    if !settle() { refreshInput() }
  }

  private func take(_ content: TableContent) {
    model.document = content.document
    components = content.components
  }

  private func checkMoment(_ plan: TablePlan) throws(TableViolation) {
    func refuse(_ rule: String, _ text: String) throws(TableViolation) {
      let counts = slots.sections.map(\.rows.count)
      throw TableViolation(
        rule: rule, stage: 1, text: text, oldCounts: counts, newCounts: counts,
        operations: plan.stages.first?.operations ?? TableOperations())
    }
    if work == .rendering {
      try refuse("U-05", "attempt to begin a batch while another one is under way")
    }
    if !isAttached {
      try refuse("U-31", "attempt to update a table view that is not in a window: reload it")
    }
  }

  // All of it is tried before anybody is called.
  private func performBatches(_ plan: TablePlan, to content: TableContent) throws(TableViolation) {
    for (at, batch) in try model.batches(of: plan, to: content.document).enumerated() {
      let anchor = anchor
      model.perform(batch)
      if !batch.stage.operations.isContentOnly {
        relayout(after: batch.stage.operations)
        restore(anchor)
      }
      carryOut(batch.stage, number: at + 1, with: content.components)
    }
    clearStateOfRemovedRows()
  }

  private func carryOut(_ stage: TablePlan.Stage, number: Int, with components: LiveComponents) {
    work = .rendering
    self.components = components
    screen.note(.swapData(batch: number))
    if !stage.operations.isContentOnly { showVisible(with: components) }
    show(stage, with: components)
    screen.note(.complete)
    work = nil
  }

  private func show(_ stage: TablePlan.Stage, with components: LiveComponents) {
    let anchor = anchor
    var needsLayout = false
    for place in stage.operations.updateRows {
      needsLayout = measure(place) || needsLayout
      // The record is what the batch says, but the row is the one that stands there (U-29).
      let row = slots.sections[place.section].rows[place.row].row
      screen.rebind(rowKey(place), to: components.component(of: row))
    }
    for place in stage.operations.replaceViews {
      needsLayout = measure(place) || needsLayout
      let item = TableScreen.Item(slots.sections[place.section].rows[place.row])
      screen.replace(item, by: components.component(of: stage.table[place]))
    }
    for supplement in stage.operations.supplements {
      needsLayout = showSupplement(supplement, with: components) || needsLayout
    }
    if !needsLayout { return }
    restore(anchor)
    showVisible(with: components)
  }

  // Whether what stands around it has to make room.
  private func showSupplement(
    _ supplement: TableOperations.Supplement, with components: LiveComponents
  ) -> Bool {
    let section = slots.sections[supplement.section]
    let key = TableScreen.Key.supplement(section.number, supplement.name)
    let component = components.component(of: supplement.name, in: section.id, section.fields)
    guard let component else {
      screen.remove(key)
      return measureSupplements(of: supplement.section)
    }
    guard let shown = screen.cells[key] else {
      _ = measureSupplements(of: supplement.section)
      return true
    }
    if ByteText.equal(shown.name, component.name) {
      screen.rebind(key, to: component)
    } else {
      let part = LifecycleEvent.Part.supplement(section.id, supplement.name)
      screen.replace(TableScreen.Item(key: key, part: part, fields: section.fields), by: component)
    }
    return measureSupplements(of: supplement.section)
  }

  // Newer components are live even where nothing looks different (rule F13).
  private func rebindOthers(than plan: TablePlan) {
    var bound: Set<TableScreen.Key> = []
    if let stage = plan.stages.last {
      for place in stage.operations.updateRows + stage.operations.replaceViews {
        bound.insert(rowKey(place))
      }
    }
    work = .rendering
    for item in visibleItems() where !bound.contains(item.key) {
      guard let component = component(of: item, with: components) else { continue }
      screen.rebind(item.key, to: component)
    }
    work = nil
  }

  private func finish() {
    if settle() { return }
    if hasLostFocus {
      hasLostFocus = false
      if focusedRow == nil { callbacks.onFocus?(nil) }
    }
    refreshInput()
    onRendered?()
    prefetchIfNear()
  }

  /// Does what has had to wait, now that the table has done what it was at.
  ///
  /// - Returns: Whether the table was given something else to show.
  func settle() -> Bool {
    work = nil
    let next = waiting
    waiting = nil
    switch next {
    case .reload(let content): reload(content)
    case .unload: unload()
    case nil:
      if needsShowing { showNow() }
      return false
    }
    return true
  }
}
