public import EkibenDocuments
public import EkibenForms
public import EkibenStore
public import Observation

/// Ties one document, its store and any number of table hosts together: the object an app holds.
///
/// It lives on the main actor, as the screen does; a ``DocumentEditor`` is the same without hosts, on
/// any thread. Every edit is on disk when the call returns, and every host of every session on the
/// document in this store shows it. What other stores and processes wrote arrives with
/// ``DocumentEditing/refresh()``.
///
/// It is observable row by row: a view that reads `session[.name]` is told of that answer's changes.
@MainActor
public final class Session: DocumentEditing, Observable {
  /// Called with errors that no caller gets: of a ``FieldBinding`` or a table, and failures to read.
  public var onError: ((SessionError) -> Void)?
  /// Called when a host refuses a plan; the host then shows the document from scratch.
  public var onViolation: ((TableViolation) -> Void)?
  /// Called when a host's list of sections does not fit the document any more; it shows what it showed.
  public var onRenderError: ((RenderError) -> Void)?

  /// How hosts get from one state to another, and which sections they show.
  ///
  /// Those that are attached go over to it by a plan and not from scratch, whatever policy they had.
  public var policy = RenderPolicy() {
    didSet { for attachment in hosts { setPolicy(policy, for: attachment.renderer.host) } }
  }

  /// The handlers of what happens to rows in any host, by the names of rows and sections.
  public var handlers = RowHandlers() {
    didSet { for attachment in hosts { attachment.renderer.handlers = handlers } }
  }

  /// The platform's undo manager, in which each step of the session's author is registered.
  public var undoManager: (any UndoRegistering)?
  /// The step that it was told of last.
  var registeredStep: Int?
  /// How many steps it is told of when the group that is under way ends.
  var stepsToRegister = 0

  let editor: DocumentEditor
  let registrar = ObservationRegistrar()
  /// What was read since it changed last.
  var readParts: ObservedParts = []
  /// The rows that were read since they changed last.
  var readRows: Set<RowID> = []
  /// What has changed of that, until hosts show it and observers are notified.
  var changedParts: ObservedParts = []
  var changedRows: [RowID] = []
  /// What is wrong, once somebody has asked.
  var knownIssues: DocumentIssues?
  /// The checks that take their time, by their place in ``components``.
  var running: [Int: RunningCheck] = [:]
  var hosts: [Attachment] = []
  /// What a person has done to the form, as far as it decides which issues show.
  var state = FormState()
  /// The broken checks that hosts may show.
  var shownChecks: [RowID: [ValidationIssue]] = [:]
  /// What a submit was refused for, until the focus has got there.
  var issuesToFocus: [ValidationIssue] = []
  /// The rows of which other issues may show than hosts show.
  var restated: Set<RowID> = []
  /// What hosts show of the document; nil while there are none.
  var drawn: DrawnDocument?
  /// How many times there was something to show.
  var shows = 0
  private let sessions: StoreSessions

  init(_ editor: DocumentEditor) {
    self.editor = editor
    sessions = StoreSessions.of(editor.store)
    sessions.add(self)
    beginChecks()
  }

  /// The store that keeps the document.
  public var store: Store { editor.store }
  /// The document as it stands, with its journal.
  public var document: StoredDocument {
    willRead(.document, \.document)
    return editor.document
  }
  /// The components that live beside the document; rows without one get theirs from their records.
  public var components: LiveComponents { editor.components }

  /// Author, clock, randomness, languages and launch context; when they change, hosts show what holds.
  public var environment: SessionEnvironment {
    get { editor.environment }
    set {
      let isOther = !newValue.showsAlike(editor.environment)
      editor.environment = newValue
      if isOther { showAnew() }
    }
  }

  /// The longest time between two keystrokes of one step, in milliseconds.
  public var stepPause: Int64 {
    get { editor.stepPause }
    set { editor.stepPause = newValue }
  }

  /// The answer of a row; nil is no answer, or no such row.
  ///
  /// - Complexity: O(1).
  public subscript(row: RowID) -> Value? {
    readRows.insert(row)
    registrar.access(self, keyPath: \.[row])
    return editor[row]
  }

  /// Runs edits, and shows in every host what has changed; then observers are told.
  public func edit<Result, Failure>(
    _ body: (DocumentEditor) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    sessions.beginEdit()
    // What the body does with the editor is part of this edit, and ends none of its own.
    editor.depth += 1
    // What others wrote shows even when our own edit is refused. Observers come last: what they do to
    // the session finds it, and its hosts, as they are now.
    defer {
      editor.depth -= 1
      // What is not new here others may not have been shown: it gets its turn.
      let shown = editor.hasNewEntries ? editor.document.count : 0
      showNewEntries()
      store.notifyObservers()
      sessions.endEdit(of: editor.document.name, shown: shown)
    }
    return try body(editor)
  }

  // All sessions know what was written before any host is called: what a host does to another session
  // in a callback finds it as it is now.
  private func showNewEntries() {
    if !editor.hasNewEntries { return presentState() }
    let others = sessions.others(than: self)
    for session in others { session.catchUp() }
    present()
    for session in others { session.present() }
    focusFirstIssue()
    notify()
    for session in others { session.notify() }
  }

  func catchUp() {
    do throws(SessionError) { _ = try editor.catchUp() } catch { report(error) }
  }

  func present() {
    let entries = editor.takeNewEntries()
    if entries.isEmpty { return }
    let changes = entries.count == 1 ? entries[0].changes : Changeset.squash(entries.map(\.changes))
    let held = hosts.isEmpty && knownIssues == nil ? [] : editor.takeHeld()
    noteMutations(of: changes, held)
    noteState(after: changes)
    beginChecks(after: changes)
    show(changes, held)
    register(entries)
  }

  /// Shows the options that the store has now.
  func showOptions() {
    editor.takeOptions()
    showAnew()
  }

  // After what no entry tells of.
  private func showAnew() {
    knownIssues = nil
    restated = Set(editor.document.content.sections.flatMap { $0.rows.map(\.id) })
    noteChange(of: [.document, .issues])
    show(Changeset([]), editor.takeHeld())
    notify()
  }

  func report(_ error: SessionError) { onError?(error) }
}
