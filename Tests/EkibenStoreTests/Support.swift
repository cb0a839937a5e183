import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Foundation
import TestSupport
import Testing

@testable import EkibenStore

/// Who did it, at a time in milliseconds.
func by(_ author: String = "Ada", at time: Int64 = 1, because reason: String? = nil) -> EditMetadata
{
  EditMetadata(author: author, time: time, reason: reason)
}

/// Sixteen bytes that say which.
func uid(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 16) }

/// A form with six rows.
func visitForm() throws -> Document {
  try Document(sketch: "person: name age consent | study: phone note extra")
}

/// A folder for one test, with the path of a store in it that is not there yet.
func withStorePath<Result>(_ body: (String) throws -> Result) throws -> Result {
  try withTemporaryFolder { folder in
    try body(folder.appending(path: "test.ekiben").path)
  }
}

/// A new store with the form `visit` and a document of that name.
func withVisit<Result>(
  form: Document? = nil, _ body: (Store, inout StoredDocument) throws -> Result
) throws -> Result {
  try withTemporaryStore { store in
    _ = try store.publish("visit", try form ?? visitForm(), by: by())
    var document = try store.create(nil, from: "visit", uid: uid(2), by: by())
    return try body(store, &document)
  }
}

extension Store {
  /// Sets answers, given as pairs.
  @discardableResult
  func set(
    _ document: inout StoredDocument, _ answers: (RowID, Value?)...,
    by metadata: EditMetadata = by()
  ) throws(StoreError) -> Entry? {
    try perform(.answers(answers.map { (row: $0.0, value: $0.1) }), on: &document, by: metadata)
  }
}

extension Store {
  /// A document's whole journal, in memory.
  func journal(of document: StoredDocument) throws -> Journal {
    var journal = Journal()
    for entry in try entries(of: document, 1...Int.max) { try journal.append(entry) }
    return journal
  }
}

extension Document {
  /// The answer that a target means.
  func answer(_ target: Change.Target) -> Value? {
    guard case .row(let row) = target.record else { return nil }
    return self.row(row)?.fields[.value]
  }
}

extension StoredDocument {
  /// A row's answer.
  func answer(_ row: RowID) -> Value? { self.row(row)?.fields[.value] }

  /// Who wrote a row's answer, and what brought it back.
  func origin(_ row: RowID) -> Origins.Origin { origins[Change.Target(.row(row), .value)] }
}

/// Whether a lock of somebody else was in the way, and SQLite said so.
func isBusy(_ error: StoreError?, at path: String) -> Bool {
  guard case .busy(path, let detail) = error else { return false }
  return detail.sqliteCode != nil
}

/// The error that a body throws; none is recorded as an issue.
func storeError(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) throws -> StoreError {
  try #require(throws: StoreError.self, sourceLocation: sourceLocation) { try body() }
}

/// What a document is, for comparing one in memory with one that was read again.
struct Everything: Equatable {
  let name: DocumentName
  let uid: [UInt8]
  let content: Document
  let origins: Origins
  let history: History
  let head: Int

  init(_ document: StoredDocument) {
    name = document.name
    uid = document.uid
    content = document.content
    origins = document.origins
    history = document.history
    head = document.head
  }
}

extension Store {
  /// A second store object on the same file, as another process would have it.
  func again(_ access: Access = .readWrite, timeout: Int = 5000) throws(StoreError) -> Store {
    try Store(path, access: access, timeout: timeout, now: 0)
  }

