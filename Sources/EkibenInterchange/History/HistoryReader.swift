public import EkibenDocuments

/// Reads a history line by line, and checks each line against those before it (rule I13).
///
/// A line that is accepted continues the journal: its number comes next, the undo tree takes it, its
/// changes fit the document, and what it says of the nodes travelled over, of what an entry that
/// travels changes and of origins is what follows from the entries before. Members that are not known
/// are refused, since another export would lose them; an embedded form keeps its own.
///
/// Of version 2 the ids are worked out, too (rule I20): a line that says something else than what its
/// id is a hash of is refused, and so is a history that does not end where its first line says. Of
/// version 1, what was cut off between two lines cannot be seen.
///
/// No input traps. A reader that has refused a line refuses every further one with the same error.
public struct HistoryReader: Sendable {
  /// Which document it is; nil before the first line.
  public private(set) var header: HistoryHeader?
  /// The revisions of its form so far.
  public private(set) var forms: [HistoryForm] = []
  /// The entries so far.
  public private(set) var journal = Journal()
  /// The document as it stands after the last entry; before the first it is the first revision.
  public private(set) var content = Document()
  /// Which entry wrote what ``content`` holds.
  public private(set) var origins = Origins()

  /// Who wrote the entries, in order; nobody is known of those of version 1.
  package private(set) var sources: [EntrySource] = []

  private var ids = EntryIDs(document: [])
  /// The revisions to which entries went so far, by number; nil before the first.
  private var usedForms: UsedRevisions?
  private var index = Document.Index(Document())
  private var line = 0
  private var failure: HistoryFileError?

  /// Waits for the first line.
  public init() {}

  /// Reads one line, with or without the line feed that ends it.
  ///
  /// - Returns: What it says.
  /// - Throws: ``HistoryFileError`` with line, column and path.
  /// - Complexity: O(n) in the size of the line, and of the nodes travelled over; O(n log n) in the
  ///   size of the document where records come, go or move.
  public mutating func read(line bytes: [UInt8]) throws(HistoryFileError) -> HistoryLine {
    if let failure { throw failure }
    line += 1
    do throws(HistoryFileError) { return try take(try LineCursor(bytes, line: line), bytes) } catch
    {
      failure = error
      throw error
    }
  }

  /// Says that there are no more lines.
  ///
  /// - Throws: ``HistoryFileError`` when there has to be another one, or a line was refused.
  public func finish() throws(HistoryFileError) {
    if let failure { throw failure }
    let missing: String? =
      if header == nil {
        "its first line, which says {\"format\": \"\(HistoryHeader.formats[1])\", …}"
      } else if forms.isEmpty {
        "its form"
      } else if journal.entries.isEmpty { "its first entry" } else { nil }
    if let missing { throw HistoryFileError(.missing(missing), at: SourcePlace(line: line + 1)) }
    if let end = header?.end { try check(end) }
  }

  /// Sees that a history of version 2 is whole and has nothing that no id covers.
  private func check(_ end: HistoryEnd) throws(HistoryFileError) {
    let count = journal.entries.count
    if end.entries != count || end.last != ids.ids.last {
      throw HistoryFileError(
        .end(entries: count, expected: end.entries), at: SourcePlace(line: line + 1))
    }
    if let unused = (1...forms.count).first(where: { usedForms?.numbers.contains($0) != true }) {
      throw HistoryFileError(
        .content("no entry uses revision \(unused) of the form"), at: SourcePlace(line: unused + 1))
    }
  }

  private mutating func take(
    _ line: LineCursor, _ bytes: [UInt8]
  ) throws(HistoryFileError) -> HistoryLine {
    guard let header else {
      let header = try HistoryHeader(line)
      self.header = header
      ids = EntryIDs(document: header.uid)
      return .header(header)
    }
    let hasIdentity = header.end != nil
    if line.root.node["entry"] == nil, journal.entries.isEmpty {
      let form = try HistoryForm(line, name: header.form)
      try check(form, hasIdentity: hasIdentity, at: line.place)
      if forms.isEmpty { (content, index) = (form.content, Document.Index(form.content)) }
      forms.append(form)
      return .form(form)
    }
    var entry = try line.read { root throws(JSONError) in
      try HistoryEntry(root, hasIdentity: hasIdentity)
    }
    guard !forms.isEmpty else { throw HistoryFileError(.missing("its form"), at: line.place) }
    do throws(HistoryFileError) {
      let expected = journal.entries.count + 1
      guard entry.entry.number == expected else {
        throw HistoryFileError(.number(entry.entry.number, expected: expected))
      }
      if hasIdentity { entry = try identify(entry, bytes) }
      try apply(entry)
    } catch { throw HistoryFileError(error.kind, at: line.place) }
    let store = entry.identity?.store ?? []
    if sources.last?.store == store { sources.removeLast() }
    sources.append(EntrySource(until: entry.entry.number, store: store))
    return .entry(entry)
  }

  private func check(
    _ form: HistoryForm, hasIdentity: Bool, at place: SourcePlace
  ) throws(HistoryFileError) {
    guard form.revision != nil || hasIdentity else { return }
    let revision: SHA256.Digest?
    do { revision = SHA256.Digest(bytes: try form.content.revisionID) } catch {
      throw HistoryFileError(.content("\(error)"), at: place)
    }
    guard hasIdentity, form.revision == revision else {
      throw HistoryFileError(.revision(forms.count + 1), at: place)
    }
  }

