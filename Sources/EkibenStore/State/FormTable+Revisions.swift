internal import EkibenDocuments
internal import EkibenSQLite

/// A document as it is over another revision of its form, or with other retired records.
///
/// What is held is what it holds beyond its form.
typealias Rebased = (held: HeldState, document: StoredDocument)

extension FormTable {
  /// What a revision gives a document: also what the document holds something of and only other revisions
  /// have, which is retired (rule D19).
  ///
  /// Of the revisions that the document used before it the last that has a record describes it, else the first
  /// that it used later.
  func base(
    of document: StoredDocument, revision: Int, holding held: HeldState
  ) throws(StoreError) -> DocumentBase {
    let base = try base(document.formKey, revision: revision)
    guard held.values[.formRevision] != nil else { return base }
    var others = document.usedRevisions.others(than: revision).makeIterator()
    let retired = try base.structure.retired(by: held.overrides) {
      () throws(StoreError) in
      guard let number = others.next() else { return nil }
      return (
        document.usedRevisions.place(of: number),
        try self.base(document.formKey, revision: number).structure
      )
    }
    if retired.isEmpty { return base }
    guard let whole = base.content.overridden(by: retired) else {
      throw database.damaged("\(document.name) holds a retired row that stands in no section")
    }
    return DocumentBase(content: whole, rules: database.activity)
  }

  /// What a revision gives a field of a document; of a record that it lacks, what the revision has that
  /// describes it.
  ///
  /// A revision lacks also what the body says is gone where it has it.
  func value(
    of target: Change.Target, in document: StoredDocument, revision: Int,
    _ isGone: (DocumentStructure) throws(StoreError) -> Bool = { _ in false }
  ) throws(StoreError) -> Value? {
    let own = try base(document.formKey, revision: revision).structure
    if own.fields(of: target.record) != nil, try !isGone(own) { return own.value(of: target) }
    let used = document.usedRevisions
    for number in used.others(than: revision) {
      let other = try base(document.formKey, revision: number).structure
      guard let record = other.fields(of: target.record), try !isGone(other) else { continue }
      let fields = record.retired(from: used.place(of: number))
      return target.field.map { fields[$0] } ?? .record(fields)
    }
    return nil
  }

  /// Whether changes have to be made over the form, and not in the content: the document goes to another
  /// revision, or what is retired comes or goes with what they write.
  ///
  /// - Complexity: O(changes).
  func rebases(_ document: StoredDocument, by parts: [Changeset]) -> Bool {
    let haveMoved = document.origins.haveMoved
    if !haveMoved, parts.allSatisfy({ $0.isOfAnswers }) { return false }
    return document.structure.rebases(by: parts, haveMoved: haveMoved)
  }

  /// The document, but for its history, that is led to by what is written, or by what each node writes that is
  /// travelled over, as whoever reads it afterwards finds it.
  ///
  /// The origins are those that this leaves, a target once.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` where a field is not what a change expects,
  ///   ``StoreError/structure(_:)`` where a row would stand in no section, and whatever reading can meet.
  /// - Complexity: O(n log n) in the number of rows.
  func rebased(
    _ document: StoredDocument, by parts: [Changeset],
    _ origins: [(target: Change.Target, origin: Origins.Origin)]
  ) throws(StoreError) -> Rebased {
    if let error = document.origins.staleChange(in: parts, of: document.structure) {
      throw .conflict(error)
    }
    var held = HeldState(document.structure, document.origins)
    held.take(parts, origins, in: document.structure)
    let number = try revision(of: document, named: held.values[.formRevision] ?? nil)
    let base = try base(of: document, revision: number, holding: held)
    var result = document
    // Whoever asks for its rules has to know that it is more than its form.
    result.origins.apply(origins)
    guard result.become(base, revision: number, holding: held) else {
      throw held.firstHomeless(over: base).map { .structure(.notInto($0, $1)) }
        ?? database.damaged("\(document.name) would have a row that stands in no section")
    }
    return (held, result)
  }

  /// The number of the revision that a document's field names.
  func revision(of document: StoredDocument, named value: Value?) throws(StoreError) -> Int {
    guard let value else { return document.usedRevisions.first }
    if let identity = SHA256.Digest(value) {
      let numbers = try revisions(of: document.formKey, "ORDER BY number")
      for number in numbers where try revisionID(document.formKey, number) == identity {
        return number
      }
    }
    throw database.damaged("\(document.name) is on a revision that its form does not have")
  }

  /// What a revision of a form is everywhere.
  func revisionID(_ form: Int64, _ number: Int) throws(StoreError) -> SHA256.Digest {
    let key = BaseKey(form: form, revision: number)
    if let known = revisionIDs[key] { return known }
    let content = try base(form, revision: number).content
    let bytes = try database.encoding(try content.revisionID)
    guard let id = SHA256.Digest(bytes: bytes) else {
      throw database.damaged("revision \(number) of a form has no identity")
    }
    revisionIDs[key] = id
    return id
  }
}

extension HeldState {
  // The first row of the document's own, or that it moved, for which the revision has no section.
  fileprivate func firstHomeless(over base: DocumentBase) -> (RecordID, SectionID)? {
    let overrides = overrides
    let gone = base.content.covered(by: overrides)
    for target in values.keys.sorted() where target.field == .section {
      guard let name = values[target]??.asText else { continue }
      let section = SectionID(unchecked: name)
      let isThere = base.index[section] != nil && !gone.contains(.section(section))
      if !(overrides[.section(section)]?.isMade ?? isThere) { return (target.record, section) }
    }
    return nil
  }
}
