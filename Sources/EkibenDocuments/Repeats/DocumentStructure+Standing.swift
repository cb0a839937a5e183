/// A record that does not stand as adding, removing and moving leave records.
enum Misplacement: Hashable {
  /// A record that does not stand under the one that it names as its parent: that is not there, or not before it
  /// with nothing but its other parts between.
  case apart(RecordID, from: RecordID)
  /// An instance, or a part of one, whose definition is not there.
  case undefined(RecordID, by: RecordID)
  /// Something that repeats and has fewer or more instances than there have to or may be (rule F42).
  case miscounted(RecordID)
}

extension DocumentStructure {
  /// What does not stand as it should, in the order of the document.
  ///
  /// - Complexity: O(n) in the number of records, and O(instances) for each that repeats.
  var misplacements: [Misplacement] {
    var found = Self.apart(content.sections.lazy.map { ($0.id, $0.fields.text(.parent)) })
      .map { Misplacement.apart(.section($0), from: .section(SectionID(unchecked: $1))) }
    for section in content.sections {
      found += Self.apart(section.rows.lazy.map { ($0.id, $0.fields.text(.parentRow)) })
        .map { .apart(.row($0), from: .row(RowID(unchecked: $1))) }
    }
    for section in content.sections {
      found += misplacements(of: section)
      for row in section.rows where row.fields[.template] != nil || row.fields[.repeats] != nil {
        found += misplacements(of: row)
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

  private func misplacements(of section: Document.Section) -> [Misplacement] {
    if let name = section.fields.text(.template) {
      let template = SectionID(unchecked: name)
      if self.section(template) == nil {
        return [.undefined(.section(section.id), by: .section(template))]
      }
    } else if section.fields[.repeats] == nil {
      return []
    }
    guard repeats(section), !isInstance(section), template(around: section) == nil,
      !definition(of: section).takes(instances(of: section.id).count)
    else { return [] }
    return [.miscounted(.section(section.id))]
  }

  private func misplacements(of row: Document.Row) -> [Misplacement] {
    if let name = row.fields.text(.template) {
      let template = RowID(unchecked: name)
      if self.row(template) == nil { return [.undefined(.row(row.id), by: .row(template))] }
    }
    guard repeats(row), !isInstance(row),
      template(around: row).map({ $0 == .row(row.id) }) ?? true,
      !definition(of: row).takes(instances(of: row.id).count)
    else { return [] }
    return [.miscounted(.row(row.id))]
  }
}

extension Fields {
  fileprivate func takes(_ instances: Int) -> Bool {
    occurs.least <= instances && instances <= occurs.greatest ?? .max
  }
}
