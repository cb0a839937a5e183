internal import EkibenDocuments
internal import EkibenSQLite

/// What verifying a store found.
public struct Verification: Hashable, Sendable {
  /// How many documents were checked.
  public let documents: Int
  /// How many entries they have.
  public let entries: Int
  /// What is wrong, a sentence each; none is well.
  public let findings: [String]
}

extension Store {
  /// Checks the file, its schema and keys, and that every document's state equals its journal.
  ///
  /// - Throws: ``StoreError`` when the file cannot be read at all; damage is a finding.
  /// - Complexity: O(file).
  public func verify() throws(StoreError) -> Verification {
    try reading { (state) throws(StoreError) in
      var findings = try state.texts("PRAGMA integrity_check").filter { $0 != "ok" }
      findings += try state.texts(
        """
        SELECT 'a line of ' || "table" || ' refers to a missing line of ' || parent
        FROM pragma_foreign_key_check
        """)
      findings += try state.formFindings()
      var entries = 0
      let names = try state.texts("SELECT name FROM document WHERE kind = 'document' ORDER BY name")
      for name in names {
        do {
          let document = try state.document(DocumentName(unchecked: name))
          entries += document.journal.entries.count
          findings += try state.differences(of: document)
        } catch {
          findings.append("\(name): \(error)")
        }
      }
      return Verification(documents: names.count, entries: entries, findings: findings)
    }
  }
}

extension StoreState {
  fileprivate borrowing func texts(_ sql: String) throws(StoreError) -> [String] {
    try rows(sql) { row throws(SQLiteError) in try row.text(0) }
  }

  /// Compares every revision of every form with the hash that it was published under.
  fileprivate borrowing func formFindings() throws(StoreError) -> [String] {
    let revisions = try rows(
      """
      SELECT d.key, d.name, r.number, r.hash
      FROM revision r JOIN document d ON d.key = r.form ORDER BY d.name, r.number
      """
    ) { row throws(SQLiteError) in
      (
        key: try row.int64(0), name: try row.text(1), number: Int(clamping: try row.int64(2)),
        hash: try row.blob(3)
      )
    }
    return revisions.compactMap { revision in
      let name = "revision \(revision.number) of \(revision.name)"
      do throws(StoreError) {
        let content = try formContent(revision.key, revision: revision.number).document
        let hash = try encoding { () throws(CodingError) in try content.contentHash }
        return hash == revision.hash ? nil : "\(name) is not what was published"
      } catch {
        return "\(name): \(error)"
      }
    }
  }

  /// Replays a document's journal over its form and compares with what the file says.
  fileprivate borrowing func differences(of document: StoredDocument) throws(StoreError) -> [String]
  {
    let forms = try rows(
      "SELECT base FROM document WHERE key = ?", [.integer(document.key)]
    ) { row throws(SQLiteError) in try row.int64(0) }
    guard let form = forms.first else { return ["\(document.name) has no form"] }
    var replayed = document
    replayed.content = try formContent(form, revision: document.revision).document
    replayed.journal = Journal()
    replayed.origins = Origins()
    for entry in document.journal.entries {
      do { try replayed.follow(entry) } catch {
        return ["\(document.name), entry \(entry.number): \(error)"]
      }
    }
    return document.recordKeys.keys.sorted().compactMap { row in
      let target = Change.Target(.row(row), .value)
      let (has, says) = (document.row(row)?.fields[.value], replayed.row(row)?.fields[.value])
      if has != says {
        return "\(document.name): \(row) is \(Notation.text(of: has)), "
          + "entry \(replayed.origins[target].entry) says \(Notation.text(of: says))"
      }
      if document.origins[target] != replayed.origins[target] {
        return "\(document.name): \(row) names entry \(document.origins[target].entry) as its "
          + "writer, its journal says \(replayed.origins[target].entry)"
      }
      return nil
    }
  }
}
