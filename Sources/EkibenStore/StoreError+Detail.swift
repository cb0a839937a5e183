internal import EkibenSQLite

extension StoreError {
  /// What went wrong in words, and where SQLite said it, the facts behind them.
  ///
  /// Values that were bound to a statement never appear in it.
  public struct Detail: Hashable, Sendable {
    /// The words.
    public let text: String
    /// SQLite's extended result code, such as 2826 (`SQLITE_IOERR_FSTAT`); nil where SQLite had no part.
    public let sqliteCode: Int32?
    /// SQLite's own words.
    public let sqliteMessage: String?
    /// The text of the statement, without the values bound to it; nil where there was none.
    public let sql: String?
    /// Whether SQLite cannot make sense of the file; else the rest of it can be read.
    package let isOfFile: Bool

    /// Says something that SQLite had no part in.
    public init(_ text: String) {
      self.text = text
      (sqliteCode, sqliteMessage, sql, isOfFile) = (nil, nil, nil, false)
    }

    init(_ error: SQLiteError, text: String? = nil) {
      self.text = text ?? error.description
      sqliteCode = error.extendedCode
      sqliteMessage = error.message
      sql = error.sql
      isOfFile = error.isCorrupt && error.unfitRow == nil
    }
  }
}

extension StoreError.Detail: ExpressibleByStringInterpolation, CustomStringConvertible {
  /// Says something that SQLite had no part in.
  public init(stringLiteral text: String) { self.init(text) }
  /// The words.
  public var description: String { text }
}
