internal import EkibenDocuments
internal import EkibenMigrations
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
      findings += try state.schemaFindings()
      findings += try state.formFindings()
      var entries = 0
      let names = try state.texts("SELECT name FROM document WHERE kind = 'document' ORDER BY name")
      for name in names {
        do {
          let document = try state.document(DocumentName(unchecked: name))
          entries += document.count
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

  /// Compares the schema with what the migrations make: each object stands in one of them, word for
  /// word, and none is missing.
  fileprivate borrowing func schemaFindings() throws(StoreError) -> [String] {
    // What a newer file has more is not for this program to judge.
    guard try number("PRAGMA user_version") == StoreOpening.format else { return [] }
    let made = Migration.all.map { String(decoding: $0.sql, as: UTF8.self) }.joined(separator: "\n")
    let objects = try rows("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL") {
      row throws(SQLiteError) in (name: try row.text(0), sql: try row.text(1))
    }
    var findings = objects.filter { !made.contains($0.sql + ";") }.map { object in
      "\(object.name) is not of this format's schema"
    }
    let expected = made.split(separator: "\n").count { $0.hasPrefix("CREATE ") }
    if findings.isEmpty, objects.count != expected {
      findings.append("the schema has \(objects.count) parts, this format has \(expected)")
    }
    return findings
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
  fileprivate mutating func differences(
    of document: StoredDocument
  ) throws(StoreError) -> [String] {
    var replayed = document
    replayed.content = document.base.content
    replayed.index = document.base.index
    replayed.origins = Origins()
    replayed.history = History()
    for number in 1...max(document.count, 1) {
      do throws(StoreError) {
        let entry = try entry(number, of: document)
        try replayed.follow(try prepare(entry, of: replayed), path: path)
      } catch {
        return ["\(document.name), entry \(number): \(error)"]
      }
    }
    return document.differences(from: replayed)
  }
}

extension StoredDocument {
  /// What the file says otherwise than its journal does, a sentence each.
  fileprivate func differences(from replayed: StoredDocument) -> [String] {
    var targets = Set(origins.targets).union(replayed.origins.targets)
    let changes = Changeset(from: replayed.content, to: content)
    targets.formUnion(changes.changes.map(\.target))
    var findings = targets.sorted().compactMap { target -> String? in
      let (has, says) = (value(of: target), replayed.value(of: target))
      let what = Notation.text(of: target)
      if has != says {
        return "\(name): \(what) is \(Notation.text(of: has)), "
          + "entry \(replayed.origins[target].entry) says \(Notation.text(of: says))"
      }
      if origins[target] != replayed.origins[target] {
        return "\(name): \(what) names entry \(origins[target].entry) as its "
          + "writer, its journal says \(replayed.origins[target].entry)"
      }
      return nil
    }
    if findings.isEmpty, !content.isIdentical(to: replayed.content) {
      findings.append("\(name): its records are not in the places that its journal says")
    }
    for (mark, node) in history.marks where replayed.history.marks[mark] != node {
      findings.append("\(name): the mark \(mark) is at entry \(node), not where it was put")
    }
    return findings
  }
}
