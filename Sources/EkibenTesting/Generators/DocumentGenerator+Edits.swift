import Ekiben
public import EkibenDocuments

extension DocumentGenerator {
  /// Makes another document by up to four small edits: fields, rows and sections change, come, go
  /// and move, rows also from one section to another.
  ///
  /// - Throws: Nothing in practice: the ids that it makes are all different.
  public mutating func edited(_ document: Document) throws(DuplicateIDs) -> Document {
    var sketch = Draft(
      fields: document.fields, sections: Array(document.sections), taken: TakenNames(of: document))
    for _ in 0..<random.number(in: 1...4) { edit(&sketch) }
    return try Document(fields: sketch.fields, sections: sketch.sections)
  }

  private struct Draft {
    var fields: Fields
    var sections: [Document.Section]
    var taken: TakenNames

    // All rows, as places.
    var places: [Document.Place] {
      sections.indices.flatMap { section in
        sections[section].rows.indices.map { Document.Place(section: section, row: $0) }
      }
    }
  }

  private mutating func edit(_ draft: inout Draft) {
    switch random.number(in: 0...11) {
    case 0...3: changeRow(&draft)
    case 4, 5: insertRow(&draft)
    case 6: _ = takeRow(&draft)
    case 7, 8: if let row = takeRow(&draft) { put(row, into: &draft) }
    case 9: changeSection(&draft)
    case 10: moveSection(&draft)
    default: changeDocument(&draft)
    }
  }

  private mutating func changeRow(_ draft: inout Draft) {
    guard let place = draft.places.randomElement(using: &random) else { return insertRow(&draft) }
    var fields = draft.sections[place.section].rows[place.row].fields
    switch random.number(in: 0...4) {
    case 0: fields[.value] = nil
    case 1: fields[.component] = .text(random.pick(Self.components))
    case 2: fields[.title] = random.once(in: 3) ? nil : .text(text())
    default: fields[.value] = value()
    }
    draft.sections[place.section].rows[place.row].fields = fields
  }

  private mutating func insertRow(_ draft: inout Draft) { put(row(&draft.taken), into: &draft) }

  private mutating func takeRow(_ draft: inout Draft) -> Document.Row? {
    guard let place = draft.places.randomElement(using: &random) else { return nil }
    return draft.sections[place.section].rows.remove(at: place.row)
  }

  private mutating func put(_ row: Document.Row, into draft: inout Draft) {
    if draft.sections.isEmpty { draft.sections.append(section(&draft.taken)) }
    let section = random.number(in: 0...(draft.sections.count - 1))
    let place = random.number(in: 0...draft.sections[section].rows.count)
    draft.sections[section].rows.insert(row, at: place)
  }

  private mutating func changeSection(_ draft: inout Draft) {
    guard let at = draft.sections.indices.randomElement(using: &random) else { return }
    let name = random.pick([FieldName.header, .footer, "sidebar", .parent])
    // Without a component it is no supplement any more, but still a field.
    let new: Value =
      random.once(in: 4)
      ? .text(text()) : .record([.component: "description", .text: .text(text())])
    draft.sections[at].fields[name] = random.once(in: 3) ? nil : new
  }

  // Comes, goes or changes its place; a section that goes takes its rows along, or leaves them.
  private mutating func moveSection(_ draft: inout Draft) {
    guard !draft.sections.isEmpty, !random.once(in: 3) else {
      let place = random.number(in: 0...draft.sections.count)
      return draft.sections.insert(section(&draft.taken), at: place)
    }
    let from = random.number(in: 0...(draft.sections.count - 1))
    let taken = draft.sections.remove(at: from)
    if random.once(in: 2) {
      draft.sections.insert(taken, at: random.number(in: 0...draft.sections.count))
    } else if random.once(in: 2) {
      for row in taken.rows { put(row, into: &draft) }
    }
  }

  private mutating func changeDocument(_ draft: inout Draft) {
    draft.fields[random.pick([FieldName.title, .url, .order])] =
      random.once(in: 3) ? nil : value(depth: 1)
  }
}
