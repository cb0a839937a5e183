import EkibenDocuments
import EkibenExpressions
import EkibenTesting
import Foundation
import Testing

@testable import EkibenForms

// Rules E13, E14, E15 and E16; E10, E11 and E12.
@Suite(.timeLimit(.minutes(60))) struct `What formulas give` {
  static let seeds: ClosedRange<UInt64> = {
    let range = ProcessInfo.processInfo.environment["EKIBEN_CALCULATIONS"] ?? "1...24"
    let ends = range.split(separator: ".").compactMap { UInt64($0) }
    return (ends.first ?? 1)...(ends.last ?? 24)
  }()
  static let steps =
    ProcessInfo.processInfo.environment["EKIBEN_CALCULATION_STEPS"].flatMap { Int($0) } ?? 40

  @Test func `is what everything evaluated anew gives, after every edit of any form`() throws {
    for seed in Self.seeds {
      var work = RandomCalculations(seed: seed, rows: 10 + Int(seed % 40))
      var state = RuleState(work.document, work.index)
      var overridden: Set<RowID> = []
      try take(Changeset(), .beginning, RandomCalculations.Step(), &state, &work, &overridden)
      try check(work, state, overridden, "seed \(seed), at first")
      for step in 1...Self.steps {
        let before = (state.evaluations, work.document)
        let done = try work.step()
        try take(done.changes, .affected, done, &state, &work, &overridden)
        if done.changes.isContentOnly {
          #expect(state.evaluations - before.0 <= state.rules.count, "seed \(seed), step \(step)")
        }
        try check(work, state, overridden, "seed \(seed), step \(step)")
        try checkHidden(work, state, done, before.1, "seed \(seed), step \(step)")
      }
    }
  }

  // A chain of 80 calculations in a form of 420 rows, each on the one before.
  @Test func `is asked once a formula when a chain begins, and as far as results change`() throws {
    let rows = (0..<420).map { number -> Document.Row in
      var fields: Fields = [.component: "TextInput", .kind: "integer", .title: "Row"]
      if number > 0, number % 5 == 0, number <= 400 {
        let path = "%resource.descendants().where(linkId = 'row-\(number - 5)').answer.value"
        fields[.calculated] = .record([.fhirPath: .text("iif(\(path) < 3, \(path), 3)")])
      }
      return Document.Row(id: RowID(unchecked: "row-\(number)"), fields: fields)
    }
    var document = try Document(sections: [Document.Section(id: "s", rows: rows)])
    let index = Document.Index(document)
    var rules = RuleState(document, index)
    // What stands there is not asked for again when it opens.
    #expect(rules.index.calculations.count == 80 && rules.evaluations == 0)
    func take(_ changes: Changeset, _ extent: CalculationExtent) throws -> Int {
      try document.apply(changes, at: index)
      let before = rules.evaluations
      let (found, _) = rules.calculate(
        changes, to: DocumentStructure(document, index), extent,
        Calculation(given: ["row-0"], marked: { _ in true }, mayBeCalculated: { _ in true }))
      for answer in found.changed {
        document.set(answer.after, at: try #require(index[answer.row]))
      }
      return rules.evaluations - before
    }
    #expect(try take(Changeset(), .beginning) == 80)
    func answer(_ old: Value?, _ new: Value?) -> Changeset {
      Changeset([Change(.row("row-0"), .value, before: old, after: new)])
    }
    #expect(try take(answer(nil, 1), .affected) == 80)
    #expect(document.row("row-400")?.fields[.value] == 1)
    #expect(try take(answer(1, 7), .affected) == 80)
    // Nothing changes behind the first.
    #expect(try take(answer(7, 8), .affected) == 1)
  }

  // What a section shows, and is hidden itself before and after, is read by rules that need not be asked.
  @Test func `is not asked where what it reads stays hidden`() throws {
    func path(_ id: String) -> String {
      "%resource.descendants().where(linkId = '\(id)').answer.value"
    }
    func row(_ id: RowID, _ fields: Fields = [:]) -> Document.Row {
      Document.Row(
        id: id, fields: fields.setting(.component, "TextInput").setting(.kind, "integer"))
    }
    func shown(_ text: String) -> Fields { [.visible: .record([.fhirPath: .text(text)])] }
    var document = try Document(sections: [
      Document.Section(id: "first", rows: [row("a"), row("b")]),
      Document.Section(
        id: "second", fields: shown("\(path("a")).exists()"),
        rows: [
          row("c", shown("\(path("b")).exists()")),
          row("d", [.calculated: .record([.fhirPath: .text("\(path("a")) + 1")])]),
        ]),
      Document.Section(
        id: "third",
        rows: [row("e", [.calculated: .record([.fhirPath: .text("\(path("c")).count()")])])]),
    ])
    let index = Document.Index(document)
    var rules = RuleState(document, index)
    let before = rules.evaluations
    let changes = Changeset([Change(.row("a"), .value, before: nil, after: 1)])
    try document.apply(changes, at: index)
    let (found, affected) = rules.calculate(
      changes, to: DocumentStructure(document, index), .affected,
      Calculation(given: ["a"], marked: { _ in true }, mayBeCalculated: { _ in true }))
    // The condition of the section, and the formula of `d`.
    #expect(rules.evaluations - before == 2)
    #expect(found.changed.map(\.row) == ["d"])
    #expect(affected == [.section("second"), .row("d")])
  }

  // Takes an edit that the document shows already, and what formulas give because of it.
  private func take(
    _ changes: Changeset, _ extent: CalculationExtent, _ step: RandomCalculations.Step,
    _ state: inout RuleState, _ work: inout RandomCalculations, _ overridden: inout Set<RowID>
  ) throws {
    let known = overridden
    overridden = overridden.union(step.given).subtracting(step.givenBack)
    let (found, _) = state.calculate(
      changes, to: DocumentStructure(work.document, work.index), extent,
      Calculation(
        given: step.given, givenBack: step.givenBack, marked: { _ in true },
        mayBeCalculated: { !known.contains($0) }))
    try work.apply(
      Changeset(
        found.changed.filter { $0.before != $0.after }.map {
          Change(.row($0.row), .value, before: $0.before, after: $0.after)
        }))
  }

  private func check(
    _ work: RandomCalculations, _ state: RuleState, _ overridden: Set<RowID>, _ place: String
  ) throws {
    let slow = SlowRules(work.document)
    let structure = slow.structure
    for row in work.document.sections.flatMap(\.rows) {
      let record = RecordID.row(row.id)
      guard slow.isReal(record) else { continue }
      let standing = state.standing(of: record, structure.definition(of: row), in: structure)
      try #require(standing == slow.standing(of: record), "\(place), \(row.id)")
      guard structure.definition(of: row)[.calculated] != nil, !overridden.contains(row.id),
        slow.isActive(record)
      else { continue }
      let expected = slow.calculated(row.id)
      try #require(row.fields[.value].isSame(as: expected), "\(place), \(row.id)")
    }
  }

  // What is hidden keeps its answer.
  private func checkHidden(
    _ work: RandomCalculations, _ state: RuleState, _ step: RandomCalculations.Step,
    _ before: Document, _ place: String
  ) throws {
    let structure = DocumentStructure(work.document, work.index)
    for row in work.document.sections.flatMap(\.rows)
    where !step.given.contains(row.id) && structure.template(around: row) == nil {
      guard !state.isActive(.row(row.id), in: structure), let old = before.row(row.id) else {
        continue
      }
      try #require(row.fields[.value] == old.fields[.value], "\(place), \(row.id)")
    }
  }
}
