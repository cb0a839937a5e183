public import EkibenDocuments

/// Why a file is no history, or why something cannot be written as one: facts, worded in one place.
public struct HistoryFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Kind: Equatable, Sendable {
    /// The JSON is broken, or something else stands where a line has its parts; says what.
    case content(String)
    /// The file is of a format that this program does not know.
    case format(String)
    /// An embedded form is none.
    case form(ImportError.Kind)
    /// The lines stop, or begin, where another one has to be; says which.
    case missing(String)
    /// The entry does not come next.
    case number(Int, expected: Int)
    /// The entry does not continue the undo tree.
    case history(HistoryError)
    /// The entry's changes do not fit the document as the entries before left it.
    case stale(StaleChange)
    /// The entry says something of itself that the entries before it do not bear out.
    case contradiction(entry: Int, Member)
    /// The entry is not the one that its id names: something in its line was changed, or something
    /// before it was changed, put in or taken out.
    case identity(entry: Int)
    /// The revision of the form is not the one that its line names.
    case revision(Int)
    /// The history does not end where its first line says.
    case end(entries: Int, expected: Int)
    /// A line is longer than a reader takes, in bytes.
    case lineTooLong(limit: Int)
    /// What should be written cannot be read again; says why.
    case unwritable(String)
  }

  /// A member of an entry that follows from the entries before it.
  public enum Member: String, Sendable {
    /// The nodes travelled over, or taken back.
    case of
    /// What an entry that travels changes.
    case changes
    /// Who had written what a change replaces.
    case origin
    /// The revision that a move goes to.
    case form
  }

  /// What is wrong.
  public let kind: Kind
  /// Where; nil where there is no such place, as in what cannot be written.
  public let place: SourcePlace?

  package init(_ kind: Kind, at place: SourcePlace? = nil) {
    (self.kind, self.place) = (kind, place)
  }

  /// One line for a person: the place and what is wrong there; nothing in it can drive a terminal.
  public var description: String {
    guard let place else { return kind.description }
    return "\(place): \(kind.description)"
  }
}

extension HistoryFileError.Kind: CustomStringConvertible {
  /// What is wrong, without its place.
  public var description: String {
    switch self {
    case .content(let reason): reason
    case .format(let format) where format.hasPrefix(HistoryHeader.family):
      "the format \(JSONError.shortened(Notation.shown(format), to: 40)) is newer than this program, "
        + "which reads \(HistoryHeader.formats.joined(separator: " and "))"
    case .format(let format):
      "the format \(JSONError.shortened(Notation.shown(format), to: 40)) is not known; this program "
        + "reads \(HistoryHeader.formats.joined(separator: " and "))"
    case .form(let kind): kind.description
    case .missing(let what): "the history ends before \(what)"
    case .number(let number, let expected):
      "entry \(number) stands where entry \(expected) has to be"
    case .history(let error): error.description
    case .stale(let error): error.description
    case .contradiction(let entry, let member):
      "\"\(member.rawValue)\" of entry \(entry) is not what follows from the entries before it"
    case .identity(let entry):
      "entry \(entry) is not the one that its id names: the history was changed here"
    case .revision(let number):
      "revision \(number) of the form is not the one that its line names: it was changed"
    case .end(let entries, let expected) where entries == expected:
      "the history does not end with the entry that its first line names"
    case .end(let entries, let expected):
      "the history has \(entries) entries, its first line says \(expected)"
    case .lineTooLong(let limit): "the line is longer than \(limit >> 20) MB"
    case .unwritable(let reason): reason
    }
  }
}
