import Ekiben
import EkibenDocuments
import EkibenStore
import EkibenTesting
import Foundation
import TestSupport
import Testing

/// What a document holds, as a person would keep it on paper: answers by row, on each node of the history.
private struct NaiveAnswers {
  var revision = 1
  var answers: [RowID: Value] = [:]

  mutating func migrate(to revision: Int, _ renames: [RowRename]) {
    self.revision = revision
    for rename in renames where answers[rename.new] == nil {
      answers[rename.new] = answers.removeValue(forKey: rename.old)
    }
  }
}

/// Documents that go to and fro between the revisions of a form, by chance, beside a naive reference.
private struct Trial {
  let store: Store
  let chain: RevisionChain
  /// The form's revisions by number: fewer than the chain has, where a content comes again.
  let revisions: [Document]
  var random: SeededGenerator
  var document: StoredDocument
  /// By entry: what the reference held after it, and the content.
  var states: [(reference: NaiveAnswers, content: Document)] = []
  var reference = NaiveAnswers()
  var retired = 0
  /// Whether rows are moved by hand as well; what holds them then need not be an answer.
  var isRestructured = false

  init(_ store: Store, seed: UInt64, revisions: Int) throws {
    self.store = store
    chain = try RevisionChain(seed: seed, count: revisions)
    random = SeededGenerator(seed: seed &+ 7919)
    for (at, content) in chain.revisions.enumerated() {
      let published = try store.publish("survey", content, by: Self.metadata)
      // The same content again is the revision that it was.
      #expect(published.revision <= at + 1)
      if at == 0 {
        _ = try store.create(
          "d", from: "survey", uid: Array(repeating: 1, count: 16), by: Self.metadata)
      }
    }
    self.revisions = try store.revisionHistory(of: "survey").map(\.content)
    document = try store.document("d")
    note()
  }

  static var metadata: EditMetadata { EditMetadata(author: "Ada", time: 1) }

  mutating func note() { states.append((reference, document.content)) }

  mutating func step() throws {
    let count = document.count
    switch random.number(in: 0...9) {
    case 0...1 where isRestructured: try restructure()
    case 2 where isRestructured: try travel(.revert(random.number(in: 1...count)))
    case 0...3: try answer()
    case 4...6: try migrate()
    case 7: try travel(.undo(steps: random.number(in: 1...3)))
    case 8: try travel(.redo(steps: random.number(in: 1...3)))
    default: try travel(.checkout(random.number(in: 1...count)))
    }
    guard document.count > count else { return }
    #expect(document.count == count + 1)
    note()
    if !isRestructured { check() }
  }

  private mutating func answer() throws {
    let rows = document.content.sections.flatMap(\.rows).filter {
      document.structure.retirement(of: .row($0.id)) == nil
    }
    guard let row = rows.randomElement(using: &random) else { return }
    let value: Value? =
      [nil, "red", "long text", .integer(7), .bool(true)]
      .randomElement(using: &random) ?? nil
    try store.perform(.answers([(row.id, value)]), on: &document, by: Self.metadata)
    reference.answers[row.id] = value
  }

  // A row goes elsewhere, or another one comes.
  private mutating func restructure() throws {
    var sections = Array(document.content.sections)
    let (from, to) = (
      random.number(in: 0...sections.count - 1), random.number(in: 0...sections.count - 1)
    )
    var (rows, others) = (Array(sections[from].rows), Array(sections[to].rows))
    if from == to {
      let id = try RowID("own-\(random.number(in: 0...2))")
      guard document.content.row(id) == nil else { return }
      rows.insert(Document.Row(id: id, fields: ["title": "Own"]), at: 0)
    } else if !rows.isEmpty {
      others.insert(
        rows.remove(at: random.number(in: 0...rows.count - 1)),
        at: random.number(in: 0...others.count))
      sections[to].rows = .init(others)
    }
    sections[from].rows = .init(rows)
    let description = try Document(fields: document.content.fields, sections: sections)
    try store.perform(.apply(description), on: &document, by: Self.metadata)
  }

