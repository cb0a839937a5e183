public import EkibenDocuments

/// A document as it is drawn, kept up to date with the one that is filled in.
///
/// Hosts show it and know nothing of templates, instances and rules (rule F29). What an edit changes in it costs what the
/// edit affects, and is always what a fresh drawing would differ in (rule F43).
package struct DrawnDocument: Sendable {
  /// What is drawn.
  package private(set) var document: Document
  /// Where its records stand; nil where it is the document itself.
  private var own: Document.Index?
  private var shown: ShownIssues
  private var links = DrawnLinks()

  /// Draws a document as its rules say, with the issues that show; with what is hidden, once for all.
  ///
  /// - Complexity: O(n) in the number of rows.
  package init(
    _ content: Document, _ index: Document.Index, _ rules: RuleState,
    _ shown: ShownIssues = .none, showsHidden: Bool = false
  ) {
    (document, self.shown) = (content, shown)
    var drawing = Drawing(DocumentStructure(content, index), rules, showsHidden: showsHidden, shown)
    let isPlain = { (section: Document.Section) in
      !section.fields.traits.meets(.placed) && drawing.says(levelOf: section)
        && section.rows.traits.allSatisfy { !$0.meets(.placed) }
    }
    if rules.isEmpty, shown.isNothing, content.status == .draft,
      content.sections.allSatisfy(isPlain)
    {
      return
    }
    let sections = content.sections.indices.compactMap { drawing.section(at: $0, noting: &links) }
    document = Document(keeping: content.fields, sections: sections)
    let isWhole =
      sections.count == content.sections.count
      && zip(sections, content.sections).allSatisfy { $0.rows.count == $1.rows.count }
    own = isWhole ? index : Document.Index(document)
  }

  /// Where the records of ``document`` stand.
  package func index(of content: Document.Index) -> Document.Index { own ?? content }

  /// Brings the drawn document up to date after an edit: by what it changed, the records of which something else
  /// may hold than before, and the rows of which other issues may show.
  ///
  /// - Returns: What that changes here, and how a table gets there; the plan is nil where only a diff of
  ///   both documents says that.
  /// - Complexity: O(records affected · log n); O(n) where a template changes, or rows move and some stand apart from
  ///   the one that they are under.
  package mutating func update(
    by changes: Changeset, to content: Document, at index: Document.Index, _ rules: RuleState,
    _ held: Set<RecordID>, _ shown: ShownIssues = .none, restated: Set<RowID> = []
  ) -> (changes: Changeset, plan: TablePlan?) {
    self.shown = shown
    if content.status != document.status { return redraw(content, index, rules) }
    let structure = DocumentStructure(content, index)
    if own == nil, rules.isEmpty,
      changes.changes.allSatisfy({ $0.isOfPlainRecord && !$0.isAround(anyIn: structure) })
    {
      if shown.isNothing {
        document = content
        return (changes, plan(of: changes, at: index))
      }
      // It was drawn as it is until now, so the places are the same.
      if changes.isContentOnly { own = index }
    }
    if own == nil { return redraw(content, index, rules) }
    if held.isEmpty, restated.isEmpty, takeAnswersAlone(changes) {
      return (changes, plan(of: changes, at: index))
    }
    guard let affected = records(affectedBy: changes, held, restated, in: structure)
    else { return redraw(content, index, rules) }
    let drawing = Drawing(structure, rules, showsHidden: false, shown)
    let found = differences(affected, drawing, self.index(of: index))
    let update: IndexUpdate?
    do throws(StaleChange) { update = try apply(found, at: index) } catch {
      return redraw(content, index, rules)
    }
    for record in affected {
      if let fields = structure.fields(of: record) { links.note(fields) }
      if case .row(let id) = record, let place = own?[id] { links.note(document[place], structure) }
    }
    return (found, plan(of: found, update, at: index))
  }

  // Nil where all may be drawn in another way.
  private func records(
    affectedBy changes: Changeset, _ held: Set<RecordID>, _ restated: Set<RowID>,
    in structure: DocumentStructure
  ) -> [RecordID]? {
    var affected = AffectedRecords(structure, links)
    for change in changes.changes {
      affected.add(change)
      if change.movesRow, partsRows(around: change.record, in: structure) { return nil }
    }
    for record in held.sorted() { affected.take(record) }
    for row in restated.sorted() where structure.row(row) != nil { affected.take(.row(row)) }
    affected.addDependents()
    return affected.isEverything ? nil : affected.records
  }

  // Whether rows stand apart from the one that they are under now that one comes, goes or moves, or did before: which
  // instances count with a question then is not for these rows alone to say.
  private func partsRows(around record: RecordID, in structure: DocumentStructure) -> Bool {
    guard case .row(let id) = record, !links.hasParted else { return links.hasParted }
    let (content, place) = (structure.content, structure.index[id])
    var rows = place.map { Array(content.sections[$0.section].rows[$0.row...].prefix(2)) } ?? []
    // Those that stood under it until now and may have stayed.
    if let old = own?[id] {
      let next = document.sections[old.section].rows[old.row...].dropFirst().first
      if let next, next.fields[.parentRow] == .text(id.rawValue) {
        rows += [structure.row(next.id)].compactMap(\.self)
      }
    }
    return rows.contains { DrawnLinks.isParted($0, in: structure) }
  }

  // Whether changes give and take answers in rows that are drawn, and nothing else of them is drawn otherwise:
  // then they are taken.
  private mutating func takeAnswersAlone(_ changes: Changeset) -> Bool {
    // One is what a person gives: that takes no list of places.
    var places: [Document.Place] = []
    for change in changes.changes {
      guard change.field == .value, case .row(let row) = change.record,
        links.dependents[row] == nil, !shown.marks(row), let place = own?[row]
      else { return false }
      places.append(place)
    }
    for (place, change) in zip(places, changes.changes) { document.set(change.after, at: place) }
    return true
  }

  // What an index has to know of it; nil where nothing comes, goes or moves. Nobody else may hold `own` then: a
  // copy of it costs more than all the rest.
  private mutating func apply(
    _ found: Changeset, at index: Document.Index
  ) throws(StaleChange) -> IndexUpdate? {
    if found.isContentOnly {
      try document.apply(found, at: self.index(of: index))
      return nil
    }
    let (result, update) = try document.restructured(by: found, at: self.index(of: index))
    document = result
    own?.update(update, to: result)
    return update
  }

  private mutating func redraw(
    _ content: Document, _ index: Document.Index, _ rules: RuleState
  ) -> (changes: Changeset, plan: TablePlan?) {
    let old = document
    self = DrawnDocument(content, index, rules, shown)
    let changes = Changeset(from: old, to: document)
    return (changes, plan(of: changes, at: index))
  }

  private func plan(
    of changes: Changeset, _ update: IndexUpdate? = nil, at index: Document.Index
  ) -> TablePlan? {
    if changes.isContentOnly {
      return TablePlan(contentOnly: changes, to: document, at: self.index(of: index))
    }
    return update.flatMap { TablePlan(changes, $0, to: document, at: self.index(of: index)) }
  }

  private func differences(
    _ records: [RecordID], _ drawing: Drawing, _ places: Document.Index
  ) -> Changeset {
    var drawing = drawing
    let (content, index) = (drawing.structure.content, drawing.structure.index)
    var changes: [Change] = []
    for record in records {
      let (old, new): (Fields?, Fields?)
      switch record {
      case .document: (old, new) = (document.fields, content.fields)
      case .section(let id):
        old = places[id].map { document.sections[$0].record }
        new = index[id].flatMap { place in
          drawing.fields(ofSectionAt: place).map { content.sections[place].with($0).record }
        }
      case .row(let id):
        old = places[id].map { document[$0].record(in: document.sections[$0.section].id) }
        new = index[id].flatMap { place in
          drawing.fields(ofRowAt: place).map {
            content[place].with($0).record(in: content.sections[place.section].id)
          }
        }
      }
      changes += Changeset.differences(of: record, from: old, to: new)
    }
    return Changeset(changes)
  }
}

