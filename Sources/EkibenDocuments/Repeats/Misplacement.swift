/// A record that does not stand as adding, removing and moving leave records.
enum Misplacement: Hashable {
  /// A record that does not stand under the one that it names as its parent: that is not there, or not before it
  /// with nothing but its other parts between.
  case apart(RecordID, from: RecordID)
  /// An instance, or a part of one, whose definition is not there.
  case undefined(RecordID, by: RecordID)
  /// Something that repeats and has fewer or more instances than there have to or may be (rule F42).
  case miscounted(RecordID)

  /// What of a document does not stand as it should, in the order of the document.
  ///
  /// - Complexity: O(n) in the number of records, and O(instances) for each that repeats.
  static func all(in structure: DocumentStructure) -> [Misplacement] {
    let sections = structure.content.sections
    var found = apart(sections.lazy.map { ($0.id, $0.fields.text(.parent)) })
      .map { Misplacement.apart(.section($0), from: .section(SectionID(unchecked: $1))) }
    for section in sections {
      found += apart(section.rows.lazy.map { ($0.id, $0.fields.text(.parentRow)) })
        .map { .apart(.row($0), from: .row(RowID(unchecked: $1))) }
    }
    for section in sections {
      found += of(section, in: structure)
      for row in section.rows where row.fields[.template] != nil || row.fields[.repeats] != nil {
        found += of(row, in: structure)
      }
    }
    return found
  }

  // Those that do not follow their parent, or another that stands under it.
  private static func apart<ID: Hashable & RecordName>(
    _ records: some Sequence<(ID, String?)>
  ) -> [(ID, parent: String)] {
    var (open, found) = ([ID](), [(ID, parent: String)]())
    for (id, parent) in records {
      guard let parent else {
        open = [id]
        continue
      }
      guard let at = open.lastIndex(where: { ByteText.equal($0.rawValue, parent) }) else {
        found.append((id, parent))
        continue
      }
      open.removeSubrange((at + 1)...)
      open.append(id)
    }
    return found
  }

  private static func of(
    _ section: Document.Section, in structure: DocumentStructure
  ) -> [Misplacement] {
    if let name = section.fields.text(.template) {
      let template = SectionID(unchecked: name)
      if structure.section(template) == nil {
        return [.undefined(.section(section.id), by: .section(template))]
      }
    } else if section.fields[.repeats] == nil {
      return []
    }
    guard structure.repeats(section), !structure.isInstance(section),
      structure.template(around: section) == nil,
      !structure.definition(of: section).takes(structure.instances(of: section.id).count)
    else { return [] }
    return [.miscounted(.section(section.id))]
  }

  private static func of(_ row: Document.Row, in structure: DocumentStructure) -> [Misplacement] {
    if let name = row.fields.text(.template) {
      let template = RowID(unchecked: name)
      if structure.row(template) == nil { return [.undefined(.row(row.id), by: .row(template))] }
    }
    guard structure.repeats(row), !structure.isInstance(row),
      structure.template(around: row).map({ $0 == .row(row.id) }) ?? true,
      !structure.definition(of: row).takes(structure.instances(of: row.id).count)
    else { return [] }
    return [.miscounted(.row(row.id))]
  }
}

extension Fields {
  fileprivate func takes(_ instances: Int) -> Bool {
    occurs.least <= instances && instances <= occurs.greatest ?? .max
  }
}
