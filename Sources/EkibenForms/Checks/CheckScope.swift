import EkibenDocuments
import EkibenExpressions

/// A document as checks look at it: sections and rows alike, and what stands in what.
struct CheckScope {
  let structure: DocumentStructure

  /// The record whose definition a record follows, or itself.
  func definition(of record: RecordID) -> RecordID {
    structure.fields(of: record)?.definition(of: record) ?? record
  }

  /// A record and all that it stands in, from the inside: its section or the one around it, and the row that it
  /// is under; of data that goes in circles, the first of them.
  ///
  /// - Complexity: O(depth²), and there are few.
  func around(_ record: RecordID) -> [RecordID] {
    var (found, next) = ([record], 0)
    while next < found.count, found.count < 256 {
      let fields = structure.fields(of: found[next]) ?? [:]
      let question = fields.text(.parentRow).map { RecordID.row(RowID(unchecked: $0)) }
      let section: SectionID? =
        if case .row(let id) = found[next] {
          structure.index[id].map { structure.content.sections[$0.section].id }
        } else {
          fields.text(.parent).map { SectionID(unchecked: $0) }
        }
      for other in [question, section.map { .section($0) }].compactMap(\.self)
      where !found.contains(other) { found.append(other) }
      next += 1
    }
    return found
  }

  /// Whether a record is shown and filled in, and is no part of a template.
  func isReal(_ record: RecordID) -> Bool {
    holds(of: record, { structure.template(around: $0) == nil }) {
      [nil, record].contains(structure.template(around: $0))
    }
  }

  /// Whether instances can be added where a record stands.
  func repeats(_ record: RecordID) -> Bool {
    holds(of: record, { structure.repeats($0) }, { structure.repeats($0) })
  }

  /// Whether a record is an instance of a section or question, and not a part of one.
  func isInstance(_ record: RecordID) -> Bool {
    holds(of: record, { structure.isInstance($0) }, { structure.isInstance($0) })
  }

  // Of a document, and of a record that is not there, nothing does.
  private func holds(
    of record: RecordID, _ section: (Document.Section) -> Bool, _ row: (Document.Row) -> Bool
  ) -> Bool {
    switch record {
    case .document: false
    case .section(let id): structure.section(id).map(section) ?? false
    case .row(let id): structure.row(id).map(row) ?? false
    }
  }
}

/// The rows that checks read, found as rules find theirs.
struct CheckedRows: Sendable {
  private var records = RuleRecords()
  private var repeated = RepeatedRows()
  init() {}

  /// Finds the instances of some rows.
  ///
  /// - Complexity: O(n) in the number of records.
  init(of rows: Set<RowID>, in structure: DocumentStructure, countsRetired: Bool = false) {
    guard structure.index.mayRepeat else { return }
    records = RuleRecords(structure)
    let numbers = rows.compactMap { records.number(of: .row($0), structure.index) }
    repeated = RepeatedRows(
      of: Set(numbers), in: records, structure, countsRetired: countsRetired)
  }

  /// The rows that a reference means, seen from a record; one that there is none of is itself.
  ///
  /// - Complexity: O(depth + log n) for the nearest.
  func rows(
    meant read: ReadRow, from record: RecordID, in structure: DocumentStructure
  ) -> [RowID] {
    guard let row = number(of: read.row, in: structure) else { return [read.row] }
    // The document stands before all of them.
    let from = records.number(of: record, structure.index) ?? -1
    let item = from < 0 ? nil : read.item.flatMap { records.number(of: $0, structure.index) }
    let rows = repeated.rows(meant: row, read.reach, inside: item, from: from, in: records)
    return rows.map { structure.content[records.place(of: $0)].id }
  }

  /// Whether a row repeats, so that formulas read its instances.
  func repeats(_ row: RowID, in structure: DocumentStructure) -> Bool {
    number(of: row, in: structure).map(repeated.repeats) ?? false
  }

  // Nil where nothing repeats: then no records are known.
  private func number(of row: RowID, in structure: DocumentStructure) -> Int? {
    records.traits.isEmpty ? nil : records.number(of: .row(row), structure.index)
  }
}
