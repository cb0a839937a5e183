public import EkibenDocuments
internal import EkibenForms
internal import EkibenStore

/// An asynchronous check, and what is known of it.
struct RunningCheck {
  /// How often it was begun: only the last one counts.
  var number = 0
  var task: Task<Void, Never>?
  /// The rows whose answers changed since it came back last.
  var rows: Set<RowID> = []
  var found: [ValidationIssue] = []
}

extension Session {
  /// The rows whose answers are still being checked; ``EkibenForms/FormState`` keeps note of them.
  public var pendingRows: Set<RowID> {
    willRead(.pending, \.pendingRows)
    return running.values.reduce(into: []) { $0.formUnion($1.rows) }
  }

  /// Begins those checks that read what changed, in place of those that are under way; all of them where the
  /// document was just opened, or became a draft again (rule F49).
  func beginChecks(after changes: Changeset? = nil) {
    if components.checks.isEmpty || editor.document.status != .draft { return }
    let isNew = changes?.changes.contains { $0.field == .documentStatus } ?? true
    for (at, check) in components.checks.enumerated() {
      guard case .later(let body) = check.body else { continue }
      let touched =
        isNew
        ? rows(in: check.rows)
        : changes?.changes.compactMap { row(touchedBy: $0, in: check.rows) } ?? []
      if !touched.isEmpty { begin(at, body, touched) }
    }
    noteLater()
  }

  private func begin(
    _ at: Int, _ body: @escaping @MainActor @Sendable (Document) async -> [ValidationIssue],
    _ touched: [RowID]
  ) {
    var check = running[at] ?? RunningCheck()
    check.task?.cancel()
    check.number += 1
    check.found = []
    let (number, document) = (check.number, editor.document)
    // What is gone can have no issue: the other rows that the check reads are pending in its place.
    check.rows = check.rows.union(touched).filter { document.index[$0] != nil }
    if check.rows.isEmpty { check.rows = Set(rows(in: components.checks[at].rows)) }
    let drawn = DrawnDocument(document.content, document.index, editor.rules).document
    check.task = Task { [weak self] in
      let found = await body(drawn)
      self?.end(at, number, found)
    }
    running[at] = check
  }

  private func end(_ at: Int, _ number: Int, _ found: [ValidationIssue]) {
    // What was said of an older answer says nothing of this one.
    guard running[at]?.number == number else { return }
    running[at] = RunningCheck(number: number, found: found)
    noteLater()
    if !state.showsNothing { show(Changeset([]), []) }
    notify()
  }

  private func noteLater() {
    let index = editor.document.index
    var issues: [ValidationIssue] = []
    for (at, check) in running.sorted(by: { $0.key < $1.key }) {
      let place = check.rows.compactMap { index[$0] }.min()
      let id = components.checks[at].id
      if let row = place.map({ editor.document.content[$0].id }) {
        issues.append(ValidationIssue(row: row, rule: .pending(check: id)))
      }
      issues += check.found.filter { index[$0.row] != nil }
    }
    editor.issuesFoundLater = issues
    noteChange(of: [.issues, .pending])
    let pending = pendingRows
    restate([]) { state in
      for row in state.pendingRows.union(pending) { state.setPending(pending.contains(row), row) }
    }
  }

  // Those that can be answered: what a template has no answer in is that itself.
  private func rows(in rows: Set<RowID>) -> [RowID] {
    let structure = editor.document.structure
    return structure.content.sections.lazy.flatMap(\.rows).filter { row in
      rows.contains(row.fields.definition(of: row.id)) && structure.template(around: row) == nil
    }.map(\.id)
  }

  private func row(touchedBy change: Change, in rows: Set<RowID>) -> RowID? {
    guard case .row(let row) = change.record, change.field == nil || change.field == .value
    else { return nil }
    let fields = editor.document.row(row)?.fields ?? change.before?.asRecord ?? [:]
    return rows.contains(fields.definition(of: row)) ? row : nil
  }
}
