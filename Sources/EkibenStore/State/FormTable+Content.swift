internal import EkibenDocuments
internal import EkibenSQLite

extension FormTable {
  /// A form's content at a revision, and its records, as the file has them now.
  ///
  /// - Complexity: O(n), and O(n log n) where records were moved.
  func revisionContent(
    of form: Int64, revision: Int
  ) throws(StoreError) -> (document: Document, records: FormRecords) {
    let records = FormRecords(try names.records(of: form))
    return (try newBase(form, revision: revision, records).content, records)
  }

  /// Reads a form's content at a revision.
  ///
  /// Rows are read in the order of their keys, which is that of the file, and mostly that of the document.
  ///
  /// - Complexity: O(n), and O(n log n) where records were moved.
  func newBase(
    _ form: Int64, revision: Int, _ records: FormRecords
  ) throws(StoreError) -> DocumentBase {
    var sections = StoredSections()
    try addSections(to: &sections, of: form, revision: revision, nil) { _, _ in }
    for keys in records.ranges {
      try eachRow(keys, revision: revision, records.row(of:)) { row, section throws(StoreError) in
        try add(row, to: section, of: &sections)
      }
    }
    return try newBase(form, revision, sections)
  }

  /// Some rows of a form at a revision, with the sections and rows in which they stand.
  ///
  /// - Returns: What was found; rows that the revision does not have are left out.
  /// - Complexity: O(rows · depth · log n).
  func newBase(
    _ form: Int64, revision: Int, rows: Set<RowID>, _ body: (RecordID, Int64) -> Void
  ) throws(StoreError) -> DocumentBase {
    var sections = StoredSections()
    var found: Set<RowID> = []
    for row in rows {
      var next: RowID? = row
      while let row = next, found.insert(row).inserted {
        next = try addRow(row, to: &sections, of: form, revision: revision, body)
      }
    }
    return try newBase(form, revision, sections)
  }

  private func newBase(
    _ form: Int64, _ revision: Int, _ sections: StoredSections
  ) throws(StoreError) -> DocumentBase {
    guard let header = try header(of: form, revision: revision) else {
      throw database.damaged("revision \(revision) of a form is missing")
    }
    return DocumentBase(
      content: Document(fields: header, stored: sections.all),
      hasRepeatingRow: sections.all.contains(where: \.hasRepeatingRow), rules: database.activity)
  }

  // Adds a row and the sections around it; returns the row that it stands under.
  private func addRow(
    _ row: RowID, to sections: inout StoredSections, of form: Int64, revision: Int,
    _ body: (RecordID, Int64) -> Void
  ) throws(StoreError) -> RowID? {
    guard let key = try names.key(of: .row(row), ofForm: form) else { return nil }
    var found: (row: Document.Row, section: Int64)?
    try eachRow(key...key, revision: revision, { _ in row }) { found = ($0, $1) }
    guard let found else { return nil }
    body(.row(row), key)
    let place = found.section
    if !sections.has(key: place) {
      var next: (column: String, value: Binding)? = ("key", .integer(place))
      while let limit = next {
        let count = sections.all.count
        try addSections(to: &sections, of: form, revision: revision, limit, body)
        let parent = sections.all.dropFirst(count).last?.fields.text(.parent)
        next = parent.flatMap { sections.has(id: $0) ? nil : ("id", .text($0)) }
      }
    }
    try add(found.row, to: found.section, of: &sections)
    return found.row.fields.text(.parentRow).map { RowID(unchecked: $0) }
  }

  func header(of form: Int64, revision: Int) throws(StoreError) -> Fields? {
    try database.rows(
      """
      SELECT fields FROM revision WHERE form = ? AND number = ? AND \(StoredTable.revision.intact())
      """, [.integer(form), .integer(Int64(revision))]
    ) { row in try database.fields(try row.blob(0), of: "a form's fields") }.first
  }

