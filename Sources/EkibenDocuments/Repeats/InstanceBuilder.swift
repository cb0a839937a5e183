/// Makes the records of an instance, with all instances that have to be in it (rules F40, F42).
struct InstanceBuilder {
  private let structure: DocumentStructure
  private(set) var ids: InstanceIDs
  /// The sections of what was made, with their rows, in order; without order keys.
  private(set) var sections: [Document.Section] = []
  private var records: Int
  /// Whether it makes also what an instance begins with: its answers, and the instances that have to be in it.
  private let begins: Bool

  /// How deep repeats may stand in each other.
  static let mostNested = 16
  /// How many sections and rows one step may add.
  static let mostRecords = 100_000

  /// Makes records for a step that has added so many already.
  init(
    _ structure: DocumentStructure, _ ids: InstanceIDs, begins: Bool = true,
    besides records: Int = 0
  ) {
    (self.structure, self.ids, self.begins) = (structure, ids, begins)
    self.records = records
  }

  /// Adds an instance of a template below the section where it repeats.
  mutating func add(
    _ template: Document.Section, below anchor: SectionID, depth: Int
  ) throws(StructureError) {
    if depth > Self.mostNested { throw .tooDeep(limit: Self.mostNested) }
    let id = try SectionID(legal: ids.next(below: anchor.rawValue))
    try add(template, as: id, below: anchor.rawValue, in: id.rawValue, depth: depth)
  }

  /// Adds a section of an instance: what it says itself is only what it follows and where it stands.
  mutating func add(
    _ template: Document.Section, as id: SectionID, below parent: String, in instance: String,
    depth: Int
  ) throws(StructureError) {
    var section = Document.Section(
      id: id, fields: [.template: .text(template.id.rawValue), .parent: .text(parent)])
    if let row = template.fields.text(.parentRow) {
      section.fields[.parentRow] = .text("\(instance)/\(row)")
    }
    try count()
    let isAnchor = template.fields.isTrue(.repeats) && instance != id.rawValue
    if isAnchor {
      sections.append(section)
      for _ in 0..<(begins ? template.fields.occurs.least : 0) {
        try add(template, below: id, depth: depth + 1)
      }
      return
    }
    section.rows = ChunkedList(try rows(Array(template.rows), in: instance, under: nil))
    sections.append(section)
    for part in structure.index.parts[template.id] ?? [] {
      guard let inner = structure.section(part) else { continue }
      let name = try SectionID(legal: "\(instance)/\(part)")
      try add(inner, as: name, below: id.rawValue, in: instance, depth: depth)
    }
  }

  /// Makes an instance of a question: its row, and those that stand under it.
  mutating func rows(
    ofInstanceOf template: Document.Row, below anchor: RowID, answered value: Value?
  ) throws(StructureError) -> [Document.Row] {
    let id = try RowID(legal: ids.next(below: anchor.rawValue))
    try count()
    var fields: Fields = [
      .template: .text(template.id.rawValue), .parentRow: .text(anchor.rawValue),
    ]
    fields[.value] = value
    let row = Document.Row(id: id, fields: fields)
    guard let place = structure.index[template.id] else { throw .unknown(.row(template.id)) }
    let under = structure.rows(under: place)
    return [row] + (try rows(under, in: id.rawValue, under: template.id))
  }

  /// Copies rows of a template, but for those under a question that repeats, which come with its instances.
  ///
  /// The instance of which they are a part is that of a question, or with nil of a section. Rows that it has already,
  /// by the templates that they follow, are left out.
  ///
  /// - Throws: ``StructureError`` where a name would be too long, or more is made than one step may add.
  mutating func rows(
    _ templates: [Document.Row], in instance: String, under question: RowID?,
    besides known: [RowID: RowID] = [:]
  ) throws(StructureError) -> [Document.Row] {
    var (made, copies, passed) = ([Document.Row](), known, Set<RowID>())
    for template in templates where template.fields[.template] == nil {
      let (parent, repeats) = (template.fields.parentRow, template.fields.repeatsAsRow)
      if let parent, passed.contains(parent) {
        passed.insert(template.id)
        continue
      }
      if repeats { passed.insert(template.id) }
      if known[template.id] != nil { continue }
      try count()
      let id = try RowID(legal: "\(instance)/\(template.id)")
      var fields: Fields = [.template: .text(template.id.rawValue)]
      if let parent {
        let above = copies[parent]?.rawValue ?? (parent == question ? instance : nil)
        fields[.parentRow] = above.map(Value.text)
      }
      if begins, !repeats { fields[.value] = template.fields.initialAnswer }
      made.append(Document.Row(id: id, fields: fields))
      if !repeats { copies[template.id] = id }
      guard begins, repeats else { continue }
      for value in template.fields.initialInstances(besides: 0) {
        made += try rows(ofInstanceOf: template, below: id, answered: value)
      }
    }
    return made
  }

  private mutating func count() throws(StructureError) {
    records += 1
    if records > Self.mostRecords { throw .tooLarge(limit: Self.mostRecords) }
  }
}

extension Fields {
  /// The answer that a row begins with (rule F30).
  package var initialAnswer: Value? {
    switch self[.initial] {
    case nil, .null, .verbatim: nil
    case let initial: initial
    }
  }

  /// What each instance of a question that repeats begins with: a list is of one for each of the first.
  var initialOfEach: Value? { initialAnswer?.asList == nil ? initialAnswer : nil }

  /// The answers of the instances that a question that repeats begins with, besides so many that are there.
  func initialInstances(besides count: Int) -> [Value?] {
    let first = count > 0 ? [] : initialAnswer?.asList?.map(Optional.some) ?? []
    let missing = Swift.max(0, occurs.least - count - first.count)
    // As many as are refused say so, too: a file may want more than any memory holds.
    let most = InstanceBuilder.mostRecords + 1
    return first + Array(repeating: initialOfEach, count: Swift.min(missing, most))
  }

  /// How many instances there have to be, and may be.
  package var occurs: (least: Int, greatest: Int?) {
    let least = Int(clamping: Swift.max(0, self[.minOccurs]?.asInteger ?? 0))
    return (least, self[.maxOccurs]?.asInteger.map { Int(clamping: Swift.max(0, $0)) })
  }
}

extension RecordName {
  init(legal text: String) throws(StructureError) {
    do throws(InvalidName) { try self.init(text) } catch { throw .name(error) }
  }
}
