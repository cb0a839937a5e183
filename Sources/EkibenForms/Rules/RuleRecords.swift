import EkibenDocuments

/// The sections and rows of a document by number, each section before its rows, and what stands in what.
///
/// It holds until a record comes, goes, moves or follows another one: then rules are read anew.
struct RuleRecords: Sendable {
  /// Which fields each has that matter here.
  private(set) var traits: [RecordTraits] = []
  /// The number of each section, by its place.
  private(set) var sections: [Int] = []
  /// What each follows, or itself.
  private(set) var definitions: [Int] = []
  /// The section that each stands in; -1 is none, or none that there is.
  private(set) var containers: [Int] = []
  /// The row that each is under; -1 is none, or none that there is.
  private(set) var questions: [Int] = []
  /// What is under a row.
  private(set) var hanging: [Int: [Int]] = [:]

  init() {}

  /// Knows a document.
  ///
  /// - Complexity: O(n).
  init(_ structure: DocumentStructure) {
    self.init(traitsOf: structure)
    connect(structure)
  }

  /// Reads which fields records have, and no more; tells of each record that may have rules, since its fields say
  /// so or it is wanted, with those before it known.
  ///
  /// - Complexity: O(n).
  init(
    traitsOf structure: DocumentStructure, and wanted: Set<RecordID> = [],
    _ found: (RuleRecords, Int, RecordID, Fields) -> Void = { _, _, _, _ in }
  ) {
    var count = 0
    for section in structure.content.sections {
      sections.append(count)
      count += 1 + section.rows.count
    }
    traits.reserveCapacity(count)
    let numbers = Set(wanted.compactMap { number(of: $0, structure.index) })
    for section in structure.content.sections {
      traits.append(section.fields.traits)
      if traits[traits.count - 1].meets(.ruled)
        || !numbers.isEmpty && numbers.contains(traits.count - 1)
      {
        found(self, traits.count - 1, .section(section.id), section.fields)
      }
      let first = traits.count
      traits += section.rows.traits
      for number in first..<traits.count
      where traits[number].meets(.ruled) || !numbers.isEmpty && numbers.contains(number) {
        let row = section.rows[number - first]
        found(self, number, .row(row.id), row.fields)
      }
    }
  }

  /// Finds what stands in what.
  ///
  /// - Complexity: O(n).
  mutating func connect(_ structure: DocumentStructure) {
    definitions = Array(traits.indices)
    containers = Array(repeating: -1, count: traits.count)
    questions = containers
    for place in sections.indices {
      for row in rows(ofSectionAt: place) { containers[row] = sections[place] }
    }
    for number in traits.indices where traits[number].meets(Self.connecting) {
      connect(number, fields(of: number, in: structure.content), structure.index)
    }
  }

  private static let connecting: RecordTraits = [.template, .parent, .parentRow]

  private mutating func connect(_ number: Int, _ fields: Fields, _ index: Document.Index) {
    let isSection = place(of: number).row < 0
    func find(_ name: FieldName, isSection: Bool) -> Int? {
      fields.text(name).flatMap { id in
        self.number(
          of: isSection ? .section(SectionID(unchecked: id)) : .row(RowID(unchecked: id)), index)
      }
    }
    definitions[number] = find(.template, isSection: isSection) ?? number
    if isSection { containers[number] = find(.parent, isSection: true) ?? -1 }
    if let question = find(.parentRow, isSection: false) {
      questions[number] = question
      hanging[question, default: []].append(number)
    }
  }

  func number(of record: RecordID, _ index: Document.Index) -> Int? {
    switch record {
    case .document: nil
    case .section(let id): index[id].map { sections[$0] }
    case .row(let id): index[id].map { number(at: $0) }
    }
  }

  /// The number of the row at a place, or with -1 of the section.
  func number(at place: Document.Place) -> Int { sections[place.section] + 1 + place.row }

  /// Where a record stands; the row of a section is -1.
  ///
  /// - Complexity: O(log n).
  func place(of number: Int) -> Document.Place {
    let section = sections.firstPlace { $0 > number } - 1
    return Document.Place(section: section, row: number - sections[section] - 1)
  }

  func fields(of number: Int, in content: Document) -> Fields {
    let place = place(of: number)
    let section = content.sections[place.section]
    return place.row < 0 ? section.fields : section.rows[place.row].fields
  }

  func id(of number: Int, in content: Document) -> RecordID {
    let place = place(of: number)
    let section = content.sections[place.section]
    return place.row < 0 ? .section(section.id) : .row(section.rows[place.row].id)
  }

  func rows(ofSectionAt place: Int) -> Range<Int> {
    let next = place + 1 < sections.count ? sections[place + 1] : traits.count
    return (sections[place] + 1)..<next
  }

  /// Whether something holds of a record or of what it stands in.
  ///
  /// - Complexity: O(depth), under rows O(depth²).
  func isAny(around record: Int, _ holds: (Int) -> Bool) -> Bool {
    var record = record
    for _ in 0..<Self.mostAround {
      if record < 0 { return false }
      if questions[record] >= 0 { return around(record).contains(where: holds) }
      if holds(record) { return true }
      record = containers[record]
    }
    return false
  }

  /// A record and all that it stands in, from the inside; of data that goes in circles, the first of them.
  ///
  /// - Complexity: O(depth²), and there are few.
  func around(_ record: Int) -> [Int] {
    var (found, next) = ([record], 0)
    while next < found.count, found.count < Self.mostAround {
      let (question, container) = (questions[found[next]], containers[found[next]])
      if question >= 0, !found.contains(question) { found.append(question) }
      if container >= 0, !found.contains(container) { found.append(container) }
      next += 1
    }
    return found
  }

  private static let mostAround = 256

  /// A record and all that stands in it.
  func records(in record: Int, _ structure: DocumentStructure) -> [Int] {
    var (found, next) = ([record], 0)
    var known: Set<Int> = [record]
    while next < found.count {
      let place = place(of: found[next])
      var inner = hanging[found[next]] ?? []
      if place.row < 0 {
        let parts = structure.sections(standingIn: structure.content.sections[place.section].id)
        inner = parts.compactMap { structure.index[$0].map { sections[$0] } }
        inner += rows(ofSectionAt: place.section)
      }
      found += inner.filter { known.insert($0).inserted }
      next += 1
    }
    return found
  }

  /// Whether a record is shown and filled in, and is no part of a template.
  func isReal(_ number: Int, _ structure: DocumentStructure) -> Bool {
    if !structure.index.mayRepeat { return true }
    let place = place(of: number)
    let section = structure.content.sections[place.section]
    if place.row < 0 { return structure.template(around: section) == nil }
    let around = structure.template(around: section.rows[place.row])
    return around == nil || around == .row(section.rows[place.row].id)
  }

  /// Whether a record is a row, and no part of a template, nor one.
  func takesAnswer(_ number: Int, _ structure: DocumentStructure) -> Bool {
    let place = place(of: number)
    guard place.row >= 0 else { return false }
    return !structure.index.mayRepeat || structure.template(around: structure.content[place]) == nil
  }

  /// The instances of sections and questions that a record is in, or is, from the inside.
  func instances(around record: Int) -> [Int] {
    var (found, record) = ([Int](), record)
    for _ in 0..<DocumentStructure.mostNested {
      if record < 0 { return found }
      let isSection = place(of: record).row < 0
      let above = isSection ? containers[record] : questions[record]
      let definition = definitions[record]
      if definition != record, above >= 0, above == definition || definitions[above] == definition {
        found.append(record)
      }
      record = above < 0 ? containers[record] : above
    }
    return found
  }
}
