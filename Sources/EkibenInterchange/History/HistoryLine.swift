public import EkibenDocuments
public import EkibenForms

/// One line of an exported history, the format `ekiben-history/2`; version 1 can still be read.
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
  /// What the first line may say that the format is, the newest last.
  public static let formats = ["ekiben-history/1", "ekiben-history/2"]
  /// What all versions begin with, also those to come.
  static let family = "ekiben-history/"

  /// The 128 random bits that name the document everywhere.
  public let uid: [UInt8]
  /// The document's name where it was exported.
  public let document: DocumentName
  /// The name of the form that it is filled in from.
  public let form: DocumentName
  /// Where the history ends; nil in version 1, in which what was cut off cannot be seen.
  public let end: HistoryEnd?

  /// Names a document.
  public init(uid: [UInt8], document: DocumentName, form: DocumentName, end: HistoryEnd? = nil) {
    (self.uid, self.document, self.form, self.end) = (uid, document, form, end)
  }

  /// What the first line says that the format is.
  public var format: String { Self.formats[end == nil ? 0 : 1] }

  /// Whether a file looks like a history: its first line says so.
  ///
  /// - Complexity: O(1): only the first kilobyte is looked at.
  public static func begins(_ bytes: [UInt8]) -> Bool {
    let first = bytes.prefix(1024).prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: first, as: UTF8.self).contains("\"\(family)")
  }
}

/// Where a history ends: the id of its last entry stands for all of it.
public struct HistoryEnd: Hashable, Sendable {
  /// How many entries there are.
  public let entries: Int
  /// The id of the last one.
  public let last: EntryID

  /// Names the end of a history.
  public init(entries: Int, last: EntryID) {
    (self.entries, self.last) = (entries, last)
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
  /// What the revision is everywhere; nil in version 1, which did not say it.
  public let revision: SHA256.Digest?

  /// Takes a revision as a store has it.
  public init(_ name: DocumentName, content: Document, revision: SHA256.Digest? = nil) {
    (self.name, self.content, self.revision) = (name, content, revision)
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
  /// What the entry is everywhere; nil in version 1, which did not say it.
  public let identity: EntryIdentity?

  /// Takes the parts of a line.
  public init(
    _ entry: Entry, of: [Int], changes: Changeset, form: Int? = nil, identity: EntryIdentity? = nil
  ) {
    (self.entry, self.of, self.changes) = (entry, of, changes)
    (self.form, self.identity) = (form, identity)
  }

  /// Works out the parts of a line for an entry of a journal.
  ///
  /// - Complexity: O(changes of the nodes on the way).
  public init(_ entry: Entry, in journal: Journal, form: Int? = nil) {
    let path = journal.travelled(by: entry)
    self.init(
      entry, of: path.undone + path.redone + [entry.reverted].compactMap(\.self),
      changes: entry.kind.isNode
        ? entry.changes : journal.changes(undone: path.undone, redone: path.redone), form: form)
  }

  /// The same line with the id of its entry, which is the next that these ids are worked out for.
  ///
  /// - Throws: ``HistoryFileError`` with ``HistoryFileError/Kind/unwritable(_:)`` for an entry that
  ///   has none.
  package func identified(
    by ids: inout EntryIDs, _ context: EntryContext
  ) throws(HistoryFileError) -> HistoryEntry {
    do {
      let encoding = try ids.encoding(of: entry, context)
      return HistoryEntry(
        entry, of: of, changes: changes, form: form,
        identity: EntryIdentity(
          id: ids.append(encoded: encoding), store: context.store, encoding: encoding))
    } catch { throw HistoryFileError(.unwritable("entry \(entry.number) has no id: \(error)")) }
  }

  /// Whether a line begins with what the entry's id is a hash of, and with that id.
  func begins(_ line: [UInt8]) -> Bool {
    guard let identity else { return false }
    var json = CanonicalJSON()
    json.raw(bytes: identity.encoding.dropLast())
    json.member("id", identity.id)
    return line.starts(with: json.bytes)
  }
}

/// What an entry is outside of the store that it stands in.
public struct EntryIdentity: Hashable, Sendable {
  /// Its id.
  public let id: EntryID
  /// The 16 bytes of the store that wrote it; none where that was not noted.
  public let store: [UInt8]
  /// What the id is the SHA-256 of; a line of a history begins with it.
  let encoding: [UInt8]
}
