import Ekiben
import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Foundation
import RandomWork

/// Stores that publish the same contents in other orders and with skips, so that equal contents have
/// other order keys; their documents, with rows of their own at every place, go to the others and back.
///
/// A document is the same everywhere: what it holds now and held at every entry, its tree, origins and
/// the bytes of its export, also after more revisions, and with what was added elsewhere.
struct TwoStores {
  private var work: RandomWork
  private let contents: [Document]
  private var stores: [Store] = []
  private(set) var tally = Tally()

  /// What was done, for telling.
  struct Tally {
    var documents = 0
    var entries = 0
    var exchanges = 0
    var revisions = 0
    /// Revisions that differ from another one of their store in order keys alone.
    var copies = 0

    mutating func add(_ other: Tally) {
      documents += other.documents
      entries += other.entries
      exchanges += other.exchanges
      revisions += other.revisions
      copies += other.copies
    }
  }

  private static let metadata = EditMetadata(author: "Ada", time: 1)
  private static let pool = ["name", "age", "note", "phone", "p", "q", "r", "s", "t", "u", "v"]

  init(in folder: URL, seed: UInt64) throws {
    work = RandomWork(seed: seed)
    var contents: [Document] = []
    for _ in 0..<work.random.number(in: 2...5) { contents.append(try Self.content(&work.random)) }
    self.contents = contents
    for name in ["a", "b", "c"] {
      stores.append(try Store(folder.appending(path: "\(name).ekiben").path, now: 0))
    }
  }

  /// Some rows of the pool in sections; most contents have most rows where they usually stand.
  private static func content(_ random: inout SeededGenerator) throws -> Document {
    var rows = pool.filter { _ in !random.once(in: 4) }
    for _ in 0..<random.number(in: 0...2) where rows.count > 1 {
      rows.insert(
        rows.remove(at: random.number(in: 0...rows.count - 1)),
        at: random.number(in: 0...rows.count - 1))
    }
    let cut = random.number(in: 0...rows.count)
    let parts = [rows[..<cut], rows[cut...]].map { $0.joined(separator: " ") }
    return try Document(
      sketch: random.once(in: 5)
        ? "study: \(parts[1]) | person: \(parts[0])" : "person: \(parts[0]) | study: \(parts[1])")
  }

  /// - Parameter isTampered: Whether the places of a store's form change behind its back, for control.
  mutating func run(isTampered: Bool) throws {
    for at in 0..<2 { try fill(at) }
    for at in 0..<2 {
      let names = try stores[at].documents().map(\.name).filter { $0.rawValue.hasPrefix("\(at)") }
      for name in names { try exchange(name, from: at, isTampered: isTampered) }
    }
    for store in stores {
      let findings = try store.verify().findings
      try demand(findings == [], "\(findings)")
      tally.revisions += try number("SELECT count(*) FROM revision", store)
      tally.copies += try number(
        "SELECT count(*) - count(DISTINCT hex(hash)) FROM revision", store)
      try store.close()
    }
  }

  /// Publishes some of the contents, and fills in documents from those that are current meanwhile.
  private mutating func fill(_ at: Int) throws {
    for round in 0..<work.random.number(in: 1...5) {
      try publish(at)
      guard work.random.once(in: 2) || round == 0 else { continue }
      let uid = (0..<16).map { _ in UInt8(work.random.number(in: 0...255)) }
      var document = try stores[at].create(
        DocumentName("\(at)-\(round)"), from: "form", uid: uid, by: Self.metadata)
      tally.documents += 1
      for _ in 0..<work.random.number(in: 2...12) { try edit(&document, in: stores[at]) }
    }
  }

  private mutating func publish(_ at: Int) throws {
    _ = try stores[at].publish("form", work.random.pick(contents), by: Self.metadata)
  }

  private mutating func edit(_ document: inout StoredDocument, in store: Store) throws {
    do {
      if work.random.once(in: 2), document.status != .deleted {
        let description = try withOwnRow(document.content)
        try store.perform(.apply(description), on: &document, by: Self.metadata)
      } else {
        let edit = try work.edit(document)
        try store.perform(edit, on: &document, by: Self.metadata)
      }
    } catch StoreError.history, StoreError.conflict, StoreError.deleted, StoreError.unknownRow {}
    if work.random.once(in: 20) { try store.archiveOldEntries(of: &document, keeping: 2) }
  }

