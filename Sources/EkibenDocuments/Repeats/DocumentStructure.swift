/// A document with its index: which records stand under which, what repeats, and what follows which
/// definition.
///
/// What repeats is a *template*: its rows and the sections in it are neither shown nor filled in. Its
/// instances are records of their own that name the record whose definition they follow (rule F40).
package struct DocumentStructure {
  package let content: Document
  package let index: Document.Index

  package init(_ content: Document, _ index: Document.Index) {
    (self.content, self.index) = (content, index)
  }

  package func section(_ id: SectionID) -> Document.Section? {
    index[id].map { content.sections[$0] }
  }

  package func row(_ id: RowID) -> Document.Row? { index[id].map { content[$0] } }

  /// How deep sections or rows may be nested; deeper data refer to themselves in a circle.
  package static var mostNested: Int { 64 }

  /// The fields of a row, with those of the row whose definition it follows, and with the answer that
  /// its options depend on.
  ///
  /// - Complexity: O(fields + depth).
  package func definition(of row: Document.Row) -> Fields {
    var fields = row.fields
    if let name = row.fields.text(.template), let template = self.row(RowID(unchecked: name)) {
      fields = fields.following(template.fields, repeating: !isInstance(row))
    }
    if let other = rowWithOptions(of: row, fields) {
      fields[.optionsUnder] = self.row(other)?.fields[.value].codes ?? .list([])
    }
    return fields
  }

  /// The row whose answer says which options a row has: in the same instance, or else in one around it.
  package func rowWithOptions(of row: Document.Row, _ definition: Fields) -> RowID? {
    guard let name = definition.text(.optionsOf) else { return nil }
    var place = row.id.rawValue[...]
    while let slash = place.lastIndex(of: "/") {
      place = place[..<slash]
      let inner = RowID(unchecked: "\(place)/\(name)")
      if self.row(inner) != nil { return inner }
    }
    return RowID(unchecked: name)
  }

  /// The fields of a section, with those of the section whose definition it follows.
  ///
  /// - Complexity: O(fields).
  package func definition(of section: Document.Section) -> Fields {
    guard let name = section.fields.text(.template),
      let template = self.section(SectionID(unchecked: name))
    else { return section.fields }
    return section.fields.following(template.fields, repeating: !isInstance(section))
  }

  /// Whether a section is an instance, and not a part of one.
  package func isInstance(_ section: Document.Section) -> Bool {
    guard let template = section.fields.text(.template), let parent = section.fields.text(.parent)
    else { return false }
    return ByteText.equal(parent, template)
      || self.section(SectionID(unchecked: parent))?.fields[.template] == .text(template)
  }

  /// Whether a row is an instance of a question, and not a part of one.
  package func isInstance(_ row: Document.Row) -> Bool {
    guard let template = row.fields.text(.template), let parent = row.fields.text(.parentRow)
    else { return false }
    return ByteText.equal(parent, template)
      || self.row(RowID(unchecked: parent))?.fields[.template] == .text(template)
  }

  /// Whether instances of a section can be added where it stands.
  package func repeats(_ section: Document.Section) -> Bool {
    definition(of: section).isTrue(.repeats)
  }

  /// Whether instances of a question can be added where it stands.
  package func repeats(_ row: Document.Row) -> Bool { definition(of: row).repeatsAsRow }

  /// The template that a section is a part of, if it is a part of one, or left over from; what repeats in a
  /// template is.
  package func template(around section: Document.Section) -> SectionID? {
    if let name = section.fields.followed {
      let template = SectionID(unchecked: name)
      let isLeft = RecordID.section(section.id).isLeftOver(following: .section(template), in: self)
      return isLeft ? template : nil
    }
    return ancestors(of: section).first { $0.fields.isTrue(.repeats) }?.id
  }

  /// The template, a section or a row, that keeps a row from being filled in.
  package func template(around row: Document.Row) -> RecordID? {
    if let name = row.fields.followed {
      let template = RecordID.row(RowID(unchecked: name))
      if RecordID.row(row.id).isLeftOver(following: template, in: self) { return template }
    } else if let place = index[row.id] {
      let section = content.sections[place.section]
      if section.fields[.template] == nil {
        if section.fields.isTrue(.repeats) { return .section(section.id) }
        if let around = template(around: section) { return .section(around) }
      }
    }
    return question(repeating: row).map { .row($0) }
  }

  /// The question that repeats and whose place a row is, or is under without an instance between; where
  /// several do, the outermost: in its template none of them can be filled in.
  func question(repeating row: Document.Row) -> RowID? {
    var (row, found) = (row, nil as RowID?)
    for _ in 0..<Self.mostNested {
      if isInstance(row) { return found }
      if row.fields[.repeats] != nil || row.fields[.template] != nil, repeats(row) {
        found = row.id
      }
      guard let next = row.fields.parentRow.flatMap(self.row) else { return found }
      row = next
    }
    return found
  }

  /// The sections that a row's section stands in, from the inside.
  ///
  /// - Complexity: O(depth).
  package func sections(around row: RowID) -> [Document.Section] {
    index[row].map { ancestors(of: content.sections[$0.section]) } ?? []
  }

  /// The sections that a section stands in, from the inside.
  func ancestors(of section: Document.Section) -> [Document.Section] {
    var (found, section) = ([Document.Section](), section)
    while found.count < Self.mostNested, let parent = section.fields.text(.parent),
      let next = self.section(SectionID(unchecked: parent))
    {
      found.append(next)
      section = next
    }
    return found
  }

  /// The instances of a section that repeats, in order.
  ///
  /// - Complexity: O(1).
  package func instances(of section: SectionID) -> [SectionID] { index.copies[section] ?? [] }

  /// The sections that stand in a section, without those in them.
  ///
  /// - Complexity: O(sections found).
  package func sections(standingIn section: SectionID) -> [SectionID] {
    (index.parts[section] ?? []) + (index.copies[section] ?? [])
  }

  /// The rows behind a row that stand under it, however deep; with `amongOthers` also those behind rows of another, as
  /// reverts by older programs left some.
  ///
  /// - Complexity: O(rows found); with `amongOthers` O(rows) of the section.
  func rows(under place: Document.Place, amongOthers: Bool = false) -> [Document.Row] {
    let rows = content.sections[place.section].rows
    var parents: Set<RowID> = [rows[place.row].id]
    var found: [Document.Row] = []
    for at in (place.row + 1)..<max(rows.count, place.row + 1) {
      guard let parent = rows[at].fields.parentRow, parents.contains(parent) else {
        if amongOthers { continue }
        break
      }
      parents.insert(rows[at].id)
      found.append(rows[at])
    }
    return found
  }

  /// The instances of a question that repeats, in order.
  ///
  /// - Complexity: O(rows under it).
  package func instances(of row: RowID) -> [RowID] {
    guard let place = index[row] else { return [] }
    return rows(under: place).filter {
      $0.fields[.parentRow] == .text(row.rawValue) && isInstance($0)
    }.map(\.id)
  }

  /// The place of the last section that stands in a section, or its own.
  ///
  /// - Complexity: O(depth).
  func end(of section: SectionID) -> Int {
    var (end, inner) = (index[section] ?? 0, [section])
    for _ in 0..<Self.mostNested {
      inner = inner.flatMap { [index.parts[$0]?.last, index.copies[$0]?.last].compactMap(\.self) }
      if inner.isEmpty { break }
      end = max(end, inner.compactMap { index[$0] }.max() ?? end)
    }
    return end
  }

  /// A section and all that stand in it, in the order of the document.
  ///
  /// - Complexity: O(sections found · log).
  package func sections(in section: SectionID) -> [Document.Section] {
    var (found, inner) = ([section], [section])
    for _ in 0..<Self.mostNested where !inner.isEmpty {
      inner = inner.flatMap { sections(standingIn: $0) }
      found += inner
    }
    return Set(found.compactMap { index[$0] }).sorted().map { content.sections[$0] }
  }
}

extension Fields {
  /// What a record says itself and does not take from the one whose definition it follows.
  private static let own: [FieldName] = [.value, .draft, .parent, .parentRow]
  private static let ofRepeats: [FieldName] = [.repeats, .minOccurs, .maxOccurs]

  fileprivate func following(_ template: Fields, repeating: Bool) -> Fields {
    var merged = template
    for name in Self.own + (repeating ? [] : Self.ofRepeats) { merged[name] = nil }
    for field in self { merged[field.name] = field.value }
    return merged
  }

  // A choice that repeats takes several answers in one row, unless it says that it does not.
  package var repeatsAsRow: Bool {
    isTrue(.repeats) && (text(.component) != "Choice" || self[.multiple] == .bool(false))
  }
}

extension Value? {
  /// The codes of an answer, each a text.
  package var codes: Value {
    let answers = self?.asList ?? [self].compactMap(\.self)
    return .list(
      answers.compactMap { answer in
        (answer.asText ?? answer.asRecord?.text(.code)).map(Value.text)
      })
  }
}
