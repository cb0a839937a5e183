internal import EkibenDocuments
internal import EkibenSQLite

extension Store {
  /// Checks the file, its schema and keys, that every row is as it was written, and that every
  /// document's state equals its journal.
  ///
  /// - Parameters:
  ///   - extent: How much is checked.
  ///   - progress: Called now and then, on the thread that verifies, while entries are looked at; it must not
  ///     use the store.
  /// - Returns: What was counted and found.
  /// - Throws: ``StoreError`` when the file cannot be read at all; damage is a finding.
  /// - Complexity: O(file); where it is quick, O(rows and answers of all documents), and O(entries / 128).
  public func verify(
    _ extent: Verification.Extent = .everything,
    progress: (Verification.Progress) -> Void = { _ in }
  ) throws(StoreError) -> Verification {
    try reading { (state) throws(StoreError) in
      let database = state.database
      var findings = try database.fileFindings(extent)
      findings += try database.unfitRows(in: extent.tables)
      findings += try database.strayEntries()
      findings += try state.forms.formFindings()
      let listed = try database.listedDocuments()
      let total = listed.reduce(0) { $0 + $1.entries }
      var entries = 0
      for document in listed {
        do {
          let found = try document.findings(in: state, extent) { number in
            progress(Verification.Progress(entries: entries + number, total: total))
          }
          entries += found.entries
          findings += found.findings
        } catch {
          findings.append("\(document.name): \(error)")
        }
      }
      return Verification(
        documents: listed.count, entries: entries,
        unchecked: try database.uncheckedRows(in: extent.tables), findings: findings)
    }
  }
}

extension Verification.Extent {
  fileprivate var tables: [StoredTable] {
    self == .everything
      ? StoredTable.allCases : StoredTable.allCases.filter { ![.entry, .block].contains($0) }
  }
}

/// A document as the file lists it.
private struct ListedDocument {
  let name: String
  let status: String
  /// How many entries it has, as far as what the file says is right.
  let entries: Int

  func findings(
    in state: borrowing StoreState, _ extent: Verification.Extent, progress: (Int) -> Void
  ) throws(StoreError) -> (entries: Int, findings: [String]) {
    let name = DocumentName(unchecked: name)
    var document = try state.documents.read(name)
    var findings: [String] = []
    if extent == .everything {
      // Read once more afterwards: what it holds takes as much memory as what its journal makes of it.
      DocumentTable.showFormAlone(&document)
      let replayed = try state.documents.replay(document, progress: progress)
      document = try state.documents.read(name)
      findings += try state.documents.differences(of: document, from: replayed)
    }
    findings += try state.activityFindings(of: document)
    if document.status.rawValue != status {
      findings.append(
        "\(document.name) is listed as \(status), its journal says \(document.status)")
    }
    progress(document.count)
    return (document.count, findings)
  }
}

extension Database {
  /// Checks the schema, and pages and keys where that runs nothing of a foreign one: checking an
  /// index or a column evaluates the expressions of its definition.
  fileprivate func fileFindings(_ extent: Verification.Extent) throws(StoreError) -> [String] {
    let differences = try schemaDifferences()
    let findings = differences.map { "\($0); \($0.advice)" }
    guard differences.allSatisfy(\.isInert) else {
      return findings + ["pages and keys were not checked, since that would run a foreign schema"]
    }
    if extent == .quick { return findings }
    let orphans = try rows("PRAGMA main.foreign_key_check") { row in
      "a line of \(try row.text(0)) refers to a missing line of \(try row.text(2))"
    }
    return findings + (try damagedPages()) + orphans
  }

  fileprivate func listedDocuments() throws(StoreError) -> [ListedDocument] {
    try rows(
      """
      SELECT name, status, max(
        archived, ifnull((SELECT max(key) & 0xffffffff FROM entry
          WHERE key BETWEEN document.key << 32 AND document.key << 32 | 0xffffffff), 0))
      FROM document WHERE kind = 'document' ORDER BY name
      """
    ) { row in
      ListedDocument(
        name: try row.text(0), status: try row.text(1),
        entries: min(try row.int(2), History.maximumCount))
    }
  }

  /// Names keys of documents that are nowhere and have entries; each is found by the key of its first.
  fileprivate func strayEntries() throws(StoreError) -> [String] {
    var findings: [String] = []
    var last = Int64.min
    while let key = try rows(
      """
      SELECT e.key >> 32, (SELECT 1 FROM document d WHERE d.key = e.key >> 32 AND d.kind = 'document')
      FROM entry e WHERE e.key > ? ORDER BY e.key LIMIT 1
      """, [.integer(last)],
      { row in (document: try row.int64(0), isThere: !row.isNull(1)) }
    ).first {
      last = key.document << 32 | 0xffff_ffff
      if !key.isThere {
        findings.append("there are entries of document \(key.document), which is nowhere")
      }
    }
    return findings
  }
}

extension DocumentTable {
  /// What a document's journal makes of its form, or where it breaks off and why.
  fileprivate typealias Replayed = Result<StoredDocument, ReplayProblem>

  fileprivate struct ReplayProblem: Error {
    let entry: Int
    let words: String
  }

  /// Compares what the file says with what the journal comes to.
  fileprivate func differences(
    of document: StoredDocument, from replayed: Replayed
  ) throws(StoreError) -> [String] {
    switch replayed {
    case .success(let replayed):
      document.differences(from: replayed) + document.redoFindings(replayed.history)
        + (try markFindings(of: document, replayed.history))
    case .failure(let problem): ["\(document.name), entry \(problem.entry): \(problem.words)"]
    }
  }