  private static var valid: String { "v.since <= ?2 AND (v.until IS NULL OR v.until > ?2)" }

  private func addSections(
    to sections: inout StoredSections, of form: Int64, revision: Int,
    _ limit: (column: String, value: Binding)?,
    _ body: (RecordID, Int64) -> Void
  ) throws(StoreError) {
    let condition = limit.map { " AND r.\($0.column) = ?3" } ?? ""
    try database.each(
      """
      SELECT r.key, r.id, v.position, v.fields, \(StoredTable.record.intact("r")),
        \(StoredTable.section.intact("v"))
      FROM record r JOIN section v ON v.record = r.key
      WHERE r.document = ?1 AND r.kind = 'section' AND \(Self.valid)\(condition)
      """, [.integer(form), .integer(Int64(revision))] + [limit?.value].compactMap(\.self)
    ) { row in
      let (key, id) = (try row.int64(0), SectionID(unchecked: try row.text(1)))
      let fields = try database.fields(try row.blob(3), of: "section \(id)")
      body(.section(id), key)
      let stored = StoredSection(id: id, order: OrderKey(bytes: try row.blob(2)), fields: fields)
      guard sections.append(key: key, stored) else { throw twice("section \(id)") }
    }
  }

  /// Hands on the rows of a revision whose records have some keys, each with the key of its section; a record that
  /// is no row has none.
  private func eachRow(
    _ keys: ClosedRange<Int64>, revision: Int, _ id: (Int64) -> RowID?,
    _ body: (Document.Row, Int64) throws(StoreError) -> Void
  ) throws(StoreError) {
    let checked = CheckedRow(StoredTable.row.check)
    // What is read of each row, in the memory of the one before.
    var (fields, order) = ([UInt8](), [UInt8]())
    var last = Int64.min
    try database.each(
      """
      SELECT \(StoredTable.row.checkedColumns("v")) FROM row v
      WHERE v.record BETWEEN ?1 AND ?3 AND \(Self.valid) ORDER BY v.record
      """, [.integer(keys.lowerBound), .integer(Int64(revision)), .integer(keys.upperBound)]
    ) { row in
      try checked.read(row)
      try checked.blob(5, into: &order)
      try checked.blob(7, into: &fields)
      let (key, section, component) = (
        try checked.int64(1), try checked.int64(4), try checked.text(6)
      )
      guard key > last else { throw twice("record \(key)") }
      last = key
      guard let id = id(key) else { return }
      var fields = try database.fields(fields, of: "row \(id)")
      if !component.isEmpty { fields[.component] = .text(component) }
      try body(Document.Row(id: id, order: OrderKey(bytes: order), fields: fields), section)
    }
  }

  private func add(
    _ row: Document.Row, to section: Int64, of sections: inout StoredSections
  ) throws(StoreError) {
    if !sections.append(row, to: section) {
      throw database.damaged("row \(row.id) stands in no section")
    }
  }

  private func twice(_ record: String) -> StoreError {
    database.damaged("\(record) is there twice on one revision")
  }
}

/// The sections of a form by their keys.
private struct StoredSections {
  private(set) var all: [StoredSection] = []
  private var places: [Int64: Int] = [:]
  // Rows that stand in one section mostly come one after the other.
  private var last: (key: Int64, place: Int)?

  func has(key: Int64) -> Bool { places[key] != nil }

  func has(id: String) -> Bool { all.contains { ByteText.equal($0.id.rawValue, id) } }

  /// Adds a section, unless there is one of the key.
  mutating func append(key: Int64, _ section: StoredSection) -> Bool {
    guard places.updateValue(all.count, forKey: key) == nil else { return false }
    all.append(section)
    return true
  }

  /// Adds a row to a section; tells whether there is such a section.
  mutating func append(_ row: Document.Row, to key: Int64) -> Bool {
    if last?.key != key { last = places[key].map { (key, $0) } }
    guard let last else { return false }
    all[last.place].append(row)
    return true
  }
}