extension Document {
  /// The document as it is drawn: without what is not shown, with templates as what can be added, and
  /// instances with what their templates say (rule F43).
  ///
  /// - Complexity: O(n) in the number of rows.
  public var drawn: Document { drawn(.none, showsHidden: false) }

  /// The document as it is drawn to a person who has done something: with the issues that show (rule F61).
  ///
  /// - Complexity: O(n) in the number of rows.
  public func drawn(_ state: FormState, _ components: LiveComponents = .none) -> Document {
    drawn(
      ShownIssues(state, components, checks: state.showsNothing ? [:] : brokenChecks(components)),
      components.rules, showsHidden: false)
  }

  /// The document as it is drawn, also with what is not shown: that says `visible` is false.
  ///
  /// - Complexity: O(n) in the number of rows.
  package func drawn(
    _ shown: ShownIssues = .none, _ custom: [CustomRule] = [], showsHidden: Bool
  ) -> Document {
    let index = Document.Index(self)
    let rules = RuleState(self, index, custom)
    return DrawnDocument(self, index, rules, shown, showsHidden: showsHidden).document
  }
}

/// The records that are drawn in another way after some changes.
private struct AffectedRecords {
  private let structure: DocumentStructure
  private let links: DrawnLinks
  private(set) var records: [RecordID] = []
  /// Whether something changed that others follow or stand under, or how deep something stands.
  private(set) var isEverything = false
  private var known: Set<RecordID> = []
  private var knownRepeats: Set<RecordID> = []

