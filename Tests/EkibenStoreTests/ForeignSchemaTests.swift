import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Foundation
import TestSupport
import Testing

@testable import EkibenStore

/// The differences that an error names, and whether the file can be read.
private func refusal(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) throws -> (differences: [String], isReadable: Bool) {
  let error = try storeError(sourceLocation: sourceLocation, body)
  guard case .foreignSchema(_, let differences, let isReadable) = error else { throw error }
  #expect(differences.allSatisfy { "\(error)".contains("\($0)") } || differences.count > 3)
  return (differences.map { "\($0)" }, isReadable)
}

/// Expects that a store is not written, and that reading it names what is wrong and gives the rest.
private func expectReadOnly(
  _ path: String, naming words: [String], checkingPages: Bool = true,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let before = try files(of: path)
  for access in [Store.Access.readWrite, .create] {
    let refusal = try refusal { try Store(path, access: access, now: 0).close() }
    #expect(refusal.differences == words, sourceLocation: sourceLocation)
    #expect(refusal.isReadable, sourceLocation: sourceLocation)
  }
  #expect(try refusal { _ = try Store.upgrade(path, now: 0) }.differences == words)
  let store = try Store(path, access: .readOnly, now: 0)
  #expect(try store.document("visit").answer("name") == "Ada", sourceLocation: sourceLocation)
  #expect(try store.document("visit").count == 4, sourceLocation: sourceLocation)
  let findings = try store.verify().findings
  #expect(
    findings.prefix(words.count).map { $0.prefix { $0 != ";" } } == words.map { $0[...] },
    sourceLocation: sourceLocation)
  #expect(findings.count == words.count + (checkingPages ? 0 : 1), "\(findings)")
  if !checkingPages {
    #expect(
      findings.last == "pages and keys were not checked, since that would run a foreign schema")
  }
  let checks = try store.diagnosis().checks.filter { $0.name == "schema" }
  #expect(checks.map(\.verdict) == words.map { _ in .wrong }, sourceLocation: sourceLocation)
  #expect(zip(checks, words).allSatisfy { $0.finding.contains($1) })
  try store.close()
  #expect(try files(of: path) == before, sourceLocation: sourceLocation)
}

