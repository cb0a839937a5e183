internal import EkibenDocuments
internal import EkibenSQLite

extension FormTable {
  /// Makes a form's current revision one of some content.
  func publish(
    _ name: DocumentName, _ document: Document, _ hash: [UInt8], by metadata: EditMetadata
  ) throws(StoreError) -> Publication {
    guard let form = try form(name) else {
      if let known = try form(uid: document.formUID(named: name)) {
        throw .sameForm(name, existing: known.name)
      }
      try settings.checkReason(metadata)
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
    try settings.checkReason(metadata)
    let revision: Int
    if let newest = same.first {
      revision = newest
    } else {
      let current = try revisionContent(of: form.key, revision: form.revision).document
      revision = try addRevision(document.aligned(to: current), hash, to: form, by: metadata)
    }
    try setCurrent(revision, of: form.key)
    if document.isOptionSet { try indexOptions(of: form.key, revision: revision) }
    return Publication(form: name, revision: revision, isNew: same.isEmpty, replaced: form.revision)
  }

  /// Makes a revision of a form, which is there, the current one.
  func setCurrent(_ revision: Int, of form: Int64) throws(StoreError) {
    try database.run(
      StoredTable.document.update("revision", where: "key = ?2"),
      [.integer(Int64(revision)), .integer(form)])
  }

  /// Makes a form and its first revision, with the order keys that the content has.
  func publishFirst(
    _ name: DocumentName, _ content: Document, _ hash: [UInt8], by metadata: EditMetadata
  ) throws(StoreError) -> FormRow {
    try database.run(
      StoredTable.document.insertWithNextKey(),
      [
        .blob(content.formUID(named: name)), .text("form"), .text(name.rawValue), .null,
        .integer(1), .text(DocumentStatus.draft.rawValue), .integer(0), .null,
      ])
    let form = FormRow(key: database.connection.lastInsertRowID, name: name, revision: 1)
    _ = try addRevision(content, hash, to: form, by: metadata)
    return form
  }

  /// Makes a form's next revision, with the order keys that the content has.
  ///
  /// It does not become the current one by itself.
  func addRevision(
    _ content: Document, _ hash: [UInt8], to form: FormRow, by metadata: EditMetadata
  ) throws(StoreError) -> Int {
    try checkURL(of: form, is: content.fields.text(.url))
    let last = try database.number(
      "SELECT ifnull(max(number), 0) FROM revision WHERE form = ?", [.integer(form.key)])
    guard last < .max else { throw database.damaged("no number is left for a revision") }
    let author = try names.author(metadata.author)
    let fields = try database.encoding(try ValueCoding.encode(content.fields))
    try database.run(
      StoredTable.revision.insert,
      [
        .integer(form.key), .integer(Int64(last + 1)), .blob(hash), .integer(metadata.time),
        .integer(author), .blob(fields), metadata.reason.map(Binding.text) ?? .null,
      ])
    let before = last == 0 ? nil : try revisionContent(of: form.key, revision: last)
    try store(
      content, over: before?.document ?? Document(), form: form.key, revision: last + 1,
      records: before?.records ?? .none)
    try independence.note(BaseKey(form: form.key, revision: last + 1), content)
    return last + 1
  }

  // A form without a URL may get one, and one that has it may be published without.
  private func checkURL(of form: FormRow, is url: String?) throws(StoreError) {
    guard let url else { return }
    let published = try database.rows(
      """
      SELECT fields, \(StoredTable.revision.intact()) FROM revision
      WHERE form = ? ORDER BY number DESC
      """, [.integer(form.key)]
    ) { row in try row.blob(0) }
    for fields in published {
      let fields = try database.fields(fields, of: "a form's fields")
      guard let existing = fields.text(.url) else { continue }
      if ByteText.equal(url, existing) { return }
      throw .differentForm(form.name, url: url, existing: existing)
    }
  }

  /// The revision of a form that is this one, which is added if there is none, and whether the form was new.
  ///
  /// A set of options is none (rule F50), neither as what is there nor as what comes.
  func revision(
    of name: DocumentName, with content: Document, by metadata: EditMetadata
  ) throws(StoreError) -> (form: Int64, revision: Int, isNew: Bool) {
    if content.isOptionSet { throw .otherKind(name, isOptionSet: true) }
    let hash = try database.encoding(try content.contentHash)
    var found = try form(uid: content.formUID(named: name))
    if found == nil { found = try form(name) }
    guard let form = found else {
      return (try publishFirst(name, content, hash, by: metadata).key, 1, true)
    }
    try check(form, isOptionSet: false)
    for number in try revisions(of: form, hash: hash) {
      let known = try revisionContent(of: form.key, revision: number).document
      if known.isIdentical(to: content) { return (form.key, number, false) }
    }
    return (form.key, try addRevision(content, hash, to: form, by: metadata), false)
  }
}
