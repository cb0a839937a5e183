import Ekiben
import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting
import Foundation
import RandomWork
import TestSupport

/// A store whose fingerprint is known, for tampering with copies of it.
struct CertifiedStore {
  let path: String
  let certificate: Certificate
  let journals: [KeptJournal]
  let form: Document

  /// Makes a store with some random work on it.
  init(_ path: String, _ random: inout SeededGenerator) throws {
    self.path = path
    let store = try Store(path, now: 0)
    let metadata = EditMetadata(author: "Ada", time: 1)
    _ = try store.publish("form", try RandomWork.form(), by: metadata)
    var work = RandomWork(seed: random.next())
    for _ in 0..<3 {
      let uid = (0..<16).map { _ in UInt8(random.number(in: 0...255)) }
      var document = try store.create(nil, from: "form", uid: uid, by: metadata)
      for _ in 0..<random.number(in: 4...40) { try store.work(&document, &work, &random) }
      if random.once(in: 2) {
        let keeping = random.number(in: 0...10)
        while try store.archiveOldEntries(of: &document, keeping: keeping) {}
      }
    }
    if random.once(in: 3) { _ = try store.compact() }
    certificate = try store.certify()
    let names = try (store.documents() + store.documents(deleted: true)).map(\.name)
    journals = try names.sorted().map { try KeptJournal(store, $0) }
    // Its order keys are in the ids, too.
    form = try store.document(names[0]).formContent
    try store.close()
  }
}

extension Store {
  /// Does something random to a document, by one of three people; what its history forbids it does not.
  func work(
    _ document: inout StoredDocument, _ work: inout RandomWork, _ random: inout SeededGenerator
  ) throws {
    let metadata = EditMetadata(
      author: random.pick(["Ada", "Grace", "Lin"]), time: Int64(random.number(in: 1...1_000_000)),
      reason: random.once(in: 4) ? "reason \(random.number(in: 1...3))" : nil)
    let edit = try work.edit(document)
    do throws(StoreError) { try perform(edit, on: &document, by: metadata) } catch {
      switch error {
      case .history, .conflict, .unknownRow, .deleted: return
      default: throw error
      }
    }
  }
}

/// Histories that somebody tampered with, and stores that only went on: a fingerprint that was kept tells
/// one from the other.
struct Certify {
  let folder: URL
  var random: SeededGenerator
  private(set) var tally = Tally()

  /// What was done, for telling.
  struct Tally {
    /// Tamperings by what they did; each was found.
    var tampered: [String: Int] = [:]
    /// Those of them that left a store in which `verify` finds nothing wrong.
    var coherent = 0
    /// Bytes that were changed, of which the history reads the same.
    var neutral = 0
    var honest: [String: Int] = [:]
    var findings: [String] = []

    var tamperings: Int { tampered.values.reduce(0, +) }
    var continuations: Int { honest.values.reduce(0, +) }
  }

  init(in folder: URL, seed: UInt64) {
    self.folder = folder
    random = SeededGenerator(seed: seed)
  }

