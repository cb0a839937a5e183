public import EkibenDocuments
internal import EkibenSQLite

/// Who does something, when and why: noted with every entry and every revision.
public struct EditMetadata: Hashable, Sendable {
  /// Who.
  public let author: String
  /// When, in UTC milliseconds since 1970.
  public let time: Int64
  /// Why, if it was said.
  public let reason: String?

  /// Notes who does something, when and why.
  public init(author: String, time: Int64, reason: String? = nil) {
    self.author = author
    self.time = time
    self.reason = reason
  }
}

/// What publishing a form did.
public struct Publication: Hashable, Sendable {
  /// The form.
  public let form: DocumentName
  /// Its revision of this content.
  public let revision: Int
  /// Whether the revision was made now; the same content makes none.
  public let isNew: Bool
}

extension Store {
  /// Makes an immutable revision of a form, by diff against the last one (rule F9).
  ///
  /// The same content as the newest revision makes no new one. Rows that did not move keep their
  /// order keys.
  ///
  /// - Parameters:
  ///   - name: The form's name.
  ///   - document: What the form describes.
  ///   - uid: 16 random bytes, used if the form is new.
  ///   - metadata: Who publishes it, and when.
  /// - Returns: The revision of this content.
  /// - Throws: ``StoreError/differentForm(_:url:existing:)`` when a form of this name has another
  ///   URL, and whatever writing can meet.
  /// - Complexity: O(n log n) in the number of rows.
  public func publish(
    _ name: DocumentName, _ document: Document, uid: [UInt8], by metadata: EditMetadata
  ) throws(StoreError) -> Publication {
    try withState { (state) throws(StoreError) in
      let hash = try state.encoding { () throws(CodingError) in try document.contentHash }
      return try state.write { (state) throws(StoreError) in
        guard let form = try state.form(name) else {
          return try state.publishFirst(name, document, hash, uid, metadata)
        }
        if hash == form.hash {
          return Publication(form: name, revision: form.revision, isNew: false)
        }
        return try state.publishNext(form, name, document, hash, by: metadata)
      }
    }
  }
}

extension StoreState {
  /// Makes the next revision of a form.
  mutating func publishNext(
    _ form: FormRow, _ name: DocumentName, _ document: Document, _ hash: [UInt8],
    by metadata: EditMetadata
  ) throws(StoreError) -> Publication {
    let current = try formContent(form.key, revision: form.revision)
    try checkSameForm(name, document, current.document)
    let revision = form.revision + 1
    let author = try author(metadata.author)
    try insertRevision(form.key, revision, hash, document.fields, author, metadata.time)
    let changes = Changeset(from: current.document, to: document)
    try store(
      changes, of: document.aligned(to: current.document), form: form.key, revision: revision,
      records: current.records)
    try run(
      "UPDATE document SET revision = ? WHERE key = ?",
      [.integer(Int64(revision)), .integer(form.key)])
    return Publication(form: name, revision: revision, isNew: true)
  }

  private borrowing func checkSameForm(
    _ name: DocumentName, _ new: Document, _ old: Document
  ) throws(StoreError) {
    let (url, existing) = (new.fields.text(.url), old.fields.text(.url))
    guard let url, let existing, !ByteText.equal(url, existing) else { return }
    throw .differentForm(name, url: url, existing: existing)
  }
}

extension Document {
  /// The hash of everything but the order keys: same content, same hash.
  var contentHash: [UInt8] {
    get throws(CodingError) { SHA256.hash(try ValueCoding.encode(hashedContent)) }
  }

  private var hashedContent: Fields {
    var content = Fields()
    content["fields"] = .record(fields)
    content["sections"] = .list(
      sections.map { section in
        let rows = section.rows.map { row -> Value in
          .list([.text(row.id.rawValue), .record(row.fields)])
        }
        return .list([.text(section.id.rawValue), .record(section.fields), .list(rows)])
      })
    return content
  }
}
