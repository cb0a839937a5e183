public import EkibenDocuments
public import EkibenForms
public import EkibenStore

/// Ties one document, its store and any number of table hosts together: the object an app holds.
///
/// It lives on the main actor, as the screen does; a ``DocumentEditor`` is the same without hosts, on
/// any thread. Every edit is on disk when the call returns, and every host shows it. What others wrote
/// arrives with ``DocumentEditing/refresh()``.
@MainActor
public final class Session: DocumentEditing {
  /// Is told when a host refuses a plan; the host then shows the document from scratch.
  public var onViolation: ((TableViolation) -> Void)?
  /// Is told when a host's list of sections to show does not fit the document any more; the host then
  /// goes on showing what it showed.
  public var onRenderError: ((RenderError) -> Void)?

  private let editor: DocumentEditor
  private var hosts: [Attachment] = []
  /// How many times there was something to show.
  private var shows = 0

  init(_ editor: DocumentEditor) { self.editor = editor }

  /// The store that keeps the document.
  public var store: Store { editor.store }
  /// The document as it stands, with its journal.
  public var document: StoredDocument { editor.document }
  /// The components that live beside the document; rows without one get theirs from their records.
  public var components: LiveComponents { editor.components }

  /// Who acts, and where time and randomness come from.
  public var surroundings: Surroundings {
    get { editor.surroundings }
    set { editor.surroundings = newValue }
  }

  /// The longest time between two keystrokes of one step, in milliseconds.
  public var stepPause: Int64 {
    get { editor.stepPause }
    set { editor.stepPause = newValue }
  }

  /// The answer of a row; nil is no answer, or no such row.
  ///
  /// - Complexity: O(1).
  public subscript(row: RowID) -> Value? { editor[row] }

  /// Runs edits, and shows in every host what has changed; then observers are told.
  public func edit<Result, Failure>(
    _ body: (DocumentEditor) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // What others wrote shows even when our own edit is refused. Observers come last: what they do to
    // the session finds it, and its hosts, as they are now.
    defer {
      show(editor.takeNewEntries())
      store.notifyObservers()
    }
    return try body(editor)
  }
}

extension Session {
  /// A host, and how much of what there was to show it was given.
  private struct Attachment {
    let renderer: Renderer
    var shows: Int
  }

  /// Shows the document in a host, now and after every change.
  ///
  /// What a host or a completion does to the session in a callback is on disk when that call returns,
  /// as always; it shows when the host has finished what it is at (rule T11).
  ///
  /// - Parameters:
  ///   - host: The host; nothing happens if the session has it already.
  ///   - policy: How it gets from one state to another, and which sections it shows.
  public func attach(_ host: any TableHost, policy: RenderPolicy = RenderPolicy()) {
    if hosts.contains(where: { $0.renderer.host === host }) { return }
    let attachment = Attachment(renderer: Renderer(host, policy: policy), shows: shows)
    hosts.append(attachment)
    show(in: attachment.renderer, by: nil)
  }

  /// Stops showing the document in a host, which keeps what it shows.
  public func detach(_ host: any TableHost) {
    guard let at = hosts.firstIndex(where: { $0.renderer.host === host }) else { return }
    hosts.remove(at: at).renderer.end()
  }

  private func show(_ news: [JournalChange]) {
    if news.isEmpty || hosts.isEmpty { return }
    let changes = news.count == 1 ? news[0].changes : Changeset.squash(news.map(\.changes))
    let plan =
      changes.isContentOnly
      ? TablePlan(contentOnly: changes, to: document.content, at: document.index) : nil
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

  private func show(in renderer: Renderer, by plan: TablePlan?) {
    let content = TableContent(document.content, components: components)
    do throws(RenderError) {
      try renderer.show(content, by: plan) { [weak self] outcome in
        if case .failed(let violation) = outcome { self?.onViolation?(violation) }
      }
    } catch {
      onRenderError?(error)
    }
  }
}
