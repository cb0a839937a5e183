public import EkibenDocuments
internal import EkibenForms
public import EkibenStore
internal import Synchronization

extension DocumentEditing {
  /// Undoes steps, as one entry.
  ///
  /// - Returns: The entry.
  /// - Throws: ``SessionError/store(_:)`` when there are fewer steps; then nothing is undone.
  @discardableResult
  public func undo(steps: Int = 1, reason: String? = nil) throws(SessionError) -> Entry? {
    try perform(.undo(steps: steps), reason)
  }

  /// Undoes the last step, or takes back one's own last step that still stands (rule H22).
  ///
  /// One's own step is taken back in the present, as a revert: what others did since stays. Called again,
  /// it goes further back; ``undo(steps:reason:)`` brings back what it took.
  ///
  /// - Parameters:
  ///   - mine: Whether only a step of whoever acts here counts.
  ///   - reason: Why, for the journal.
  /// - Returns: The entry.
  /// - Throws: ``SessionError/store(_:)`` when there is no such step, or with a
  ///   ``EkibenDocuments/RevertConflict`` that names the later entries in the way.
  /// - Complexity: O(entries since the step).
  @discardableResult
  public func undo(mine: Bool, reason: String? = nil) throws(SessionError) -> Entry? {
    try perform(mine ? .undoOwnStep : .undo(steps: 1), reason)
  }

  /// Redoes steps, as one entry; where the history forks, on the branch last visited.
  ///
  /// - Returns: The entry.
  /// - Throws: ``SessionError/store(_:)`` when there are fewer steps; then nothing is redone.
  @discardableResult
  public func redo(steps: Int = 1, reason: String? = nil) throws(SessionError) -> Entry? {
    try perform(.redo(steps: steps), reason)
  }

  /// Redoes until the head is a certain entry, which must descend from the head.
  ///
  /// - Returns: The entry.
  /// - Throws: ``SessionError/store(_:)`` when the entry cannot be reached so.
  @discardableResult
  public func redo(to entry: Int, reason: String? = nil) throws(SessionError) -> Entry? {
    try perform(.redoTo(entry), reason)
  }

  /// Goes to any entry on any branch, by the shortest way (rule H17).
  ///
  /// - Returns: The entry, or nil when the head is there already.
  /// - Throws: ``SessionError/store(_:)`` when there is no such node.
  @discardableResult
  public func checkout(_ entry: Int, reason: String? = nil) throws(SessionError) -> Entry? {
    try perform(.checkout(entry), reason)
  }

  /// Takes one past entry back in the present (rule H18).
  ///
  /// - Returns: The entry, or nil when there was nothing to take back.
  /// - Throws: ``SessionError/store(_:)`` with a ``EkibenDocuments/RevertConflict`` that names the
  ///   later entries in the way.
  @discardableResult
  public func revert(_ entry: Int, reason: String? = nil) throws(SessionError) -> Entry? {
    try perform(.revert(entry), reason)
  }

  /// Gives the head a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - moving: Whether the name may be taken from the entry that has it.
  ///   - reason: Why, for the journal.
  /// - Returns: The entry, or nil when the head has the name already.
  /// - Throws: ``SessionError/store(_:)`` when another entry has the name.
  @discardableResult
  public func mark(
    _ name: MarkName, moving: Bool = false, reason: String? = nil
  ) throws(SessionError) -> Entry? {
    try perform(.mark(name, moving: moving), reason)
  }

  /// Makes the document equal to a description: answers change only where it gives a value.
  ///
  /// - Returns: The entry, or nil when the document is as described.
  /// - Throws: ``SessionError/store(_:)`` when the store refuses.
  /// - Complexity: O(n log n).
  @discardableResult
  public func apply(_ description: Document, reason: String? = nil) throws(SessionError) -> Entry? {
    try perform(.apply(description), reason)
  }

  /// Deletes the document; an undo brings it back.
  ///
  /// - Returns: The entry.
  /// - Throws: ``SessionError/store(_:)`` when the store refuses.
  @discardableResult
  public func delete(reason: String? = nil) throws(SessionError) -> Entry? {
    try perform(.delete, reason)
  }

