public import EkibenDocuments
public import EkibenForms

/// Pages, and how far a person has got (rules F56, F57 and F58).
extension Session {
  /// The pages of what is shown, in order; a form whose sections name none has one.
  ///
  /// - Complexity: O(sections), with a host attached; else O(rows).
  public var pages: [Page] { shownDocument.drawnPages }

  /// How many of the questions that are asked now are answered: on a page, or in all.
  ///
  /// - Complexity: O(rows).
  public func progress(of page: Page? = nil) -> Progress {
    let shown = shownDocument
    return shown.progress(of: page?.sections ?? shown.sections.map(\.id), components)
  }

  /// What a person looks over before the form is sent: every question that is asked, its answer, and what is
  /// wrong with it, whether that shows or not.
  ///
  /// - Complexity: O(rows).
  public var review: [ReviewLine] {
    shownDocument.review(components, Dictionary(grouping: issues, by: \.row))
  }

  /// Leaves a page: all that is wrong on it shows from now on, also where nobody has been (rule F61).
  ///
  /// - Returns: What is wrong on it, for whoever decides whether to go on.
  @discardableResult
  public func leave(_ page: Page) -> [ValidationIssue] {
    let wanted = Set(page.sections)
    let rows = editor.document.content.sections.filter { wanted.contains($0.id) }.flatMap {
      $0.rows.map(\.id)
    }
    restate(rows) { $0.leavePage(rows) }
    presentState()
    let known = Set(rows).union(page.sections.map { RowID(unchecked: $0.rawValue) })
    return issues.filter { known.contains($0.row) }
  }

  /// Shows one page in every host; they go over to it by a plan.
  public func show(_ page: Page) {
    for attachment in hosts { show(page.id, in: attachment.renderer.host) }
  }

  /// The next question that is not answered, behind a row or from the top; nil where all are.
  ///
  /// - Complexity: O(rows).
  public func nextUnanswered(after row: RowID? = nil) -> RowID? {
    shownDocument.unanswered(after: row, components)
  }

  /// The next row that has an issue, behind a row or from the top; nil where nothing is wrong.
  ///
  /// - Complexity: O(rows).
  public func nextIssue(after row: RowID? = nil) -> RowID? {
    let rows = Set(issues.map(\.row))
    return shownDocument.first(after: row) { rows.contains($0.id) }
  }

  // What hosts show, or would.
  var shownDocument: Document {
    let document = document
    return drawn?.document ?? DrawnDocument(document.content, document.index, editor.rules).document
  }
}

/// Where the focus is in a session's hosts (rules F56 and F61).
extension Session {
  /// Puts the focus of every host into a row; a host that shows another page goes over to that of the row.
  ///
  /// - Returns: Whether the row has the focus in some host now.
  @discardableResult
  public func focus(_ row: RowID) -> Bool {
    let shown = shownDocument
    let section = shown.sections.first { $0.rows.contains { $0.id == row } }
    return section.map { focus(row, in: $0.id, of: shown) } ?? false
  }

  private func focus(_ row: RowID, in section: SectionID, of shown: Document) -> Bool {
    var hasFocus = false
    for attachment in hosts {
      let host = attachment.renderer.host
      if case .page(let other) = attachment.renderer.policy.display,
        let page = shown.drawnPages.first(where: { $0.sections.contains(section) }),
        other != page.id
      {
        show(page.id, in: host)
      }
      if host.focus(row) { hasFocus = true }
    }
    return hasFocus
  }

  func show(_ page: String?, in host: any TableHost) {
    guard var policy = policy(for: host) else { return }
    policy.display = .page(page)
    setPolicy(policy, for: host)
  }

  /// Notes that the focus moved in a host.
  func focusMoved(to row: RowID?) {
    if row == state.focus { return }
    editor.steps.focusChanged()
    restate([state.focus, row].compactMap(\.self)) { $0.focus(row) }
    presentState()
  }

  /// Puts the focus into the first row that has an issue and can have it, once a submit was refused.
  func focusFirstIssue() {
    let issues = issuesToFocus
    issuesToFocus = []
    if hosts.isEmpty || issues.isEmpty { return }
    let shown = shownDocument
    let places = Document.Index(shown)
    _ = issues.first { issue in
      places[issue.row].map { focus(issue.row, in: shown.sections[$0.section].id, of: shown) }
        ?? false
    }
  }
}
