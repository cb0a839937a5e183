import EkibenDocuments
import EkibenForms

/// Lays the tree of items out as sections with rows.
struct QuestionnaireOutline {
  /// The sections so far, in the order in which they are shown.
  private(set) var sections: [Document.Section] = []
  /// What was noticed so far, in the order of the file.
  private(set) var notes: [ImportNote] = []

  private var sectionIDs = IDPool<SectionID>()
  private var rowIDs = IDPool<RowID>()
  private var conditions = QuestionnaireConditions()
  private var conditional: [(item: QuestionnaireItem, section: Int, row: Int?)] = []

  /// The section that rows outside any group go to.
  private static let root: SectionID = "root"

  init(_ items: [QuestionnaireItem]) {
    reserve(items)
    var outside = Group(id: Self.root, level: 0)
    add(items, to: &outside, under: nil)
    // A condition may name a question behind it.
    for (item, section, row) in conditional { enable(item, section, row) }
    notes += conditions.notes
  }

  private mutating func enable(_ item: QuestionnaireItem, _ section: Int, _ row: Int?) {
    let record =
      row.map { .row(sections[section].rows[$0].id) } ?? RecordID.section(sections[section].id)
    guard let visible = conditions.visibility(of: item, as: record) else { return }
    guard let row else { return sections[section].fields[.visible] = visible }
    sections[section].rows[row].fields[.visible] = visible
  }

  /// A group while its items are laid out.
  private struct Group {
    let id: SectionID
    let level: Int
    /// The section that its rows go to, unless another has begun since.
    var open: Int?
    var isContinued = false

    /// What sections inside it say of their parent; there is none outside of all groups.
    var parent: Value? { id == QuestionnaireOutline.root ? nil : .text(id.rawValue) }
  }

  private mutating func add(
    _ items: [QuestionnaireItem], to group: inout Group, under row: RowID?
  ) {
    for item in items {
      if item.role.isGroup {
        addSection(item, in: group, under: row)
      } else {
        let id = addRow(item, to: &group, under: row)
        add(item.children, to: &group, under: id)
      }
    }
  }

  private mutating func addSection(_ item: QuestionnaireItem, in group: Group, under row: RowID?) {
    let id = sectionIDs.makeID(to: item, RecordID.section, &notes)
    // A group under a question is a section beside the question's, and says whose it is.
    let inside = row != nil || group.parent != nil
    var fields = read(item, as: .section(id))
    fields[.parent] = group.parent
    fields[.parentRow] = row.map { .text($0.rawValue) }
    let controls = QuestionnaireExtensions(item.cursor).codes("questionnaire-itemControl")
    if controls.contains("page") { fields[.page] = .text(id.rawValue) }
    let level = inside ? group.level + 1 : 0
    if level > 0 { fields[.level] = .integer(Int64(level)) }
    sections.append(Document.Section(id: id, fields: fields))
    if item.isConditional { conditional.append((item, sections.count - 1, nil)) }
    var inner = Group(id: id, level: level, open: sections.count - 1)
    add(item.children, to: &inner, under: nil)
  }

  private mutating func addRow(
    _ item: QuestionnaireItem, to group: inout Group, under row: RowID?
  ) -> RowID {
    let id = rowIDs.makeID(to: item, RecordID.row, &notes)
    var fields = read(item, as: .row(id))
    fields[.parentRow] = row.map { .text($0.rawValue) }
    let place = openSection(of: &group)
    conditions.add(item, as: id, under: row, fields)
    if item.isConditional { conditional.append((item, place, sections[place].rows.count)) }
    sections[place].rows.append(Document.Row(id: id, fields: fields))
    return id
  }

  // Rows after a subgroup go on in a section of their own, since a section is one run of rows.
  private mutating func openSection(of group: inout Group) -> Int {
    if let open = group.open, open == sections.count - 1 { return open }
    var fields = Fields()
    let id: SectionID
    if group.id == Self.root && !group.isContinued {
      id = sectionIDs.makeID(Self.root)
      group.isContinued = true
    } else {
      id = sectionIDs.numbered(group.id.rawValue)
      fields[.continues] = .bool(true)
    }
    fields[.parent] = group.parent
    if group.level > 0 { fields[.level] = .integer(Int64(group.level)) }
    sections.append(Document.Section(id: id, fields: fields))
    group.open = sections.count - 1
    return sections.count - 1
  }

  private mutating func read(_ item: QuestionnaireItem, as id: RecordID) -> Fields {
    var reader = QuestionnaireFields(item)
    let fields = reader.read(as: id)
    notes += reader.notes
    return fields
  }

  private mutating func reserve(_ items: [QuestionnaireItem]) {
    for item in items {
      if item.role.isGroup { sectionIDs.reserve(for: item) } else { rowIDs.reserve(for: item) }
      reserve(item.children)
    }
  }
}

extension QuestionnaireItem {
  /// Whether something says when it is shown.
  fileprivate var isConditional: Bool {
    cursor.elements("enableWhen")?.isEmpty == false || CarriedExpressions(cursor).condition != nil
  }
}
