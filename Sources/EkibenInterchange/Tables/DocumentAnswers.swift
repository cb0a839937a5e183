public import EkibenDocuments

/// The answers of a document, each in the instance that it stands in: what leaves as tables and as JSON
/// Lines (rules I22 and I24).
///
/// A row of an instance is called as the row whose definition it follows.
public struct DocumentAnswers: Sendable {
  /// The document itself, or one instance of what repeats in it.
  public struct Instance: Sendable {
    /// The section or question that repeats; nil for the document.
    public let template: RecordID?
    /// The instance's own section or row; nil for the document.
    public let record: RecordID?
    /// Its number among the instances beside it, from 1, hidden ones counted.
    public let position: Int
    /// The place in ``DocumentAnswers/instances`` of what it stands in; 0 is the document.
    public let parent: Int
    /// Its answers, in the order of the document.
    public internal(set) var answers: [(row: RowID, value: Value)] = []
    /// How many instances stand in it, by what they are instances of.
    public internal(set) var counts: [RecordID: Int] = [:]
  }

  /// The document first, then every instance in the order of the document.
  public let instances: [Instance]

  /// Collects the answers of a document.
  ///
  /// - Parameters:
  ///   - content: The document.
  ///   - index: Where its records stand.
  ///   - withRetired: Whether answers are to be there also of what repeats since, and of what repeats no more
  ///     (rule D19).
  ///   - isWanted: Whether a row's answer is to be there, or an instance with all that is in it.
  /// - Complexity: O(n · depth) in the number of rows.
  public init(
    of content: Document, at index: Document.Index, withRetired: Bool = false,
    where isWanted: (RecordID) -> Bool
  ) {
    let structure = DocumentStructure(content, index)
    instances = withoutActuallyEscaping(isWanted) { isWanted in
      var collector = AnswerCollector(structure: structure) { record in
        let isLeftOut =
          !withRetired && index.mayRepeat && record.template(in: structure) != nil
        return !isLeftOut && isWanted(record)
      }
      for section in content.sections { collector.take(section) }
      return collector.instances
    }
  }
}

/// Finds where each answer of a document belongs.
private struct AnswerCollector {
  let structure: DocumentStructure
  let isWanted: (RecordID) -> Bool
  var instances = [DocumentAnswers.Instance(template: nil, record: nil, position: 1, parent: 0)]
  // Where records stand; nil is in something that is left out.
  private var places: [RecordID: Int?] = [:]
  private var numbers: [RecordID: Int] = [:]

  init(structure: DocumentStructure, isWanted: @escaping (RecordID) -> Bool) {
    (self.structure, self.isWanted) = (structure, isWanted)
  }

  mutating func take(_ section: Document.Section) {
    let around = structure.index.mayRepeat ? place(of: section) : 0
    for row in section.rows { take(row, in: around) }
  }

  private mutating func take(_ row: Document.Row, in section: Int?) {
    let place = structure.index.mayRepeat ? place(of: row, in: section) : section
    guard let place, let value = row.fields[.value], isWanted(.row(row.id)) else { return }
    let name = row.fields.text(.template).map { RowID(unchecked: $0) } ?? row.id
    instances[place].answers.append((name, value))
  }

  private mutating func place(of section: Document.Section, depth: Int = 0) -> Int? {
    if let known = places[.section(section.id)] { return known }
    var place: Int? = 0
    if let parent = section.fields.text(.parent), depth < DocumentStructure.mostNested,
      let outer = structure.section(SectionID(unchecked: parent))
    {
      place = self.place(of: outer, depth: depth + 1)
      if structure.isInstance(section), let template = section.fields.text(.template) {
        place = add(
          .section(section.id), of: .section(SectionID(unchecked: template)),
          beside: .section(outer.id), in: place)
      }
    }
    places.updateValue(place, forKey: .section(section.id))
    return place
  }

  private mutating func place(of row: Document.Row, in section: Int?, depth: Int = 0) -> Int? {
    guard let parent = row.fields.text(.parentRow), depth < DocumentStructure.mostNested,
      let outer = structure.row(RowID(unchecked: parent))
    else { return section }
    if let known = places[.row(row.id)] { return known }
    var place = self.place(of: outer, in: section, depth: depth + 1)
    if structure.isInstance(row), let template = row.fields.text(.template) {
      place = add(
        .row(row.id), of: .row(RowID(unchecked: template)), beside: .row(outer.id), in: place)
    }
    places.updateValue(place, forKey: .row(row.id))
    return place
  }

  private mutating func add(
    _ record: RecordID, of template: RecordID, beside anchor: RecordID, in parent: Int?
  ) -> Int? {
    let position = (numbers[anchor] ?? 0) + 1
    numbers[anchor] = position
    guard let parent, isWanted(record) else { return nil }
    instances.append(
      DocumentAnswers.Instance(
        template: template, record: record, position: position, parent: parent))
    instances[parent].counts[template, default: 0] += 1
    return instances.count - 1
  }
}
