import EkibenDocuments
import EkibenTesting
import Testing

// Rule H24.
@Suite(.timeLimit(.minutes(20))) struct `Records that make room` {
  /// Keys so close to each other, or equal, that a record more is often one too many.
  private func crowded(_ rows: [Int], _ random: inout SeededGenerator) throws -> Document {
    func key() -> OrderKey {
      OrderKey(bytes: random.once(in: 2) ? [128] : [128, UInt8(random.number(in: 126...130))])
    }
    var left = rows.shuffled(using: &random)
    let sections = try (0..<random.number(in: 1...3)).map { number in
      let own = left.prefix(random.number(in: 0...left.count))
      left.removeFirst(own.count)
      return Document.Section(
        id: try SectionID("s\(number)"), order: key(), fields: [:],
        rows: try own.map { Document.Row(id: try RowID("r\($0)"), order: key(), fields: [:]) })
    }
    return try Document(fields: [:], stored: sections)
  }

  /// The longest part of a list that ascends, by looking at every pair.
  private func longestAscent(_ list: [Int]) -> Int {
    var best: [Int] = []
    for (at, number) in list.enumerated() {
      best.append(
        1 + (list[..<at].indices.filter { list[$0] < number }.map { best[$0] }.max() ?? 0))
    }
    return best.max() ?? 0
  }

  /// By their definition: those that neither moved nor changed their place among the others.
  private func expect<ID: Hashable>(
    _ old: [ID], _ new: [ID], rekeyed: Set<ID>, room: Set<ID>
  ) {
    let stayed = new.filter { old.contains($0) }
    let places = stayed.compactMap { old.firstIndex(of: $0) }
    let moved = stayed.filter { rekeyed.contains($0) && !room.contains($0) }
    #expect(room.isSubset(of: rekeyed))
    // As few as possible moved; a key that comes out as it was is no change.
    #expect(moved.count <= stayed.count - longestAscent(places))
    let roomPlaces = stayed.filter { room.contains($0) }.compactMap { old.firstIndex(of: $0) }
    #expect(roomPlaces == roomPlaces.sorted())
    if moved.count == stayed.count - longestAscent(places) {
      let kept = stayed.filter { !moved.contains($0) }.compactMap { old.firstIndex(of: $0) }
      #expect(kept == kept.sorted())
    }
  }

  @Test(arguments: UInt64(0)..<400)
  func `keep their places, and as few others as possible moved`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let rows = Array(0..<random.number(in: 1...8))
      let old = try crowded(rows, &random)
      let new = try crowded(rows.filter { _ in !random.once(in: 5) } + [9], &random)
      let (changes, madeRoom) = Changeset.difference(from: old, to: new)
      #expect(changes == Changeset(from: old, to: new))
      let orders = Set(changes.changes.filter { $0.field == .order }.map(\.record))
      expect(
        old.sections.map(\.id), new.sections.map(\.id),
        rekeyed: orders.sectionIDs, room: madeRoom.sectionIDs)
      for section in new.sections {
        let before = old.section(section.id)?.rows.map(\.id) ?? []
        let after = section.rows.map(\.id)
        let own = Set(before).intersection(after)
        expect(
          before, after, rekeyed: orders.rowIDs.intersection(own),
          room: madeRoom.rowIDs.intersection(own))
      }
      let staying = Set(
        new.sections.flatMap { section in
          section.rows.map(\.id).filter { row in
            old.section(section.id)?.rows.contains { $0.id == row } ?? false
          }
        })
      #expect(madeRoom.rowIDs.isSubset(of: staying))
    }
  }

  @Test func `are there where keys are equal, and nowhere else`() throws {
    func rows(_ ids: [RowID], _ key: (Int) -> [UInt8]) -> [Document.Row] {
      ids.enumerated().map { Document.Row(id: $1, order: OrderKey(bytes: key($0)), fields: [:]) }
    }
    func document(_ rows: [Document.Row]) throws -> Document {
      let key = OrderKey(bytes: [128])
      return try Document(
        fields: [:], stored: [Document.Section(id: "s", order: key, fields: [:], rows: rows)])
    }
    let new = try Document(sketch: "s: a x b c")
    let wide = try document(rows(["a", "b", "c"]) { [UInt8(100 + 10 * $0)] })
    #expect(Changeset.difference(from: wide, to: new).madeRoom.isEmpty)
    let narrow = try document(rows(["a", "b", "c"]) { _ in [128] })
    let (changes, madeRoom) = Changeset.difference(from: narrow, to: new)
    #expect(!madeRoom.isEmpty && madeRoom.isSubset(of: [.row("a"), .row("b"), .row("c")]))
    let flags = changes.flags(madeRoom: madeRoom)
    for (change, flag) in zip(changes.changes, flags) {
      #expect((flag == .madeRoom) == (change.field == .order && madeRoom.contains(change.record)))
    }
    #expect(flags.contains(.madeRoom))
  }

  @Test func `are not those that somebody moved, too`() {
    func entry(_ number: Int, _ flags: ChangeFlags) -> Entry {
      let (before, after) = (Value.bytes([UInt8(number)]), Value.bytes([UInt8(number + 1)]))
      return Entry(
        number: number, kind: .edit, parent: number - 1, head: number, author: "ada", time: 0,
        changes: Changeset([Change(.row("a"), .order, before: before, after: after)]),
        origins: [0], flags: [flags])
    }
    #expect([entry(2, .madeRoom), entry(3, .madeRoom)].madeRoom == [.row("a")])
    #expect([entry(2, .madeRoom), entry(3, [])].madeRoom.isEmpty)
    #expect([entry(2, []), entry(3, .madeRoom)].madeRoom.isEmpty)
  }
}

extension Set<RecordID> {
  fileprivate var sectionIDs: Set<SectionID> {
    var ids: Set<SectionID> = []
    for case .section(let id) in self { ids.insert(id) }
    return ids
  }

  fileprivate var rowIDs: Set<RowID> {
    var ids: Set<RowID> = []
    for case .row(let id) in self { ids.insert(id) }
    return ids
  }
}
