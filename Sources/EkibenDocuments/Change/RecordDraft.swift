/// A document while changes are applied to it; only the records that they touch are taken out of
/// it.
struct RecordDraft {
  private let source: Document
  private let index: Document.Index
  private var document: Fields
  private var sections: [SectionID: Fields?] = [:]
  private var rows: [RowID: Fields?] = [:]

  init(_ source: Document, _ index: Document.Index) {
    (self.source, self.index, document) = (source, index, source.fields)
  }

  mutating func apply(_ change: Change) throws(StaleChange) {
    let record = fields(of: change.record)
    guard let name = change.field else {
      let found = record.map(Value.record)
      if found != change.before { throw StaleChange(change: change, found: found) }
      return set(change.record, change.after?.asRecord)
    }
    guard let record, record[name] == change.before else {
      throw StaleChange(change: change, found: record?[name])
    }
    set(change.record, record.setting(name, change.after))
  }

  private func fields(of record: RecordID) -> Fields? {
    switch record {
    case .document: document
    case .section(let id): sections[id] ?? index[id].map { source.sections[$0].record }
    case .row(let id):
      rows[id] ?? index[id].map { source[$0].record(in: source.sections[$0.section].id) }
    }
  }

  private mutating func set(_ record: RecordID, _ fields: Fields?) {
    switch record {
    case .document: document = fields ?? [:]
    case .section(let id): sections.updateValue(fields, forKey: id)
    case .row(let id): rows.updateValue(fields, forKey: id)
    }
  }

  /// The rows that leave their places in a section, and those that come to one.
  private struct Traffic {
    var leaving: Set<RowID> = []
    var coming: [Document.Row] = []
  }

  /// Puts the document together.
  ///
  /// A row whose section is gone is a changeset that does not fit, not a row to lose.
  func assembled() throws(StaleChange) -> (document: Document, update: IndexUpdate) {
    var update = IndexUpdate()
    var traffic = try traffic(&update)
    var result = source
    result.fields = document
    var coming: [Document.Section] = []
    for (id, fields) in sections {
      let place = index[id]
      let old = place.map { source.sections[$0] }
      let rows = traffic.removeValue(forKey: id)
      guard let fields else {
        guard let old, let place else { continue }
        try checkEmpty(old, but: rows)
        update.leaving.append((place, id))
        update.regrouped.append((id, old.fields, nil))
        continue
      }
      var section = Document.Section(id: id, record: fields, rows: [])
      section.rows = old?.rows ?? []
      if let rows { update.rows.append((id, section.rows.take(rows.leaving, rows.coming))) }
      guard let old, let place, old.order == section.order else {
        if let place { update.leaving.append((place, id)) }
        update.regrouped.append((id, old?.fields, section.fields))
        coming.append(section)
        continue
      }
      if !Document.standsAlike(old.fields, section.fields) {
        update.regrouped.append((id, old.fields, section.fields))
      }
      result.sections[place] = section
    }
    for (id, rows) in traffic {
      guard let place = index[id] else { continue }
      result.sections.update(at: place) { section in
        update.rows.append((id, section.rows.take(rows.leaving, rows.coming)))
      }
    }
    result.place(coming, &update)
    return (result, update)
  }

  private func traffic(_ update: inout IndexUpdate) throws(StaleChange) -> [SectionID: Traffic] {
    update.bringsRepeat =
      rows.values.contains { $0?.traits.meets(.repeating) ?? false }
      || sections.values.contains { $0?.traits.meets(.repeating) ?? false }
    var traffic: [SectionID: Traffic] = [:]
    for (id, fields) in rows {
      if let place = index[id] {
        traffic[source.sections[place.section].id, default: Traffic()].leaving.insert(id)
        if fields == nil { update.gone.append(id) }
      }
      guard let fields else { continue }
      guard let section = fields.section, exists(section) else {
        throw Self.orphan(id, in: fields[.section])
      }
      traffic[section, default: Traffic()].coming.append(Document.Row(id: id, record: fields))
    }
    return traffic
  }

  private func exists(_ section: SectionID) -> Bool {
    sections[section].map { $0 != nil } ?? (index[section] != nil)
  }

  private func checkEmpty(_ section: Document.Section, but traffic: Traffic?) throws(StaleChange) {
    let leaving = traffic?.leaving ?? []
    if leaving.count == section.rows.count { return }
    if let row = section.rows.first(where: { !leaving.contains($0.id) }) {
      throw Self.orphan(row.id, in: .text(section.id.rawValue))
    }
  }

  private static func orphan(_ row: RowID, in section: Value?) -> StaleChange {
    StaleChange(change: Change(.row(row), .section, before: section, after: section), found: nil)
  }
}

extension Document {
  fileprivate static func standsAlike(_ old: Fields, _ new: Fields) -> Bool {
    let (left, right) = (old.standing, new.standing)
    return left?.parent == right?.parent && left?.isCopy == right?.isCopy
  }

  /// Takes out what leaves, and puts in what comes, each where its key says.
  fileprivate mutating func place(_ coming: [Section], _ update: inout IndexUpdate) {
    update.leaving.sort { $0.place < $1.place }
    if update.leaving.isEmpty && coming.isEmpty { return }
    let coming = coming.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    let leaving = Set(update.leaving.map(\.place))
    var first = update.leaving.first?.place ?? sections.count
    if let next = coming.first {
      first = Swift.min(first, sections.firstPlace { (next.order, next.id) < ($0.order, $0.id) })
    }
    var rest: [Section] = []
    var next = coming[...]
    for place in first..<sections.count where !leaving.contains(place) {
      let section = sections[place]
      while let new = next.first, (new.order, new.id) < (section.order, section.id) {
        update.coming.append((first + rest.count, new.id))
        rest.append(next.removeFirst())
      }
      rest.append(section)
    }
    for new in next {
      update.coming.append((first + rest.count, new.id))
      rest.append(new)
    }
    sections.replaceSubrange(first..<sections.count, with: rest)
  }
}

extension ChunkedList<Document.Row> {
  /// Takes out what leaves, and puts in what comes, each where its key says.
  ///
  /// - Returns: The first place where another row stands.
  fileprivate mutating func take(_ leaving: Set<RowID>, _ coming: [Document.Row]) -> Int {
    let coming = coming.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    if leaving.isEmpty, let first = coming.first {
      guard let last, !((last.order, last.id) < (first.order, first.id)) else {
        defer { append(contentsOf: coming) }
        return count
      }
    }
    var all: [Document.Row] = []
    var next = coming[...]
    for row in self where !leaving.contains(row.id) {
      while let new = next.first, (new.order, new.id) < (row.order, row.id) {
        all.append(next.removeFirst())
      }
      all.append(row)
    }
    all += next
    var first = 0
    while first < Swift.min(count, all.count), self[first].id == all[first].id,
      self[first].order == all[first].order, self[first].fields == all[first].fields
    { first += 1 }
    replaceSubrange(first..<count, with: all[first...])
    return first
  }
}
