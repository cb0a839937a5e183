public import EkibenDocuments
internal import EkibenForms
public import EkibenStore
internal import Synchronization

extension DocumentEditing {
  /// Does what is asked for, as a step of its own, and all that ``EkibenStore/Edit`` has: travel through the
  /// history, marks, migrations, descriptions.
  ///
  /// ```swift
  /// try session.perform(.checkout(4), reason: "as it was on Tuesday")
  /// ```
  ///
  /// Answers are taken as ``set(_:reason:)`` takes them.
  ///
  /// - Returns: The entry, or nil when there was nothing to do.
  /// - Throws: ``SessionError/store(_:)`` when the store refuses, as where there is no such entry, later ones are in
  ///   the way of what is reverted (``EkibenDocuments/RevertConflict``), or a name is taken; ``SessionError/input(_:)`` when
  ///   a row does not take its answer.
  @discardableResult
  public func perform(_ edit: Edit, reason: String? = nil) throws(SessionError) -> Entry? {
    if case .answers(let answers) = edit.operation { return try set(answers, reason: reason) }
    return try self.edit { (editor) throws(SessionError) in
      try editor.perform(edit, reason: reason)
    }
  }

  /// Undoes steps, as one entry.
  ///
  /// - Throws: ``SessionError/store(_:)`` when there are fewer steps; then nothing is undone.
  @discardableResult
  public func undo(steps: Int = 1, reason: String? = nil) throws(SessionError) -> Entry? {
    try perform(.undo(steps: steps), reason: reason)
  }

  /// Redoes steps, as one entry; where the history forks, on the branch last visited.
  ///
  /// - Throws: ``SessionError/store(_:)`` when there are fewer steps; then nothing is redone.
  @discardableResult
  public func redo(steps: Int = 1, reason: String? = nil) throws(SessionError) -> Entry? {
    try perform(.redo(steps: steps), reason: reason)
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
      let (options, context, components) = editor.store.optionsWhileHeld(
        editor.environment, editor.components)
      let found = Mutex<[ValidationIssue]>([])
      let later = editor.issuesFoundLater
      let entry = try options.untilFound { () throws(SessionError) in
        try editor.perform(
          .submit { document in
            if document.status != .draft { return .complete }
            let all = document.content.issues(components, in: context, and: later)
              .filter { $0.severity == .error }
            let errors = unchecked ? all.filter { !$0.isUnchecked } : all
            found.withLock { $0 = errors }
            guard errors.isEmpty, !options.isMissingAny else { return .incomplete }
            return all.isEmpty ? .complete : .unchecked
          }, reason: reason)
      }
      let errors = found.withLock { $0 }
      if !errors.isEmpty {
        editor.note(.refused(errors))
        throw .incomplete(errors)
      }
      return entry
    }
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
