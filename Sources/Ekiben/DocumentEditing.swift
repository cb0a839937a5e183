public import EkibenDocuments
public import EkibenForms
public import EkibenStore

/// Reading and editing one document: what a ``Session`` and a ``DocumentEditor`` have in common.
///
/// Every edit is one transaction, on disk when its call returns; one that is refused changes nothing.
public protocol DocumentEditing: AnyObject {
  /// The document as it stands, with its journal.
  var document: StoredDocument { get }
  /// The components that live beside the document; rows without one get theirs from their records.
  var components: LiveComponents { get }

  /// The answer of a row; nil is no answer, or no such row.
  subscript(row: RowID) -> Value? { get }

  /// Runs edits, and notifies observers of the document afterwards.
  func edit<Result, Failure>(
    _ body: (DocumentEditor) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

extension DocumentEditing {
  /// The answer of a field; nil is no answer, or one of another type.
  ///
  /// - Complexity: O(1).
  public subscript<Answer>(field: Field<Answer>) -> Answer? {
    self[field.row].flatMap { Answer(documentValue: $0) }
  }

  /// Sets the answer of a field, as a step of its own; nil clears it, which is not the same as an
  /// empty text.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - answer: The answer.
  ///   - reason: Why, for the journal.
  /// - Returns: The entry, or nil if the answer is there already.
  /// - Throws: ``SessionError`` when the row does not take it or the store refuses.
  @discardableResult
  public func set<Answer>(
    _ field: Field<Answer>, to answer: Answer?, reason: String? = nil
  ) throws(SessionError) -> Entry? { try set([(field.row, answer?.documentValue)], reason: reason) }

  /// Clears a field's answer, which is not the same as an empty text.
  ///
  /// - Returns: The entry, or nil if there is no answer.
  /// - Throws: ``SessionError`` when the row has no answer to take or the store refuses.
  @discardableResult
  public func clear<Answer>(
    _ field: Field<Answer>, reason: String? = nil
  ) throws(SessionError) -> Entry? { try set([(field.row, nil)], reason: reason) }

  /// Sets several answers as one step; nil clears an answer.
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
    try edit { (editor) throws(SessionError) in
      editor.steps.focusChanged()
      defer { editor.steps.focusChanged() }
      return try editor.enter(answers, reason: reason)
    }
  }

  /// Sets the answer of a row to what one keystroke leaves there.
  ///
  /// It is committed at once like every edit, and joins the step of the keystroke before if it goes on
  /// where that left off and the pause was short (rule H16).
  ///
  /// - Returns: The entry, or nil if the answer is there already.
  /// - Throws: ``SessionError`` when the row does not take it or the store refuses.
  /// - Complexity: O(length of the text).
  @discardableResult
  public func type(
    _ value: Value?, in row: RowID, reason: String? = nil
  ) throws(SessionError) -> Entry? {
    try edit { (editor) throws(SessionError) in
      try editor.enter([(row, value)], reason: reason, typing: true)
    }
  }

  /// Gives a field the answer that its text means after a keystroke: `"12"` is a number to a row that
  /// takes numbers, and of one whose text is emptied the answer is taken away.
  ///
  /// Text that the row cannot read, such as half a date, is kept as a draft beside the answer that was there:
  /// in the step of the keystrokes, over a restart, and until there is an answer. While it is there, the
  /// document cannot be submitted (rule F59). Nothing is kept of an answer that is picked, and of a secret.
  ///
  /// - Returns: The entry, or nil if the row shows that already.
  /// - Throws: ``SessionError`` when the row cannot be changed, text of which no draft is kept is no answer, or the
  ///   store refuses.
  @discardableResult
  public func type<Answer>(
    _ text: String, in field: Field<Answer>, reason: String? = nil
  ) throws(SessionError) -> Entry? {
    try edit { (editor) throws(SessionError) in
      let row = try editor.find(field.row)
      let typed: TypedText
      do throws(InputError) {
        let context = editor.store.inputContext(editor.environment)
        typed = try components.component(of: row).editableInput().typed(text, in: context)
      } catch { throw .input(error) }
      switch typed {
      case .answer(let value):
        return try editor.enter([(field.row, value)], reason: reason, typing: true)
      case .draft(let draft): return try editor.enter(draft: draft, in: field.row, reason: reason)
      }
    }
  }

  /// Makes everything that the body does one step, which one undo takes back (rule H16).
  ///
  /// Each edit is still an entry, on disk when its call returns; groups inside join the outermost.
  public func group<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    edit { $0.steps.beginGroup() }
    defer { edit { $0.steps.endGroup() } }
    return try body()
  }

  /// Notes that the focus moved: the row typed in counts as left, and no keystroke joins its step.
  public func focusChanged() {
    edit {
      $0.steps.focusChanged()
      $0.note(.left)
    }
  }
}
