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
  private let kinds: Runs
  private let steps: Runs
  /// The headers that say more than a step, by offset.
  private let exceptions: [(offset: Int, header: EntryRecordHeader)]

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
    kinds = try Runs(of: count, from: &reader)
    steps = try Runs(of: count, from: &reader)
    for run in kinds.runs where run.value > UInt8.max { throw reader.fail(.numberTooLarge) }
    var start = 0
    for run in steps.runs {
      // A step begins with the entry itself or before it, and 0 is no step.
      guard run.value == 0 || run.value >= UInt64(count - start), run.value <= first + count else {
        throw reader.fail(.numberTooLarge)
      }
      start = run.end
    }
    exceptions = try Self.readExceptions(first, count, from: &reader)
  }

  private static func readExceptions(
    _ first: Int, _ count: Int, from reader: inout ByteReader
  ) throws(CodingError) -> [(offset: Int, header: EntryRecordHeader)] {
    var exceptions: [(offset: Int, header: EntryRecordHeader)] = []
    var next = 0
    while !reader.isAtEnd {
      let gap = try reader.number()
      guard gap < UInt64(count - next) else { throw reader.fail(.numberTooLarge) }
      let offset = next + Int(gap)
      let (header, flags) = try EntryRecordHeader.read(of: first + offset, from: &reader)
      // Steps have runs of their own, and the rest of a entry is not here.
      guard flags.first & ~ownFlags == 0, flags.more == 0 else {
        throw reader.fail(.unknownKind(flags.first | flags.more))
      }
      exceptions.append((offset, header))
      next = offset + 1
    }
    return exceptions
  }

  private static let ownFlags =
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
  /// - Complexity: O(runs and exceptions).
  subscript(number: Int) -> Node? {
    guard number >= first, number < first + count else { return nil }
    let offset = number - first
    let header = exceptions.first { $0.offset == offset }?.header ?? EntryRecordHeader()
    return node(offset, kind: kinds[offset], step: steps[offset], header)
  }

  private func node(_ offset: Int, kind: UInt64, step: UInt64, _ header: EntryRecordHeader) -> Node
  {
    Node(
      number: first + offset, kind: UInt8(truncatingIfNeeded: kind),
      header: self.header(header, step: step))
  }

  private func header(_ header: EntryRecordHeader, step: UInt64) -> EntryRecordHeader {
    var header = header
    if step != 0 { header.step = first + count - Int(step) }
    return header
  }

  /// Entries one after the other that are alike: what is read at every opening is mostly one long stretch.
  struct Stretch {
    let numbers: Range<Int>
    let kind: UInt8
    /// What each of them says; several say no more than their step.
    let header: EntryRecordHeader
  }

  /// All entries, in order, in as few stretches as there can be.
  ///
  /// - Complexity: O(runs and exceptions).
  func stretches() -> [Stretch] {
    var stretches: [Stretch] = []
    var (offset, kind, step) = (0, 0, 0)
    var rest = exceptions[...]
    while offset < count {
      if kinds.runs[kind].end == offset { kind += 1 }
      if steps.runs[step].end == offset { step += 1 }
      var end = min(kinds.runs[kind].end, steps.runs[step].end)
      var own = EntryRecordHeader()
      if let next = rest.first, next.offset == offset {
        (own, end) = (next.header, offset + 1)
        rest.removeFirst()
      } else if let next = rest.first {
        end = min(end, next.offset)
      }
      stretches.append(
        Stretch(
          numbers: first + offset..<first + end,
          kind: UInt8(truncatingIfNeeded: kinds.runs[kind].value),
          header: header(own, step: steps.runs[step].value)))
      offset = end
    }
    return stretches
  }
}
