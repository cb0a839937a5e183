import EkibenDocuments
import EkibenTesting
import Foundation
import Testing

/// All small tables and 100,000 larger ones take minutes, and that in release mode:
/// `make exhaustive` asks for them.
private let isExhaustive = ProcessInfo.processInfo.environment["EKIBEN_EXHAUSTIVE"] == "1"

/// A scope and one of its old tables.
struct SmallScopeCase: Sendable, CustomTestStringConvertible {
  let scope: SmallTables
  let old: SmallTables.Old

  var testDescription: String {
    "\(scope.rows) rows, \(scope.sections) sections\(scope.hasContent ? ", content" : ""): \(old)"
  }
}

/// A scope with the numbers of its old tables and of all its pairs, by closed formula.
struct Scope: Sendable {
  let tables: SmallTables
  let olds: Int
  let pairs: Int

  init(rows: Int, sections: Int, content: Bool, olds: Int, pairs: Int) {
    tables = SmallTables(rows: rows, sections: sections, hasContent: content)
    (self.olds, self.pairs) = (olds, pairs)
  }
}

private let scopes =
  isExhaustive
  ? [
    Scope(rows: 3, sections: 2, content: true, olds: 15, pairs: 30_545),
    Scope(rows: 4, sections: 2, content: false, olds: 21, pairs: 83_846),
    Scope(rows: 3, sections: 3, content: false, olds: 35, pairs: 268_877),
  ]
  : [
    Scope(rows: 2, sections: 2, content: true, olds: 10, pairs: 2_281),
    Scope(rows: 1, sections: 3, content: false, olds: 10, pairs: 1_574),
  ]

private let cases = scopes.map(\.tables).flatMap { tables in
  tables.olds.map { SmallScopeCase(scope: tables, old: $0) }
}

@Suite(.timeLimit(.minutes(20))) struct PlanScopeTests {
  @Test(arguments: cases)
  func `every plan between small tables is valid, legal, minimal and as short as can be`(
    of small: SmallScopeCase
  ) throws {
    let old = try SmallTables.document(small.old.sketch)
    let candidates = small.scope.candidates(for: small.old)
    try #require(!candidates.isEmpty)
    for new in candidates {
      try expectPlan(from: old, to: SmallTables.document(new), tryingAllBatches: true)
    }
  }

  @Test(arguments: 0..<(isExhaustive ? 1_200 : 25) as Range<UInt64>)
  func `so is every plan between larger random tables`(seed: UInt64) throws {
    var make = PlanPairs(seed: seed)
    for _ in 1...(isExhaustive ? 100 : 80) {
      let (old, new) = try make.pair()
      try expectPlan(from: old, to: new)
    }
  }

  @Test(arguments: scopes)
  func `a scope has as many pairs as it should`(scope: Scope) {
    let olds = scope.tables.olds
    #expect(olds.count == scope.olds)
    #expect(olds.reduce(0) { $0 + scope.tables.candidates(for: $1).count } == scope.pairs)
  }
}

/// Pairs of larger random tables: strangers with some rows in common, and neighbours by small edits.
private struct PlanPairs {
  private var random: SeededGenerator
  private var make: DocumentGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    make = DocumentGenerator(seed: seed, sections: 0...6, rows: 0...5)
  }

  mutating func pair() throws -> (Document, Document) {
    if random.once(in: 2) { return (try table(), try table()) }
    let old = try make.document()
    return (old, try make.edited(old))
  }

  private mutating func table() throws -> Document {
    let names = (1...8).shuffled(using: &random).prefix(random.number(in: 1...7))
    var sections: [(id: SectionID, fields: Fields, rows: [Document.Row])] = names.map {
      var fields: Fields = [.header: bit(), .footer: bit(), .level: bit()]
      if random.once(in: 2) { fields["sidebar"] = .record([.component: "image", .text: bit()]) }
      return (SectionID(unchecked: "s\($0)"), fields, [])
    }
    for number in (1...16).shuffled(using: &random).prefix(random.number(in: 0...14)) {
      let fields: Fields = [.component: random.once(in: 4) ? "toggle" : "textInput", .value: bit()]
      let at = random.number(in: 0...(sections.count - 1))
      sections[at].rows.append(.init(id: RowID(unchecked: "r\(number)"), fields: fields))
    }
    return try Document(
      sections: sections.map { Document.Section(id: $0.id, fields: $0.fields, rows: $0.rows) })
  }

  // One of four is other content, so that many a table has none that changes.
  private mutating func bit() -> Value { random.once(in: 4) ? 1 : 0 }
}
