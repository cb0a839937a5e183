public import EkibenDocuments
import EkibenExpressions
public import EkibenForms
public import EkibenStore

/// One document with typed edits and without a screen: for commands, tests and background work.
///
/// It is used by one thread at a time, whichever. ``Session`` is this with hosts, on the main actor.
///
/// ```swift
/// let editor = try store.editor("visit-17")
/// try editor.set(.name, to: "Ada")
/// try editor.undo()
/// ```
public final class DocumentEditor: DocumentEditing {
  /// The store that keeps the document.
  public let store: Store
  /// The document as it stands, with its journal.
  public private(set) var document: StoredDocument
  /// The components that live beside the document; rows without one get theirs from their records.
  public private(set) var components: LiveComponents
  /// Who acts, and where time and randomness come from.
  public var environment: SessionEnvironment {
    didSet {
      if environment.showsAlike(oldValue) { return }
      components.context = store.context(environment)
      // The offset says which day it is.
      if let known = knownRules, !known.index.asksHost, !known.index.asksForTime { return }
      (knownRules, pendingChanges) = (nil, [])
      for section in document.content.sections {
        held.insert(.section(section.id))
        held.formUnion(section.rows.map { RecordID.row($0.id) })
      }
    }
  }

  /// What the asynchronous checks of a session have found, or have not yet.
  var issuesFoundLater: [ValidationIssue] = []
  var steps = StepRecorder()
  /// Whether edits may bring in rows that the rules were not asked about (decision 0061).
  private let readsInPart: Bool
  private var newEntries: [JournalChange] = []
  /// How many edits are under way, one inside the other.
  var depth = 0
  // What holds, as of before the changes that have not been looked at yet; nil until somebody asks.
  private var knownRules: RuleState?
  private var pendingChanges: [Changeset] = []
  private var held: Set<RecordID> = []
  private var actions: [FormAction] = []

  init(
    of document: StoredDocument, in store: Store, _ environment: SessionEnvironment,
    components: LiveComponents, readsInPart: Bool = false
  ) {
    (self.readsInPart, self.components, self.document) = (readsInPart, components, document)
    (self.store, self.environment) = (store, environment)
  }

  /// The answer of a row; nil is no answer, or no such row.
  ///
  /// - Complexity: O(1).
  public subscript(row: RowID) -> Value? { document.answer(of: row) }

  /// The longest time between two keystrokes of one step, in milliseconds.
  public var stepPause: Int64 {
    get { steps.pause }
    set { steps.pause = newValue }
  }

  /// Runs edits, and tells observers afterwards.
  public func edit<Result, Failure>(
    _ body: (DocumentEditor) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    depth += 1
    defer {
      depth -= 1
      // Inside an edit of a session, its hosts come first.
      if depth == 0 {
        (newEntries, actions) = ([], [])
        store.notifyObservers()
      }
    }
    return try body(self)
  }

  /// The results of the rules of the document's sections and rows.
  ///
  /// - Complexity: O(n) when it is asked first; afterwards what the edits since affect.
  package var rules: RuleState {
    if let known = knownRules, pendingChanges.isEmpty { return known }
    if var known = knownRules.take() {
      if known.index.asksForTime {
        known.environment = environment.inputContext.expressionEnvironment
      }
      let all = pendingChanges.count == 1 ? pendingChanges[0] : Changeset.squash(pendingChanges)
      held.formUnion(known.update(by: all, to: document.content, at: document.index))
      (knownRules, pendingChanges) = (known, [])
      return known
    }
    pendingChanges = []
    var rules = document.rules(
      components.rules, components.registry,
      in: ExpressionEnvironment(environment.launchContext, now: nil))
    // The clock is asked where that makes a difference.
    if rules.index.asksForTime {
      let expressionEnvironment = environment.inputContext.expressionEnvironment
      rules = document.rules(components.rules, components.registry, in: expressionEnvironment)
    }
    knownRules = rules
    return rules
  }

  /// Has components look up anew what the store offers.
  func takeOptions() { components.context = store.context(environment) }

  /// The records of which something else may hold than when this was asked last.
  func takeHeld() -> Set<RecordID> {
    _ = rules
    defer { held = [] }
    return held
  }

  var hasNewEntries: Bool { !newEntries.isEmpty }

  /// What is new to the document since this was asked last.
  func takeNewEntries() -> [JournalChange] {
    defer { newEntries = [] }
    return newEntries
  }

  /// What was done to the form since this was asked last.
  func takeActions() -> [FormAction] {
    defer { actions = [] }
    return actions
  }

  /// Records what a person did that decides which issues show and changes no answer.
  func note(_ action: FormAction) { actions.append(action) }