  /// The content with a row of its own, new or moved, at any place; sometimes in a section of its own.
  private mutating func withOwnRow(_ content: Document) throws -> Document {
    let id = try RowID("own-\(work.random.number(in: 0...5))")
    var sections = content.sections.map { section in
      Document.Section(
        id: section.id, fields: section.fields, rows: section.rows.filter { $0.id != id })
    }
    if sections.isEmpty || work.random.once(in: 10) {
      let own = try SectionID("own-\(work.random.number(in: 0...2))")
      let place = work.random.number(in: 0...sections.count)
      if !sections.contains(where: { $0.id == own }) {
        sections.insert(Document.Section(id: own), at: place)
      }
    }
    let at = work.random.number(in: 0...sections.count - 1)
    var rows = Array(sections[at].rows)
    let row = content.row(id) ?? Document.Row(id: id, fields: [.component: "textInput"])
    rows.insert(row, at: work.random.number(in: 0...rows.count))
    sections[at].rows = .init(rows)
    return try Document(fields: content.fields, sections: sections)
  }

  /// Takes a document to the two other stores, by one of them to a last one, and looks at all of them.
  private mutating func exchange(
    _ name: DocumentName, from at: Int, isTampered: Bool
  ) throws {
    let original = try stores[at].document(name)
    let bytes = try export(original, stores[at])
    tally.entries += original.count
    let other = 1 - at
    var copy = try stores[other].importHistory(bytes)
    if isTampered { stores[other] = try tampered(stores[other]) }
    copy = try stores[other].document(name)
    try compare(original, stores[at], copy, stores[other], bytes)
    if work.random.once(in: 2) { try publish(other) }
    if work.random.once(in: 2) { try publish(at) }
    try compare(
      try stores[at].document(name), stores[at], try stores[other].document(name), stores[other],
      bytes)
    // What is added elsewhere comes along.
    for _ in 0..<3 { try edit(&copy, in: stores[other]) }
    let added = try export(copy, stores[other])
    let third = try stores[2].importHistory(added)
    try compare(copy, stores[other], third, stores[2], added)
  }

  private mutating func compare(
    _ original: StoredDocument, _ first: Store, _ copy: StoredDocument, _ second: Store,
    _ bytes: [UInt8]
  ) throws {
    tally.exchanges += 1
    try demand(copy.uid == original.uid, "another uid")
    try demand(copy.content.isIdentical(to: original.content), "another content")
    try demand(copy.formContent.isIdentical(to: original.formContent), "another form")
    try demand(copy.history == original.history, "another history")
    try demand(copy.origins == original.origins, "other origins")
    for (document, store) in [(original, first), (copy, second)] {
      try demand(try export(document, store) == bytes, "other bytes")
    }
    let number = work.random.number(in: 1...copy.count)
    let past = try first.content(of: original, at: number)
    try demand(
      try second.content(of: copy, at: number).isIdentical(to: past), "another past at \(number)")
  }

  private func export(_ document: StoredDocument, _ store: Store) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try store.exportHistory(of: document) { bytes += try $0.encoded() }
    return bytes
  }

  /// The store, opened anew after what only another program can do to it.
  private func tampered(_ store: Store) throws -> Store {
    try store.close()
    let connection = try Connection(path: store.path, access: .readWrite, busyTimeout: 1000)
    try connection.execute(
      "UPDATE row SET position = CAST(position || x'01' AS BLOB), checksum = NULL")
    try connection.closeCheckpointing()
    return try Store(store.path, now: 0)
  }

  private func number(_ sql: String, _ store: Store) throws -> Int {
    let connection = try Connection(path: store.path, access: .readOnly, busyTimeout: 1000)
    let statement = try connection.prepare(sql)
    var number = 0
    while try statement.step() { number = Int(clamping: try statement.int64(0)) }
    return number
  }
}
