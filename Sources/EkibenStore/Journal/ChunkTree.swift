import EkibenDocuments

/// What the undo tree needs of a chunk.
struct ChunkTree: Sendable {
  /// One entry.
  struct Node: Equatable, Sendable {
    let number: Int
    let kind: UInt8
    let header: EntryRecordHeader
  }

  /// The number of the first entry.
  let first: Int
  /// How many entries there are, from 1.
  let count: Int
  /// Whether the other part says more of some entries.
  let saysMore: Bool
  /// All entries, in order, in as few stretches as there can be.
  let stretches: [Stretch]

  /// Entries one after the other that are alike: what is read at every opening is mostly one long stretch.
  struct Stretch: Sendable {
    let numbers: Range<Int>
    let kind: UInt8
    /// What each of them says; several say no more than their step.
    let header: EntryRecordHeader
  }

  /// Reads the part of a chunk.
  ///
  /// - Throws: ``CodingError``; no input traps.
  /// - Complexity: O(runs and exceptions).
  init(first: Int, bytes: [UInt8]) throws(CodingError) {
    var reader = ByteReader(bytes)
    let (more, bits) = (try reader.byte() & ~Self.saysMoreBit, reader.bytes[0])
    guard first >= 0, first <= Int.max - Chunk.maximumEntries else {
      throw reader.fail(.numberTooLarge)
    }
    self.first = first
    count = Int(more) + 1
    saysMore = bits & Self.saysMoreBit != 0
    var stretchReader = StretchReader(first, count, reader)
    stretches = try stretchReader.stretches()
  }

  fileprivate static let ownFlags =
    EntryRecordHeader.Flag.parent | EntryRecordHeader.Flag.head | EntryRecordHeader.Flag.reverted
    | EntryRecordHeader.Flag.mark

  private static let saysMoreBit: UInt8 = 0x80

  static func encode(_ entries: [ChunkEntry], first: Int) throws(CodingError) -> [UInt8] {
    var writer = ByteWriter()
    let saysMore = entries.contains(where: \.saysMore)
    writer.write(UInt8(clamping: entries.count - 1) | (saysMore ? saysMoreBit : 0))
    writer.write(runs: entries.map { UInt64($0.kind) })
    let end = first + entries.count
    for (offset, entry) in entries.enumerated() {
      guard let step = entry.header.step else { continue }
      guard step >= 0, step <= first + offset else { throw writer.fail(.numberTooLarge) }
    }
    writer.write(runs: entries.map { $0.header.step.map { UInt64(end - $0) } ?? 0 })
    var next = 0
    for (offset, entry) in entries.enumerated() {
      var header = entry.header
      header.step = nil
      if header.isDefault { continue }
      writer.write(count: offset - next)
      try header.write(of: first + offset, to: &writer)
      next = offset + 1
    }
    return writer.bytes
  }
}

extension ChunkTree {
  /// The entry of a number; nil if it is not here.
  ///
  /// - Complexity: O(stretches).
  subscript(number: Int) -> Node? {
    guard let stretch = stretches.first(where: { $0.numbers.contains(number) }) else { return nil }
    return Node(number: number, kind: stretch.kind, header: stretch.header)
  }
}

/// Reads kinds, steps and what else the headers of some entries say, which stand one behind the other, side by
/// side: all chunks of a document are read whenever it is opened, so nothing is kept on the way.
private struct StretchReader {
  /// Runs of which the next one stands at a position, as ``Runs`` has them.
  private struct RunCursor {
    var position: Int
    var value: UInt64 = 0
    var end = 0
  }

  private let first: Int
  private let count: Int
  private var reader: ByteReader
  /// Where the next header stands that says more than a step.
  private var rest = 0
  private var exception: (offset: Int, header: EntryRecordHeader)?

  init(_ first: Int, _ count: Int, _ reader: ByteReader) {
    (self.first, self.count, self.reader) = (first, count, reader)
  }

  mutating func stretches() throws(CodingError) -> [ChunkTree.Stretch] {
    var kinds = RunCursor(position: reader.position)
    var steps = RunCursor(position: try end(of: kinds))
    rest = try end(of: steps)
    try readException(from: 0)
    var stretches: [ChunkTree.Stretch] = []
    var offset = 0
    while offset < count {
      if kinds.end == offset { kinds = try nextKind(after: kinds) }
      if steps.end == offset { steps = try nextStep(after: steps) }
      var (end, header) = (min(kinds.end, steps.end), EntryRecordHeader())
      if let exception, exception.offset == offset {
        (header, end) = (exception.header, offset + 1)
        try readException(from: end)
      } else if let exception {
        end = min(end, exception.offset)
      }
      if steps.value != 0 { header.step = first + count - Int(steps.value) }
      stretches.append(
        ChunkTree.Stretch(
          numbers: first + offset..<first + end, kind: UInt8(truncatingIfNeeded: kinds.value),
          header: header))
      offset = end
    }
    return stretches
  }

  private mutating func end(of runs: RunCursor) throws(CodingError) -> Int {
    var runs = runs
    while runs.end < count { runs = try next(after: runs) }
    return runs.position
  }

  private mutating func next(after run: RunCursor) throws(CodingError) -> RunCursor {
    reader.position = run.position
    let (value, more) = (try reader.number(), try reader.number())
    guard more < UInt64(count - run.end) else { throw reader.fail(.numberTooLarge) }
    return RunCursor(position: reader.position, value: value, end: run.end + Int(more) + 1)
  }

  private mutating func nextKind(after run: RunCursor) throws(CodingError) -> RunCursor {
    let run = try next(after: run)
    guard run.value <= UInt8.max else { throw reader.fail(.numberTooLarge) }
    return run
  }

  private mutating func nextStep(after run: RunCursor) throws(CodingError) -> RunCursor {
    let start = run.end
    let run = try next(after: run)
    // A step begins with the entry itself or before it, and 0 is no step.
    guard run.value == 0 || run.value >= UInt64(count - start), run.value <= first + count else {
      throw reader.fail(.numberTooLarge)
    }
    return run
  }

  private mutating func readException(from start: Int) throws(CodingError) {
    exception = nil
    reader.position = rest
    if reader.isAtEnd { return }
    let gap = try reader.number()
    guard gap < UInt64(count - start) else { throw reader.fail(.numberTooLarge) }
    let offset = start + Int(gap)
    let (header, flags) = try EntryRecordHeader.read(of: first + offset, from: &reader)
    // Steps have runs of their own, and the rest of a entry is not here.
    guard flags.first & ~ChunkTree.ownFlags == 0, flags.more == 0 else {
      throw reader.fail(.unknownKind(flags.first | flags.more))
    }
    exception = (offset, header)
    rest = reader.position
  }
}
