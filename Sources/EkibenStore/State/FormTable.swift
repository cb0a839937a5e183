internal import EkibenDocuments
internal import EkibenSQLite

/// A form's row in the file.
struct FormRow {
  let key: Int64
  let name: DocumentName
  /// The current revision: what new documents are started from, and not always the newest.
  let revision: Int
}

/// A revision of a form.
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

  /// The form of a name.
  func form(_ name: DocumentName) throws(StoreError) -> FormRow? {
    try form("name = ?", .text(name.rawValue))
  }

  /// The form that a uid names everywhere.
  func form(uid: [UInt8]) throws(StoreError) -> FormRow? {
    try form("uid = ?", .blob(uid))
  }

  private func form(_ condition: StaticString, _ binding: Binding) throws(StoreError) -> FormRow? {
    let condition = "kind = 'form' AND \(condition)"
    let found = try database.rows(
      "SELECT key, name, revision, \(StoredTable.document.intact()) FROM document WHERE \(condition)",
      [binding]
    ) { row throws(SQLiteError) in
      FormRow(
        key: try row.int64(0), name: DocumentName(unchecked: try row.text(1)),
        revision: Int(clamping: try row.int64(2)))
    }.first
    if found == nil { try database.confirmAbsent(condition, binding) }
    return found
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

  func title(of revision: BaseKey) throws(StoreError) -> String? {
    try header(of: revision.form, revision: revision.revision)?.text(.title)
  }

  /// The numbers of a form's revisions of some content, the newest first.
  func revisions(of form: FormRow, hash: [UInt8]) throws(StoreError) -> [Int] {
    try revisions(of: form.key, "AND hash = ? ORDER BY number DESC", [.blob(hash)])
  }

  /// The numbers of a form's revisions.
  func revisions(
    of form: Int64, _ rest: StaticString, _ bindings: [Binding] = []
  ) throws(StoreError) -> [Int] {
    try database.rows(
      """
      SELECT number, \(StoredTable.revision.intact()) FROM revision WHERE form = ? \(rest)
      """, [.integer(form)] + bindings
    ) { row throws(SQLiteError) in Int(clamping: try row.int64(0)) }
  }

  /// Compares every revision of every form with the hash that it was published under.
  func formFindings() throws(StoreError) -> [String] {
    let revisions = try database.rows(
      """
      SELECT d.key, d.name, r.number, r.hash, d.revision
      FROM revision r JOIN document d ON d.key = r.form ORDER BY d.name, r.number
      """
    ) { row throws(SQLiteError) in
      (
        key: try row.int64(0), name: try row.text(1), number: Int(clamping: try row.int64(2)),
        hash: try row.blob(3), current: Int(clamping: try row.int64(4))
      )
    }
    return revisions.flatMap { revision -> [String] in
      let name = "revision \(revision.number) of \(revision.name)"
      do throws(StoreError) {
        let (content, records) = try revisionContent(of: revision.key, revision: revision.number)
        let hash = try database.encoding(try content.contentHash)
        if hash != revision.hash { return ["\(name) is not what was published"] }
        let key = BaseKey(form: revision.key, revision: revision.number)
        if try independence.isNoted(of: key), !content.hasIndependentRows {
          return ["\(name) is said to have independent rows, and has not"]
        }
        let form = FormRow(
          key: revision.key, name: DocumentName(unchecked: revision.name),
          revision: revision.current)
        return revision.number == revision.current
          ? try optionFindings(of: form, content, records) : []
      } catch {
        return ["\(name): \(error)"]
      }
    }
  }
}
