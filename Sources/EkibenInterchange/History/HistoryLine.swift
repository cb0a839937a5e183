public import EkibenDocuments
public import EkibenForms

/// One line of an exported history, the format `ekiben-history/1`.
///
/// First stands a header, then each revision of the form that the document uses, then one line an
/// entry. Each is a JSON object on a line of its own, so a history is written and read line by line.
public enum HistoryLine: Sendable {
  /// Which document it is.
  case header(HistoryHeader)
  /// A revision of its form.
  case form(HistoryForm)
  /// An entry of its journal.
  case entry(HistoryEntry)
}

/// Which document a history is of.
public struct HistoryHeader: Hashable, Sendable {
  /// What the first line says the format is; there is no other.
  public static let format = "ekiben-history/1"

  /// The 128 random bits that name the document everywhere.
  public let uid: [UInt8]
  /// The document's name where it was exported.
  public let document: DocumentName
  /// The name of the form that it is filled in from.
  public let form: DocumentName

  /// Names a document.
  public init(uid: [UInt8], document: DocumentName, form: DocumentName) {
    self.uid = uid
    self.document = document
    self.form = form
  }
}

/// A revision of a form, whole, with the places that its records were given.
///
/// Revisions are numbered by their place among the lines, from 1: the numbers that a store gives are
/// its own. The document begins on the first one.
public struct HistoryForm: Sendable {
  /// The form's name.
  public let name: DocumentName
  /// What the form describes; its order keys count.
  public let content: Document

  /// Takes a revision as a store has it.
  public init(_ name: DocumentName, content: Document) {
    self.name = name
    self.content = content
  }

  /// The form.
  public var form: Form { Form(name, fields: content.fields, sections: content.sections) }
}

/// An entry with all that stands in its line.
public struct HistoryEntry: Hashable, Sendable {
  /// The entry as a journal has it; one that travels has no changes of its own.
  public let entry: Entry
  /// The nodes that it travelled over; of a revert, the entry that it took back.
  public let of: [Int]
  /// What it changed in the document, whether it is a node or travelled.
  public let changes: Changeset
  /// Of a move: the number of the revision that the document went to; nil where that is not known.
  public let form: Int?

  /// Takes the parts of a line.
  public init(_ entry: Entry, of: [Int], changes: Changeset, form: Int? = nil) {
    self.entry = entry
    self.of = of
    self.changes = changes
    self.form = form
  }

  /// Works out the parts of a line for an entry of a journal.
  ///
  /// - Complexity: O(changes of the nodes on the way).
  public init(_ entry: Entry, in journal: Journal, form: Int? = nil) {
    let path = journal.travelled(by: entry)
    self.init(
      entry, of: path.undone + path.redone + [entry.reverted].compactMap(\.self),
      changes: entry.kind.isNode
        ? entry.changes : journal.changes(undone: path.undone, redone: path.redone),
      form: form)
  }
}

extension HistoryHeader {
  /// Whether a file looks like a history: its first line says so.
  ///
  /// - Complexity: O(1): only the first kilobyte is looked at.
  public static func begins(_ bytes: [UInt8]) -> Bool {
    let first = bytes.prefix(1024).prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: first, as: UTF8.self).contains("\"\(format)\"")
  }
}
