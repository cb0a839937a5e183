import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

@Suite(.timeLimit(.minutes(20))) struct ChunkTests {
  private func expectSame(_ entries: [ChunkEntry], first: Int) throws -> Chunk {
    let chunk = try Chunk(entries, first: first)
    #expect(chunk.since == entries.map(\.time).min())
    #expect(try chunk.decode() == entries)
    let tree = try ChunkTree(first: first, bytes: chunk.tree)
    #expect(tree.count == entries.count)
    let stretches = tree.stretches
    #expect(stretches.flatMap(\.numbers) == Array(first..<first + entries.count))
    for stretch in stretches {
      for number in stretch.numbers {
        let entry = entries[number - first]
        #expect(stretch.kind == entry.kind && stretch.header == entry.header)
      }
    }
    var part = try ChunkEntries(of: chunk, tree)
    for (offset, entry) in entries.enumerated() {
      let node = try #require(tree[first + offset])
      #expect(node.kind == entry.kind && node.header == entry.header)
      #expect(part.time(at: offset) == entry.time && part.author(at: offset) == entry.author)
      #expect(part.reason(at: offset).map(Value.text) == entry.reason.map(Value.text))
      #expect(try part.targets(at: offset) == entry.targets)
      #expect(part.context(at: offset) == entry.context && part.flags(at: offset) == entry.flags)
    }
    for offset in entries.indices.reversed() {
      #expect(try part.targets(at: offset) == entries[offset].targets)
    }
    #expect(tree[first - 1] == nil && tree[first + entries.count] == nil)
    return chunk
  }

  @Test func `a chunk has these bytes`() throws {
    let answer = TargetKey(record: 70, field: TargetKey.answer)
    let entries = [
      ChunkEntry(kind: 1, time: 1_000, author: 4, targets: [answer]),
      ChunkEntry(
        kind: 1, header: EntryRecordHeader(step: 200), time: 3_000, author: 4, targets: [answer]),
      ChunkEntry(
        kind: 1, header: EntryRecordHeader(step: 200), time: 900, author: 4, reason: "why",
        targets: [TargetKey(record: 71, field: 0), TargetKey(record: 7, field: 3)]),
      ChunkEntry(kind: 8, header: EntryRecordHeader(head: 199), time: 901, author: 5),
      ChunkEntry(
        kind: 11, header: EntryRecordHeader(parent: 199, head: 199, mark: "m"), time: 902, author: 5
      ),
    ]
    let chunk = try expectSame(entries, first: 200)
    #expect(chunk.since == 900)
    // Count; kinds; steps; and a gap and a header for what is not the default.
    #expect(
      hexadecimal(chunk.tree)
        == "04 0102 0800 0b00 0000 0501 0001 03 02 04 00 13 05 05 01 6d".filter { $0 != " " })
    // Times; authors; reasons; shapes; targets.
    let golden = """
      64 d00f ccefffffffffffffff01 01 01 0402 0501 01 02 03 776879 \
      0101 0300 0001 8c01 00 02 00 7f 03
      """
    #expect(hexadecimal(chunk.entries) == golden.filter { $0 != " " })
  }

  @Test func `what few entries say stands in runs behind the shapes`() throws {
    let targets = [TargetKey(record: 7, field: 1), TargetKey(record: 8, field: 1)]
    let entry = ChunkEntry(
      kind: 1, time: 5, author: 1, context: EntryRecordContext(utcOffset: 60), targets: targets,
      flags: [[], .calculated])
    var other = entry
    other.flags = [.wasCalculated, [.calculated, .wasCalculated]]
    let chunk = try expectSame(
      [ChunkEntry(kind: 1, time: 5, author: 1), entry, other], first: 2)
    #expect(hexadecimal(chunk.tree) == "82 0102 0002".filter { $0 != " " })
    // Times; authors; reasons; shapes; contexts; flags of two entries; targets.
    let golden =
      "000000 0102 00 0000 0301 0000 b81701 02 01 0000 0100 00 0400 0500 0e01020101010201"
    #expect(hexadecimal(chunk.entries) == golden.filter { $0 != " " })
  }

  /// Edits of 10,000 fields 1 to 60 seconds apart, in random order and in turn.
  @Test func `the header of an old edit takes five bytes`() throws {
    var random = SeededGenerator(seed: 1)
    for (isRandom, expected) in [(true, 617), (false, 489)] {
      var time: Int64 = 1_700_000_000_000
      var sum = 0
      for chunk in 0..<100 {
        let entries = (0..<128).map { at in
          time += Int64(random.number(in: 1_000...60_000))
          let record = isRandom ? random.number(in: 1...10_000) : 1 + (chunk * 128 + at) % 10_000
          return ChunkEntry(
            kind: 1, time: time, author: 1, targets: [TargetKey(record: Int64(record), field: 1)])
        }
        let made = try Chunk(entries, first: 2 + chunk * 128)
        #expect(try made.decode() == entries)
        #expect(made.tree.count == 5)
        sum += made.tree.count + made.entries.count
      }
      #expect(sum <= 100 * 128 * 5)
      #expect((expected - 5...expected + 5).contains(sum / 100), "\(sum / 100)")
    }
  }

  @Test func `typing takes a few bytes a step and not a keystroke`() throws {
    let entries = (0..<128).map { at in
      ChunkEntry(
        kind: 1, header: EntryRecordHeader(step: at % 16 == 0 ? nil : 1_000 + at / 16 * 16),
        time: Int64(at) * 150, author: 1, targets: [TargetKey(record: 9, field: 1)])
    }
    let chunk = try expectSame(entries, first: 1_000)
    #expect(chunk.tree.count == 4 + 8 * 4)
    #expect(chunk.entries.count < 128 * 3 + 10)
  }

  private func entry(_ make: inout DocumentGenerator, number: Int, _ time: inout Int64)
    -> ChunkEntry
  {
    func earlier() -> Int? { make.random.once(in: 5) ? make.random.number(in: 0...number) : nil }
    time &+= make.random.pick([1, 150, 60_000, 86_400_000, -5_000])
    let isPlain = make.random.once(in: 2)
    let targets = (0..<(isPlain ? 1 : make.random.number(in: 0...4))).map { _ in
      TargetKey(
        record: make.random.pick([1, 2, 300, 40_000, .max, .min]),
        field: isPlain ? 1 : make.random.pick([0, 1, 2, 200, .min, .max]))
    }
    let flags = targets.map { _ in isPlain ? [] : make.flags() }
    return ChunkEntry(
      kind: UInt8(make.random.pick([1, 1, 1, 8, 9, 255])),
      header: EntryRecordHeader(
        parent: earlier(), head: earlier(), step: earlier(), reverted: earlier(),
        mark: make.random.once(in: 9) ? make.text() : nil),
      time: make.random.once(in: 50) ? make.random.pick([.min, .max, 0]) : time,
      author: make.random.pick([1, 1, 1, 2, .max, .min]),
      reason: make.random.once(in: 6) ? make.text() : nil,
      context: isPlain ? EntryRecordContext() : make.context(), targets: targets,
      flags: flags.allSatisfy(\.isEmpty) ? [] : flags)
  }

  private func entries(_ make: inout DocumentGenerator, first: Int) -> [ChunkEntry] {
    var time: Int64 = 1_700_000_000_000
    return (0..<make.random.number(in: 1...Chunk.maximumEntries)).map {
      entry(&make, number: first + $0, &time)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `any entries come back`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    for _ in 0..<10 {
      let first = make.random.pick([1, 2, 129, 1_000_001, .max - 128])
      _ = try expectSame(entries(&make, first: first), first: first)
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `damaged chunks are refused or make sense`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    var taken = 0
    for _ in 0..<10 {
      let first = make.random.pick([1, 129, 1_000_001])
      let chunk = try Chunk(entries(&make, first: first), first: first)
      for end in ends(of: chunk.tree, &make.random) {
        _ = try read(chunk, tree: Array(chunk.tree[..<end]))
      }
      for end in ends(of: chunk.entries, &make.random) {
        #expect(try read(chunk, entries: Array(chunk.entries[..<end])) == false)
      }
      for _ in 0..<40 {
        if try read(chunk, tree: damaged(chunk.tree, &make.random)) { taken += 1 }
        if try read(chunk, entries: damaged(chunk.entries, &make.random)) { taken += 1 }
      }
    }
    #expect(taken > 50)
  }

  /// Whether a chunk with another part can be read; its entries then come back.
  private func read(_ chunk: Chunk, tree: [UInt8]? = nil, entries: [UInt8]? = nil) throws -> Bool {
    let chunk = Chunk(
      first: chunk.first, since: chunk.since, tree: tree ?? chunk.tree,
      entries: entries ?? chunk.entries)
    let longest = chunk.tree.count > chunk.entries.count ? chunk.tree : chunk.entries
    let read = accepted(longest) { () throws(CodingError) in try chunk.decode() }
    guard let read else { return false }
    #expect(try Chunk(read, first: chunk.first).decode() == read)
    return true
  }

  @Test(
    arguments: [
      ("", .ended), ("80", .ended), ("00", .ended), ("00 0101 0000", .numberTooLarge),
      ("00 0100 0000 01 01 00", .numberTooLarge), ("00 0100 0c00", .numberTooLarge),
      ("01 0101 0101", .numberTooLarge), ("00 800200 0000", .numberTooLarge),
      ("00 0100 0000 00 04 00", .unknownKind(4)), ("00 0100 0000 00 40", .unknownKind(64)),
      ("00 0100 0000 00 01 0b", .numberTooLarge),
      ("00 0100 0000 00 01 00 00 01 00", .numberTooLarge),
    ] as [(String, CodingProblem)])
  func `bytes that are no tree are refused`(digits: String, problem: CodingProblem) {
    let error = #expect(throws: CodingError.self) {
      try ChunkTree(first: 10, bytes: bytes(digits))
    }
    #expect(error?.problem == problem)
  }

  @Test func `no entries, too many, and entries that name later entries are refused`() {
    let plain = ChunkEntry(kind: 1, time: 0, author: 1)
    var late = plain
    late.header.step = 6
    var later = plain
    later.header.head = 6
    let bad: [[ChunkEntry]] = [[], Array(repeating: plain, count: 129), [late], [later]]
    for entries in bad {
      #expect(throws: CodingError.self) { try Chunk(entries, first: 5) }
    }
  }
}

extension Chunk {
  /// Every entry, in order.
  fileprivate func decode() throws(CodingError) -> [ChunkEntry] {
    try OpenChunk(self).allEntries()
  }
}
