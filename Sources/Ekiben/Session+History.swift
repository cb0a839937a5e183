public import EkibenDocuments
internal import EkibenStore

extension Session {
  /// Goes to any entry on any branch, by the shortest way (rule H17).
  ///
  /// - Returns: The entry, or nil when the head is there already.
  /// - Throws: ``SessionError/store(_:)`` when there is no such node.
  @discardableResult
  public func checkout(_ entry: Int, reason: String? = nil) throws(SessionError) -> Entry? {
    try perform(.checkout(entry), reason: reason)
  }

  /// Takes one past entry back in the present (rule H18).
  ///
  /// - Returns: The entry, or nil when there was nothing to take back.
  /// - Throws: ``SessionError/store(_:)`` with a ``EkibenDocuments/RevertConflict`` that names the
  ///   later entries in the way.
  @discardableResult
  public func revert(_ entry: Int, reason: String? = nil) throws(SessionError) -> Entry? {
    try perform(.revert(entry), reason: reason)
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
    try perform(.mark(name, moving: moving), reason: reason)
  }

  /// Makes the document equal to a description: answers change only where it gives a value.
  ///
  /// - Returns: The entry, or nil when the document is as described.
  /// - Throws: ``SessionError/store(_:)`` when the store refuses.
  /// - Complexity: O(n log n).
  @discardableResult
  public func apply(
    _ description: Document, reason: String? = nil
  ) throws(SessionError) -> Entry? {
    try perform(.apply(description), reason: reason)
  }

  /// Makes everything that the body does one step, which one undo takes back (rule H16).
  ///
  /// Each edit is still an entry of its own and on disk when its call returns; groups inside belong to
  /// the outermost.
  public func group<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    steps.beginGroup()
    defer { steps.endGroup() }
    return try body()
  }

  /// Says that the focus went elsewhere: no keystroke joins the step before.
  public func focusChanged() { steps.focusChanged() }

  /// The longest time between two keystrokes of one step, in milliseconds.
  public var stepPause: Int64 {
    get { steps.pause }
    set { steps.pause = newValue }
  }
}

extension StepRecorder: EntryPlacing {
  /// Gives an entry the step that it belongs to.
  package func placing(_ entry: Entry) -> Entry { placing(entry, typedIn: nil) }

  /// Takes note of an entry that was committed.
  package mutating func follow(_ entry: Entry) { follow(entry, typedIn: nil) }
}
