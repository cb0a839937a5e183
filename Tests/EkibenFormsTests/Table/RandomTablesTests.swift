import EkibenDocuments
import EkibenForms
import Testing

/// SplitMix64 (Steele, Lea and Flood, 2014): the same numbers on every machine.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SplitMix {
  /// A table of up to six sections: some of twelve rows in some order, some with content.
  mutating func table() throws -> Document {
    let ids = Array(["A", "B", "C", "D", "E", "F"].shuffled(using: &self).prefix(upTo: below(7)))
    var sections = ids.map { id in
      Document.Section(id: SectionID(unchecked: id), fields: supplements())
    }
    if sections.isEmpty { return Document() }
    let rows = (1...12).shuffled(using: &self).prefix(upTo: below(13))
    for number in rows {
      let at = below(sections.count)
      sections[at].rows.append(row("r\(number)"))
    }
    return try Document(sections: sections)
  }

  private mutating func row(_ id: String) -> Document.Row {
    let components = ["TextInput", "TextInput", "TextInput", "Toggle"]
    var fields: Fields = [.component: .text(components[below(4)])]
    if below(2) == 0 { fields[.value] = .text("v\(below(2))") }
    return Document.Row(id: RowID(unchecked: id), fields: fields)
  }

  private mutating func supplements() -> Fields {
    var fields = Fields()
    for name in [FieldName.header, .footer] where below(2) == 0 {
      fields[name] = EkibenForms.Section.supplement("\(name) \(below(2))")
    }
    return fields
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}

private func layout(of document: Document) -> String {
  document.sections.map { section in
    "\(section.id): " + section.rows.map(\.id.rawValue).joined(separator: " ")
  }.joined(separator: " | ")
}

/// The fewest operations, found slowly and obviously.
private func fewest(from old: Document, to new: Document) -> [String: Int] {
  var homes: [RowID: SectionID] = [:]
  for section in old.sections { for row in section.rows { homes[row.id] = section.id } }
  let oldSections = old.sections.map(\.id)
  let newSections = new.sections.map(\.id)
  let newRows = Set(new.sections.flatMap { $0.rows.map(\.id) })
  var counts = ["IR": 0, "DR": 0, "MR": 0]
  counts["IS"] = newSections.filter { !oldSections.contains($0) }.count
  counts["DS"] = oldSections.filter { !newSections.contains($0) }.count
  counts["MS"] = moves(from: oldSections, to: newSections)
  for section in old.sections where newSections.contains(section.id) {
    counts["DR", default: 0] += section.rows.filter { !newRows.contains($0.id) }.count
  }
  for section in new.sections {
    if oldSections.contains(section.id) {
      counts["IR", default: 0] += section.rows.filter { homes[$0.id] == nil }.count
    }
    let before = old.section(section.id)?.rows.map(\.id) ?? []
    let arrived = section.rows.filter { row in homes[row.id].map { $0 != section.id } ?? false }
    counts["MR", default: 0] +=
      arrived.count + moves(from: before, to: section.rows.map(\.id))
  }
  return counts.filter { $0.value > 0 }
}

/// Those in both lists that are not in a longest common run of the same order, by O(n²) tables.
private func moves<ID: Equatable>(from old: [ID], to new: [ID]) -> Int {
  let places = new.compactMap { old.firstIndex(of: $0) }
  var longest = [Int](repeating: 1, count: places.count)
  for at in places.indices {
    for before in 0..<at where places[before] < places[at] {
      longest[at] = max(longest[at], longest[before] + 1)
    }
  }
  return places.count - (longest.max() ?? 0)
}

/// The sorts of a plan that change structure, as numbers.
private func structure(of plan: TablePlan) -> [String: Int] {
  let pairs = sorts(of: plan).split(separator: ", ").map { $0.split(separator: " ") }
  return Dictionary(
    uniqueKeysWithValues: pairs.filter { !["U", "RV", "S"].contains($0[0]) }
      .map { (String($0[0]), Int($0[1]) ?? -1) })
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct RandomTablesTests {
  @Test(arguments: 0..<25)
  func `a walk over random tables is valid, legal and minimal at every step`(seed: Int) throws {
    var random = SplitMix(state: UInt64(seed))
    var old = try random.table()
    let shown = HeadlessTable(old)
    shown.strictness = seed.isMultiple(of: 2) ? .standard : .strictest
    for step in 1...100 {
      let new = try random.table()
      let plan = TablePlan(from: old, to: new, under: shown.strictness)
      let before = shown.tokens
      try shown.perform(plan, to: new)
      let cause = Comment(
        rawValue: "seed \(seed), step \(step): \(layout(of: old)) → \(layout(of: new))")
      try #require(plan.stages.count <= 4, cause)
      try #require(shown.displays == new.displays, cause)
      try #require(structure(of: plan) == fewest(from: old, to: new), cause)
      try #require(changedCells(before, shown.tokens, from: old, to: new) == [], cause)
      old = new
    }
  }
}