  /// Sets answers, as a person at the form does.
  func enter(
    _ answers: [(row: RowID, value: Value?)], reason: String?, typing: Bool = false
  ) throws(SessionError) -> Entry? {
    let (taken, expecting) = try taking(answers)
    var edit = Edit.answers(taken)
    let rows = answers.map(\.row)
    if typing { edit.typedIn = rows.first }
    let entry = try perform(edit, reason: reason, expecting: expecting)
    actions.append(typing ? .typed(rows) : .given(rows))
    return entry
  }

  // The copy of the document is gone when this returns: while there is another one, an edit copies what it
  // changes.
  private func taking(
    _ answers: [(row: RowID, value: Value?)]
  ) throws(SessionError) -> (taken: [RowAnswer], expecting: [RowAnswer]) {
    for answer in answers where document.index[answer.row] == nil { _ = try find(answer.row) }
    let document = document
    let taken = try document.taking(
      answers, by: components, rules, in: store.inputContext(environment))
    return (taken, taken.map { ($0.row, document.answer(of: $0.row)) })
  }

  /// Keeps what was typed in a row as a draft, if a person may change that row.
  func enter(draft: String, in row: RowID, reason: String?) throws(SessionError) -> Entry? {
    let record = try find(row)
    do throws(InputError) {
      _ = try components.component(of: document.held(record, rules)).editableInput()
    } catch { throw .input(error) }
    var edit = Edit.draft(draft, in: row)
    edit.typedIn = row
    let entry = try perform(edit, reason: reason)
    actions.append(.typed([row]))
    return entry
  }

  /// Sets answers that a body works out from the document as it stands while nobody else can write,
  /// as one step; there can be no conflict with what was seen before.
  ///
  /// Options that the body needs of a stored set are looked up between two transactions, and then the
  /// body decides once more. It must not use the store or this editor.
  ///
  /// - Returns: The entry, or nil if every answer is there already.
  /// - Throws: What the body throws, ``EkibenForms/InputError`` when a row does not take its answer, and
  ///   ``EkibenStore/StoreError``; then no answer has changed.
  package func set(
    reason: String?,
    deciding decide: (StoredDocument, RowInput) throws -> [(row: RowID, value: Value?)]
  ) throws -> Entry? {
    let (options, context, live) = store.optionsWhileHeld(environment, components)
    let input = RowInput(registry: components.registry, context: context)
    defer {
      steps.focusChanged()
      (knownRules, pendingChanges) = (nil, [])
    }
    let outcome = try options.untilFound { () throws(StoreError) -> Result<Entry?, any Error> in
      var refusal: (any Error)?
      // Who refuses does nothing, in a transaction that ends.
      let entries = try store.perform(on: &document, by: environment.metadata(reason: reason)) {
        document throws(StoreError) in
        do {
          let rules = document.rules(live.rules, live.registry, in: context.expressionEnvironment)
          let taken = try document.taking(try decide(document, input), by: live, rules, in: context)
          return options.isMissingAny ? [] : [.answers(taken)]
        } catch {
          refusal = error
          return []
        }
      }
      return refusal.map { .failure($0) } ?? .success(entries.first ?? nil)
    }
    return try outcome.get()
  }

  // What others wrote is new even when the edit itself is refused.
  func perform(
    _ edit: Edit, reason: String?, expecting: [RowAnswer] = []
  ) throws(SessionError) -> Entry? {
    let known = newEntries.count
    defer {
      for entry in newEntries[known...] { pendingChanges.append(entry.changes) }
      if readsInPart { (knownRules, pendingChanges) = (nil, []) }
    }
    do throws(StoreError) {
      return try store.perform(
        clearing(edit), on: &document, by: environment.metadata(reason: reason),
        expecting: expecting, placing: &steps, newEntries: &newEntries)
    } catch {
      if case .conflict(let stale) = error {
        throw .conflict(EditConflict(stale, in: document, components))
      }
      throw .store(error)
    }
  }

  /// What an edit would be of the document as it is shown; nothing is written, and no reason is needed.
  package func preview(_ edit: Edit) throws(StoreError) -> Entry? {
    try store.preview(clearing(edit), on: document, by: environment.metadata(reason: "preview"))
  }

  private func clearing(_ edit: Edit) -> Edit {
    guard edit.mayHideAnswers else { return edit }
    return edit.clearing { [components] in
      RuleState.rowsCleared(
        from: $0, to: $1, components.rules, components.registry, in: $2.expressionEnvironment)
    }
  }

  /// A row of the document, which may have come with what others wrote.
  func find(_ row: RowID) throws(SessionError) -> Document.Row {
    if document.index[row] == nil { _ = try catchUp() }
    guard let found = document.row(row)
    else { throw .store(.unknownRow(row, document: document.name)) }
    return found
  }

  func catchUp() throws(SessionError) -> Bool {
    let known = newEntries.count
    defer { pendingChanges += newEntries[known...].map(\.changes) }
    do throws(StoreError) {
      try store.collectNewEntries(for: &document, &newEntries)
      return newEntries.count > known
    } catch { throw .store(error) }
  }
}
