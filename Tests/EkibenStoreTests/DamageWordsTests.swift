import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Testing

@testable import EkibenStore

/// A fault in a file, written as SQL, and what is said of it.
private struct Damage: Sendable, CustomTestStringConvertible {
  let words: String
  let sql: String
  var testDescription: String { words }

  init(_ words: String, _ sql: String) { (self.words, self.sql) = (words, sql) }
}

/// A closed store with something in every table, and a document called `visit` of which all entries but the
/// last are archived.
private func makeArchived(_ path: String) throws {
  let store = try Store(path, now: 0)
  _ = try store.publish("visit", try visitForm(), by: by())
  var document = try store.create(nil, from: "visit", uid: uid(2), by: by())
  try store.set(&document, ("name", "A"))  // 2
  let title = Change(.row("note"), .title, before: "note", after: "Notes")
  try store.perform(.changes(Changeset([title])), on: &document, by: by())  // 3
  try store.perform(.undo(steps: 1), on: &document, by: by())  // 4
  try store.set(&document, ("name", "B"))  // 5
  try store.perform(.checkout(3), on: &document, by: by())  // 6
  try store.perform(.mark(try MarkName("sent"), moving: false), on: &document, by: by())  // 7
  try store.set(&document, ("age", 36))  // 8
  let copy = try store.create("other", from: "visit", uid: uid(3), by: by())
  _ = try store.adopt(
    "guest", uid: uid(4), form: "visit", content: copy.formContent,
    entries: try store.entries(of: copy, 1...1), sources: [.init(until: 1, store: uid(9))])
  _ = try store.purge("other", by: by())
  let codes = try OptionSetDocument.document(fields: [:], options: [[.code: "x"]])
  _ = try store.publish("codes", codes, by: by())
  _ = try store.compact()
  try store.close()
}

/// The record of a row of the form.
private func row(_ id: String) -> String { "(SELECT key FROM record WHERE id = '\(id)')" }

private let visit = "(SELECT key FROM document WHERE name = 'visit' AND kind = 'document')"