  /// Works out the encoding of an entry from its numbers and changes, and sees that its line begins
  /// with that and its id.
  private mutating func identify(
    _ line: HistoryEntry, _ bytes: [UInt8]
  ) throws(HistoryFileError) -> HistoryEntry {
    let entry = line.entry
    let form = entry.kind == .create ? 1 : line.form ?? 0
    var revision: SHA256.Digest?
    if forms.indices.contains(form &- 1) {
      revision = forms[form - 1].revision
      if usedForms?.note(form) == nil { usedForms = UsedRevisions(form) }
    }
    do throws(HistoryFileError) {
      let context = EntryContext(of: line.of, store: line.identity?.store ?? [], revision: revision)
      let identified = try line.identified(by: &ids, context)
      if identified.begins(bytes) { return identified }
    } catch {}
    throw HistoryFileError(.identity(entry: entry.number))
  }

  private mutating func apply(_ line: HistoryEntry) throws(HistoryFileError) {
    let entry = line.entry.noting(origins)
    let isOriginal = !entry.kind.isNode || entry.origins == origins.before(entry.changes)
    do { try journal.append(entry) } catch { throw HistoryFileError(.history(error)) }
    let parts = journal.history.parts(of: entry, journal.known)
    let changes = entry.kind.isNode ? entry.changes : History.joined(parts)
    for (member, holds) in [
      (.of, hasExpectedTravel(line)), (.origin, isOriginal), (.form, hasExpectedForm(line)),
      (.changes, line.changes == changes),
    ] as [(HistoryFileError.Member, Bool)] where !holds {
      throw HistoryFileError(.contradiction(entry: entry.number, member))
    }
    let origins = origins.changes(by: entry, in: journal)
    let structure = DocumentStructure(content, index)
    if structure.rebases(by: parts, haveMoved: self.origins.haveMoved) {
      try rebase(structure, by: parts, origins, entry: entry.number)
    } else {
      do { try content.apply(line.changes, at: index) } catch {
        throw HistoryFileError(.stale(error))
      }
      if !line.changes.isContentOnly { index = Document.Index(content) }
    }
    self.origins.apply(origins)
  }

  private mutating func rebase(
    _ before: DocumentStructure, by parts: [Changeset],
    _ origins: [(target: Change.Target, origin: Origins.Origin)], entry: Int
  ) throws(HistoryFileError) {
    if let error = self.origins.staleChange(in: parts, of: before) {
      throw HistoryFileError(.stale(error))
    }
    var held = HeldState(before, self.origins)
    held.take(parts, origins, in: before)
    guard let document = document(holding: held) else {
      throw HistoryFileError(.contradiction(entry: entry, .form))
    }
    (content, index) = (document.content, document.index)
  }

  private func hasExpectedTravel(_ line: HistoryEntry) -> Bool {
    let entry = line.entry
    if entry.kind == .revert, let node = line.of.first {
      // What can be taken back is on the way from the root to the head, and not the root.
      return line.of.count == 1 && node > 1 && node < entry.number && journal.history.isNode(node)
        && journal.history.path(from: entry.number, to: node).down.isEmpty
    }
    let path = journal.travelled(by: entry)
    return line.of == path.undone + path.redone
  }

  private func hasExpectedForm(_ line: HistoryEntry) -> Bool {
    guard let form = line.form else { return true }
    guard line.entry.kind == .migrate, forms.indices.contains(form &- 1) else { return false }
    // Version 1 did not say in the changes where a move goes.
    if line.entry.formRevision == nil, line.identity == nil { return true }
    return revisionID(of: forms[form - 1]) == line.entry.formRevision
  }

  private func revisionID(of form: HistoryForm) -> SHA256.Digest? {
    if let known = form.revision { return known }
    // What cannot be hashed is the revision of no entry.
    do { return SHA256.Digest(bytes: try form.content.revisionID) } catch { return nil }
  }

  /// The document as it stood after an entry; nil where the file has none of that number.
  ///
  /// - Complexity: O(changes of the nodes between that entry and the last), and for a document that went to
  ///   another revision O(changes of all nodes on the way from the first entry, and rows).
  package func content(at number: Int) throws(StaleChange) -> Document? {
    guard let head = journal.history.head(after: number) else { return nil }
    guard hasMoved else {
      return try content.applying(journal.changes(from: journal.head, to: head))
    }
    var held = HeldState()
    for node in journal.history.path(from: 0, to: head).down {
      for change in journal[node]?.changes.changes ?? [] { held.write(change) }
    }
    return document(holding: held)?.content
  }

  /// Whether an entry went to another revision of the form.
  package var hasMoved: Bool { usedForms?.haveOthers ?? false }

  /// The revision that what is held names, with all of it.
  private func document(holding held: HeldState) -> DocumentStructure? {
    var number = 0
    if let value = held.values[.formRevision] ?? nil {
      let named = SHA256.Digest(value)
      guard let found = forms.firstIndex(where: { revisionID(of: $0) == named }) else { return nil }
      number = found
    }
    func structure(_ number: Int) -> DocumentStructure {
      DocumentStructure(forms[number].content, Document.Index(forms[number].content))
    }
    var others = (usedForms?.others(than: number + 1) ?? []).makeIterator()
    let form = structure(number)
    let retired = form.retired(by: held.overrides) {
      () -> (place: Int, form: DocumentStructure)? in
      others.next().map { (usedForms?.place(of: $0) ?? $0, structure($0 - 1)) }
    }
    return form.content.overridden(by: retired).flatMap {
      held.document(over: DocumentStructure($0, Document.Index($0)))
    }
  }
}
