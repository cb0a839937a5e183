// An instance, or a part of one, can be left over from another revision of its form: where what it follows repeats
// no more, or stands in something else that repeats. Then it is retired (rule D19).
extension RecordID {
  /// The template that keeps a record from being filled in: the one that it is part of, or that it follows and is
  /// left over from.
  ///
  /// - Complexity: O(depth).
  package func template(in structure: DocumentStructure) -> RecordID? {
    switch self {
    case .document: nil
    case .section(let id):
      structure.section(id).flatMap { structure.template(around: $0) }.map { .section($0) }
    case .row(let id): structure.row(id).flatMap { structure.template(around: $0) }
    }
  }

  /// Whether a record is left over: what it stands in instances of is not what repeats around the one that it follows.
  ///
  /// - Complexity: O(depth).
  func isLeftOver(following template: RecordID, in structure: DocumentStructure) -> Bool {
    if standsAsUsual(following: template, in: structure) { return false }
    let followed = outwards(in: structure) { $0.followedAsInstance(in: structure) }
    let isInstance = followed.first == template
    let repeating = template.outwards(in: structure) { record in
      record.repeats(in: structure) && (isInstance || record != template) ? record : nil
    }
    return followed != repeating
  }

  // Most rows do in an instance of a section that stands in no other one: of them a few fields say so.
  private func standsAsUsual(
    following template: RecordID, in structure: DocumentStructure
  ) -> Bool {
    guard case .row(let id) = self, let own = structure.index[id],
      case .row(let other) = template, let form = structure.index[other]
    else { return false }
    let content = structure.content
    let (section, origin) = (content.sections[own.section], content.sections[form.section])
    return section.fields.followed.map { SectionID(unchecked: $0) } == origin.id
      && section.fields[.parent] == section.fields[.template]
      && origin.fields[.parent] == nil && origin.fields.isTrue(.repeats)
      && !content[own].fields.traits.meets(.parentRow)
      && !content[form].fields.traits.meets([.parentRow, .repeats])
  }

  // What something gives for a record and for all that it stands in, from the inside.
  private func outwards(
    in structure: DocumentStructure, _ find: (RecordID) -> RecordID?
  ) -> [RecordID] {
    var (found, next) = ([RecordID](), Optional(self))
    for _ in 0..<(2 * DocumentStructure.mostNested) {
      guard let record = next else { break }
      if let one = find(record) { found.append(one) }
      next = record.outer(in: structure)
    }
    return found
  }

  // The row that it is under, else the section that it stands in.
  private func outer(in structure: DocumentStructure) -> RecordID? {
    switch self {
    case .document: return nil
    case .section(let id):
      return structure.section(id)?.fields.text(.parent).map { .section(SectionID(unchecked: $0)) }
    case .row(let id):
      guard let place = structure.index[id] else { return nil }
      let question = structure.content[place].fields.parentRow
      if let question, structure.index[question] != nil { return .row(question) }
      return .section(structure.content.sections[place.section].id)
    }
  }

  private func followedAsInstance(in structure: DocumentStructure) -> RecordID? {
    switch self {
    case .document: return nil
    case .section(let id):
      guard let section = structure.section(id), structure.isInstance(section) else { return nil }
      return section.fields.followed.map { .section(SectionID(unchecked: $0)) }
    case .row(let id):
      guard let row = structure.row(id), structure.isInstance(row) else { return nil }
      return row.fields.followed.map { .row(RowID(unchecked: $0)) }
    }
  }

  private func repeats(in structure: DocumentStructure) -> Bool {
    switch self {
    case .document: false
    case .section(let id): structure.section(id)?.fields.isTrue(.repeats) ?? false
    case .row(let id): structure.row(id)?.fields.repeatsAsRow ?? false
    }
  }
}

extension Document {
  /// The document without the answers that its form has in what repeats: nobody gave those, and no instance begins with
  /// them.
  ///
  /// - Complexity: O(n) in the number of rows, if something repeats.
  package func withoutTemplateAnswers(of form: Document, at index: Index) -> Document {
    guard index.mayRepeat else { return self }
    let structure = DocumentStructure(self, index)
    var content = self
    for row in form.sections.lazy.flatMap(\.rows) where row.fields.has(.value) {
      guard let place = index[row.id], self[place].fields[.value] == row.fields[.value],
        structure.template(around: self[place]) != nil
      else { continue }
      content.set(nil, at: place)
    }
    return content
  }
}
