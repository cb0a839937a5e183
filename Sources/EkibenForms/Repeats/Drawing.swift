package import EkibenDocuments

/// How single records of a document are drawn: whether, by which name and how deep (rule F43).
///
/// The parts of a template are not shown. Where it stands, it says what can be done; its instances have
/// their template's fields, and a label with a number that is counted here and stands nowhere else.
struct Drawing {
  let structure: DocumentStructure
  let rules: RuleState
  /// Whether what is not shown is drawn all the same, marked.
  let showsHidden: Bool
  /// Which issues show.
  let shownIssues: ShownIssues
  // Of questions that were asked for, the number of each instance.
  private var numbers: [RowID: [RowID: Int]] = [:]

  init(
    _ structure: DocumentStructure, _ rules: RuleState, showsHidden: Bool,
    _ shownIssues: ShownIssues
  ) {
    (self.structure, self.rules, self.showsHidden) = (structure, rules, showsHidden)
    self.shownIssues = shownIssues
  }

  // What takes no edits shows no row that could be changed (rule F62).
  private var isClosed: Bool { structure.content.status != .draft }

  // A row, or with -1 a section; nil where it is not shown.
  private func shown(_ fields: Fields, at place: Document.Place) -> Fields? {
    if rules.isEmpty { return fields }
    let held = rules.held(rules.records.number(at: place), fields)
    return held.isHidden && !showsHidden ? nil : held
  }

  /// What is drawn of a section; nil where it is not shown.
  ///
  /// - Complexity: O(fields + depth), and O(log n) in the number of instances.
  func fields(ofSectionAt place: Int) -> Fields? {
    let section = structure.content.sections[place]
    let isRetired = structure.template(around: section) != nil
    if isRetired, !showsHidden || section.fields[.template] == nil && !section.rows.isAnswered {
      return nil
    }
    let definition = structure.definition(of: section)
    guard var fields = shown(definition, at: Document.Place(section: place, row: -1))
    else { return nil }
    if isRetired { fields = fields.retired(from: 0) }
    let level = level(of: section)
    // A level that it says itself stays as it is written, as in a document that is drawn as it is.
    if fields[.level] != .integer(Int64(level)) {
      fields[.level] = level > 0 ? .integer(Int64(level)) : nil
    }
    if fields.isTrue(.repeats) {
      let name = fields.instanceName ?? section.id.rawValue
      let text = addition(fields, structure.instances(of: section.id).count, name)
      return fields.setting(.footer, nil).setting(.addition, Section.supplement(text))
    }
    if structure.isInstance(section) { fields[.header] = label(of: section) }
    return fields
  }

  /// `+ Child (2 of at most 5)`; without the sign where there may be no more, or nothing changes.
  private func addition(_ fields: Fields, _ count: Int, _ name: String) -> String {
    let (least, greatest) = fields.occurs
    let most = greatest.map { " of at most \($0)" } ?? ""
    let missing = count < least ? ", at least \(least)" : ""
    let sign = !isClosed && greatest.map { count < $0 } ?? true ? "+ " : ""
    return "\(sign)\(name) (\(count)\(most)\(missing))"
  }

  private func label(of section: Document.Section) -> Value? {
    guard let parent = section.fields.text(.parent).map({ SectionID(unchecked: $0) }),
      let anchor = structure.section(parent)
    else { return nil }
    let siblings = structure.instances(of: parent)
    let place = structure.index[section.id] ?? 0
    let number = siblings.firstPlace { (structure.index[$0] ?? 0) >= place } + 1
    let name = structure.definition(of: anchor).instanceName ?? parent.rawValue
    return Section.supplement("\(name) \(number)")
  }

  /// Whether a section is drawn as deep as it says itself.
  func says(levelOf section: Document.Section) -> Bool {
    !section.fields.traits.meets(.parent) || section.fields.level == level(of: section)
  }

  /// How deep a section stands: one deeper than the section that it stands in, or is shown under a row of.
  func level(of section: Document.Section) -> Int {
    var (level, section) = (0, section)
    for _ in 0..<DocumentStructure.mostNested {
      let fields = structure.definition(of: section)
      guard let parent = section.fields.text(.parent),
        let around = structure.section(SectionID(unchecked: parent))
      else {
        let own = max(fields.level, section.fields[.parentRow] == nil ? 0 : 1)
        return level + min(own, .max - level)
      }
      // Rows behind a section go on in another one, which is no deeper.
      if !fields.isTrue(.continues) { level += 1 }
      section = around
    }
    return level
  }

  /// What is drawn of a row; nil where it is not shown.
  ///
  /// - Complexity: O(fields + depth); of a question that repeats, O(its instances) for all of them.
  mutating func fields(ofRowAt place: Document.Place) -> Fields? {
    guard var fields = fieldsWithoutIssues(ofRowAt: place) else { return nil }
    shownIssues.mark(structure.content[place].id, &fields)
    if isClosed, !fields.isTrue(.readOnly) { (fields[.readOnly], fields[.closed]) = (true, true) }
    return fields
  }

  private mutating func fieldsWithoutIssues(ofRowAt place: Document.Place) -> Fields? {
    let row = structure.content[place]
    if showsHidden, structure.index.mayRepeat, row.fields[.value] != nil,
      structure.template(around: row) != nil
    {
      return structure.definition(of: row).retired(from: 0)
    }
    if !row.fields.traits.meets(.placed) {
      return isInTemplate(place) ? nil : shown(row.fields, at: place)
    }
    let around = structure.template(around: row)
    if let around, around != .row(row.id) { return nil }
    guard var fields = shown(structure.definition(of: row), at: place) else { return nil }
    if fields.repeatsAsRow, !structure.isInstance(row) {
      if isInTemplate(place) { return nil }
      let name = (fields.instanceName ?? row.id.rawValue) + (fields.isTrue(.required) ? " *" : "")
      fields[.component] = .text(Description.component)
      fields[.text] = .text(addition(fields, numbers(of: row.id).count, name))
    } else if structure.isInstance(row), let parent = row.fields.text(.parentRow) {
      let number = numbers(of: RowID(unchecked: parent))[row.id] ?? 0
      let name = fields.text(.instanceLabel) ?? fields.text(.title)
      fields[.title] = .text([name, "\(number)"].compactMap(\.self).joined(separator: " "))
    }
    let depth = row.questions(in: structure).count
    fields[.level] = depth > 0 ? .integer(Int64(depth)) : nil
    return fields
  }

