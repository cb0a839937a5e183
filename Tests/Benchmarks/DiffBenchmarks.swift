import Ekiben

/// The group `diff`: the public differs and whole documents, beside `floor2` in the same rounds.
///
/// `floor2` fills two dictionaries, capacity reserved, from all old and all new ids. Old and new rows
/// are built separately and share no storage.
enum DiffBenchmarks {
  /// Measures the workloads whose name begins with `only`.
  static func run(only: String) throws -> [Measurement] {
    var measurements: [Measurement] = []
    func chosen(_ workloads: (Int) -> [Workload]) -> [Workload] {
      [10_000, 100_000].flatMap(workloads).filter { $0.name.hasPrefix(only) }
    }
    for workload in chosen(Workloads.flat) {
      measurements.append(flat(workload, String.self))
      measurements.append(flat(workload, Int.self))
      measurements.append(try document(workload))
    }
    for workload in chosen(Workloads.sectioned) {
      measurements.append(sectioned(workload, String.self))
      measurements.append(sectioned(workload, Int.self))
      measurements.append(try document(workload))
    }
    return measurements
  }

  private static func flat<ID: ReferenceID>(_ workload: Workload, _: ID.Type) -> Measurement {
    let old = workload.old[0].rows.map { ReferenceRow<ID>($0) }
    let new = workload.new[0].rows.map { ReferenceRow<ID>($0) }
    let (oldIDs, newIDs) = (old.map(\.id), new.map(\.id))
    return Rounds.compare(
      "diff \(workload.name) \(ID.name)", against: "floor2", size: 1,
      target: ID.self == String.self ? workload.targets.text : workload.targets.number,
      ours: { keep(ListDifference(fromUnique: old, to: new)) },
      theirs: { floor2(oldIDs, newIDs) })
  }

  private static func sectioned<ID: ReferenceID>(_ workload: Workload, _: ID.Type) -> Measurement {
    let (old, new): ([ReferenceSection<ID>], [ReferenceSection<ID>]) =
      (sections(workload.old), sections(workload.new))
    let oldIDs = old.flatMap { $0.rows.map(\.id) }
    let newIDs = new.flatMap { $0.rows.map(\.id) }
    return Rounds.compare(
      "diff \(workload.name) \(ID.name)", against: "floor2", size: 1,
      target: ID.self == String.self ? workload.targets.text : workload.targets.number,
      ours: { keep(SectionedDifference(fromUnique: old, to: new)) },
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

  private static func document(_ workload: Workload) throws -> Measurement {
    let old = try document(of: workload.old)
    let new = try document(of: workload.new)
    let oldIDs = old.sections.flatMap { $0.rows.map(\.id.rawValue) }
    let newIDs = new.sections.flatMap { $0.rows.map(\.id.rawValue) }
    return Rounds.compare(
      "diff \(workload.name) Document", against: "floor2", size: 1,
      target: workload.targets.text * 2,
      ours: { keep(Changeset(from: old, to: new)) }, theirs: { floor2(oldIDs, newIDs) })
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

  /// Takes a result; freeing it is not part of the work, making it is.
  @inline(never)
  static func keep<Result>(_ result: Result) {}

  @inline(never)
  private static func floor2<ID: ReferenceID>(_ old: [ID], _ new: [ID]) {
    var before: [ID: Int] = [:]
    var after: [ID: Int] = [:]
    before.reserveCapacity(old.count)
    after.reserveCapacity(new.count)
    for (index, id) in old.enumerated() { before[id] = index }
    for (index, id) in new.enumerated() { after[id] = index }
    keep((before, after))
  }
}
