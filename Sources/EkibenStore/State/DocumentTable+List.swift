internal import EkibenDocuments
internal import EkibenSQLite

/// What is asked of all documents, without passing over one whose line is not as it was written (rule P26).
///
/// A flipped bit in a column by which lines are chosen takes a line out of sight. So a line is compared with its
/// checksum before it is chosen, and how many there are is counted twice: in the table, and in its index.
extension DocumentTable {
  /// The names of all documents, in the order in which they came.
  func allNames() throws(StoreError) -> [DocumentName] {
    try database.checkIndex(countingKinds: true)
    return try database.rows(
      """
      SELECT name FROM document NOT INDEXED
      WHERE \(StoredTable.document.intact(and: "kind = 'document'")) ORDER BY key
      """
    ) { row in DocumentName(unchecked: try row.text(0)) }
  }

  /// The names of a form's documents on the page behind another one.
  func names(of form: Int64, behind end: PageEnd) throws(StoreError) -> DocumentPage<Void> {
    let lines = try database.rows(
      """
      SELECT d.name, d.base = ?2, \(StoredTable.document.intact("d")) FROM document d
      WHERE \(PageEnd.isBehind)
      """, [end.binding, .integer(form)]
    ) { row in
      (name: DocumentName(unchecked: try row.text(0)), isAsked: row.holds(1, in: 1), line: ())
    }
    return try DocumentPage(lines, behind: end, in: database)
  }
}

extension Database {
  /// Refuses a file in whose index of names a document or a form is missing, or one too many.
  ///
  /// - Parameter kinds: Whether lines are counted by what they are, as they have to be where the table is searched
  ///   and not the index.
  /// - Throws: ``StoreError/damaged(path:detail:)``, and whatever reading can meet.
  /// - Complexity: O(documents).
  func checkIndex(countingKinds kinds: Bool) throws(StoreError) {
    let isRight = try number(
      """
      SELECT (SELECT count(*) FROM document NOT INDEXED
          \(kinds ? "WHERE kind IN ('document', 'form')" : ""))
        = (SELECT count(*) FROM document WHERE kind = 'document' AND name >= '')
        + (SELECT count(*) FROM document WHERE kind = 'form' AND name >= '')
      """)
    if isRight == 0 { throw damaged(.unfitIndex) }
  }

  /// Refuses that nothing is found under a name where a line beside it is not as it was written.
  ///
  /// - Complexity: O(log n).
  func confirmAbsent(_ kind: String, _ name: DocumentName) throws(StoreError) {
    try check(LineBeside.documents, [.text(kind), .text(name.rawValue)])
  }

  /// Compares lines beside a key with their checksums: one of them may be what is looked for and was not found, or
  /// have led the search astray.
  ///
  /// - Complexity: O(log n).
  func check(_ lines: [LineBeside], _ key: [Binding]) throws(StoreError) {
    for line in lines { try each(line.sql, key) { _ in } }
  }
}

/// A line of a table that stands on one side of a key.
struct LineBeside {
  fileprivate let sql: String

  static let documents = ["<=", ">="].map { LineBeside(.document, $0, ["kind", "name"]) }
  static let records = ["<=", ">="].map { LineBeside(.record, $0, ["document", "kind", "id"]) }
  static let rows = ["<=", ">"].map { LineBeside(.row, $0, ["record", "since"]) }
  static let optionTexts = [LineBeside(.optionText, "<=", ["form", "kind", "text", "position"])]

  // The columns are the first ones of an index. The checksum is asked first: a line that lost a column of the key
  // stands beside nothing.
  private init(_ table: StoredTable, _ side: String, _ columns: [String]) {
    let order = side == "<=" ? "DESC" : "ASC"
    let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    sql = """
      SELECT 1 FROM \(table.rawValue) WHERE \(table.intact()) AND (\(columns.joined(separator: ", "))) \(side) (\(places))
      ORDER BY \(columns.map { "\($0) \(order)" }.joined(separator: ", ")) LIMIT 1
      """
  }
}

extension StoreError.Detail {
  fileprivate static let unfitIndex: Self = "an index of the documents does not fit the documents"
}

/// A part of all documents, by name; an empty one is behind the last.
struct DocumentPage<Line> {
  /// What the file says of a document, and whether it is one that was asked for.
  typealias Element = (name: DocumentName, isAsked: Bool, line: Line)

  let lines: ArraySlice<Element>

  /// Makes a page of what ``PageEnd/isBehind`` chose.
  ///
  /// That it begins with the last one of the page before, and that all names ascend, shows that none is passed over.
  init(_ lines: [Element], behind end: PageEnd, in database: Database) throws(StoreError) {
    var last: DocumentName?
    for index in lines.indices {
      if let last, !(last < lines[index].name) { throw database.damaged(.unfitIndex) }
      last = lines[index].name
    }
    let isRepeated = !lines.isEmpty && lines[0].name == end.name
    if end.isOfThisState, !isRepeated { throw database.damaged(.unfitIndex) }
    self.lines = isRepeated ? lines.dropFirst() : lines[...]
  }
}

/// Where a page of documents ended.
struct PageEnd {
  /// The last document; nil before the first page.
  let name: DocumentName?
  /// Whether that was read in the same state of the file, so that it has to be there still.
  var isOfThisState = false

  /// How a statement chooses the documents of the next page, and this last one; ``binding`` is ?1.
  static let isBehind = "d.kind = 'document' AND d.name >= ?1 ORDER BY d.name LIMIT 257"

  var binding: Binding { .text(name?.rawValue ?? "") }
}
