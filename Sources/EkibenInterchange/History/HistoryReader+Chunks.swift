extension HistoryReader {
  /// Reads a whole file that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - onLine: Called with each line as soon as it is checked.
  /// - Returns: The reader, which holds what it read.
  /// - Throws: ``HistoryFileError`` with line, column and path.
  /// - Complexity: O(n) for histories of edits to answers; see ``read(line:)``.
  @discardableResult
  public static func read(
    _ bytes: [UInt8], onLine: (HistoryLine) -> Void = { _ in }
  ) throws(HistoryFileError) -> HistoryReader {
    var reader = HistoryReader()
    var lines = LineSplitter()
    for line in try lines.take(bytes) { onLine(try reader.read(line: line)) }
    if let line = lines.finish() { onLine(try reader.read(line: line)) }
    try reader.finish()
    return reader
  }
}

/// Cuts what comes in pieces of any size into lines, as ``HistoryReader/read(_:onLine:)`` takes a single one.
package struct LineSplitter: Sendable {
  /// The longest line that is taken, in bytes.
  package static let longestLine = JSON.Limits.standard.bytes

  private var rest: [UInt8] = []
  private var count = 0

  /// Waits for the first piece.
  package init() {}

  /// Takes a piece and gives the lines that it completes, without their line feeds.
  ///
  /// - Throws: ``HistoryFileError`` with ``HistoryFileError/Kind/lineTooLong(limit:)``.
  /// - Complexity: O(n) in the size of the piece.
  public mutating func take(_ piece: [UInt8]) throws(HistoryFileError) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = piece.startIndex
    while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(rest + piece[start..<end])
      rest = []
      start = end + 1
    }
    rest += piece[start...]
    count += lines.count
    guard rest.count <= Self.longestLine else {
      throw HistoryFileError(
        .lineTooLong(limit: Self.longestLine), at: SourcePlace(line: count + 1))
    }
    return lines
  }

  /// Gives the last line, where no line feed ends it; nil where there is none.
  public mutating func finish() -> [UInt8]? {
    defer { rest = [] }
    return rest.isEmpty ? nil : rest
  }
}
