internal import EkibenDocuments

/// A document whose records came, went or moved, and what its index has to know of it.
typealias Restructuring = (document: Document, update: IndexUpdate)

/// A content that was worked out when an edit was checked.
enum NewContent {
  case restructured(Restructuring)
  case rebased(Rebased)

  /// What a document is once changes are made, of which the outcome may be known already.
  static func after(
    _ changes: Changeset, in structure: DocumentStructure, _ known: NewContent? = nil
  ) throws(StoreError) -> DocumentStructure {
    var (after, places) = (structure.content, structure.index)
    do throws(StaleChange) {
      let outcome = if let known { known } else { try of(changes, in: structure) }
      switch outcome {
      case .rebased(let result): return result.document.structure
      case .restructured(let result):
        after = result.document
        places.update(result.update, to: after)
      case nil: try after.apply(changes, at: places)
      }
    } catch { throw .conflict(error) }
    return DocumentStructure(after, places)
  }

  /// What changes lead to; nil where records neither come nor go nor move.
  fileprivate static func of(
    _ changes: Changeset, in structure: DocumentStructure
  ) throws(StaleChange) -> NewContent? {
    if changes.isContentOnly { return nil }
    return .restructured(try structure.content.restructured(by: changes, at: structure.index))
  }
}

/// What an entry does to a document, whether it is about to be written or stands in the journal.
struct EntryEffect {
  let change: JournalChange
  /// The origins that it leaves, a target once.
  let origins: [(target: Change.Target, origin: Origins.Origin)]
  /// The content that it leaves, where records come, go or move, or the form is another revision: found
  /// when that was checked.
  let content: NewContent?

  var entry: Entry { change.entry }
  var changes: Changeset { change.changes }
}

extension FormTable {
  /// Works out what an entry does whose changes and origins are known.
  func effect(
    of entry: Entry, _ parts: [Changeset],
    _ origins: [(target: Change.Target, origin: Origins.Origin)], on document: StoredDocument,
    _ known: Rebased? = nil
  ) throws(StoreError) -> EntryEffect {
    let rebased = if let known { known } else { try self.rebased(document, by: parts, origins) }
    return EntryEffect(
      change: JournalChange(
        document: document.name, entry: entry,
        changes: Changeset(from: document.structure, exactlyTo: rebased.document.structure)),
      origins: origins, content: .rebased(rebased))
  }
}

extension JournalTable {
  /// Works out what an entry that is in the journal, or travels, does to a document.
  ///
  /// Unless it is to be checked, changes of fields need not fit: applying them finds that out, and then leaves the
  /// document half changed.
  func effect(
    of entry: Entry, on document: StoredDocument, checked isChecked: Bool = true
  ) throws(StoreError) -> EntryEffect {
    var fetched: [Int: Entry] = [:]
    func known(_ number: Int) throws(StoreError) -> Entry {
      if let entry = fetched[number] { return entry }
      let entry = try self.entry(number, of: document)
      fetched[number] = entry
      return entry
    }
    let parts = try document.history.parts(of: entry, known)
    let origins = try document.origins.changes(by: entry, in: document.history, known) {
      records throws(StoreError) in try past.writers(of: records, in: document)
    }
    if forms.rebases(document, by: parts) {
      do throws(StoreError) {
        return try forms.effect(of: entry, parts, origins, on: document)
      } catch .conflict(let error) {
        throw error.misfit(of: document.name, path: database.path)
      }
    }
    let changes = entry.kind.isNode ? entry.changes : History.joined(parts)
    var content: NewContent?
    if isChecked || !changes.isContentOnly {
      do { content = try document.contentChecked(for: changes) } catch {
        throw error.misfit(of: document.name, path: database.path)
      }
    }
    return EntryEffect(
      change: JournalChange(document: document.name, entry: entry, changes: changes),
      origins: origins, content: content)
  }
}

extension StoredDocument {
  /// Checks that changes fit, and gives what they lead to where records come, go or move.
  ///
  /// Changes of fields alone are cheaper to make in place, once they are committed.
  func contentChecked(for changes: Changeset) throws(StaleChange) -> NewContent? {
    if changes.isContentOnly { try content.check(changes, at: index) }
    return try NewContent.of(changes, in: structure)
  }

  /// Becomes what an entry makes of it.
  ///
  /// The changes were checked before they were committed.
  mutating func apply(_ effect: EntryEffect, path: String) throws(StoreError) {
    do { try history.append(effect.entry) } catch { throw .history(error) }
    switch effect.content {
    case .restructured(let result):
      content = result.document
      index.update(result.update, to: content)
    case .rebased(let result):
      (base, revision) = (result.document.base, result.document.revision)
      usedRevisions = result.document.usedRevisions
      (content, index) = (result.document.content, result.document.index)
    case nil:
      do { try content.apply(effect.changes, at: index) } catch {
        throw error.misfit(of: name, path: path)
      }
    }
    effect.changes.hideSecrets(of: &self)
    origins.apply(effect.origins)
    if !effect.entry.kind.isNode { longTexts.forget(effect.changes) }
  }
}

extension StaleChange {
  // The journal made the content, so an undo or redo that does not fit is damage (rule H12), but for what was
  // answered before its row became a secret: of that there is a mask (rule H19).
  fileprivate func misfit(of name: DocumentName, path: String) -> StoreError {
    if found == .masked, case .row(let row) = change.record { return .history(.secret(row)) }
    return .damaged(path: path, detail: "\(name) is not what its journal says: \(self)")
  }
}

extension EntryEffect {
  /// Of an entry that is about to be written and does not travel.
  init(of entry: Entry, _ content: NewContent? = nil, on document: StoredDocument) {
    self.init(
      change: JournalChange(document: document.name, entry: entry, changes: entry.changes),
      origins: document.origins.left(by: entry), content: content)
  }
}