  /// Forgets what a document holds beyond what its form gives it.
  fileprivate static func showFormAlone(_ document: inout StoredDocument) {
    let base = document.base
    (document.content, document.index, document.origins) = (base.content, base.index, Origins())
  }

  /// Replays a document's journal over its form.
  fileprivate func replay(
    _ document: StoredDocument, progress: (Int) -> Void
  ) throws(StoreError) -> Replayed {
    var replayed = document
    let first = document.usedRevisions.first
    replayed.usedRevisions = UsedRevisions(first)
    replayed.base = try forms.base(document.formKey, revision: first)
    replayed.revision = first
    Self.showFormAlone(&replayed)
    replayed.history = History()
    var blocks: [TargetKey: BlockCursor] = [:]
    return try journal.passing(&blocks) { () throws(StoreError) -> Replayed in
      for first in stride(from: 1, through: max(document.count, 1), by: Self.pageOfEntries) {
        let numbers = first...max(first, min(first + Self.pageOfEntries - 1, document.count))
        var page: [Entry] = []
        // Where one cannot be read, each is read alone, so that those before it are looked at first.
        do throws(StoreError) { page = try journal.entries(of: document, numbers) } catch {}
        for number in numbers {
          do throws(StoreError) {
            let entry =
              page.isEmpty ? try journal.entry(number, of: document) : page[number - first]
            if let problem = try take(entry, of: document, into: &replayed) {
              return .failure(ReplayProblem(entry: number, words: problem))
            }
          } catch {
            return .failure(ReplayProblem(entry: number, words: "\(error)"))
          }
        }
        progress(numbers.upperBound)
      }
      return .success(replayed)
    }
  }

  private static var pageOfEntries: Int { 256 }

  /// Lets a document become what its next entry makes of it, or says what is wrong with that.
  private func take(
    _ entry: Entry, of document: StoredDocument, into replayed: inout StoredDocument
  ) throws(StoreError) -> String? {
    if let problem = entry.encodingProblem { return "\(problem)" }
    guard entry.changes.isDistinct else { return "changes a field twice" }
    guard entry.flags == entry.noting(replayed.origins).flags else {
      return "says otherwise than those before it what was calculated"
    }
    let effect = try journal.effect(of: entry, on: replayed, checked: false)
    try replayed.apply(effect, path: database.path)
    return nil
  }

  /// Compares the marks as the file keeps them with those that the journal gave.
  private func markFindings(
    of document: StoredDocument, _ history: History
  ) throws(StoreError) -> [String] {
    let found = try database.rows(
      "SELECT name, entry FROM mark WHERE document = ? ORDER BY name", [.integer(document.key)]
    ) { row in (name: try row.text(0), node: try row.int(1)) }
    var missing = Dictionary(
      history.marks.map { (Value.text($0.key.rawValue), $0.value) },
      uniquingKeysWith: { first, _ in first })
    var findings = found.compactMap { mark -> String? in
      let expected = missing.removeValue(forKey: .text(mark.name))
      if mark.node == expected { return nil }
      return "\(document.name): the mark \(Notation.shown(mark.name)) is at entry \(mark.node), "
        + (expected.map { "its journal says \($0)" } ?? "its journal knows none")
    }
    findings += missing.sorted { $0.value < $1.value }.map { name, node in
      "\(document.name): the mark \(Notation.shown(name.asText ?? "")) of entry \(node) is missing"
    }
    return findings
  }
}

extension StoredDocument {
  /// What the file says otherwise than its journal does, a sentence each.
  ///
  /// The places of records are fields too: their order and their section.
  fileprivate func differences(from replayed: StoredDocument) -> [String] {
    var targets = Set(origins.targets).union(replayed.origins.targets)
    if revision != replayed.revision {
      return ["\(name) is on revision \(revision), its journal says \(replayed.revision)"]
    }
    if usedRevisions != replayed.usedRevisions {
      return [
        "\(name) used the revisions \(usedRevisions), its journal says \(replayed.usedRevisions)"
      ]
    }
    let changes = Changeset(from: replayed.content, to: content)
    targets.formUnion(changes.changes.map(\.target))
    return targets.sorted().compactMap { target in
      let (has, says) = (value(of: target), replayed.value(of: target))
      let what = Notation.text(of: target)
      if has != says {
        return "\(name): \(what) is \(Notation.text(of: has)), "
          + "entry \(replayed.origins[target].entry) says \(Notation.text(of: says))"
      }
      if origins[target].isCalculated != replayed.origins[target].isCalculated {
        return
          "\(name): \(what) is \(origins[target].isCalculated ? "" : "not ")said to be calculated, "
          + "its journal says that it is\(origins[target].isCalculated ? " not" : "")"
      }
      if origins[target] != replayed.origins[target] {
        return "\(name): \(what) names entry \(origins[target].entry) as its "
          + "writer, its journal says \(replayed.origins[target].entry)"
      }
      return nil
    }
  }

  /// Where redo, as the file keeps it of entries that are archived, takes another branch than the one
  /// that the journal visited last.
  fileprivate func redoFindings(_ replayed: History) -> [String] {
    stride(from: 1, through: history.count, by: 1).compactMap { node in
      guard let child = history.visitedChild(of: node),
        let expected = replayed.visitedChild(of: node), child != expected
      else { return nil }
      return "\(name): redo goes from entry \(node) to \(child), its journal says \(expected)"
    }
  }
}
