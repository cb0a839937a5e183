internal import EkibenDocuments
internal import EkibenSQLite

struct FormRow {
  let key: Int64
  let name: DocumentName
  /// The current revision: what new documents are started from, and not always the newest.
  let revision: Int
}

struct BaseKey: Hashable {
  let form: Int64
  let revision: Int
}

/// The forms of a store and their revisions, as documents are read over them.
final class FormTable {
  let database: Database
  let names: NameKeys
  let settings: SettingTable
  let independence: RowIndependence
  private var bases: [BaseKey: DocumentBase] = [:]
  /// What revisions are everywhere, of those that were asked for.
  var revisionIDs: [BaseKey: SHA256.Digest] = [:]

  init(_ database: Database, _ names: NameKeys, _ settings: SettingTable) {
    (self.database, self.names, self.settings) = (database, names, settings)
    independence = RowIndependence(settings)
  }

  /// Forgets what a transaction that is not in the file may have said: another form gets the key of one that it
  /// published.
  func forget() {
    bases.removeAll()
    revisionIDs.removeAll()
    independence.forget()
  }

  func form(_ name: DocumentName) throws(StoreError) -> FormRow? {
    if let form = try form("name = ?", .text(name.rawValue)) { return form }
    try database.confirmAbsent("form", name)
    return nil
  }

  /// The form that a uid names everywhere.
  func form(uid: [UInt8]) throws(StoreError) -> FormRow? {
    try form("uid = ?", .blob(uid))
  }

  private func form(_ condition: StaticString, _ binding: Binding) throws(StoreError) -> FormRow? {
    try database.rows(
      """
      SELECT key, name, revision, \(StoredTable.document.intact()) FROM document
      WHERE kind = 'form' AND \(condition)
      """, [binding]
    ) { row in
      FormRow(
        key: try row.int64(0), name: DocumentName(unchecked: try row.text(1)),
        revision: try row.int(2))
    }.first
  }

  /// The content of a form's revision, which never changes, so the last ones are kept.
  func base(_ form: Int64, revision: Int) throws(StoreError) -> DocumentBase {
    let key = BaseKey(form: form, revision: revision)
    if let base = bases[key] { return base }
    let base = try newBase(form, revision: revision, try names.records(ofForm: form))
    if bases.count >= 16 { bases.removeAll() }
    bases[key] = base
    return base
  }

  /// The numbers of a form's revisions of some content, the newest first.
  func revisions(of form: FormRow, hash: [UInt8]) throws(StoreError) -> [Int] {
    try revisions(of: form.key, "AND hash = ? ORDER BY number DESC", [.blob(hash)])
  }

  func revisions(
    of form: Int64, _ rest: StaticString, _ bindings: [Binding] = []
  ) throws(StoreError) -> [Int] {
    try database.rows(
      """
      SELECT number, \(StoredTable.revision.intact()) FROM revision WHERE form = ? \(rest)
      """, [.integer(form)] + bindings
    ) { row in try row.int(0) }
  }

  /// Compares every revision of every form with the hash that it was published under.
  func formFindings() throws(StoreError) -> [String] {
    try database.rows(
      """
      SELECT d.key, d.name, r.number, r.hash, d.revision
      FROM revision r JOIN document d ON d.key = r.form ORDER BY d.name, r.number
      """
    ) { row -> [String] in
      let key = BaseKey(form: try row.int64(0), revision: try row.int(2))
      let form = FormRow(
        key: key.form, name: DocumentName(unchecked: try row.text(1)), revision: try row.int(4))
      let (name, hash) = ("revision \(key.revision) of \(form.name)", try row.blob(3))
      do {
        let (content, records) = try revisionContent(of: key.form, revision: key.revision)
        if try database.encoding(try content.contentHash) != hash {
          return ["\(name) is not what was published"]
        }
        if try independence.isNoted(of: key), !content.hasIndependentRows {
          return ["\(name) is said to have independent rows, and has not"]
        }
        return key.revision == form.revision
          ? try optionFindings(of: form, content, records) : []
      } catch {
        return ["\(name): \(error)"]
      }
    }.flatMap(\.self)
  }
}
