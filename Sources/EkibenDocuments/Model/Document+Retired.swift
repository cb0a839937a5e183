extension FieldName {
  /// The revision of its form that a document has gone to: the 32 bytes of its identity; absent is the one
  /// that it was created from (rule D20).
  package static let formRevision: FieldName = "ekiben:revision"
  /// Of a record that the document's revision does not have: the place of the one that it is from among those that the
  /// document used.
  package static let retired: FieldName = "ekiben:retired"
}

extension Change.Target {
  /// The revision of its form that a document is on.
  package static let formRevision = Change.Target(.document, .formRevision)
}

extension DocumentStructure {
  /// The records that a document holds something of and that this form lacks, as other revisions of it describe
  /// them (rule D19).
  ///
  /// They are *retired*: never shown, and their answers do not count. What they stand in, and what they
  /// follow, comes along. Of the form's other revisions, which `next` gives by place, one after the other, the
  /// first that has a record describes it. A form lacks also what ``Document/covered(by:)`` tells.
  ///
  /// - Returns: What makes this form one that lacks nothing.
  /// - Throws: What `next` throws.
  /// - Complexity: O(overrides), and O(n) where something is lacking.
  package func retired<Failure>(
    by overrides: [RecordID: Document.Override],
    from next: () throws(Failure) -> (place: Int, form: DocumentStructure)?
  ) throws(Failure) -> [RecordID: Document.Override] {
    var retained: [RecordID: Document.Override] = [:]
    let covered = content.covered(by: overrides)
    func lacks(_ record: RecordID) -> Bool {
      (!has(record) || covered.contains(record)) && retained[record] == nil
        && overrides[record]?.isMade == nil
    }
    var missing = Set(overrides.lazy.flatMap { $1.needs(for: $0) }.filter(lacks))
    while !missing.isEmpty, let (place, form) = try next() {
      let gone = form.content.covered(by: overrides)
      var waiting = missing
      while let record = waiting.popFirst() {
        guard !gone.contains(record), let fields = form.fields(of: record) else { continue }
        missing.remove(record)
        retained[record] = Document.Override(retiring: fields, from: place)
        if let home = fields.section.map(RecordID.section), !has(home), retained[home] == nil,
          gone.contains(home) || overrides[home]?.isMade == false,
          let around = form.fields(of: home)
        {
          // The document has put it elsewhere; over this, what it holds takes that away again.
          retained[home] = Document.Override(retiring: around, from: place)
        }
        for other in fields.records(namedIn: record) where lacks(other) {
          missing.insert(other)
          waiting.insert(other)
        }
      }
    }
    addMadeRecords(of: overrides, to: &retained)
    return retained
  }

  // What is retired may stand in a section that the document made.
  private func addMadeRecords(
    of overrides: [RecordID: Document.Override], to retained: inout [RecordID: Document.Override]
  ) {
    var waiting = retained.flatMap { $1.written.records(namedIn: $0) }
    while let record = waiting.popLast() {
      guard !has(record), retained[record] == nil, let made = overrides[record],
        made.isMade == true
      else { continue }
      retained[record] = made
      waiting += made.written.records(namedIn: record)
    }
  }

  /// Whether it has a section or row; the document itself it always has.
  package func has(_ record: RecordID) -> Bool {
    switch record {
    case .document: true
    case .section(let id): index[id] != nil
    case .row(let id): index[id] != nil
    }
  }

  /// Whether a section or row, or something that it stands in or follows, is retired.
  ///
  /// - Returns: The place of the revision that it is from, as ``FieldName/retired`` has it; nil where it is not retired.
  /// - Complexity: O(depth).
  package func retirement(of record: RecordID) -> Int? {
    switch record {
    case .document: return nil
    case .section(let id):
      guard let section = section(id) else { return nil }
      return ([section] + ancestors(of: section)).lazy.compactMap {
        definition(of: $0).retirement
      }.first
    case .row(let id):
      guard let place = index[id] else { return nil }
      let row = content[place]
      if let number = definition(of: row).retirement { return number }
      let home = content.sections[place.section].id
      if let number = retirement(of: .section(home)) { return number }
      var (parent, depth) = (row.fields.parentRow, 0)
      while depth < Self.mostNested, let above = parent.flatMap(self.row) {
        if let number = definition(of: above).retirement { return number }
        parent = above.fields.parentRow
        depth += 1
      }
      return nil
    }
  }

