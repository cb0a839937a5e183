/// An id: text of 1 to 255 UTF-8 bytes without control characters (rule D1).
///
/// Ids are equal, hashed and ordered by their bytes (rule D2). They are declared as constants or read
/// from data, never made from a position, a `hashValue` or a reflected type name.
public protocol RecordName: Hashable, Comparable, Sendable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  /// The id as it is stored and shown.
  var rawValue: String { get }

  /// Takes a text that is known to be a legal id.
  init(unchecked rawValue: String)
}

extension RecordName {
  /// Reads an id from data.
  ///
  /// - Throws: ``InvalidName`` when the text is empty, longer than 255 bytes or has a control
  ///   character.
  public init(_ text: String) throws(InvalidName) {
    if let problem = InvalidName.problem(in: text) {
      throw InvalidName(text: text, problem: problem)
    }
    self.init(unchecked: text)
  }

  /// Declares an id in code.
  ///
  /// An illegal literal is the programmer's mistake and traps.
  public init(stringLiteral text: String) {
    precondition(InvalidName.problem(in: text) == nil, "not a legal id: \(text)")
    self.init(unchecked: text)
  }

  /// The id itself.
  public var description: String { rawValue }

  /// Equality by UTF-8 bytes.
  public static func == (left: Self, right: Self) -> Bool {
    ByteText.equal(left.rawValue, right.rawValue)
  }

  /// Order by UTF-8 bytes.
  public static func < (left: Self, right: Self) -> Bool {
    ByteText.precedes(left.rawValue, right.rawValue)
  }

  /// Hashes the bytes, with the seed of the run: ids come from strangers.
  public func hash(into hasher: inout Hasher) { ByteText.hash(rawValue, into: &hasher) }
}

/// The identity of a row, unique in its document.
public struct RowID: RecordName {
  /// The id as it is stored and shown.
  public let rawValue: String

  /// Takes a text that is known to be a legal id.
  public init(unchecked rawValue: String) { self.rawValue = rawValue }
}

/// The identity of a section, unique among the sections of its document.
public struct SectionID: RecordName {
  /// The id as it is stored and shown.
  public let rawValue: String

  /// Takes a text that is known to be a legal id.
  public init(unchecked rawValue: String) { self.rawValue = rawValue }
}

/// The name of a form or of a document, unique in its store.
public struct DocumentName: RecordName {
  /// The name as it is stored and shown.
  public let rawValue: String

  /// Takes a text that is known to be a legal name.
  public init(unchecked rawValue: String) { self.rawValue = rawValue }
}

/// The name of one field of a record, such as `title` or `value`.
public struct FieldName: RecordName {
  /// The name as it is stored and shown.
  public let rawValue: String

  /// Takes a text that is known to be a legal name.
  public init(unchecked rawValue: String) { self.rawValue = rawValue }
}

/// Says why a text cannot be an id.
public struct InvalidName: Error, Hashable, CustomStringConvertible {
  /// What is wrong with the text.
  public enum Problem: Hashable, Sendable {
    /// There is no text at all.
    case empty
    /// The text has this many bytes, more than 255.
    case tooLong(bytes: Int)
    /// The text holds this control character.
    case controlCharacter(UInt32)
  }

  /// The text that was refused.
  public let text: String
  /// What is wrong with it.
  public let problem: Problem

  package static func problem(in text: String) -> Problem? {
    if text.isEmpty { return .empty }
    if text.utf8.count > 255 { return .tooLong(bytes: text.utf8.count) }
    // Nearly all are plain, and scalars are slower to look at.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return nil }
    let control = text.unicodeScalars.first { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    return control.map { .controlCharacter($0.value) }
  }

  /// One sentence for a person.
  public var description: String {
    switch problem {
    case .empty: "an id cannot be empty"
    case .tooLong(let bytes):
      "an id has at most 255 bytes, this one \(bytes): \(Notation.shown(String(text.prefix(40))))…"
    case .controlCharacter(let scalar):
      "an id cannot hold the control character U+\(String(scalar, radix: 16, uppercase: true))"
    }
  }
}

/// Names one record of a document: the document itself, a section or a row; in order the document comes first, then
/// sections, then rows, each by the bytes of their ids.
public enum RecordID: Hashable, Comparable, Sendable {
  /// The document's own record, which holds its title.
  case document
  /// A section.
  case section(SectionID)
  /// A row.
  case row(RowID)
}
