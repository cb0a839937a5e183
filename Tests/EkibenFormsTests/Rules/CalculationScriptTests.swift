import EkibenDocuments
import EkibenTesting
import Foundation
import Testing

@testable import EkibenForms

// Rules E13, E14, F17, F48 and D10.
@Suite(.timeLimit(.minutes(300))) struct `Scripts of edits of calculated forms` {
  /// `EKIBEN_SCRIPTS=1...1000` and `EKIBEN_SCRIPT_STEPS=1000` for long runs.
  static let seeds: ClosedRange<UInt64> = {
    let text = ProcessInfo.processInfo.environment["EKIBEN_SCRIPTS"] ?? ""
    let ends = text.split(separator: ".").compactMap { UInt64($0) }
    return ends.count == 2 ? ends[0]...ends[1] : 1...8
  }()
  static let steps =
    ProcessInfo.processInfo.environment["EKIBEN_SCRIPT_STEPS"].flatMap { Int($0) } ?? 30

  @Test func `leave what everything evaluated anew gives, and ask what they affect once`() throws {
    var (rows, largest, depth) = (0, 0, 0)
    var (asked, exact) = (0, 0)
    for seed in Self.seeds {
      let size = Self.size(seed)
      let work = RandomCalculations(seed: seed, rows: size, restructuring: 25)
      var form = try IncrementalCalculations(work)
      try run(&form, size, "seed \(seed)")
      rows += size
      (largest, depth) = (max(largest, size), max(depth, work.depth))
      (asked, exact) = (asked + form.evaluations.asked, exact + form.evaluations.exact)
      if Self.steps >= 1_000 {
        print("script \(seed), \(size) rows: \(asked) rules asked by now, \(exact) edits exactly")
      }
    }
    let scripts = Self.seeds.count
    print("\(scripts) scripts of \(Self.steps) edits, \(rows) rows, \(asked) rules asked")
    if scripts >= 8 { #expect(largest > 400 && depth == RandomCalculations.mostDepth) }
    #expect(10 * exact > 9 * scripts * Self.steps)
  }

  /// From 50 to 800 rows, most of them few, so that a thousand scripts take an hour.
  private static func size(_ seed: UInt64) -> Int {
    var random = SeededGenerator(seed: seed &* 7_919)
    if seed % 16 == 8 { return random.number(in: 500...800) }
    let share = Double(random.number(in: 0...1_000)) / 1_000
    return 50 + Int(350 * share * share * share)
  }

  private func run(_ form: inout IncrementalCalculations, _ size: Int, _ name: String) throws {
    var random = SeededGenerator(seed: UInt64(size))
    try form.requireFresh("\(name), at first")
    let start = form.work.document
    for step in 1...Self.steps {
      let place = "\(name), step \(step)"
      if random.once(in: 40) { try form.forget(random.number(in: 1...5)) }
      try form.edit(place)
      if step % 25 == 0 { form.readAnew() }
      try form.requireFresh(place)
      if step % size == 0 || step == Self.steps { try form.requireReference(place) }
    }
    try travel(&form, from: start, name)
  }

  private func travel(
    _ form: inout IncrementalCalculations, from start: Document, _ name: String
  ) throws {
    let (end, entries) = (form.work.document, form.entries)
    for (at, entry) in entries.enumerated().reversed() {
      try form.travel(by: entry.changes.inverted)
      if at % 40 == 0 { try form.requireFresh("\(name), before edit \(at)", isCalculated: false) }
    }
    try #require(form.work.document.reproduction == start.reproduction, "\(name)")
    for (at, entry) in entries.enumerated() {
      try form.travel(by: entry.changes)
      if at % 40 == 0 { try form.requireFresh("\(name), edit \(at) again", isCalculated: false) }
    }
    try #require(form.work.document.reproduction == end.reproduction, "\(name)")
    try form.requireFresh("\(name), at the end again", isCalculated: false)
  }
}