  private mutating func migrate() throws {
    let to = random.number(in: 1...revisions.count)
    let target = revisions[to - 1]
    // What a step of the chain renamed, where this one goes over it.
    var named: Set<RowID> = []
    let renames = chain.renames.joined().filter { rename in
      let fits =
        target.row(rename.new) != nil && target.row(rename.old) == nil && to > document.revision
        && named.isDisjoint(with: [rename.old, rename.new])
      guard fits else { return false }
      named.formUnion([rename.old, rename.new])
      return true
    }
    let before = document
    guard
      try store.perform(
        .migrate(to: to, renaming: Array(renames)), on: &document, by: Self.metadata) != nil
    else { return }
    reference.migrate(to: to, Array(renames))
    // Undoing it gives back what was there, to the byte.
    let undone = try store.preview(.undo(steps: 1), of: document, by: Self.metadata)
    #expect(undone.content == before.content && undone.revision == before.revision)
  }

  private mutating func travel(_ edit: Edit) throws {
    do throws(StoreError) {
      guard try store.perform(edit, on: &document, by: Self.metadata) != nil else { return }
    } catch {
      switch error {
      case .history, .conflict, .retired, .unknownRow: return
      default: throw error
      }
    }
    if !isRestructured { reference = states[document.head - 1].reference }
  }

  // Every answer is there: in a row of the revision, or retired.
  private mutating func check() {
    #expect(document.revision == reference.revision)
    var found: [RowID: Value] = [:]
    let current = document.formContent
    for row in document.content.sections.flatMap(\.rows) {
      found[row.id] = row.fields[.value]
      let isRetired = document.structure.retirement(of: .row(row.id)) != nil
      #expect(isRetired == (revisions[reference.revision - 1].row(row.id) == nil))
      if isRetired {
        retired += 1
        #expect(row.fields[.value] != nil && current.row(row.id) != nil)
      }
    }
    #expect(found == reference.answers)
    #expect(
      revisions[reference.revision - 1].sections.flatMap(\.rows).allSatisfy {
        document.content.row($0.id) != nil
      })
  }

  mutating func finish() throws {
    try expectSameWhenRead(document, store)
    #expect(try store.verify().findings == [])
    for number in 1...document.count {
      #expect(try store.content(of: document, at: number) == states[number - 1].content)
    }
    _ = try Replay(of: document, in: store).run(checking: .whole)
    _ = try Replay(of: document, in: store).run(.backwards(), checking: .whole)
    try exchange()
  }

  // Export, import and export again: the same bytes, and the same document.
  private func exchange() throws {
    let bytes = try history(of: document, in: store)
    try withTemporaryStore { other in
      let copy = try other.importHistory(bytes)
      #expect(copy.head == document.head)
      #expect(Set(copy.content.answers) == Set(document.content.answers))
      #expect(try history(of: copy, in: other) == bytes)
      #expect(try other.verify().findings == [])
    }
    let report = try Replay(ofHistory: bytes).run(checking: .whole)
    #expect(report.entries == document.count)
  }

  private func history(of document: StoredDocument, in store: Store) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try store.exportHistory(of: document) { bytes += try $0.encoded() }
    return bytes
  }
}

extension Document {
  fileprivate var answers: [String] {
    sections.flatMap(\.rows).compactMap { row in
      row.fields[.value].map { "\(row.id): \($0)" }
    }
  }
}

@Suite(.timeLimit(.minutes(20))) struct `Documents that go between the revisions of a form` {
  /// `EKIBEN_MIGRATIONS=1...1000` for a long run.
  static let seeds: ClosedRange<UInt64> = {
    let text = ProcessInfo.processInfo.environment["EKIBEN_MIGRATIONS"] ?? ""
    let numbers = text.split(separator: ".").compactMap { UInt64($0) }
    return numbers.count == 2 ? numbers[0]...numbers[1] : 1...40
  }()

  // Rules D18, D19 and D20.
  @Test(arguments: seeds)
  func `lose no answer on any way, and come back to the byte`(seed: UInt64) throws {
    try withTemporaryStore { store in
      var trial = try Trial(store, seed: seed, revisions: 10)
      for _ in 0..<60 { try trial.step() }
      try trial.finish()
    }
  }

  @Test(arguments: seeds)
  func `come back to the byte where rows were moved by hand as well`(seed: UInt64) throws {
    try withTemporaryStore { store in
      var trial = try Trial(store, seed: seed, revisions: 10)
      trial.isRestructured = true
      for _ in 0..<60 { try trial.step() }
      try trial.finish()
    }
  }
}