@Suite(.timeLimit(.minutes(20))) struct `What is said of a damaged file` {
  // Rule P26.
  private static let rotten = [
    Damage("the chunk of entry 1 of visit", "UPDATE chunk SET since = since + 1"),
    Damage(
      "what entry 2 did to name of visit",
      "UPDATE block SET touches = x'00' WHERE record = \(row("name")) AND field = 1"),
    Damage("note of visit, of entry 3,", "UPDATE override SET value = x'00'"),
    Damage("the answer age of visit, of entry 8", "UPDATE answer SET value = 37 WHERE value = 36"),
    Damage("entry 8 of visit", "UPDATE entry SET time = 9 WHERE key & 255 = 8"),
    Damage(
      "entry 1 of document 77",
      "INSERT INTO entry SELECT (77 << 32) + 1, kind, time, author, line, 5 FROM entry LIMIT 1"),
    Damage(
      "the answer record 999 of visit, of entry 8",
      "UPDATE answer SET record = 999 WHERE value = 36"),
    Damage("a line of visited of visit", "UPDATE visited SET child = child + 1"),
    Damage("a line of mark of visit", "UPDATE mark SET entry = 2"),
    Damage("a line of origin of guest", "UPDATE origin SET store = zeroblob(16)"),
    Damage("the line of guest", "UPDATE document SET uid = zeroblob(16) WHERE name = 'guest'"),
    Damage("a line of section", "UPDATE section SET fields = x'00'"),
    Damage("a line of row", "UPDATE row SET component = 'x' WHERE record = \(row("note"))"),
    Damage("a line of revision", "UPDATE revision SET published = 9"),
    Damage("a line of field", "UPDATE field SET name = 'x' WHERE key > 1"),
    Damage("a line of record", "UPDATE record SET id = 'x' WHERE id = 'extra'"),
    Damage("a line of author", "UPDATE author SET name = 'Eve'"),
    Damage("a line of destroyed", "UPDATE destroyed SET time = 9"),
    Damage("a line of setting", "UPDATE setting SET value = zeroblob(16) WHERE name = 'store'"),
    Damage("a line of option_set", "UPDATE option_set SET options = 2"),
    Damage("a line of option_text", "UPDATE option_text SET position = 7"),
  ]

  private func findings(after sql: String, leavingChecksums: Bool) throws -> [String] {
    try withStorePath { path in
      try makeArchived(path)
      try tamper(path, "PRAGMA foreign_keys = OFF; " + sql, leavingChecksums: leavingChecksums)
      let damaged = try Store(path, access: .readOnly, now: 0)
      let findings = try damaged.verify().findings
      try damaged.close()
      return findings
    }
  }

  @Test(arguments: rotten)
  fileprivate func `names the row that is not what was written`(damage: Damage) throws {
    let found = try findings(after: damage.sql, leavingChecksums: true)
    #expect(found.contains("\(damage.words) is not what was written"), "\(found)")
  }

  // Rule H15: what contradicts itself with checksums that fit.
  private static let contradictions = [
    Damage(
      "a line of revision refers to a missing line of author", "UPDATE revision SET author = 999"),
    Damage(
      "there is no author of number 999", "UPDATE entry SET author = 999 WHERE key & 255 = 8"),
    Damage("visit: the mark sent is at entry 2, its journal says 3", "UPDATE mark SET entry = 2"),
    Damage(
      "visit: the mark kept is at entry 3, its journal knows none",
      "UPDATE mark SET name = 'kept'"),
    Damage("visit: the mark sent of entry 3 is missing", "DELETE FROM mark"),
    Damage("a mark has an impossible name", "UPDATE mark SET name = '12'"),
    Damage(
      "visit: age names entry 7 as its writer, its journal says 8",
      "UPDATE answer SET entry = 7 WHERE value = 36"),
    Damage(
      "visit: age is 37, entry 8 says 36", "UPDATE answer SET value = 37 WHERE value = 36"),
    Damage(
      "what entry 2 of visit did is missing",
      "DELETE FROM block WHERE record = \(row("name")) AND field = 1"),
    Damage("the journal is damaged at entry 7", "DELETE FROM chunk WHERE document = \(visit)"),
    Damage("there is no field of number 99", "UPDATE override SET field = 99"),
    Damage(
      "visit answers a row that it does not have",
      "UPDATE answer SET record = (SELECT key FROM record WHERE kind = 'section' LIMIT 1) "
        + "WHERE value = 36"),
    Damage(
      "row name stands in no section",
      "UPDATE row SET section = \(row("age")) WHERE record = \(row("name"))"),
    Damage("revision 1 of a form is missing", "DELETE FROM revision WHERE form = 1"),
    Damage("revision 1 of visit is not what was published", "UPDATE row SET component = 'x'"),
  ]

  @Test(arguments: contradictions)
  fileprivate func `names what the file contradicts itself in`(damage: Damage) throws {
    let found = try findings(after: damage.sql, leavingChecksums: false)
    #expect(found.contains { $0.contains(damage.words) }, "\(found)")
  }

  @Test(arguments: [(0, "draft"), (1, "final"), (2, "deleted")])
  func `names a document that is listed as what it is not`(at: Int, status: String) throws {
    let found = try findings(
      after: "UPDATE document SET status = '\(status)' WHERE kind = 'document'",
      leavingChecksums: false)
    #expect(
      found
        == (at == 0
          ? []
          : ["guest", "visit"].map { "\($0) is listed as \(status), its journal says draft" }))
  }

  @Test func `names a revision that a document is not on`() throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      _ = try store.publish("visit", try visitForm(), by: by())
      var document = try store.create("d", from: "visit", uid: uid(2), by: by())
      _ = try store.publish("visit", try Document(sketch: "person: name mail"), by: by())
      try store.perform(.migrate(), on: &document, by: by())
      try store.close()
      try tamper(path, "UPDATE document SET revision = 1 WHERE name = 'd'")
      let damaged = try Store(path, access: .readOnly, now: 0)
      #expect(
        try damaged.verify().findings.contains("d is on revision 1, its journal says 2"))
      try damaged.close()
    }
  }

  @Test func `names the entry that has no id`() throws {
    try withStorePath { path in
      try makeStore(path)
      try tamper(path, "UPDATE entry SET time = 253402300800000 WHERE key & 255 = 3")
      let store = try Store(path, access: .readOnly, now: 0)
      #expect(
        try storeError { _ = try store.certify() }
          == .damaged(
            path: path,
            detail: "entry 3 of visit has no id: its time is not of the years 0 to 9999"))
      try store.close()
    }
  }

  // Rules P18 and P26: nothing that is damaged is written on.
  @Test func `keeps a damaged store as it is, however it is to be made smaller`() throws {
    try withStorePath { path in
      try makeArchived(path)
      try tamper(
        path, "PRAGMA foreign_keys = OFF; UPDATE override SET via = 99", leavingChecksums: true)
      let store = try Store(path, now: 0)
      let before = try dump(path)
      let error = try storeError { _ = try store.compact() }
      guard case .damaged(_, let detail) = error else { throw error }
      #expect(detail.text == "note of visit, of entry 3, is not what was written")
      #expect(try dump(path) == before)
      try store.close()
    }
  }

  @Test func `counts documents and entries, and rows without a checksum`() throws {
    try withStorePath { path in
      try makeArchived(path)
      try tamper(
        path, "UPDATE entry SET checksum = NULL; UPDATE mark SET checksum = NULL",
        leavingChecksums: true)
      let store = try Store(path, access: .readOnly, now: 0)
      #expect(
        try store.verify()
          == Verification(documents: 2, entries: 9, unchecked: 3, findings: []))
      try store.close()
    }
  }
}
