import EkibenDocuments
import EkibenExpressions

/// A document as checks look at it: sections and rows alike, and what stands in what.
struct CheckScope {
  let structure: DocumentStructure

  func fields(of record: RecordID) -> Fields? {
    switch record {
    case .document: structure.content.fields
    case .section(let id): structure.section(id)?.fields
    case .row(let id): structure.row(id)?.fields
    }
  }

  /// The record whose definition a record follows, or itself.
  func definition(of record: RecordID) -> RecordID {
    fields(of: record)?.definition(of: record) ?? record
  }

  /// What a record stands in: its section or the one around it, and the row that it is under.
  func containers(of record: RecordID) -> [RecordID] {
    guard let fields = fields(of: record) else { return [] }
    var found = fields.text(.parentRow).map { [RecordID.row(RowID(unchecked: $0))] } ?? []
    switch record {
    case .document: break
    case .section:
      if let parent = fields.text(.parent) { found.append(.section(SectionID(unchecked: parent))) }
    case .row(let id):
      if let place = structure.index[id] {
        found.append(.section(structure.content.sections[place.section].id))
      }
    }
    return found
  }

  /// A record and all that it stands in, from the inside; of data that goes in circles, the first of them.
  ///
  /// - Complexity: O(depth²), and there are few.
  func around(_ record: RecordID) -> [RecordID] {
    var (found, next) = ([record], 0)
    while next < found.count, found.count < Self.mostAround {
      for other in containers(of: found[next]) where !found.contains(other) { found.append(other) }
      next += 1
    }
    return found
  }

  private static let mostAround = 256

  /// Whether a record is shown and filled in, and is no part of a template.
  func isReal(_ record: RecordID) -> Bool {
    switch record {
    case .document: return false
    case .section(let id):
      return structure.section(id).map { structure.template(around: $0) == nil } ?? false
    case .row(let id):
      guard let row = structure.row(id) else { return false }
      let around = structure.template(around: row)
      return around == nil || around == .row(id)
    }
  }

  /// Whether a row is a template or a place where its instances stand.
  func isRepeated(_ row: RowID) -> Bool {
    structure.row(row).map { structure.template(around: $0) != nil } ?? false
  }

  /// The innermost instance of a section or question that a row is in, or is.
  func instance(around row: RowID) -> RecordID? {
    RecordID.row(row).chain(in: structure).first { record in
      switch record {
      case .document: false
      case .section(let id): structure.section(id).map { structure.isInstance($0) } ?? false
      case .row(let id): structure.row(id).map { structure.isInstance($0) } ?? false
      }
    }
  }
}

/// The rows that checks read, found as rules find theirs.
struct CheckedRows: Sendable {
  private var records = RuleRecords()
  private var repeated = RepeatedRows()
  private var mayRepeat = false

  init() {}

  /// Finds the instances of some rows.
  ///
  /// - Complexity: O(n) in the number of records.
  init(of rows: Set<RowID>, in structure: DocumentStructure) {
    guard structure.index.mayRepeat else { return }
    mayRepeat = true
    records = RuleRecords(structure)
    let numbers = rows.compactMap { records.number(of: .row($0), structure.index) }
    repeated = RepeatedRows(of: Set(numbers), in: records, structure)
  }

  /// The rows that a reference means, seen from a record; one that there is none of is itself.
  ///
  /// - Complexity: O(depth + log n) for the nearest.
  func rows(
    meant read: ReadRow, from record: RecordID, in structure: DocumentStructure
  ) -> [RowID] {
    guard mayRepeat, let row = records.number(of: .row(read.row), structure.index) else {
      return [read.row]
    }
    // The document stands before all of them.
    let from = records.number(of: record, structure.index) ?? -1
    let item = from < 0 ? nil : read.item.flatMap { records.number(of: $0, structure.index) }
    let rows = repeated.rows(meant: row, read.reach, inside: item, from: from, in: records)
    return rows.map { structure.content[records.place(of: $0)].id }
  }

  /// Whether a row repeats, so that formulas read its instances.
  func repeats(_ row: RowID, in structure: DocumentStructure) -> Bool {
    guard mayRepeat else { return false }
    return records.number(of: .row(row), structure.index).map(repeated.repeats) ?? false
  }
}