  /// Makes the document final, if nothing is wrong with it: it takes no edits, undo or travel until it is
  /// reopened (rule F16).
  ///
  /// - Parameters:
  ///   - reason: Why, for the journal.
  ///   - unchecked: Whether it may be although conditions or checks of the form cannot be evaluated; the entry
  ///     keeps that it was (rule E18).
  /// - Returns: The entry, or nil when it is final already.
  /// - Throws: ``SessionError/incomplete(_:)`` with what is wrong; ``SessionError/store(_:)`` when the store
  ///   refuses.
  /// - Complexity: O(rows).
  @discardableResult
  public func submit(
    reason: String? = nil, unchecked: Bool = false
  ) throws(SessionError) -> Entry? {
    try edit { (editor) throws(SessionError) in
      let (options, context, components) = editor.optionsWhileHeld()
      let (found, later) = (FoundIssues(), editor.issuesFoundLater)
      while true {
        let entry = try editor.perform(
          .submit { document in
            if document.status != .draft { return .complete }
            let all = document.content.issues(components, in: context, and: later)
              .filter { $0.severity == .error }
            let errors = unchecked ? all.filter { !$0.isUnchecked } : all
            found.issues.withLock { $0 = errors }
            guard errors.isEmpty, !options.isMissingAny else { return .incomplete }
            return all.isEmpty ? .complete : .unchecked
          }, reason: reason)
        if entry == nil, options.isMissingAny {
          options.findMissing()
          continue
        }
        let errors = found.issues.withLock { $0 }
        if !errors.isEmpty {
          editor.note(.refused(errors))
          throw .incomplete(errors)
        }
        return entry
      }
    }
  }

  /// Lets formulas give the answers of rows again, whoever answered them since, as one step (rule
  /// E16).
  ///
  /// - Parameters:
  ///   - rows: The rows; nil is all that are calculated.
  ///   - reason: Why, for the journal.
  /// - Returns: The entry, or nil when all of them are what their formulas give.
  /// - Throws: ``SessionError/store(_:)`` when there is no such row, or the store refuses.
  /// - Complexity: O(formulas asked and what they read).
  @discardableResult
  public func recalculate(
    _ rows: [RowID]? = nil, reason: String? = nil
  ) throws(SessionError) -> Entry? {
    try perform(.recalculate(rows), reason)
  }

  /// Makes a final document a draft again; no undo goes back behind that.
  ///
  /// - Returns: The entry, or nil when it is a draft already.
  /// - Throws: ``SessionError/store(_:)`` when the reason is empty, or the store refuses.
  @discardableResult
  public func reopen(reason: String) throws(SessionError) -> Entry? {
    try perform(.reopen, reason)
  }

  /// Starts a document that holds what this one holds, without its history.
  ///
  /// - Parameters:
  ///   - name: The name of the new one; nil takes the form's name, then `-2`, `-3` and so on.
  ///   - reason: Why, for the journal.
  /// - Returns: The new document.
  /// - Throws: ``SessionError/store(_:)`` when the name is taken, or the store refuses.
  /// - Complexity: O(what it holds).
  public func duplicate(
    as name: DocumentName? = nil, reason: String? = nil
  ) throws(SessionError) -> StoredDocument {
    try asking { (store, editor) throws(StoreError) in
      try store.duplicate(
        editor.document, as: name, uid: editor.environment.uid(),
        by: editor.environment.metadata(reason: reason))
    }
  }

  /// Reads entries of the journal; numbers that it does not have are left out.
  ///
  /// - Throws: ``SessionError/store(_:)`` when reading fails.
  /// - Complexity: O(entries).
  public func entries(_ numbers: ClosedRange<Int>) throws(SessionError) -> [Entry] {
    try asking { (store, editor) throws(StoreError) in
      try store.entries(of: editor.document, numbers)
    }
  }

  /// The document as it stood after an entry.
  ///
  /// - Throws: ``SessionError/store(_:)`` when there is no such entry, or reading fails.
  public func content(at entry: Int) throws(SessionError) -> Document {
    try asking { (store, editor) throws(StoreError) in
      try store.content(of: editor.document, at: entry)
    }
  }

  /// Brings the document up to date with what others wrote.
  ///
  /// - Returns: Whether anything was new.
  /// - Throws: ``SessionError/store(_:)`` when reading fails.
  /// - Complexity: O(new entries + changed rows).
  @discardableResult
  public func refresh() throws(SessionError) -> Bool {
    try edit { (editor) throws(SessionError) in try editor.catchUp() }
  }

  private func perform(_ edit: Edit, _ reason: String?) throws(SessionError) -> Entry? {
    try self.edit { (editor) throws(SessionError) in try editor.perform(edit, reason: reason) }
  }

  /// Asks the store as the document stands.
  func asking<Answer>(
    _ question: (Store, DocumentEditor) throws(StoreError) -> Answer
  ) throws(SessionError) -> Answer {
    try edit { (editor) throws(SessionError) in
      do throws(StoreError) { return try question(editor.store, editor) } catch {
        throw .store(error)
      }
    }
  }
}

/// Carries the issues that were found during a transaction out of it.
private final class FoundIssues: Sendable {
  let issues = Mutex<[ValidationIssue]>([])
}