  /// Compares a document with what the file says, read through another connection.
  func expectStored(
    _ document: StoredDocument, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let other = try again()
    let stored = try other.document(document.name)
    let entries = try other.entries(of: stored, 1...Int.max)
    try other.expectRowsByThemselves(of: stored, sourceLocation: sourceLocation)
    try other.close()
    #expect(Everything(stored) == Everything(document), sourceLocation: sourceLocation)
    #expect(
      try entries == self.entries(of: document, 1...Int.max), sourceLocation: sourceLocation)
  }

  /// Compares what rows say that are read without their document with what they say in it.
  private func expectRowsByThemselves(
    of document: StoredDocument, sourceLocation: SourceLocation
  ) throws {
    let differs = try query(
      path,
      """
      SELECT 1 FROM document d WHERE d.kind = 'document' AND d.name = '\(document.name)'
        AND (EXISTS (SELECT 1 FROM override o WHERE o.document = d.key)
          OR EXISTS (SELECT 1 FROM record r WHERE r.document = d.key))
      """)
    for row in document.content.sections.flatMap(\.rows) {
      guard let found = try formRow(row.id, of: document.name) else {
        #expect(
          !differs.isEmpty || row.fields.isSecret || document.formContent.row(row.id) == nil,
          sourceLocation: sourceLocation)
        continue
      }
      #expect(found.row.order == row.order, sourceLocation: sourceLocation)
      #expect(
        found.row.fields.setting(.value, found.state.value) == row.fields,
        sourceLocation: sourceLocation)
      #expect(found.state.origin == document.origin(row.id), sourceLocation: sourceLocation)
    }
  }

  /// Verifies the file.
  func expectSound(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try verify().findings == [], sourceLocation: sourceLocation)
  }
}

/// Runs SQL on a file that no store has open in this moment of the test, and leaves it in one piece,
/// with checksums that fit unless it is left to rot.
func tamper(_ path: String, _ sql: String, leavingChecksums: Bool = false) throws {
  let connection = try Connection(path: path, access: .readWrite, busyTimeout: 1000)
  try connection.execute(sql)
  if !leavingChecksums { try reseal(connection) }
  try connection.closeCheckpointing()
}

/// Makes every checksum fit, as somebody would who knows what he does.
func reseal(_ connection: borrowing Connection) throws(SQLiteError) {
  for table in StoredTable.allCases {
    let hasChecksum = try connection.withStatement(
      "SELECT 1 FROM pragma_table_info('\(table.rawValue)') WHERE name = '\(table.sum)'"
    ) { statement throws(SQLiteError) in try statement.step() }
    guard hasChecksum else { continue }
    try connection.execute("UPDATE \(table.rawValue) SET \(table.sum) = \(table.checksum())")
  }
}

/// Every row that a query gives, columns separated by `|`, through our own connection.
func query(_ path: String, _ sql: String) throws -> [String] {
  try rows(of: sql, try Connection(path: path, access: .readWrite, busyTimeout: 1000))
}

/// Every row that a query gives on a connection.
func rows(of sql: String, _ connection: borrowing Connection) throws -> [String] {
  let statement = try connection.prepare(sql)
  var rows: [String] = []
  while try statement.step() {
    rows.append(
      try (0..<statement.columnCount).map { column in
        switch statement.type(column) {
        case .null: "NULL"
        case .integer: "\(try statement.int64(column))"
        case .real: "\(try statement.double(column))"
        case .text: try statement.text(column)
        case .blob: "x'\(try statement.blob(column).map { hex($0) }.joined())'"
        }
      }.joined(separator: "|"))
  }
  return rows
}

private func hex(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16)
  return byte < 16 ? "0" + digits : digits
}

/// Everything that the tables of a file hold, but for what tells its logs from those of other files.
func dump(_ path: String) throws -> [String] {
  try ownTables.flatMap { table in
    ["-- \(table)"]
      + (try query(path, "SELECT * FROM \(table) ORDER BY 1, 2")).filter { !$0.hasPrefix("log|") }
  }
}

/// Where a text stands in a file, by the offset of its first byte.
func places(of text: String, in bytes: [UInt8]) -> [Int] {
  let text = Array(text.utf8)
  return bytes.indices.dropLast(text.count).filter { at in
    bytes[at] == text[0] && bytes[at..<at + text.count].elementsEqual(text)
  }
}
