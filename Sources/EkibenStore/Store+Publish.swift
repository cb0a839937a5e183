public import EkibenDocuments
internal import EkibenSQLite

/// What publishing a form did.
public struct Publication: Hashable, Sendable {
  /// The form.
  public let form: DocumentName
  /// Its revision of this content, which is its current one now.
  public let revision: Int
  /// Whether the revision was made now; the same content makes none.
  public let isNew: Bool
  /// The revision that was the current one before; nil where it still is, or there was none.
  public let replaced: Int?
}

extension Store {
  /// Makes a form's current revision one of this content (rule F9).
  ///
  /// A revision that has this content already becomes the current one again, whichever it is. Else a
  /// new one is made by diff against the current one: rows that did not move keep their order keys.
  /// The 128 bits that name the form everywhere follow from its URL, or else from its name
  /// (rule F23).
  ///
  /// - Parameters:
  ///   - name: The form's name.
  ///   - document: What the form describes.
  ///   - metadata: Who publishes it, and when.
  /// - Returns: The revision of this content.
  /// - Throws: ``StoreError/differentForm(_:url:existing:)`` when a form of this name has another
  ///   URL, ``StoreError/sameForm(_:existing:)`` when a form of this URL has another name, and
  ///   whatever writing can meet.
  /// - Complexity: O(n log n) in the number of rows, and O(revisions).
  public func publish(
    _ name: DocumentName, _ document: Document, by metadata: EditMetadata
  ) throws(StoreError) -> Publication {
    try withState { (state) throws(StoreError) in
      let hash = try state.encoding { () throws(CodingError) in try document.contentHash }
      return try state.write { (state) throws(StoreError) in
        try state.publish(name, document, hash, by: metadata)
      }
    }
  }
}

extension StoreState {
  fileprivate mutating func publish(
    _ name: DocumentName, _ document: Document, _ hash: [UInt8], by metadata: EditMetadata
  ) throws(StoreError) -> Publication {
    guard let form = try form(name) else {
      if let known = try form(uid: document.formUID(named: name)) {
        throw .sameForm(name, existing: known.name)
      }
      let placed = document.aligned(to: Document())
      let first = try publishFirst(name, placed, hash, by: metadata)
      if document.isOptionSet { try indexOptions(of: first.key, revision: 1) }
      return Publication(form: name, revision: 1, isNew: true, replaced: nil)
    }
    try check(form, isOptionSet: document.isOptionSet)
    let same = try revisions(of: form, hash: hash)
    if same.contains(form.revision) {
      return Publication(form: name, revision: form.revision, isNew: false, replaced: nil)
    }
    let revision: Int
    if let newest = same.first {
      revision = newest
    } else {
      let current = try formContent(form.key, revision: form.revision).document
      revision = try addRevision(document.aligned(to: current), hash, to: form, by: metadata)
    }
    try run(
      StoredTable.document.update("revision", where: "key = ?2"),
      [.integer(Int64(revision)), .integer(form.key)])
    if document.isOptionSet { try indexOptions(of: form.key, revision: revision) }
    return Publication(
      form: name, revision: revision, isNew: same.isEmpty, replaced: form.revision)
  }

  /// Makes a form and its first revision, with the order keys that the content has.
  mutating func publishFirst(
    _ name: DocumentName, _ content: Document, _ hash: [UInt8], by metadata: EditMetadata
  ) throws(StoreError) -> FormRow {
    try run(
      StoredTable.document.insertWithNextKey(),
      [
        .blob(content.formUID(named: name)), .text("form"), .text(name.rawValue), .null,
        .integer(1), .text(DocumentStatus.draft.rawValue), .integer(0),
      ])
    let form = FormRow(key: connection.lastInsertRowID, name: name, revision: 1)
    _ = try addRevision(content, hash, to: form, by: metadata)
    return form
  }

  /// Makes a form's next revision, with the order keys that the content has.
  ///
  /// It does not become the current one by itself.
  mutating func addRevision(
    _ content: Document, _ hash: [UInt8], to form: FormRow, by metadata: EditMetadata
  ) throws(StoreError) -> Int {
    try checkURL(of: form, is: content.fields.text(.url))
    let last =
      try rows(
        "SELECT ifnull(max(number), 0) FROM revision WHERE form = ?", [.integer(form.key)]
      ) { row throws(SQLiteError) in Int(clamping: try row.int64(0)) }.first ?? 0
    let author = try author(metadata.author)
    try insertRevision(form.key, last + 1, hash, content.fields, author, metadata.time)
    let before = last == 0 ? nil : try formContent(form.key, revision: last)
    try store(
      content, over: before?.document ?? Document(), form: form.key, revision: last + 1,
      records: before?.records ?? RecordKeys())
    return last + 1
  }

  /// The numbers of a form's revisions of some content, the newest first.
  borrowing func revisions(of form: FormRow, hash: [UInt8]) throws(StoreError) -> [Int] {
    try rows(
      """
      SELECT number, \(StoredTable.revision.intact()) FROM revision
      WHERE form = ? AND hash = ? ORDER BY number DESC
      """,
      [.integer(form.key), .blob(hash)]
    ) { row throws(SQLiteError) in Int(clamping: try row.int64(0)) }
  }

  // A form without a URL may get one, and one that has it may be published without.
  private borrowing func checkURL(of form: FormRow, is url: String?) throws(StoreError) {
    guard let url else { return }
    let published = try rows(
      """
      SELECT fields, \(StoredTable.revision.intact()) FROM revision
      WHERE form = ? ORDER BY number DESC
      """, [.integer(form.key)]
    ) { row throws(SQLiteError) in try row.blob(0) }
    for fields in published {
      let fields = try decoding("a form's fields") { () throws(CodingError) in
        try ValueCoding.decodeFields(fields)
      }
      guard let existing = fields.text(.url) else { continue }
      if ByteText.equal(url, existing) { return }
      throw .differentForm(form.name, url: url, existing: existing)
    }
  }
}