// Rule P25. What else a hostile file can be is in `DamageTests`.
@Suite(.timeLimit(.minutes(20))) struct `A schema that is not ours` {
  @Test(
    arguments: ownTables,
    [
      ("BEFORE INSERT", "SELECT raise(IGNORE)"), ("AFTER INSERT", "DELETE FROM answer"),
      ("BEFORE UPDATE", "SELECT raise(IGNORE)"), ("AFTER DELETE", "DELETE FROM entry"),
    ])
  func `is refused when a trigger was planted, until that is gone`(
    table: String, trigger: (time: String, body: String)
  ) throws {
    try withStorePath { path in
      try makeStore(path)
      try tamper(
        path,
        "CREATE TRIGGER planted \(trigger.time) ON \"\(table)\" BEGIN \(trigger.body); END")
      try expectReadOnly(path, naming: ["the trigger planted on \(table) is not Ekiben's"])
      try tamper(path, "DROP TRIGGER \"planted\"")
      let store = try Store(path, access: .readWrite, now: 0)
      try store.expectSound()
      try store.close()
    }
  }

  @Test func `that comes while a store is open runs nothing`() throws {
    try withVisit { store, document in
      try tamper(
        store.path,
        """
        CREATE TRIGGER planted BEFORE INSERT ON answer BEGIN SELECT raise(IGNORE); END;
        CREATE TRIGGER late AFTER INSERT ON entry BEGIN DELETE FROM answer; END
        """)
      try store.set(&document, ("name", "Ada"))
      try store.set(&document, ("name", "Bob"))
      #expect(try query(store.path, "SELECT value FROM answer") == ["Bob"])
      #expect(try store.verify().findings.count == 2)
    }
  }

  static let added: [(sql: String, words: [String], isInert: Bool)] = [
    ("CREATE VIEW planted AS SELECT 1", ["the view planted is not Ekiben's"], true),
    (
      "CREATE VIEW pragma_foreign_key_check AS SELECT 1",
      ["the view pragma_foreign_key_check is not Ekiben's"], true
    ),
    (
      "CREATE INDEX mine ON answer(value)", ["the index mine on answer is not Ekiben's"], false
    ),
    (
      "CREATE INDEX mine ON entry(instr(zeroblob(1000000), zeroblob(500000) || x'01'))",
      ["the index mine on entry is not Ekiben's"], false
    ),
    (
      "CREATE INDEX mine ON entry(key) WHERE instr(zeroblob(1000000), zeroblob(500000) || x'01')",
      ["the index mine on entry is not Ekiben's"], false
    ),
    (
      "CREATE TABLE more(a UNIQUE, b AS (instr(zeroblob(1000000), zeroblob(500000) || x'01'))); "
        + "INSERT INTO more(a) VALUES (1), (2)",
      ["the table more is not Ekiben's"], false
    ),
    (
      "DROP VIEW answers; CREATE VIEW answers AS SELECT 1",
      ["the view answers is not as Ekiben makes it"], false
    ),
    ("DROP VIEW answers", ["the view answers is missing"], false),
    ("DROP INDEX row_section", ["the index row_section on row is missing"], false),
    (
      "DROP INDEX row_section; CREATE INDEX row_section ON row(since)",
      ["the index row_section on row is not as Ekiben makes it"], false
    ),
  ]

  @Test(arguments: added.indices)
  func `is refused with its name, and read without running it`(at: Int) throws {
    let (sql, words, isInert) = Self.added[at]
    try withStorePath { path in
      try makeStore(path)
      try tamper(path, sql)
      try expectReadOnly(path, naming: words, checkingPages: isInert)
    }
  }

  @Test func `says how what was added goes, and the store is then written again`() throws {
    try withStorePath { path in
      try makeStore(path)
      let name = "a \"b\" --"
      try tamper(path, "CREATE INDEX \"a \"\"b\"\" --\" ON answer(value)")
      let error = try storeError { try Store(path, now: 0).close() }
      guard case .foreignSchema(_, let differences, _) = error else { throw error }
      #expect(differences.map(\.name) == [name])
      let advice = try #require(differences.first?.advice)
      #expect("\(error)".hasSuffix(advice))
      try tamper(path, String(advice.dropFirst("any SQL tool removes it: ".count)))
      try Store(path, now: 0).close()
    }
  }

  static let changes: [(name: String, old: String, new: String)] = [
    ("answer", "CHECK (entry >= 1)", "CHECK (1)"),
    ("answer", "CHECK (entry >= 1)", "CHECK (instr(zeroblob(99999999), zeroblob(9999999)) = 1)"),
    ("document", "DEFAULT 'draft'", "DEFAULT 'final'"), ("mark", "STRICT, ", ""),
    ("setting", "value ANY NOT NULL", "value ANY NOT NULL DEFAULT 1"),
  ]

  @Test(arguments: changes.indices)
  func `is refused when a text was changed`(at: Int) throws {
    let (name, old, new) = Self.changes[at]
    try withStorePath { path in
      try makeStore(path)
      try tamperSchema(path, of: name, replacing: old, with: new)
      try expectReadOnly(
        path, naming: ["the table \(name) is not as Ekiben makes it"], checkingPages: false)
    }
  }

  // Comparing with Swift's `==` would take these for the same: U+212A is equal to K, U+037E to `;`.
  @Test func `differs by bytes, not by what looks alike`() {
    let ours = SchemaObject(type: "table", name: "a", table: "a", sql: "CREATE TABLE a(K);")
    for other in ["CREATE TABLE a(\u{212A});", "CREATE TABLE a(K)\u{37E}"] {
      #expect(ours.sql == other)
      #expect(ours.bytes != SchemaObject(type: "table", name: "a", table: "a", sql: other).bytes)
    }
  }
}
