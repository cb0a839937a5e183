internal import EkibenDocuments
internal import EkibenSQLite

/// How an answer stands in SQL: natively where SQL has the type, with a number that says how to read it.
enum AnswerType: Int64 {
  case null, bool, integer, decimal, text, date, bytes, verbatim, list, record
  /// The answer was taken away: a fact of its own, not the same as never having been asked.
  case cleared

  init(_ value: Value?) {
    self =
      switch value {
      case nil: .cleared
      case .null?: .null
      case .bool?: .bool
      case .integer?: .integer
      case .decimal?: .decimal
      case .text?: .text
      case .date?: .date
      case .bytes?: .bytes
      case .verbatim?: .verbatim
      case .list?: .list
      case .record?: .record
      }
  }
}

extension Statement {
  /// Binds an answer to one parameter and its type to the next.
  func bind(answer value: Value?, at index: Int32) throws(SQLiteError) {
    switch value {
    case nil, .null?: try bindNull(at: index)
    case .bool(let bool)?: try bind(Int64(bool ? 1 : 0), at: index)
    case .integer(let integer)?: try bind(integer, at: index)
    case .decimal(let decimal)?: try bind(decimal.digits, at: index)
    case .text(let text)?, .date(let text)?, .verbatim(let text)?: try bind(text, at: index)
    case .bytes(let bytes)?: try bind(bytes, at: index)
    // SQL has neither, so these stand as a record of one field.
    case .list(let list)?: try bind(ValueCoding.encode([.value: .list(list)]), at: index)
    case .record(let record)?: try bind(ValueCoding.encode([.value: .record(record)]), at: index)
    }
    try bind(AnswerType(value).rawValue, at: index + 1)
  }

  /// Reads an answer (nil is cleared) from one column and its type from the next.
  ///
  /// Returns nil for a type that we do not know or a number that is none.
  func answer(_ column: Int32) throws(SQLiteError) -> Result<Value?, CodingError>? {
    guard let type = AnswerType(rawValue: try int64(column + 1)) else { return nil }
    switch type {
    case .cleared: return .success(nil)
    case .null: return .success(.null)
    case .bool: return .success(.bool(try int64(column) != 0))
    case .integer: return .success(.integer(try int64(column)))
    case .decimal:
      guard let decimal = DecimalNumber(try text(column)) else { return nil }
      return .success(.decimal(decimal))
    case .text: return .success(.text(try text(column)))
    case .date: return .success(.date(try text(column)))
    case .verbatim: return .success(.verbatim(try text(column)))
    case .bytes: return .success(.bytes(try blob(column)))
    case .list, .record:
      let bytes = try blob(column)
      return Result { () throws(CodingError) in
        try ValueCoding.decodeFields(bytes)[.value] ?? .null
      }
    }
  }
}
