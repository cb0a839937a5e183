public import EkibenDocuments

/// A document as its store has it: its form's content with what it holds itself, and its undo tree.
///
/// It is a value; what a store writes afterwards shows when it is given back to the store, which
/// brings it up to date first. The entries of its journal stay on disk: ask the store for them.
public struct StoredDocument: Sendable {
  /// The document's name in this store.
  public let name: DocumentName
  /// The 128 random bits that name the document outside this store.
  public let uid: [UInt8]
  /// The form that it is filled in from.
  public let form: DocumentName
  /// The form's revision that it uses.
  public internal(set) var revision: Int
  /// Form and answers as they stand.
  public internal(set) var content: Document
  /// Where each record of ``content`` stands; of a form it is found out when it is first asked for.
  public internal(set) var index: Document.Index {
    get { ownIndex ?? base.index }
    _modify {
      var index = ownIndex ?? base.index
      ownIndex = nil
      defer { ownIndex = index }
      yield &index
    }
  }
  /// Which entry wrote each field that is not the form's.
  public internal(set) var origins: Origins {
    get {
      switch knownOrigins {
      case .known(let origins): origins
      case .found(let found): found.origins
      }
    }
    _modify {
      var origins = origins
      // Nothing else holds what is changed.
      knownOrigins = .known(Origins())
      defer { knownOrigins = .known(origins) }
      yield &origins
    }
  }
  /// The undo tree over the journal's entries.
  public internal(set) var history: History

  /// What its form gives it; where it has gone to another revision, with what is retired.
  package internal(set) var base: DocumentBase { didSet { ownIndex = nil } }
  // nil where every record stands where it does in what the form gives.
  private var ownIndex: Document.Index?
  var knownOrigins = KnownOrigins.known(Origins())
  package internal(set) var usedRevisions: UsedRevisions
  let key: Int64
  let formKey: Int64
  var records: DocumentRecords
  var longTexts = LongTexts()
  /// What its rules hide.
  package internal(set) var activity = DocumentActivity()
  /// Where it was read, and when; see Store+Edit.
  var reading: Reading
  /// Entries up to here stand in chunks, as far as is known; it only grows.
  var archived: Int

  /// The connection that it was read through, and what the file's data version was for that connection when
  /// this value was current.
  struct Reading: Sendable {
    let connection: ConnectionIdentity
    var dataVersion: UInt32
    /// Whether only some rows were read (decision 0061): an edit brings in those that it names, and whoever
    /// reads asks ``Store/widen(_:to:)`` for others.
    var isPart = false
  }

  init(
    _ line: DocumentLine, _ used: UsedRevisions, _ base: DocumentBase, _ records: DocumentRecords,
    _ reading: Reading
  ) {
    (name, uid, form, revision) = (line.name, line.uid, line.form, line.revision)
    (key, formKey, archived) = (line.key, line.formKey, line.archived)
    (content, history) = (base.content, History())
    (usedRevisions, self.base, self.records, self.reading) = (used, base, records, reading)
  }

  /// The number of the journal's last entry.
  public var count: Int { history.count }

  /// The node whose state it shows.
  public var head: Int { history.head }

  /// A deleted document takes no edits until that is undone, a final one until it is reopened.
  public var status: DocumentStatus { content.status }

  /// What its form gives it, with the places of the form's records.
  public var formContent: Document { base.content }

  /// The row of an id, answers and all; of a row of an instance with what its template says
  /// (rule F40).
  ///
  /// - Complexity: O(1).
  public func row(_ id: RowID) -> Document.Row? { index[id].map { row(at: $0) } }

  /// The answer of a row; nil is no answer, or no such row.
  ///
  /// - Complexity: O(1).
  package func answer(of row: RowID) -> Value? {
    guard let place = index[row] else { return nil }
    return content.value(at: place)
  }

  /// The same of the row at a place.
  package func row(at place: Document.Place) -> Document.Row {
    let row = content[place]
    // Every id of an instance's has one, and most rows are none.
    guard row.id.rawValue.utf8.contains(UInt8(ascii: "/")) || row.fields[.optionsOf] != nil else {
      return row
    }
    return Document.Row(id: row.id, order: row.order, fields: structure.definition(of: row))
  }

  package var structure: DocumentStructure { DocumentStructure(content, index) }

  /// A value made from the form's revision, once for all documents of it that a store reads.
  ///
  /// - Parameter make: Makes the value from the form's content; always the same.
  /// - Returns: nil where the document's records and definitions are not just those of its form.
  /// - Complexity: O(1), and O(overrides).
  package func ofForm<Value: Sendable>(_ make: (Document, Document.Index) -> Value) -> Value? {
    guard origins.areOfAnswers(or: [.draft, .documentStatus, .formRevision]) else { return nil }
    return base.value { make(base.content, base.index) }
  }

  /// Whether the answer of a row is kept out of everything that is read.
  func isSecret(_ row: RowID) -> Bool { self.row(row)?.fields.isSecret ?? false }

  /// Becomes what a revision of its form and what it holds make together; of an answer to a secret it is
  /// there, and nothing more.
  ///
  /// - Returns: Whether there is such a document; else a row would stand in no section.
  mutating func become(_ base: DocumentBase, revision: Int, holding held: HeldState) -> Bool {
    guard let whole = held.document(over: base.structure) else { return false }
    (self.base, self.revision) = (base, revision)
    usedRevisions.note(revision)
    (content, index) = (whole.content, whole.index)
    for (target, value) in held.values where target.isAnswer && value != nil && value != .masked {
      guard case .row(let row) = target.record, let place = index[row],
        content[place].fields[.value] != nil, isSecret(row)
      else { continue }
      content.set(.masked, at: place)
    }
    return true
  }
}

/// What the differences since a whole value have cost, for the long texts of a document.
///
/// It only steers how much an entry record keeps, so forgetting it costs some bytes and nothing else.
struct LongTexts: Sendable {
  private var spent: [Change.Target: Int] = [:]

  /// What an entry record keeps of a change.
  mutating func content(of change: Change) -> EntryRecordChange.Content {
    let rule = LongTextRule()
    guard let text = change.after?.asText, text.utf8.count > rule.longerThan else {
      if !spent.isEmpty { spent[change.target] = nil }
      return .values(before: change.before, after: change.after)
    }
    var soFar = spent[change.target]
    let content = rule.content(before: change.before, after: change.after, spent: &soFar)
    spent[change.target] = soFar
    return content
  }

  /// Forgets what a travel brought back: its writer may be far below.
  mutating func forget(_ changes: Changeset) {
    if spent.isEmpty { return }
    for change in changes.changes { spent[change.target] = nil }
  }
}
