/// A name that somebody gave to a node, such as `sent to Ada`.
///
/// Wherever a mark is named an entry's number or a time may stand too, and an option may come before
/// it; so a name that could be read as one of those is refused. Names are equal by their bytes
/// (rule D2).
public struct MarkName: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The name as it is stored and shown.
  public let rawValue: String

  /// Reads a name from data.
  ///
  /// - Throws: ``InvalidMarkName`` when the text could be taken for something else, or is no id.
  public init(_ text: String) throws(InvalidMarkName) {
    if let problem = InvalidMarkName.problem(in: text) {
      throw InvalidMarkName(text: text, problem: problem)
    }
    rawValue = text
  }

  /// The name itself.
  public var description: String { rawValue }

  /// Equality by UTF-8 bytes.
  public static func == (left: MarkName, right: MarkName) -> Bool {
    ByteText.equal(left.rawValue, right.rawValue)
  }

  /// Order by UTF-8 bytes.
  public static func < (left: MarkName, right: MarkName) -> Bool {
    ByteText.precedes(left.rawValue, right.rawValue)
  }

  /// Hashes the bytes, as of ids.
  public func hash(into hasher: inout Hasher) { ByteText.hash(rawValue, into: &hasher) }
}

/// Says why a text cannot name a mark.
public struct InvalidMarkName: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong with the text.
  public enum Problem: Equatable, Sendable {
    /// It would be no id either: empty, too long, or with a control character.
    case notAnID(InvalidName.Problem)
    /// It is an entry's number.
    case number
    /// It is a date or a time.
    case time
    /// It begins with `-`, as an option does.
    case option
  }

  /// The text that was refused.
  public let text: String
  /// What is wrong with it.
  public let problem: Problem

  static func problem(in text: String) -> Problem? {
    if let problem = InvalidName.problem(in: text) { return .notAnID(problem) }
    if text.utf8.first == UInt8(ascii: "-") { return .option }
    if text.utf8.allSatisfy(\.isDigit) { return .number }
    return isTime(text) ? .time : nil
  }

  // What looks like one is enough: 30 February is not a name either. Zeros stand for any digits.
  private static func isTime(_ text: String) -> Bool {
    let shape = text.utf8.map { $0.isDigit ? UInt8(ascii: "0") : $0 }
    let isWhole = ["0000-00-00", "00:00", "00:00:00"].contains { shape.elementsEqual($0.utf8) }
    let beginnings = ["0000-00-00T00", "0000-00-00t00", "0000-00-00 00"]
    return isWhole || beginnings.contains { shape.starts(with: $0.utf8) }
  }

  /// Equality of the texts' bytes; see ``problem``.
  public static func == (left: InvalidMarkName, right: InvalidMarkName) -> Bool {
    ByteText.equal(left.text, right.text) && left.problem == right.problem
  }

  /// One sentence for a person.
  public var description: String {
    switch problem {
    case .notAnID(let problem): InvalidName(text: text, problem: problem).description
    case .number: "a mark cannot be called \(text): that is an entry's number"
    case .time: "a mark cannot be called \(Notation.shown(text)): that is a time"
    case .option: "a mark cannot be called \(Notation.shown(text)): a name does not begin with -"
    }
  }
}
