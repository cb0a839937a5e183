public import EkibenDocuments

/// A form as the bytes of another format, and what of it the format does not say.
public struct WrittenForm: Sendable {
  /// The file.
  public let bytes: [UInt8]
  /// What got lost, in the order of the form.
  public let warnings: [ExportWarning]
}

/// A form that cannot be written, since something in it stands in more than
/// ``ExportError/mostNested`` others: no reader of ours would take the file back.
public struct ExportError: Error, Equatable, CustomStringConvertible {
  /// What stands too deep.
  public let record: RecordID

  /// How many groups and questions an item of a Questionnaire may stand in.
  public static let mostNested = 50

  /// One sentence that names the record.
  public var description: String {
    "\(record.shortName) stands in more than \(Self.mostNested) others, which is deeper than a "
      + "Questionnaire is read"
  }
}

/// Something that a form says and a format does not, or that an answer says otherwise.
public struct ExportWarning: Hashable, Sendable, CustomStringConvertible {
  /// The section or row, or the form itself.
  public let record: RecordID
  /// Its field.
  public let field: FieldName
  /// What it is about an answer; nil of a form.
  var problem: Problem?

  /// One line for a person; nothing in it can drive a terminal.
  public var description: String {
    let words =
      problem?.words
      ?? "\(Notation.quoted(field.rawValue)) is left out, since a Questionnaire cannot say it"
    return "\(record.shortName): \(words)"
  }

  /// What there is about an answer in a response.
  enum Problem: Hashable {
    case leftOut
    /// It leaves with the precision that was given, which FHIR does not have.
    case time, dateTime
    case integer

    /// What FHIR does not allow about a value that it has a type for; nil where that is nothing.
    init?(of value: Value) {
      switch value {
      case .integer(let number) where Int32(exactly: number) == nil: self = .integer
      case .date(let date) where date.kind == .time && date.parts.second == nil: self = .time
      case .date(let date) where date.kind == .dateTime:
        if date.parts.second != nil, date.parts.offset != nil { return nil }
        self = .dateTime
      default: return nil
      }
    }

    fileprivate var words: String {
      let refusable = "the answer leaves as it is, and a server may refuse it: in FHIR"
      return switch self {
      case .leftOut: "the answer is left out, since a QuestionnaireResponse cannot say it"
      case .time: "\(refusable) a time has seconds"
      case .dateTime: "\(refusable) a date with a time has seconds and an offset, as in 10:00:00Z"
      case .integer: "\(refusable) a whole number has 32 bits"
      }
    }
  }
}
