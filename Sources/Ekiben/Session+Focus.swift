public import EkibenDocuments
import EkibenForms

/// Where the focus is in a session's hosts (rules F56 and F61).
extension Session {
  /// Puts the focus of every host into a row; a host that shows another page goes over to that of the row.
  ///
  /// - Returns: Whether the row has the focus in some host now.
  @discardableResult
  public func focus(_ row: RowID) -> Bool {
    let shown = shownDocument
    guard let section = shown.sections.first(where: { $0.rows.contains { $0.id == row } })
    else { return false }
    let page = shown.drawnPages.first { $0.sections.contains(section.id) }
    var hasFocus = false
    for attachment in hosts {
      let host = attachment.renderer.host
      if case .page(let other) = attachment.renderer.policy.display, let page, other != page.id {
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
    _ = issues.first { focus($0.row) }
  }
}
