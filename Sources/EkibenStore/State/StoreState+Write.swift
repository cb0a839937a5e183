internal import EkibenDocuments
internal import EkibenSQLite

extension StoreState {
  /// Prepares an edit and writes it in a transaction of its own; the document is brought up to date with
  /// what others wrote, and does not show the edit yet.
  ///
  /// Numbers that a transaction gave out and that are not in the file are forgotten. What `write` does
  /// for a body is spelled out here: a closure would copy the document on every edit.
  mutating func write(
    _ request: EditRequest, to document: inout StoredDocument, placing: some EntryPlacing,
    newEntries: inout [JournalChange]
  ) throws(StoreError) -> PreparedEdit? {
    try database.begin(.immediate)
    var (longTexts, inactive) = (document.longTexts, document.activity.inactive)
    document.records.begin()
    do throws(StoreError) {
      try database.confirmFormat(for: .readWrite)
      try documents.refresh(&document, &newEntries)
      try documents.widen(&document, for: request.edit.operation)
      (longTexts, inactive) = (document.longTexts, document.activity.inactive)
      knowActivity(of: &document, request.metadata)
      guard let prepared = try prepare(request, on: document, placing: placing) else {
        try database.commitWriting()
        return nil
      }
      try write(prepared, of: &document)
      try database.commitWriting()
      return prepared
    } catch {
      abandonWriting()
      document.records.abandon()
      (document.longTexts, document.activity.inactive) = (longTexts, inactive)
      document.activity.known = nil
      throw error
    }
  }

  /// Prepares an edit and writes it as part of a transaction; the document shows it.
  @discardableResult
  mutating func perform(
    _ request: EditRequest, on document: inout StoredDocument,
    placing: some EntryPlacing = NoPlacing()
  ) throws(StoreError) -> Entry? {
    try documents.widen(&document, for: request.edit.operation)
    knowActivity(of: &document, request.metadata)
    guard let prepared = try prepare(request, on: document, placing: placing) else { return nil }
    try write(prepared, of: &document)
    try document.apply(prepared.effect, path: database.path)
    return prepared.entry
  }

  /// Prepares an edit of a document as somebody has read it.
  func preview(
    _ request: EditRequest, on document: StoredDocument
  ) throws(StoreError) -> EntryEffect? {
    // What was archived since is looked up where it stands now.
    var document = try documents.renewed(document) ?? document
    try documents.widen(&document, for: request.edit.operation)
    knowActivity(of: &document, request.metadata)
    guard let prepared = try prepare(request, on: document, placing: NoPlacing()) else {
      return nil
    }
    return prepared.effect
  }

  /// After a commit: what it made of the file is known already.
  mutating func noteOwnCommit(_ document: inout StoredDocument) throws(StoreError) {
    let version = try database.dataVersion()
    document.reading.dataVersion = version
    settings.noteOwnCommit(version)
    if document.count - document.archived > Self.longTail { longTails.insert(document.name) }
    database.checkpointIfLong()
  }

  // Preparing an edit asks its rules, at the edit's own time.
  private func knowActivity(of document: inout StoredDocument, _ metadata: EditMetadata) {
    guard let source = database.activity else { return }
    if document.activity.known?.launchContext != metadata.launchContext {
      let rules = source.activity(of: document, seeing: metadata)
      document.activity.known = KnownActivity(
        rules: rules, launchContext: metadata.launchContext,
        isUnsettled: rules.hidesByLaunchContext)
    }
    document.activity.known?.rules.see(metadata)
  }

  /// Writes what was prepared: the state it leaves, and its record; no index (rule P15).
  ///
  /// Nothing in memory changes before the commit but numbers given out: what follows it cannot fail.
  private func write(
    _ prepared: borrowing PreparedEdit, of document: inout StoredDocument
  ) throws(StoreError) {
    let author = try names.author(prepared.entry.author)
    let outcome = Outcome(of: prepared.effect, prepared.secrets)
    for (target, origin) in prepared.effect.origins {
      try answers.write(target, origin, outcome, of: &document)
    }
    if case .rebased(let result) = prepared.effect.content,
      prepared.effect.origins.contains(where: { $0.target == .formRevision })
    {
      try documents.write(result.document)
    }
    if !prepared.isIgnored { try noteActivity(prepared.effect, prepared.activity, of: &document) }
    if let mark = prepared.entry.mark {
      try journal.insert(mark, at: prepared.entry.head, of: document)
    }
    try journal.insert(prepared.entry, author: author, &document)
  }
}
