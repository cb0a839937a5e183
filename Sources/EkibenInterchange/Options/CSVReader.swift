/// Reads comma-separated values as RFC 4180 has them: quoted where they hold commas, quotes or ends of
/// lines; lines end in LF or CRLF, and a byte order mark is passed over.
///
/// - Complexity: O(n) in the bytes.
struct CSVReader {
  /// A record of the file, and the line that it begins on.
  struct Record: Equatable {
    let line: Int
    let values: [String]
  }

  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private var line = 1

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    index = self.bytes.startIndex
  }

  /// Reads all records; empty lines are none.
  static func read(_ bytes: [UInt8]) throws(ImportError) -> [Record] {
    var reader = CSVReader(bytes)
    var records: [Record] = []
    while reader.index < reader.bytes.endIndex {
      let record = try reader.record()
      if record.values != [""] { records.append(record) }
    }
    return records
  }

  private mutating func record() throws(ImportError) -> Record {
    let start = line
    var values = [try value()]
    while next == UInt8(ascii: ",") {
      index += 1
      values.append(try value())
    }
    if isAtCRLF { index += 1 }
    if next == 0x0A {
      (index, line) = (index + 1, line + 1)
    } else if next != nil {
      throw fault("after a closing quote comes a comma or the end of the line", line)
    }
    return Record(line: start, values: values)
  }

  private mutating func value() throws(ImportError) -> String {
    if next == UInt8(ascii: "\"") { return try quoted() }
    let start = index
    while let byte = next, byte != UInt8(ascii: ","), byte != 0x0A, !isAtCRLF {
      if byte == UInt8(ascii: "\"") {
        throw fault("a quote stands in a value that is not quoted", line)
      }
      index += 1
    }
    return try text(Array(bytes[start..<index]))
  }

  private mutating func quoted() throws(ImportError) -> String {
    let start = line
    var value: [UInt8] = []
    index += 1
    while let byte = next {
      index += 1
      if byte == UInt8(ascii: "\"") {
        guard next == UInt8(ascii: "\"") else { return try text(value) }
        index += 1
      }
      if byte == 0x0A { line += 1 }
      value.append(byte)
    }
    throw fault("a quote is not closed", start)
  }

  private func text(_ value: [UInt8]) throws(ImportError) -> String {
    guard let text = String(validating: value, as: UTF8.self) else {
      throw fault("this is not UTF-8", line)
    }
    return text
  }

  private func fault(_ reason: String, _ line: Int) -> ImportError {
    OptionSetFile.fault(reason, line)
  }

  private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private var isAtCRLF: Bool {
    next == 0x0D && index + 1 < bytes.endIndex && bytes[index + 1] == 0x0A
  }
}