  init(_ structure: DocumentStructure, _ links: DrawnLinks) {
    (self.structure, self.links) = (structure, links)
  }

  mutating func add(_ change: Change) {
    take(change.record)
    switch change.record {
    // With another revision of the form anything may stand elsewhere.
    case .document: if change.field == .formRevision { isEverything = true }
    case .section(let id): add(section: id, change)
    case .row(let id): add(row: id, change)
    }
  }

  /// Adds the rows whose options depend on those that are here already.
  mutating func addDependents() {
    if links.dependents.isEmpty { return }
    for case .row(let id) in records {
      for row in (links.dependents[id] ?? []).sorted() where structure.row(row) != nil {
        take(.row(row))
      }
    }
  }

  mutating func take(_ record: RecordID) {
    if known.insert(record).inserted { records.append(record) }
  }

  private mutating func add(section id: SectionID, _ change: Change) {
    let fields = structure.section(id)?.fields ?? change.before?.asRecord ?? [:]
    if [.level, .parent, .template, .parentRow, .repeats].contains(change.field)
      || links.definitions.contains(.text(id.rawValue))
    {
      isEverything = true
    }
    guard fields[.template] != nil else {
      if change.isAround(anyIn: structure) { isEverything = true }
      return
    }
    guard change.field == nil || change.field == .order, let parent = fields.text(.parent)
    else { return }
    let anchor = SectionID(unchecked: parent)
    let isNew = change.field == nil && change.before == nil
    if !isNew, !knownRepeats.insert(.section(anchor)).inserted { return }
    if structure.section(anchor) != nil { take(.section(anchor)) }
    let siblings = structure.instances(of: anchor)
    let first = isNew ? siblings.lastIndex(of: id) ?? 0 : 0
    for sibling in siblings[first...] { take(.section(sibling)) }
  }

  private mutating func add(row id: RowID, _ change: Change) {
    if change.field == .value || change.field == .draft { return }
    let row = structure.row(id)
    let fields = row?.fields ?? change.before?.asRecord ?? [:]
    if [.parentRow, .template, .repeats, .optionsOf].contains(change.field)
      || links.definitions.contains(.text(id.rawValue))
    {
      isEverything = true
    }
    guard fields[.template] != nil else {
      let isInTemplate = row.map { structure.template(around: $0) != nil } ?? false
      let isAbove = links.questions.contains(id) && change.field != .order
      if isInTemplate || isAbove { isEverything = true }
      return
    }
    guard [nil, .order, .section].contains(change.field),
      let parent = fields.text(.parentRow).map({ RowID(unchecked: $0) }),
      knownRepeats.insert(.row(parent)).inserted,
      structure.row(parent).map({ structure.repeats($0) }) ?? false
    else { return }
    take(.row(parent))
    for sibling in structure.instances(of: parent) { take(.row(sibling)) }
  }
}

extension Change {
  /// Whether a row comes, goes or moves.
  fileprivate var movesRow: Bool { record.row != nil && [nil, .order, .section].contains(field) }

  fileprivate var isOfPlainRecord: Bool {
    let traits = field.map { RecordTraits($0) } ?? after?.asRecord?.traits ?? []
    return !traits.meets(.placed.union(.parent)) && field != .level
  }

  /// Whether a section comes or goes that others stand in: they are drawn deeper inside it.
  fileprivate func isAround(anyIn structure: DocumentStructure) -> Bool {
    guard case .section(let id) = record, field == nil else { return false }
    return !structure.sections(standingIn: id).isEmpty
  }
}
