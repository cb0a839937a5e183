import EkibenDocuments
import EkibenSQLite
import SessionRecorder

/// The state tables of a store as SQLite's session extension saw them change: it begins with what is
/// there, and from then on believes nobody but the recorder.
struct StateMirror: Equatable {
  // By table, by the values of the primary key.
  private var tables: [String: [[RecordedValue]: [RecordedValue]]] = [:]
  /// How many values went from NULL to something else, or from something else to NULL.
  private(set) var nullTransitions = 0

  private static let keyCounts = ["record": 1, "field": 1, "answer": 2, "override": 3]

  /// Reads the tables through a connection of its own.
  init(_ path: String) throws {
    let connection = try Connection(path: path, access: .readWrite)
    for (table, keys) in Self.keyCounts {
      tables[table] = [:]
      let statement = try connection.prepare("SELECT * FROM \"\(table)\"")
      while try statement.step() {
        let line = try (0..<statement.columnCount).map { column in
          try RecordedValue(column, of: statement)
        }
        tables[table]?[Array(line.prefix(keys))] = line
      }
    }
  }

  /// Equal tables, whatever happened on the way.
  static func == (left: StateMirror, right: StateMirror) -> Bool { left.tables == right.tables }

  /// Applies what the recorder saw.
  mutating func apply(_ changes: [RecordedChange]) {
    for change in changes where tables[change.table] != nil {
      let (old, new) = (change.before, change.after)
      switch change.operation {
      case .insert: tables[change.table]?[change.key] = new
      case .delete: tables[change.table]?[change.key] = nil
      case .update:
        for (column, value) in new.enumerated() where value != .absent {
          if (value == .null) != (old[column] == .null) { nullTransitions += 1 }
          tables[change.table]?[change.key]?[column] = value
        }
      }
    }
  }
}

/// A document as nothing but records with fields, to be changed one by one.
struct FlatDocument: Equatable {
  private(set) var records: [RecordID: [FieldName: Value]] = [:]

  init(_ document: Document) {
    records[.document] = Self.flat(document.fields)
    for section in document.sections {
      records[.section(section.id)] = Self.flat(section.record)
      for row in section.rows { records[.row(row.id)] = Self.flat(row.record(in: section.id)) }
    }
  }

  /// Applies a journal's changes; says the first whose expected value is not there.
  mutating func apply(_ changes: Changeset) -> Change? {
    for change in changes.changes {
      guard let field = change.field else {
        if records[change.record] != change.before?.asRecord.map(Self.flat) { return change }
        records[change.record] = change.after?.asRecord.map(Self.flat)
        continue
      }
      if records[change.record]?[field] != change.before { return change }
      records[change.record]?[field] = change.after
    }
    return nil
  }

  /// What the state tables say of a document over its form.
  init(_ form: Document, _ mirror: StateMirror, document: Int64) throws {
    self.init(form)
    let overrides = mirror.lines("override", of: document)
    for line in overrides where line[2] == .integer(0) {
      records[try mirror.record(line[1])] = line[3] == .null ? nil : [:]
    }
    for line in overrides where line[2] != .integer(0) {
      let record = try mirror.record(line[1])
      records[record]?[try mirror.field(line[2])] = try Value?(override: line[3])
    }
    for line in mirror.lines("answer", of: document) {
      records[try mirror.record(line[1])]?[.value] = try Value?(answer: line[2], type: line[3])
    }
  }

  private static func flat(_ fields: Fields) -> [FieldName: Value] {
    Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}

/// Something in the tables that says nothing.
struct Unreadable: Error, CustomStringConvertible {
  let description: String
}

extension StateMirror {
  fileprivate func lines(_ table: String, of document: Int64) -> [[RecordedValue]] {
    (tables[table] ?? [:]).values.filter { $0[0] == .integer(document) }
  }

  fileprivate func record(_ key: RecordedValue) throws -> RecordID {
    guard let line = tables["record"]?[[key]], case .text(let kind) = line[2],
      case .text(let bytes) = line[3]
    else { throw Unreadable(description: "no record \(key)") }
    let id = String(decoding: bytes, as: UTF8.self)
    switch String(decoding: kind, as: UTF8.self) {
    case "row": return .row(try RowID(id))
    case "section": return .section(try SectionID(id))
    default: return .document
    }
  }

  fileprivate func field(_ key: RecordedValue) throws -> FieldName {
    guard case .text(let bytes)? = tables["field"]?[[key]]?[1] else {
      throw Unreadable(description: "no field \(key)")
    }
    return try FieldName(String(decoding: bytes, as: UTF8.self))
  }
}

extension Optional where Wrapped == Value {
  /// Reads the column of an override.
  fileprivate init(override value: RecordedValue) throws {
    guard case .blob(let bytes) = value else {
      self = nil
      return
    }
    self = try ValueCoding.decodeFields(bytes)[.value]
  }

  /// Reads the two columns of an answer, as the schema tells them.
  fileprivate init(answer value: RecordedValue, type: RecordedValue) throws {
    switch (type, value) {
    case (.integer(10), .null): self = nil
    case (.integer(0), .null): self = .some(.null)
    case (.integer(1), .integer(let number)): self = .bool(number != 0)
    case (.integer(2), .integer(let number)): self = .integer(number)
    case (.integer(4), .text(let bytes)): self = .text(String(decoding: bytes, as: UTF8.self))
    default: throw Unreadable(description: "an answer of type \(type): \(value)")
    }
  }
}

extension RecordedValue {
  /// Reads a column.
  init(_ column: Int32, of statement: borrowing Statement) throws {
    self =
      switch statement.type(column) {
      case .null: .null
      case .integer: .integer(try statement.int64(column))
      case .real: .real(try statement.double(column))
      case .text: .text(Array(try statement.text(column).utf8))
      case .blob: .blob(try statement.blob(column))
      }
  }
}
