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

  /// The record, if it is apart from its parent and can be put there: it is among some records that come or move, or
  /// only one of these has come between.
  ///
  /// One that came since under a record that is to move is in the way of that.
  func parted(by records: Set<RecordID>) -> RecordID? {
    guard case .apart(let record, from: let parent) = self else { return nil }
    return records.contains(record) || !records.contains(parent) ? record : nil
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

extension Document {
  /// Puts records that stand somewhere behind their parent in its list behind what else stands under that.
  ///
  /// - Complexity: O(n · depth) in the number of records.
  func gathering(_ records: Set<RecordID>) -> Document {
    let sections = sections.map { section in
      let isParted = { (row: Row) in records.contains(.row(row.id)) }
      guard section.rows.contains(where: isParted) else { return section }
      var section = section
      section.rows = ChunkedList(section.rows.gathering(isParted, parent: \.fields.parentRow))
      return section
    }
    return Document(
      keeping: fields,
      sections: sections.gathering({ records.contains(.section($0.id)) }) {
        $0.fields.text(.parent).map { SectionID(unchecked: $0) }
      })
  }
}

extension Sequence where Element: Identifiable {
  fileprivate func gathering(
    _ isParted: (Element) -> Bool, parent: (Element) -> Element.ID?
  ) -> [Element] {
    // Of each record that was seen, the one with which those under it come.
    var (heads, groups) = ([Element.ID: Element.ID](), [Element.ID: [Element]]())
    let others = filter { record in
      guard isParted(record), let head = parent(record).flatMap({ heads[$0] }) else {
        heads[record.id] = record.id
        return true
      }
      heads[record.id] = head
      groups[head, default: []].append(record)
      return false
    }
    return others.placing({ groups[$0.id] }, parent: parent)
  }
}

extension Fields {
  fileprivate func takes(_ instances: Int) -> Bool {
    occurs.least <= instances && instances <= occurs.greatest ?? .max
  }
}
