import BenchmarkResults
import Ekiben
import EkibenDocuments

/// The group `diff`: the calls of the public differs that anybody writes, and whole documents, beside `floor2` in the
/// same rounds.
///
/// `floor2` fills two dictionaries, capacity reserved, from all old and all new ids. Old and new rows
/// are built separately and share no storage.
enum DiffBenchmarks {
  /// Measures the workloads whose name begins with `only`.
  static func run(only: String) throws -> [BenchmarkResult] {
    var measurements: [BenchmarkResult] = []
    func chosen(_ workloads: (Int) -> [Workload]) -> [Workload] {
      [10_000, 100_000].flatMap(workloads).filter { $0.name.hasPrefix(only) }
    }
    for workload in chosen(Workloads.flat) {
      measurements.append(try flat(workload, String.self))
      measurements.append(try flat(workload, Int.self))
      measurements.append(try document(workload))
    }
    for workload in chosen(Workloads.sectioned) {
      measurements.append(try sectioned(workload, String.self))
      measurements.append(try sectioned(workload, Int.self))
      measurements.append(try document(workload))
    }
    return measurements + growth(of: measurements)
  }

  // The ratio at 100,000 rows beside that of the same workload at 10,000.
  private static func growth(of measurements: [BenchmarkResult]) -> [BenchmarkResult] {
    measurements.compactMap { large in
      let words = large.workload.split(separator: " ")
      guard words[1].hasSuffix("100k") else { return nil }
      let name = "diff \(words[1].dropLast(4))10k \(words[2])"
      guard let small = measurements.first(where: { $0.workload == name }) else { return nil }
      return BenchmarkResult(
        "growth \(words[1]) \(words[2])", large.figure, "× floor2", baseline: small.figure,
        against: "10k", target: 1.25)
    }
  }

  private static func flat<ID: ReferenceID>(
    _ workload: Workload, _: ID.Type
  ) throws -> BenchmarkResult {
    let old = workload.old[0].rows.map { ReferenceRow<ID>($0) }
    let new = workload.new[0].rows.map { ReferenceRow<ID>($0) }
    let (oldIDs, newIDs) = (old.map(\.id), new.map(\.id))
    return try Rounds.compare(
      "diff \(workload.name) \(ID.name)", against: "floor2", size: 1,
      target: ID.self == String.self ? workload.targets.text : workload.targets.number,
      ours: { ListDifference(from: old, to: new) },
      theirs: { floor2(oldIDs, newIDs) })
  }

  private static func sectioned<ID: ReferenceID>(
    _ workload: Workload, _: ID.Type
  ) throws -> BenchmarkResult {
    let (old, new): ([ReferenceSection<ID>], [ReferenceSection<ID>]) =
      (sections(workload.old), sections(workload.new))
    let oldIDs = old.flatMap { $0.rows.map(\.id) }
    let newIDs = new.flatMap { $0.rows.map(\.id) }
    return try Rounds.compare(
      "diff \(workload.name) \(ID.name)", against: "floor2", size: 1,
      target: ID.self == String.self ? workload.targets.text : workload.targets.number,
      ours: { SectionedDifference(from: old, to: new) },
      theirs: { floor2(oldIDs, newIDs) })
  }

  private static func sections<ID: ReferenceID>(
    _ sketch: [(section: Int, rows: [RowSketch])]
  ) -> [ReferenceSection<ID>] {
    sketch.map { section in
      ReferenceSection(
        id: ID(row: 1_000_000 + section.section), rows: section.rows.map { ReferenceRow($0) })
    }
  }

  private static func document(_ workload: Workload) throws -> BenchmarkResult {
    let old = try document(of: workload.old)
    let new = try document(of: workload.new)
    let oldIDs = old.sections.flatMap { $0.rows.map(\.id.rawValue) }
    let newIDs = new.sections.flatMap { $0.rows.map(\.id.rawValue) }
    return try Rounds.compare(
      "diff \(workload.name) Document", against: "floor2", size: 1,
      target: workload.documentTarget,
      ours: { Changeset(from: old, to: new) }, theirs: { floor2(oldIDs, newIDs) })
  }

  /// The document of one side of a workload.
  static func document(
    of sketch: [(section: Int, rows: [RowSketch])]
  ) throws -> Document {
    try Document(
      sections: sketch.map { section in
        Document.Section(
          id: SectionID(unchecked: "section-\(section.section)"),
          rows: section.rows.map { ReferenceRow<String>($0).documentRow })
      })
  }

  @inline(never)
  private static func floor2<ID: ReferenceID>(
    _ old: [ID], _ new: [ID]
  ) -> (before: [ID: Int], after: [ID: Int]) {
    var before: [ID: Int] = [:]
    var after: [ID: Int] = [:]
    before.reserveCapacity(old.count)
    after.reserveCapacity(new.count)
    for (index, id) in old.enumerated() { before[id] = index }
    for (index, id) in new.enumerated() { after[id] = index }
    return (before, after)
  }
}
