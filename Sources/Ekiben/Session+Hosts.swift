internal import EkibenDocuments
public import EkibenForms
import EkibenStore

extension Session {
  /// A host, and how much of what there was to show it was given.
  struct Attachment {
    let renderer: Renderer
    var shows: Int
  }

  /// Shows the document in a host, now and after every change.
  ///
  /// What a host or a completion does to the session in a callback is on disk when that call returns,
  /// as always; it shows when the host has finished what it is at (rule T11). What a person answers in
  /// the host is set, and typed where it comes from the keyboard into the row with the focus (rule H16);
  /// what the row or the store refuses is thrown to the host, and to ``onError``.
  ///
  /// - Parameters:
  ///   - host: The host; nothing happens if the session has it already.
  ///   - policy: How it gets from one state to another, and which sections it shows; nil is the
  ///     session's ``policy``.
  public func attach(_ host: any TableHost, policy: RenderPolicy? = nil) {
    if hosts.contains(where: { $0.renderer.host === host }) { return }
    let attachment = Attachment(
      renderer: Renderer(host, policy: policy ?? self.policy), shows: shows)
    attachment.renderer.handlers = handlers
    hosts.append(attachment)
    host.callbacks.onEvent = { [weak self] event in try self?.take(event) }
    host.callbacks.onFocus = { [weak self] row in self?.focusMoved(to: row) }
    host.callbacks.onRefusal = { [weak self] error in self?.report(.input(error)) }
    host.callbacks.onRequest = { [weak self] request in self?.fulfil(request) ?? false }
    show(in: attachment.renderer, by: nil)
  }

  /// Stops showing the document in a host, which keeps what it shows.
  public func detach(_ host: any TableHost) {
    guard let at = hosts.firstIndex(where: { $0.renderer.host === host }) else { return }
    hosts.remove(at: at).renderer.end()
    host.callbacks = TableCallbacks()
  }

  /// How a host gets from one state to another, and which sections it shows; nil if it is not attached.
  public func policy(for host: any TableHost) -> RenderPolicy? {
    hosts.first { $0.renderer.host === host }?.renderer.policy
  }

  /// Changes how a host gets from one state to another, and which sections it shows.
  ///
  /// It gets there by a plan, and not from scratch. Nothing happens to a host that is not attached.
  public func setPolicy(_ policy: RenderPolicy, for host: any TableHost) {
    guard let renderer = hosts.first(where: { $0.renderer.host === host })?.renderer else { return }
    renderer.policy = policy
    show(in: renderer, by: nil)
  }

  // What is refused is thrown to whoever typed, and reported.
  private func take(_ event: FormEvent) throws(SessionError) {
    do throws(SessionError) {
      if let draft = event.draft {
        try edit { (editor) throws(SessionError) in
          _ = try editor.enter(draft: draft, in: event.row, reason: nil)
        }
      } else if isTypedIn(event.row) {
        try type(event.value, in: event.row)
      } else {
        try set([(event.row, event.value)])
      }
    } catch {
      report(error)
      throw error
    }
  }

  // Whether an answer comes from the keyboard: whatever is picked or tapped is a step of its own.
  private func isTypedIn(_ row: RowID) -> Bool {
    guard row == state.focus, let row = editor.document.row(row) else { return false }
    let component = components.component(of: row)
    return component.input?.inputTraits.isPicked == false
      && component.behaviour((any InputProviding).self)?.customInput == nil
  }

  func show(_ changes: Changeset, _ held: Set<RecordID>) {
    defer { restated = [] }
    if hosts.isEmpty { return drawn = nil }
    let document = editor.document
    let shown = shownIssuesNow()
    let plan = drawn?.update(
      by: changes, to: document.content, at: document.index, editor.rules, held, shown,
      restated: restated
    ).plan
    restated = []
    shows += 1
    let now = shows
    for attachment in hosts {
      // A callback of another host may have edited in between; then this one has seen that already,
      // or was not given what came before it.
      guard let at = hosts.firstIndex(where: { $0.renderer === attachment.renderer }),
        hosts[at].shows < shows
      else { continue }
      let fits = hosts[at].shows == now - 1 && shows == now
      hosts[at].shows = shows
      show(in: attachment.renderer, by: fits ? plan : nil)
    }
  }

  private func draw() -> Document {
    let document = editor.document
    let drawn = DrawnDocument(document.content, document.index, editor.rules, shownIssuesNow())
    self.drawn = drawn
    return drawn.document
  }

  private func show(in renderer: Renderer, by plan: TablePlan?) {
    let shown = drawn?.document ?? draw()
    let content = TableContent(shown, components: components)
    do throws(RenderError) {
      try renderer.show(content, by: plan) { [weak self] outcome in
        if case .failed(let violation) = outcome { self?.onViolation?(violation) }
      }
    } catch { onRenderError?(error) }
  }

  /// Does what a person asks of a host: each request is a step of its own, which undo takes back.
  ///
  /// - Returns: Whether it was done; else ``onError`` says why not.
  func fulfil(_ request: TableRequest) -> Bool {
    do throws(SessionError) {
      switch request {
      case .delete(let row): try perform(.remove(.row(row)))
      case .move(let row, let section, let after):
        let place = place(in: section, after: after, for: row)
        try perform(.move(.row(row), to: place))
      case .add(let record): try perform(.add(to: record, seed: seed()))
      }
      return true
    } catch {
      report(error)
      return false
    }
  }

  // Without a row before it, it goes before the first that is there, shown or not.
  private func place(in section: SectionID, after: RowID?, for row: RowID) -> StructurePlace {
    if let after { return .after(.row(after)) }
    let first = document.content.section(section)?.rows.first { $0.id != row }
    return first.map { .before(.row($0.id)) } ?? .section(section)
  }
}
