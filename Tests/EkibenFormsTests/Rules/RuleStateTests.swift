import EkibenDocuments
import EkibenExpressions
@testable import EkibenForms
import EkibenTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Rules F14, F17, F33, F34, F35, F36 and F37.
@Suite(.timeLimit(.minutes(20))) struct `What holds now` {
  /// `EKIBEN_RULES=1...2000` and `EKIBEN_RULE_STEPS=1000` for long runs.
  static let seeds: ClosedRange<UInt64> = {
    let text = ProcessInfo.processInfo.environment["EKIBEN_RULES"] ?? ""
    let numbers = text.split(separator: ".").compactMap { UInt64($0) }
    return numbers.count == 2 ? numbers[0]...numbers[1] : 1...40
  }()
  static let steps =
    ProcessInfo.processInfo.environment["EKIBEN_RULE_STEPS"].flatMap { Int($0) } ?? 40

  @Test func `is what the definitions say after every edit of any form`() throws {
    for seed in Self.seeds { try check(RandomRules(seed: seed), seed) }
  }

  // Rules E10, E11 and E12.
  @Test func `is what the definitions say where expressions say it`() throws {
    for seed in Self.seeds { try check(RandomRules(seed: seed, expressions: true), seed) }
  }

  private func check(_ work: RandomRules, _ seed: UInt64) throws {
    var work = work
    var state = RuleState(work.document, work.index)
    var drawn = DrawnDocument(work.document, work.index, state)
    var known = SlowRules(work.document).standings()
    for step in 1...Self.steps {
      let before = state.evaluations
      let changes = try work.step()
      let isAnswer = changes.changes.allSatisfy { $0.field == .value }
      let affected = state.update(by: changes, to: work.document, at: work.index)
      _ = drawn.update(by: changes, to: work.document, at: work.index, state, affected)
      if isAnswer { #expect(state.evaluations - before <= state.rules.count) }
      let structure = DocumentStructure(work.document, work.index)
      let now = SlowRules(work.document).standings()
      for (record, standing) in now {
        let found = state.standing(of: record, fields(of: record, structure), in: structure)
        try #require(found == standing, "seed \(seed), step \(step), \(record)")
        if isAnswer, known[record] != standing {
          try #require(affected.contains(record), "seed \(seed), step \(step), \(record)")
        }
      }
      let fresh = RuleState(work.document, work.index)
      try #require(fresh.active == state.active, "seed \(seed), step \(step)")
      #expect(drawn.document.isIdentical(to: work.document.drawn), "seed \(seed), step \(step)")
      known = now
    }
  }

  @Test func `is what an instance says itself where its definition is hidden`() throws {
    func name(_ id: RowID, _ isHidden: Bool?) -> Document.Row {
      var fields: Fields = [.component: "TextInput"]
      fields[.hidden] = isHidden.map(Value.bool)
      if id != "name" { fields[.template] = "name" }
      return Document.Row(id: id, fields: fields)
    }
    func kid(_ id: SectionID, _ isHidden: Bool?) -> Document.Section {
      Document.Section(
        id: id, fields: [.parent: "kids", .template: "kids"],
        rows: [name(RowID(unchecked: "\(id)/name"), isHidden)])
    }
    let document = try Document(sections: [
      Document.Section(id: "kids", fields: [.repeats: true], rows: [name("name", true)]),
      kid("kids/1", nil), kid("kids/2", false), kid("kids/3", true),
    ])
    let index = Document.Index(document)
    let (rules, structure) = (RuleState(document, index), DocumentStructure(document, index))
    let rows = (1...3).map { RecordID.row(RowID(unchecked: "kids/\($0)/name")) }
    let shown = rows.map {
      rules.standing(of: $0, fields(of: $0, structure), in: structure).isVisible
    }
    #expect(shown == [false, true, false])
  }

  private func fields(of record: RecordID, _ structure: DocumentStructure) -> Fields {
    switch record {
    case .document: [:]
    case .section(let id): structure.section(id).map { structure.definition(of: $0) } ?? [:]
    case .row(let id): structure.row(id).map { structure.definition(of: $0) } ?? [:]
    }
  }
}
