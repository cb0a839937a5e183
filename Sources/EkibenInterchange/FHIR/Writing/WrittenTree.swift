import EkibenDocuments
import EkibenForms

/// The sections and rows of a form as the tree of items that they are in a Questionnaire.
///
/// A section that only goes on with the rows of its parent, or holds those outside of all groups, is no item:
/// its rows stand in what is around it. Records that stand in each other in a circle stand outside.
struct WrittenTree {
  /// Every record that is an item, each before those in it.
  private(set) var order: [RecordID] = []
  /// The first that stands too deep to be written.
  private(set) var tooDeep: RecordID?
  private var children: [RecordID?: [RecordID]] = [:]
  private var parents: [RecordID: RecordID] = [:]
  private var fields: [RecordID: Fields] = [:]

  init(_ sections: [Document.Section]) {
    let ids = Set(sections.filter(\.isItem).map(\.id))
    let rows = Set(sections.lazy.flatMap(\.rows).map(\.id))
    for section in sections {
      let parent = section.fields.text(.parent).map { SectionID(unchecked: $0) }
        .flatMap { $0 != section.id && ids.contains($0) ? RecordID.section($0) : nil }
      let isOpen = !section.isItem
      let around: RecordID? = isOpen ? parent : .section(section.id)
      if !isOpen {
        add(.section(section.id), section.fields, to: Self.question(section.fields, rows) ?? parent)
      }
      for row in section.rows {
        add(.row(row.id), row.fields, to: Self.question(row.fields, rows) ?? around)
      }
    }
    walk()
  }

  /// The items in another, or in none.
  func children(of record: RecordID?) -> [RecordID] { children[record] ?? [] }

  func fields(of record: RecordID) -> Fields { fields[record] ?? [:] }

  private static func question(_ fields: Fields, _ rows: Set<RowID>) -> RecordID? {
    fields.text(.parentRow).map { RowID(unchecked: $0) }
      .flatMap { rows.contains($0) ? .row($0) : nil }
  }

  private mutating func add(_ record: RecordID, _ fields: Fields, to parent: RecordID?) {
    self.fields[record] = fields
    parents[record] = parent == record ? nil : parent
    children[parent == record ? nil : parent, default: []].append(record)
    order.append(record)
  }

  // On a list, so that depth costs no stack.
  private mutating func walk() {
    let all = order
    order = []
    var known: Set<RecordID> = []
    func visit(_ first: [RecordID]) {
      var waiting = first.reversed().map { (record: $0, depth: 0) }
      while let (record, depth) = waiting.popLast() {
        guard known.insert(record).inserted else { continue }
        order.append(record)
        if depth > ExportError.mostNested, tooDeep == nil { tooDeep = record }
        waiting += (children[record] ?? []).reversed().map { ($0, depth + 1) }
      }
    }
    visit(children[nil] ?? [])
    for record in all where !known.contains(record) {
      // A circle is opened where the form says it first.
      if let parent = parents[record] { children[parent]?.removeAll { $0 == record } }
      children[nil, default: []].append(record)
      visit([record])
    }
  }
}
