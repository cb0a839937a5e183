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
      let listed = try state.rows(
        "SELECT name, status FROM document WHERE kind = 'document' ORDER BY name"
      ) { row throws(SQLiteError) in (name: try row.text(0), status: try row.text(1)) }
      for (name, status) in listed {
        do {
          let document = try state.document(DocumentName(unchecked: name))
          entries += document.count
          findings += try state.differences(of: document)
          if document.status.rawValue != status {
            findings.append("\(name) is listed as \(status), its journal says \(document.status)")
          }
        } catch {
          findings.append("\(name): \(error)")
        }
      }
      return Verification(documents: listed.count, entries: entries, findings: findings)
    }
  }
}

extension StoreState {
  fileprivate borrowing func texts(_ sql: String) throws(StoreError) -> [String] {
    try rows(sql) { row throws(SQLiteError) in try row.text(0) }
  }

  /// Compares the schema with what the migrations up to the file's format make of an empty database:
  /// each object is there, word for word, and there is no other.
  fileprivate borrowing func schemaFindings() throws(StoreError) -> [String] {
    // What a newer file has more is not for this program to judge.
    guard format <= opening.schema.format else { return [] }
    let expected: [String: String]
    let found: [String: String]
    do throws(SQLiteError) {
      let model = try Connection(path: path, access: .memory)
      for migration in opening.schema.migrations.prefix(format) {
        try model.execute(String(decoding: migration.sql, as: UTF8.self))
      }
      (expected, found) = (try Self.schemaObjects(model), try Self.schemaObjects(connection))
    } catch { throw StoreError(error, path: path) }
    let findings = found.filter { expected[$0.key] != $0.value }.keys.sorted().map {
      "\($0) is not of this format's schema"
    }
    return findings
      + expected.keys.filter { found[$0] == nil }.sorted().map { "\($0) is missing in the schema" }
  }

  /// The SQL of every table, index, view and trigger, by name.
  private static func schemaObjects(
    _ connection: borrowing Connection
  ) throws(SQLiteError) -> [String: String] {
    try connection.withStatement("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL") {
      statement throws(SQLiteError) in
      var objects: [String: String] = [:]
      while try statement.step() { objects[try statement.text(0)] = try statement.text(1) }
      return objects
    }
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
        try replayed.apply(try effect(of: entry, on: replayed), path: path)
      } catch {
        return ["\(document.name), entry \(number): \(error)"]
      }
    }
    return document.differences(from: replayed) + document.redoFindings(replayed.history)
      + (try markFindings(of: document, replayed.history))
  }

  /// Compares the marks as the file keeps them with those that the journal gave.
  private borrowing func markFindings(
    of document: StoredDocument, _ history: History
  ) throws(StoreError) -> [String] {
    let found = try rows(
      "SELECT name, entry FROM mark WHERE document = ? ORDER BY name", [.integer(document.key)]
    ) { row throws(SQLiteError) in (name: try row.text(0), node: Int(clamping: try row.int64(1))) }
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
    let changes = Changeset(from: replayed.content, to: content)
    targets.formUnion(changes.changes.map(\.target))
    return targets.sorted().compactMap { target in
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
  }

  /// Where redo, as the file keeps it of entries that have moved, takes another branch than the one
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
