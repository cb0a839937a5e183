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

/// Something that a form says and a format does not.
public struct ExportWarning: Hashable, Sendable, CustomStringConvertible {
  /// The section or row, or the form itself.
  public let record: RecordID
  /// Its field.
  public let field: FieldName

  /// One line for a person; nothing in it can drive a terminal.
  public var description: String {
    "\(record.shortName): \(Notation.quoted(field.rawValue)) is left out, since a Questionnaire "
      + "cannot say it"
  }
}
