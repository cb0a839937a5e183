/// Why a text is not in the notation: where, what belongs there, and what stands there.
public struct NotationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is expected at a place.
  public enum Expected: Hashable, Sendable, CustomStringConvertible {
    /// The target of a change.
    case target
    /// A name, bare or as a JSON string.
    case name
    /// A name of 1 to 255 bytes without control characters.
    case legalName
    /// These characters.
    case characters(String)
    /// A value, or `–` for none.
    case value
    /// A value; `–` is not allowed here.
    case presentValue
    /// A number as JSON writes one.
    case number
    /// A number that fits into 64 bits, or is marked as a decimal.
    case integer
    /// A date or a time that there is.
    case date
    /// An even number of digits from 0 to f.
    case hexadecimal
    /// A character, or an escape of JSON.
    case stringCharacter
    /// The end of the line.
    case end
    /// A record or nothing, because whole records change so.
    case record
    /// A name that the record does not have yet.
    case newName
    /// A target that no line has yet; the one that has it is given.
    case newTarget(line: Int)
    /// A value that is nested less deep.
    case fewerLevels
    /// Fewer values, counting those in lists and records.
    case fewerValues

    /// The words behind "expected".
    public var description: String {
      switch self {
      case .target: "a row, section:ID[FIELD] or document:[FIELD]"
      case .name: "a name, in quotes if it has special characters"
      case .legalName: "a name of 1 to 255 bytes without control characters"
      case .characters(let characters): characters
      case .value: "a value, or – for none"
      case .presentValue: "a value"
      case .number: "a number"
      case .integer: "a whole number of 64 bits, or decimal(…)"
      case .date: "a date or time that there is"
      case .hexadecimal: "pairs of the digits 0 to f"
      case .stringCharacter: "a character or an escape of JSON"
      case .end: "the end of the line"
      case .record: "a record or –, because the whole record changes"
      case .newName: "a name that the record does not have yet"
      case .newTarget(let line): "a target other than that of line \(line)"
      case .fewerLevels: "at most \(ValueCoding.maximumDepth) levels of lists and records"
      case .fewerValues: "at most \(NotationParser.mostValues) values"
      }
    }
  }

  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int
  /// What is expected there.
  public let expected: Expected
  /// The beginning of what stands there; nil is the end of the line.
  public let found: String?

  /// One sentence for a person.
  public var description: String {
    let isShortened = found?.unicodeScalars.first == "…"
    let found = found.map { Notation.quoted($0) } ?? "the end of the line"
    return "line \(line), column \(column): expected \(expected), found \(found)"
      + (isShortened ? "; the line was shortened to fit a screen" : "")
  }

  func on(line: Int) -> NotationError {
    NotationError(line: line, column: column, expected: expected, found: found)
  }
}
