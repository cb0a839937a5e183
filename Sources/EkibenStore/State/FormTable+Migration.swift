internal import EkibenDocuments
internal import EkibenSQLite

extension FormTable {
  /// What takes a document to a revision of its form, nil being the current one: one field, what renamed rows take
  /// along, and what puts the instances where what they follow stands there, with what has come to it.
  ///
  /// - Returns: The changes; none where the document is on that revision.
  /// - Throws: ``StoreError/unknownRevision(_:form:)``, ``StoreError/unfitRename(_:_:)``, and whatever
  ///   reading can meet.
  /// - Complexity: O(1), and O(answers and overrides) where rows are renamed; O(n log n) in the number of rows
  ///   where something repeats.
  func changes(
    migrating document: StoredDocument, to number: Int?, _ renames: [RowRename]
  ) throws(StoreError) -> Changeset {
    guard let form = try form(document.form) else { throw .unknownForm(document.form) }
    let revision = number ?? form.revision
    guard revision != document.revision else { return Changeset() }
    let isThere = try database.integer(
      "SELECT 1 FROM revision WHERE form = ? AND number = ?",
      [.integer(form.key), .integer(Int64(revision))])
    if isThere == nil { throw .unknownRevision(revision, form: form.name) }
    let target = try base(form.key, revision: revision)
    let move = Change(
      .document, .formRevision, before: document.content.fields[.formRevision],
      after: try revisionID(form.key, revision).value)
    try check(renames, of: document, by: move, to: revision, target)
    let changes = [move] + renames.changes(of: document)
    return Changeset(changes + (try arrangingInstances(of: document, on: revision, after: changes)))
  }

  // What the form says of its records is no part of an entry, and so it says what the instances have of that.
  private func arrangingInstances(
    of document: StoredDocument, on revision: Int, after changes: [Change]
  ) throws(StoreError) -> [Change] {
    guard document.index.mayRepeat else { return [] }
    var held = HeldState(document.structure, document.origins)
    for change in changes { held.write(change) }
    let base = try self.base(of: document, revision: revision, holding: held)
    guard let after = held.document(over: base.structure) else { return [] }
    do throws(StructureError) {
      return try InstanceArrangement(of: after).changes.map { target, value in
        Change(target.record, target.field, before: document.value(of: target), after: value)
      }
    } catch { throw .structure(error) }
  }

  private func check(
    _ renames: [RowRename], of document: StoredDocument, by move: Change, to revision: Int,
    _ target: DocumentBase
  ) throws(StoreError) {
    if renames.isEmpty { return }
    var held = HeldState(document.structure, document.origins)
    held.write(move)
    let gone = target.content.covered(by: held.overrides)
    var named: Set<RowID> = []
    for rename in renames {
      let problem: RenameProblem? =
        if document.records.key(of: .row(rename.old)) == nil {
          .unknown(rename.old)
        } else if let place = target.index[rename.new], !gone.contains(.row(rename.new)) {
          if target.index[rename.old] != nil {
            .stays(rename.old, revision: revision)
          } else if target.content[place].fields.isSecret {
            .secret(rename.new)
          } else {
            document.isSecret(rename.old) ? .secret(rename.old) : nil
          }
        } else {
          .missing(rename.new, revision: revision)
        }
      if let problem { throw .unfitRename(rename, problem) }
      for row in [rename.old, rename.new] where !named.insert(row).inserted {
        throw .unfitRename(rename, .repeated(row))
      }
    }
  }
}

extension [RowRename] {
  /// What goes from rows to those that they are renamed to: answers, what was typed, and the instances that
  /// follow them.
  ///
  /// An answer that the new row has stays, and that of the old one is retired.
  fileprivate func changes(of document: StoredDocument) -> [Change] {
    if isEmpty { return [] }
    let names = Dictionary(map { ($0.old, $0.new) }, uniquingKeysWith: { first, _ in first })
    var changes: [Change] = []
    for rename in self {
      for field in [FieldName.value, .draft] {
        let (from, to) = (
          Change.Target(.row(rename.old), field), Change.Target(.row(rename.new), field)
        )
        guard let value = document.value(of: from), document.value(of: to) == nil else { continue }
        changes.append(Change(from.record, field, before: value, after: nil))
        changes.append(Change(to.record, field, before: nil, after: value))
      }
    }
    for target in document.origins.targets.sorted() where target.field == nil {
      guard case .row(let id) = target.record, let place = document.index[id] else { continue }
      for field in [FieldName.template, .parentRow] {
        guard let name = document.content[place].fields.text(field),
          let new = names[RowID(unchecked: name)]
        else { continue }
        changes.append(Change(.row(id), field, before: .text(name), after: .text(new.rawValue)))
      }
    }
    return changes
  }
}