  private func isInTemplate(_ place: Document.Place) -> Bool {
    let section = structure.content.sections[place.section]
    if section.fields[.template] != nil { return false }
    return section.fields.isTrue(.repeats) || structure.template(around: section) != nil
  }

  private mutating func numbers(of question: RowID) -> [RowID: Int] {
    if let known = numbers[question] { return known }
    let instances = structure.instances(of: question)
    let found = Dictionary(
      instances.enumerated().map { ($1, $0 + 1) }, uniquingKeysWith: { first, _ in first })
    numbers[question] = found
    return found
  }

  /// A section as it is drawn, sharing the rows that are drawn as they are; nil where it is not shown.
  ///
  /// The links take note of the rows that say how others are drawn.
  mutating func section(at place: Int, noting links: inout DrawnLinks) -> Document.Section? {
    var section = structure.content.sections[place]
    links.note(section.fields)
    guard let fields = fields(ofSectionAt: place) else { return nil }
    let isPlain = !isInTemplate(Document.Place(section: place, row: 0)) && !fields.isHidden
    var rows: [Document.Row]?
    for at in section.rows.indices {
      let place = Document.Place(section: place, row: at)
      if isPlain, isDrawnAsItIs(place) {
        rows?.append(section.rows[at])
        continue
      }
      if rows == nil { rows = Array(section.rows.prefix(at)) }
      links.note(section.rows[at].fields)
      if DrawnLinks.isParted(section.rows[at], in: structure) { links.hasParted = true }
      guard let fields = self.fields(ofRowAt: place) else { continue }
      let row = section.rows[at].with(fields)
      links.note(row, structure)
      rows?.append(row)
    }
    section.fields = fields
    if let rows { section.rows = ChunkedList(rows) }
    return section
  }

  private func isDrawnAsItIs(_ place: Document.Place) -> Bool {
    if !shownIssues.isNothing || isClosed { return false }
    if rules.isEmpty { return !structure.content[place].fields.traits.meets(.placed) }
    let number = rules.records.number(at: place)
    return !rules.records.traits[number].meets(.placed) && rules.leavesAsItIs(number)
  }
}

/// The records that say how others are drawn.
struct DrawnLinks: Sendable {
  /// The rows whose options depend on the answer of a row.
  private(set) var dependents: [RowID: Set<RowID>] = [:]
  /// The rows that others stand under, or did, whether they are there or not: those are drawn deeper.
  private(set) var questions: Set<RowID> = []
  /// The ids of the records that others follow, or did, wherever those stand.
  private(set) var definitions: Set<Value> = []
  /// Whether some row stands apart from the one that it is under: no instances are counted behind it.
  var hasParted = false

  /// Whether a row does not stand behind the one that it is under, with only others under that between.
  static func isParted(_ row: Document.Row, in structure: DocumentStructure) -> Bool {
    guard let question = row.fields.text(.parentRow).map({ RowID(unchecked: $0) }),
      let place = structure.index[row.id]
    else { return false }
    guard let above = structure.index[question] else { return row.fields[.template] != nil }
    if above.section != place.section { return false }
    let before = structure.content.sections[place.section].rows[..<place.row].last
    return before.map { before in
      before.id != question && !before.questions(in: structure).contains { $0.id == question }
    } ?? true
  }

  /// Takes note of a row as it is drawn.
  mutating func note(_ row: Document.Row, _ structure: DocumentStructure) {
    guard let other = structure.rowWithOptions(of: row, row.fields) else { return }
    dependents[other, default: []].insert(row.id)
  }

  /// Takes note of a section or row, whether it is drawn or not.
  mutating func note(_ fields: Fields) {
    if let question = fields.text(.parentRow) { questions.insert(RowID(unchecked: question)) }
    if let definition = fields[.template] { definitions.insert(definition) }
  }
}

extension RecordTraits {
  /// The fields of a record that is not drawn as it is, whatever stands around it and whatever rules say.
  static let placed: RecordTraits = [.template, .repeats, .parentRow, .optionsOf]
}

extension ChunkedList<Document.Row> {
  // Of a template nothing is asked: what is there was answered before it was one.
  fileprivate var isAnswered: Bool { contains { $0.fields.has(.value) } }
}

extension Document.Section {
  func with(_ fields: Fields) -> Document.Section { changed(self) { $0.fields = fields } }
}

extension Document.Row {
  func with(_ fields: Fields) -> Document.Row { changed(self) { $0.fields = fields } }
}

extension FieldName {
  /// Of what repeats, as it is drawn: the supplement that says what can be added.
  static let addition: FieldName = "ekiben:add"
  /// True for a section that only goes on with the rows of its parent, or of the form.
  package static let continues: FieldName = "continues"
}

extension Fields {
  /// What instances are called before their number, if the form says anything.
  package var instanceName: String? {
    text(.instanceLabel) ?? self[.header]?.asRecord?.text(.text) ?? text(.title)
  }

  /// How deep a record is drawn; 0 at the top.
  var level: Int { Int(clamping: Swift.max(0, self[.level]?.asInteger ?? 0)) }
}