  /// Tampers `count` times, and goes on honestly as often.
  mutating func run(_ count: Int) throws {
    var round = 0
    while tally.tamperings < count || tally.continuations < count {
      let place = folder.appending(path: "\(round)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      let base = try CertifiedStore(place.appending(path: "base.ekiben").path, &random)
      for number in 0..<60 where tally.tamperings < count {
        let path = place.appending(path: "tampered-\(number).ekiben").path
        if random.once(in: 4) {
          try tamperWithSQL(base, path)
        } else {
          try rewrite(base, path)
        }
      }
      if tally.continuations < count {
        try writeAgain(base, in: place)
        try goOn(base, in: place, steps: min(60, count - tally.continuations))
      }
      try FileManager.default.removeItem(at: place)
      round += 1
    }
  }

  // MARK: Tampering

  /// Writes another history as a program of ours would: nothing in the store contradicts it.
  private mutating func rewrite(_ base: CertifiedStore, _ path: String) throws {
    var rewriting = Rewriting(base.journals, random: random)
    let what = rewriting.tamper()
    random = rewriting.random
    let journals: [KeptJournal]
    do {
      journals = try rewriting.journals.map { try $0.coherent(over: base.form) }
    } catch is StaleChange {
      // What follows the change does not fit it any more, so that no store can hold this history.
      return
    }
    guard journals.map(\.content) != base.journals.map(\.content) else { return }
    let store = try Self.write(journals, over: base.form, path)
    if random.once(in: 3) { _ = try store.compact() }
    if random.once(in: 10), try store.verify().findings == [] { tally.coherent += 10 }
    try judge(store, base, what)
    try store.close()
  }

  /// A store of these journals.
  private static func write(
    _ journals: [KeptJournal], over form: Document, _ path: String
  ) throws -> Store {
    let store = try Store(path, now: 0)
    for journal in journals where !journal.entries.isEmpty {
      _ = try store.adopt(
        journal.name, uid: journal.uid, form: "form", content: form, entries: journal.entries,
        sources: journal.sources)
    }
    return store
  }

  /// Writes the journals as they are, as a control: what a rewriting changes is what is found.
  private mutating func writeAgain(_ base: CertifiedStore, in place: URL) throws {
    let path = place.appending(path: "again.ekiben").path
    let journals = try base.journals.map { try $0.coherent(over: base.form) }
    let store = try Self.write(journals, over: base.form, path)
    try check(store, against: base.certificate, base, .same, "written again")
    try store.close()
  }

  /// Compares a store that was tampered with.
  private mutating func judge(_ store: Store, _ base: CertifiedStore, _ what: String) throws {
    let isSame = try store.certify().fingerprint == base.certificate.fingerprint
    let relation = try store.compare(with: base.certificate).relation
    tally.tampered[what, default: 0] += 1
    if isSame || relation != .changed {
      tally.findings.append("\(what) was not found: \(isSame ? "the same" : relation.rawValue)")
    }
  }

  private mutating func tamperWithSQL(_ base: CertifiedStore, _ path: String) throws {
    try FileManager.default.copyItem(atPath: base.path, toPath: path)
    var (what, sql) = SQLTampering.pick(&random)
    // Whoever knows the format takes the checksums away, as if the rows were of format 1.
    if random.once(in: 2) {
      what += ", without checksums"
      sql = SQLTampering.withoutChecksums + sql
    }
    let connection = try Connection(path: path, access: .readWrite, busyTimeout: 1000)
    do throws(SQLiteError) {
      try connection.execute("PRAGMA foreign_keys = OFF")
      for sql in sql { try connection.execute(sql) }
    } catch {}  // refused by a constraint of the schema: nothing was done, and nothing is counted
    try connection.closeCheckpointing()
    do throws(StoreError) {
      let store = try Store(path, access: .readOnly, now: 0)
      let isSame = try store.certify().fingerprint == base.certificate.fingerprint
      // What stood before a change is in no id, since the entry that wrote it has one: `verify --against`
      // compares the two.
      let isFound = isSame ? try store.verify().findings != [] : true
      if isFound {
        tally.tampered[what, default: 0] += 1
      } else if try base.journals.map(\.content)
        == base.journals.map({ journal throws(StoreError) in
          try KeptJournal(store, journal.name).content
        })
      {
        tally.neutral += 1
      } else {
        tally.findings.append("\(what) was not found")
      }
      try store.close()
    } catch {
      // It cannot be read, and says so.
      tally.tampered[what, default: 0] += 1
    }
  }

  // MARK: Going on

  private mutating func goOn(_ base: CertifiedStore, in place: URL, steps: Int) throws {
    var path = place.appending(path: "honest.ekiben").path
    try FileManager.default.copyItem(atPath: base.path, toPath: path)
    // Every fourth store goes on in a newer program.
    let isUpgraded = random.once(in: 4)
    let schema: StoreSchema = isUpgraded ? .test() : .current
    var store = try Store(path, now: 0)
    var work = RandomWork(seed: random.next())
    for step in 0..<steps {
      let before = try store.certify()
      let (relation, what): (CertificateComparison.Relation, String)
      switch step == 0 ? 10 : random.number(in: 0...11) {
      case 0...5:
        var document = try store.document(random.pick(base.journals).name)
        let count = document.count
        try store.work(&document, &work, &random)
        (relation, what) = (document.count == count ? .same : .grown, "edit")
      case 6: (relation, what) = (.same, "compact"); _ = try store.compact()
      case 7:
        var document = try store.document(random.pick(base.journals).name)
        (relation, what) = (.same, "move of lines")
        try store.archiveOldEntries(of: &document, keeping: random.number(in: 0...20))
      case 8...9:
        (relation, what) = (.same, step % 2 == 0 ? "backup" : "export and import")
        let other = place.appending(path: "honest-\(step).ekiben").path
        if step % 2 == 0 { try store.backUp(to: other) } else { try Self.copy(store, to: other) }
        try store.close()
        path = other
        store = try Store(path, now: 0, schema: schema)
      default:
        (relation, what) = (.same, step == 0 && isUpgraded ? "upgrade" : "opening anew")
        try store.close()
        store = try Store(path, now: 0, schema: schema)
      }
      try check(store, against: before, base, relation, what)
    }
    try store.close()
  }

  private mutating func check(
    _ store: Store, against before: Certificate, _ base: CertifiedStore,
    _ relation: CertificateComparison.Relation, _ what: String
  ) throws {
    tally.honest[what, default: 0] += 1
    let found = try store.compare(with: before)
    let since = try store.compare(with: base.certificate).relation
    let isSame = found.fingerprint == before.fingerprint
    if found.relation != relation || since == .changed || isSame != (relation == .same) {
      tally.findings.append("\(what): \(found.relation), and \(since) since the beginning")
    }
  }

  /// Takes every document to another store by its exported history.
  private static func copy(_ store: Store, to path: String) throws {
    let other = try Store(path, now: 0)
    for summary in try store.documents() + store.documents(deleted: true) {
      var file: [UInt8] = []
      try store.exportHistory(of: try store.document(summary.name)) { file += try $0.encoded() }
      _ = try other.importHistory(file)
    }
    try other.close()
  }
}
