internal import EkibenDocuments
public import EkibenForms
public import EkibenStore
internal import Observation

extension Session {
  /// Whether there is a step to undo.
  ///
  /// - Complexity: O(1).
  public var canUndo: Bool {
    willRead(.canUndo, \.canUndo)
    return editor.document.history.canUndo
  }

  /// Whether there is a step to redo.
  ///
  /// - Complexity: O(1).
  public var canRedo: Bool {
    willRead(.canRedo, \.canRedo)
    return editor.document.history.canRedo
  }

  /// What an undo would take back, such as `Undo Name`; nil if there is nothing.
  ///
  /// - Complexity: O(entries of the step), read from the store.
  public var undoTitle: String? {
    willRead(.undoTitle, \.undoTitle)
    return canUndo ? ["Undo", stepTitle].compactMap(\.self).joined(separator: " ") : nil
  }

  /// What a redo would do again, such as `Redo Name`; nil if there is nothing.
  ///
  /// - Complexity: O(entries of the step), read from the store.
  public var redoTitle: String? {
    willRead(.redoTitle, \.redoTitle)
    let title = title { (history) throws(HistoryError) in try history.redo(steps: 1) }
    return canRedo ? ["Redo", title].compactMap(\.self).joined(separator: " ") : nil
  }

  /// What the step changed that an undo would take back; nil where it has nothing with a name.
  var stepTitle: String? { title { (history) throws(HistoryError) in try history.undo(steps: 1) } }

  /// What is wrong with the answers, in the order of the rows: what a submit would show (rule F48).
  ///
  /// - Complexity: O(rows) when it is asked first, and after records came, went or moved; afterwards
  ///   O(issues).
  public var issues: [ValidationIssue] {
    willRead(.issues, \.issues)
    let known = knownIssues ?? DocumentIssues(issueView)
    knownIssues = known
    return known.found(in: editor.document.index, and: editor.issuesFoundLater).map(\.issue)
  }

  var issueView: IssueView {
    let document = editor.document
    let context = store.inputContext(environment)
    return IssueView(document.structure, editor.rules, components, context)
  }

  /// The document's changes from now on, each once and in order; ends when the store closes.
  public var changes: AsyncStream<JournalChange> {
    do throws(StoreError) { return try store.changes(of: .document(editor.document.name)) } catch {
      report(.store(error))
      return AsyncStream { $0.finish() }
    }
  }

  /// Takes note of what has changed, for observers, and brings the issues up to date.
  ///
  /// - Complexity: O(changes, and what they affect).
  func noteMutations(of changes: Changeset, _ held: Set<RecordID>) {
    if var known = knownIssues.take(), changes.isContentOnly {
      known.update(by: changes, held, issueView)
      knownIssues = known
    }
    for change in changes.changes where !readRows.isEmpty {
      if let row = change.record.row, readRows.remove(row) != nil { changedRows.append(row) }
    }
    changedParts = readParts
  }

  /// Takes note that some parts have changed.
  func noteChange(of parts: ObservedParts) {
    changedParts.formUnion(readParts.intersection(parts))
  }

  /// Notifies observers of what has changed.
  ///
  /// They come last: what they do to the session finds it, and the hosts of every session, as they are now.
  func notify() {
    let (read, rows) = (changedParts, changedRows)
    (changedParts, changedRows) = ([], [])
    readParts.subtract(read)
    for row in rows { note(\.[row]) }
    if read.contains(.document) { note(\.document) }
    if read.contains(.canUndo) { note(\.canUndo) }
    if read.contains(.canRedo) { note(\.canRedo) }
    if read.contains(.undoTitle) { note(\.undoTitle) }
    if read.contains(.redoTitle) { note(\.redoTitle) }
    if read.contains(.issues) { note(\.issues) }
    if read.contains(.formState) { note(\.formState) }
    if read.contains(.pending) { note(\.pendingRows) }
  }

  /// Notes that a part is read, so that its observers are notified of its next change.
  ///
  /// Observers are notified once and then read again. So what was not read since its last change
  /// needs no notification, and edits that nobody observes cost nothing here.
  func willRead(_ part: ObservedParts, _ path: KeyPath<Session, some Any>) {
    readParts.insert(part)
    registrar.access(self, keyPath: path)
  }

  func note(_ path: KeyPath<Session, some Any>) {
    registrar.willSet(self, keyPath: path)
    registrar.didSet(self, keyPath: path)
  }

  // The titles of one or two rows; of more, the first and how many others.
  private func title(_ travel: (History) throws(HistoryError) -> Travel) -> String? {
    let document = editor.document
    let nodes: [Int]
    do throws(HistoryError) { nodes = try travel(document.history).of } catch { return nil }
    var (rows, known) = ([RowID](), Set<RowID>())
    do throws(StoreError) {
      let targets = try store.targets(ofEntries: nodes, of: document)
      rows = targets.compactMap(\.record.row).filter { known.insert($0).inserted }
    } catch { report(.store(error)) }
    let titles = rows.prefix(2).map { document.row($0)?.fields.text(.title) ?? $0.rawValue }
    switch rows.count {
    case 0: return nil
    case 1, 2: return titles.joined(separator: ", ")
    default: return "\(titles[0]) and \(rows.count - 1) others"
    }
  }
}

/// The parts of a session that can be observed, besides its rows.
struct ObservedParts: OptionSet {
  let rawValue: UInt8

  static let document = ObservedParts(rawValue: 1)
  static let canUndo = ObservedParts(rawValue: 2)
  static let canRedo = ObservedParts(rawValue: 4)
  static let undoTitle = ObservedParts(rawValue: 8)
  static let redoTitle = ObservedParts(rawValue: 16)
  static let issues = ObservedParts(rawValue: 32)
  static let formState = ObservedParts(rawValue: 64)
  static let pending = ObservedParts(rawValue: 128)
}
