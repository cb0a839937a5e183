public import EkibenDocuments
package import EkibenExpressions
public import EkibenForms
public import EkibenStore

/// Typed answers of a document by its name, on any thread and without a session.
///
/// Sessions of the document are notified of it as of every edit of their store. Each call reads the
/// document, and replaces whatever is there when it writes; to edit one document often, open a session.
extension Store {
  /// The answer of a field; nil is no answer, or one of another type.
  ///
  /// - Throws: ``EkibenStore/StoreError`` when there is no such document or row, or reading fails.
  /// - Complexity: O(rows + answers).
  public func answer<Answer>(
    _ field: Field<Answer>, in name: DocumentName
  ) throws(StoreError) -> Answer? {
    guard let row = try document(name).row(field.row)
    else { throw .unknownRow(field.row, document: name) }
    return row.fields[.value].flatMap { Answer(documentValue: $0) }
  }

  /// Gives a field an answer, as a step of its own; nil takes the answer away.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - answer: Its new answer.
  ///   - name: The document's name.
  ///   - environment: Who acts, and where the time comes from.
  ///   - reason: Why, for the journal.
  /// - Returns: The entry, or nil if the answer is there already.
  /// - Throws: ``SessionError`` when the row does not take it or the store refuses.
  /// - Complexity: O(rows + answers).
  @discardableResult
  public func set<Answer>(
    _ field: Field<Answer>, to answer: Answer?, in name: DocumentName,
    as environment: SessionEnvironment = SessionEnvironment(), reason: String? = nil
  ) throws(SessionError) -> Entry? {
    try set([(field.row, answer?.documentValue)], in: name, as: environment, reason: reason)
  }

  /// Gives and takes several answers as one step, each if its row takes it; nil takes the answer away.
  ///
  /// - Returns: The entry, or nil if every answer is there already.
  /// - Throws: ``SessionError`` when a row does not take its answer or the store refuses; then no
  ///   answer has changed.
  /// - Complexity: O(rows + answers).
  @discardableResult
  public func set(
    _ answers: [(row: RowID, value: Value?)], in name: DocumentName,
    as environment: SessionEnvironment, reason: String? = nil
  ) throws(SessionError) -> Entry? {
    let editor = try editor(name, in: environment)
    while true {
      let known = editor.document.count
      do throws(SessionError) { return try editor.set(answers, reason: reason) } catch {
        // Nobody saw what others have changed since it was read: by now the editor knows that.
        guard case .conflict = error, editor.document.count > known else { throw error }
      }
    }
  }
}

extension StoredDocument {
  /// The row of an id, with the options that it has once some answers are given.
  package func row(_ id: RowID, given answers: [RowID: Value?]) -> Document.Row? {
    row(id).map { $0.given(answers, in: structure) }
  }

  /// The answers as the document is to keep them, if each row takes its own, or that it is taken away;
  /// the components and what holds now say so.
  ///
  /// Options that depend on an answer depend on the new one, if it comes in the same step.
  func taking(
    _ answers: [(row: RowID, value: Value?)], by components: LiveComponents, _ rules: RuleState,
    in context: InputContext
  ) throws(SessionError) -> [(row: RowID, value: Value?)] {
    var taken = answers
    // Most steps are one answer, which nothing else in them depends on.
    var given: [RowID: Value?] = [:]
    // Which options there are may depend on the answers before.
    var offering = rules.index.offersOptions ? (rules: rules, content: content) : nil
    for (at, answer) in answers.enumerated() {
      guard let place = index[answer.row]
      else { throw .store(.unknownRow(answer.row, document: name)) }
      do throws(InputError) {
        var held = row(at: place)
        if at > 0 { held = held.given(given, in: structure) }
        let fields = held.fields
        held.fields = rules.held(rowAt: place, fields)
        if at > 0, var now = offering.take() {
          now.rules.take(taken[at - 1..<at], in: &now.content, at: index)
          held.fields[.options] = now.rules.held(rowAt: place, fields)[.options]
          offering = now
        }
        let input = try components.component(of: held).editableInput()
        if let value = answer.value { taken[at].value = try input.accept(value, in: context) }
      } catch { throw .input(error) }
      if answers.count > 1 { given[answer.row] = .some(taken[at].value) }
    }
    let cleared = rules.cleared(by: taken, in: content, at: index)
    if cleared.isEmpty { return taken }
    let answered = Set(answers.lazy.map(\.row))
    return taken + cleared.filter { !answered.contains($0) }.map { ($0, nil) }
  }

  /// What holds now; the rules are read once for all documents of a revision that are just answers to it.
  ///
  /// Without a registry components are those that the document's store was opened with. As stored, answers for which
  /// the time or a launch context decides whether they count do so as the file says since the last edit (rule F14):
  /// for whoever reads and hands nothing over.
  ///
  /// - Complexity: O(rules and what they read, and records); O(n) and the size of all formulas the first time.
  package func rules(
    _ custom: [CustomRule] = [], _ registry: ComponentRegistry? = nil,
    in environment: ExpressionEnvironment = .none, asStored isAsStored: Bool = false
  ) -> RuleState {
    let registry = (registry ?? .ofStore(of: self)).writingQuestionnaires
    let shared = custom.isEmpty ? ofForm { RuleIndex($0, $1, [], registry) } : nil
    var rules = RuleState(
      shared ?? RuleIndex(content, index, custom, registry), content, index, in: environment)
    if isAsStored, let inactive = activity.inactive {
      rules.follow(inactive: inactive, in: structure)
    }
    return rules
  }

  /// A row with what holds of it now in place of flags and formulas.
  package func held(_ row: Document.Row, _ rules: RuleState) -> Document.Row {
    var held = row
    if let place = index[row.id] { held.fields = rules.held(rowAt: place, row.fields) }
    if row.leftOver(in: structure) != nil { held.fields[.visible] = false }
    return held
  }
}

extension Document.Row {
  /// What says that the row is left over from another revision of its form; nil where it is not.
  func leftOver(in structure: DocumentStructure) -> StructureError? {
    guard structure.index.mayRepeat, fields[.template] != nil,
      let template = structure.template(around: self)
    else { return nil }
    let error = StructureError(.row(id), fields, of: template)
    return error == .retired(.row(id), following: template) ? error : nil
  }

  // With the options that it has once some answers are given.
  fileprivate func given(_ answers: [RowID: Value?], in structure: DocumentStructure) -> Self {
    guard !answers.isEmpty, let other = structure.rowWithOptions(of: self, fields),
      let new = answers[other]
    else { return self }
    var row = self
    row.fields[.optionsUnder] = new.codes
    return row
  }
}
