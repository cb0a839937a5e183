public import EkibenDocuments
public import EkibenForms
public import EkibenStore

/// Ties one document, its store and any number of table hosts together: the object an app holds.
///
/// A session belongs to one isolation, the main actor in apps. Every edit is on disk when the call
/// returns, and every host shows it. What others wrote arrives with ``refresh()``.
public final class Session {
  /// The store that keeps the document.
  public let store: Store
  /// The document as it stands, with its journal.
  public private(set) var document: StoredDocument
  /// Who acts, and where time and randomness come from.
  public var surroundings: Surroundings
  /// Is told when a host refuses a plan; the host then shows the document from scratch.
  public var onViolation: ((TableViolation) -> Void)?
  /// Is told when a host's list of sections to show does not fit the document any more; the host then
  /// goes on showing what it showed.
  public var onRenderError: ((RenderError) -> Void)?

  /// The components that live beside the document; rows without one get theirs from their records.
  public let components: LiveComponents

  private var hosts: [Attachment] = []
  /// How many times there was something to show.
  private var shows = 0
  var steps = StepRecorder()

  init(
    of document: StoredDocument, in store: Store, _ surroundings: Surroundings,
    components: LiveComponents = .none
  ) {
    self.document = document
    self.store = store
    self.components = components
    self.surroundings = surroundings
  }

  /// The answer of a field; nil is no answer, or one of another type.
  ///
  /// - Complexity: O(1).
  public subscript<Answer>(field: Field<Answer>) -> Answer? {
    self[field.row].flatMap { Answer(documentValue: $0) }
  }

  /// The answer of a row; nil is no answer, or no such row.
  ///
  /// - Complexity: O(1).
  public subscript(row: RowID) -> Value? {
    document.row(row)?.fields[.value]
  }

  /// Gives a field an answer, as a step of its own.
  ///
  /// - Returns: The entry, or nil if the answer is there already.
  /// - Throws: ``SessionError`` when the row does not take it or the store refuses.
  @discardableResult
  public func set<Answer>(_ field: Field<Answer>, to answer: Answer) throws(SessionError) -> Entry?
  {
    try set([(field.row, answer.documentValue)])
  }

  /// Takes a field's answer away: not the same as an empty text.
  ///
  /// - Returns: The entry, or nil if there is no answer.
  /// - Throws: ``SessionError`` when the row has no answer to take or the store refuses.
  @discardableResult
  public func clear<Answer>(_ field: Field<Answer>) throws(SessionError) -> Entry? {
    try set([(field.row, nil)])
  }

  /// Gives and takes several answers as one step; nil takes the answer away.
  ///
  /// - Parameters:
  ///   - answers: Rows and their new answers.
  ///   - reason: Why, for the journal.
  /// - Returns: The entry, or nil if every answer is there already.
  /// - Throws: ``SessionError`` when a row does not take its answer or the store refuses; then no
  ///   answer has changed.
  /// - Complexity: O(answers).
  @discardableResult
  public func set(
    _ answers: [(row: RowID, value: Value?)], reason: String? = nil
  ) throws(SessionError) -> Entry? {
    steps.focusChanged()
    defer { steps.focusChanged() }
    return try enter(answers, reason: reason)
  }

  /// Gives a row the answer that one keystroke leaves in it.
  ///
  /// It is committed at once like every edit, and joins the step of the keystroke before if it goes on
  /// where that left off and the pause was short (rule H16).
  ///
  /// - Returns: The entry, or nil if the answer is there already.
  /// - Throws: ``SessionError`` when the row does not take it or the store refuses.
  /// - Complexity: O(length of the text).
  @discardableResult
  public func type(_ value: Value, in row: RowID) throws(SessionError) -> Entry? {
    try enter([(row, value)], reason: nil)
  }

  private func enter(
    _ answers: [(row: RowID, value: Value?)], reason: String?
  ) throws(SessionError) -> Entry? {
    var expecting: [RowID: Value?] = [:]
    for answer in answers {
      guard let row = document.row(answer.row) else {
        throw .store(.unknownRow(answer.row, document: document.name))
      }
      do throws(InputError) {
        let input = try components.component(of: row).editableInput()
        if let value = answer.value { try input.accept(value) }
      } catch {
        throw .input(error)
      }
      expecting[answer.row] = .some(row.fields[.value])
    }
    return try perform(.answers(answers), reason: reason, expecting: expecting)
  }

  /// Undoes steps, as one entry.
  ///
  /// - Returns: The entry.
  /// - Throws: ``SessionError/store(_:)`` when there are fewer steps; then nothing is undone.
  @discardableResult
  public func undo(steps: Int = 1, reason: String? = nil) throws(SessionError) -> Entry? {
    try perform(.undo(steps: steps), reason: reason)
  }

  /// Redoes steps, as one entry; where the history forks, on the branch last visited.
  ///
  /// - Returns: The entry.
  /// - Throws: ``SessionError/store(_:)`` when there are fewer steps; then nothing is redone.
  @discardableResult
  public func redo(steps: Int = 1, reason: String? = nil) throws(SessionError) -> Entry? {
    try perform(.redo(steps: steps), reason: reason)
  }

  /// Redoes until the head is a certain entry, which must descend from the head.
  ///
  /// - Returns: The entry.
  /// - Throws: ``SessionError/store(_:)`` when the entry cannot be reached so.
  @discardableResult
  public func redo(to entry: Int, reason: String? = nil) throws(SessionError) -> Entry? {
    try perform(.redoTo(entry), reason: reason)
  }

  /// Brings document and hosts up to date with what others wrote.
  ///
  /// - Returns: Whether anything was new.
  /// - Throws: ``SessionError/store(_:)`` when reading fails.
  /// - Complexity: O(new entries + changed rows).
  @discardableResult
  public func refresh() throws(SessionError) -> Bool {
    defer { store.notifyObservers() }
    do throws(StoreError) {
      let news = try store.collectNewEntries(for: &document)
      show(news)
      return !news.isEmpty
    } catch {
      throw .store(error)
    }
  }

  func perform(
    _ edit: Edit, reason: String?, expecting: [RowID: Value?] = [:]
  ) throws(SessionError) -> Entry? {
    var news: [JournalChange] = []
    // What others wrote shows even when our own edit is refused. Observers come last: what they do to
    // the session finds it, and its hosts, as they are now.
    defer {
      show(news)
      store.notifyObservers()
    }
    do throws(StoreError) {
      return try store.perform(
        edit, on: &document, by: surroundings.stamp(reason: reason), expecting: expecting,
        placing: &steps, newEntries: &news)
    } catch {
      throw .store(error)
    }
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
