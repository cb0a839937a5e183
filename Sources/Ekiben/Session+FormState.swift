internal import EkibenDocuments
public import EkibenForms

/// What a person did at a form, as far as it decides which of its issues show.
enum FormAction {
  /// Answers were typed, and the focus is where they were.
  case typed([RowID])
  /// Answers were given in another way.
  case given([RowID])
  /// The focus went elsewhere.
  case left
  /// A submit was refused for some issues.
  case refused([ValidationIssue])
}

extension Session {
  /// What a person has done to the form in this session and decides which issues show (rule F61).
  public var formState: FormState {
    willRead(.formState, \.formState)
    return state
  }

  /// When issues show in hosts.
  public var validationTiming: ValidationTiming {
    get { formState.timing }
    set {
      restate([]) { $0.timing = newValue }
      notify()
    }
  }

  /// What is wrong with the answers as far as it shows now, in the order of the rows: nothing when a form
  /// opens, and everything once a submit was refused (rule F61).
  ///
  /// - Complexity: That of ``issues``.
  public var shownIssues: [ValidationIssue] { formState.shown(issues) }

  /// What was typed in a row and is no answer yet; nil where there is nothing of that (rule F59).
  ///
  /// - Complexity: O(1).
  public func draft(in row: RowID) -> String? {
    // Whoever observes the answer observes what is to become one.
    _ = self[row]
    return editor.document.row(row)?.fields.text(.draft)
  }

  /// Takes note of what was done since, and of rows that are gone.
  func noteState(after changes: Changeset = Changeset([])) {
    for action in editor.takeActions() { note(action) }
    if changes.isContentOnly { return }
    let gone = changes.changes.compactMap { change -> RowID? in
      guard case .row(let row) = change.record, editor.document.row(row) == nil else { return nil }
      return row
    }
    restate(gone) { $0.forget(gone) }
  }

  /// Shows which issues show now, if nothing else has changed, and puts the focus where it was asked for.
  func presentState() {
    noteState()
    if !restated.isEmpty { show(Changeset([]), []) }
    register()
    focusFirstIssue()
    notify()
  }

  /// What rows are to show of what is wrong; notes those where other checks are broken than hosts show.
  func shownIssuesNow() -> ShownIssues {
    let old = shownChecks
    shownChecks = state.showsNothing ? [:] : brokenChecks()
    restated.formUnion(Set(old.keys).union(shownChecks.keys).filter { old[$0] != shownChecks[$0] })
    return ShownIssues(state, components, checks: shownChecks)
  }

  private func brokenChecks() -> [RowID: [ValidationIssue]] {
    let known = knownIssues ?? DocumentIssues(issueView)
    knownIssues = known
    var found = known.ofChecks
    for issue in editor.issuesFoundLater {
      if case .pending = issue.rule { continue }
      found[issue.row, default: []].append(issue)
    }
    return found
  }

  private func note(_ action: FormAction) {
    switch action {
    case .typed(let rows):
      restate(rows + [state.focus].compactMap(\.self)) {
        $0.focus(rows.last)
        $0.change(rows)
      }
    case .given(let rows): restate(rows) { $0.change(rows) }
    case .left: restate([state.focus].compactMap(\.self)) { $0.focus(nil) }
    case .refused(let issues):
      restate(editor.document.content.sections.flatMap { $0.rows.map(\.id) }) { $0.submit() }
      issuesToFocus = issues
    }
  }

  /// Changes the state, and notes which of some rows show other issues then.
  func restate(_ rows: [RowID], _ body: (inout FormState) -> Void) {
    // The state from before is not kept: that would copy all of it on each keystroke. Without hosts nothing shows.
    let shownBefore = hosts.isEmpty ? [] : rows.map { state.showsMissing(in: $0) }
    body(&state)
    for (row, isShown) in zip(rows, shownBefore) where state.showsMissing(in: row) != isShown {
      restated.insert(row)
    }
    noteChange(of: .formState)
  }
}
