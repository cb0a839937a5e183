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

extension Binding {
  /// The column of an answer; ``AnswerType`` stands in the one beside it.
  init(answer value: Value?) throws(CodingError) {
    self =
      switch value {
      case nil, .null?: .null
      case .bool(let bool)?: .integer(bool ? 1 : 0)
      case .integer(let integer)?: .integer(integer)
      case .decimal(let decimal)?: .text(decimal.digits)
      case .date(let date)?: .text(date.text)
      case .text(let text)?, .verbatim(let text)?: .text(text)
      case .bytes(let bytes)?: .blob(bytes)
      case .list?, .record?: try Binding(nested: value)
      }
  }

  // SQL has neither, so these stand in the notation of changes, as a person reads them; what is longer than
  // anybody reads, as bytes.
  private init(nested value: Value?) throws(CodingError) {
    let bytes = try ValueCoding.encode([.value: value ?? .null])
    self = bytes.count > 65_536 ? .blob(bytes) : .text(Notation.text(of: value))
  }
}

extension CheckedRow {
  /// Reads an answer (nil is cleared) from one column and its type from the next.
  ///
  /// Returns nil for a type that we do not know, and for a number or a date that is none.
  func answer(_ column: Int) throws(SQLiteError) -> Result<Value?, CodingError>? {
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
    case .date:
      guard let date = DateText(try text(column)) else { return nil }
      return .success(.date(date))
    case .verbatim: return .success(.verbatim(try text(column)))
    case .bytes: return .success(.bytes(try blob(column)))
    case .list, .record:
      if self.type(column) == .text {
        let text = try text(column)
        do throws(NotationError) {
          let value = try Notation.parse(value: text)
          return AnswerType(value) == type ? .success(value) : nil
        } catch { return nil }
      }
      let bytes = try blob(column)
      return Result { () throws(CodingError) in
        try ValueCoding.decodeFields(bytes)[.value] ?? .null
      }
    }
  }
}