  /// A description with the document's retired records and their instances, of which no description says
  /// anything: those that stand in one, as in a document that was read, are taken as they are here.
  ///
  /// - Complexity: O(n) in the number of rows.
  package func keepingRetired(in description: Document) -> Document {
    let description = description.withoutRetired
    var homes: [RowID: SectionID] = [:]
    for section in description.sections { for row in section.rows { homes[row.id] = section.id } }
    let described = Set(description.sections.lazy.map(\.id))
    // Each goes behind what is described and stands before it here.
    var sectionsBehind: [SectionID?: [Document.Section]] = [:]
    var rowsBehind: [SectionID: [RowID?: [Document.Row]]] = [:]
    var last: SectionID?
    for section in content.sections {
      if described.contains(section.id) {
        last = section.id
        rowsBehind[section.id] = section.retired(homes, in: self)
      } else if section.isRetired(in: self) {
        var kept = section
        kept.rows = ChunkedList(section.rows.filter { homes[$0.id] == nil })
        sectionsBehind[last, default: []].append(kept)
      }
    }
    let sections = description.sections.flatMap { section in
      [section.with(rowsBehind[section.id] ?? [:])] + (sectionsBehind[section.id] ?? [])
    }
    return Document(keeping: description.fields, sections: (sectionsBehind[nil] ?? []) + sections)
  }
}

extension Document {
  /// Whether a record of it is retired.
  package var hasRetired: Bool {
    sections.contains { section in
      section.fields.has(.retired) || section.rows.contains { $0.fields.has(.retired) }
    }
  }

  /// The document without its retired records and their instances, as its form describes it.
  ///
  /// - Complexity: O(n) in the number of rows.
  package var withoutRetired: Document {
    if !hasRetired { return self }
    let structure = DocumentStructure(self, Index(self))
    let sections = sections.compactMap { section -> Section? in
      if section.isRetired(in: structure) { return nil }
      var section = section
      section.rows = ChunkedList(section.rows.filter { !$0.isRetired(in: structure) })
      return section
    }
    return Document(keeping: fields, sections: sections)
  }
}

extension Document.Row {
  // Itself, or as an instance of what is.
  fileprivate func isRetired(in structure: DocumentStructure) -> Bool {
    fields.has(.retired) || fields.has(.template) && structure.retirement(of: .row(id)) != nil
  }
}

extension Document.Section {
  // Itself, or as an instance of what is.
  fileprivate func isRetired(in structure: DocumentStructure) -> Bool {
    fields.has(.retired) || fields.has(.template) && structure.retirement(of: .section(id)) != nil
  }

  /// The retired rows that no section of the description is home to, by the row that they stand behind.
  fileprivate func retired(
    _ homes: [RowID: SectionID], in structure: DocumentStructure
  ) -> [RowID?: [Document.Row]] {
    var (found, last) = ([RowID?: [Document.Row]](), nil as RowID?)
    for row in rows {
      if homes[row.id] == id {
        last = row.id
      } else if homes[row.id] == nil, row.isRetired(in: structure) {
        found[last, default: []].append(row)
      }
    }
    return found
  }

  fileprivate func with(_ rowsBehind: [RowID?: [Document.Row]]) -> Document.Section {
    if rowsBehind.isEmpty { return self }
    var section = self
    section.rows = ChunkedList(
      (rowsBehind[nil] ?? []) + rows.flatMap { [$0] + (rowsBehind[$0.id] ?? []) })
    return section
  }
}

extension Fields {
  /// A record as a revision has it, where the document's own revision has none.
  package func retired(from place: Int) -> Fields {
    var fields = self
    // A rule that never holds hides it, and with it its answer (rule F14).
    fields[.visible] = .bool(false)
    fields[.retired] = .integer(Int64(place))
    return fields
  }

  /// The place of the revision that a retired record is from.
  fileprivate var retirement: Int? { self[.retired]?.asInteger.map { Int(clamping: $0) } }

  /// The records that a record stands in, stands under or follows.
  package func records(namedIn record: RecordID) -> [RecordID] {
    switch record {
    case .document: []
    case .section:
      [FieldName.parent, .template].compactMap { text($0) }.map {
        .section(SectionID(unchecked: $0))
      }
    case .row:
      [FieldName.parentRow, .template].compactMap { text($0) }.map { .row(RowID(unchecked: $0)) }
        + [section].compactMap(\.self).map { .section($0) }
    }
  }
}

extension Document.Override {
  fileprivate init(retiring fields: Fields, from place: Int) {
    self.init(isMade: true)
    for field in fields.retired(from: place) { self.fields[field.name] = field.value }
  }

  /// The fields that it gives.
  fileprivate var written: Fields { fields.reduce(into: Fields()) { $0[$1.key] = $1.value } }

  /// The records without which it cannot stand in a document.
  fileprivate func needs(for record: RecordID) -> [RecordID] {
    if isMade == false { return [] }
    let written = written
    // Of what a description took the mark away, the document keeps without an answer, too.
    let isTakenOver = fields[.retired].map { $0 == nil } ?? false
    if isMade == nil, written.isEmpty, !isTakenOver { return [] }
    return (isMade == nil ? [record] : []) + written.records(namedIn: record)
  }
}
