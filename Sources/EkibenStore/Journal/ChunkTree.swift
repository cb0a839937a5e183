import EkibenDocuments

/// What the undo tree needs of a chunk.
struct ChunkTree: Sendable {
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
    stretches = try Self.readStretches(first, count, from: &reader)
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

  /// The stretch that an entry stands in; nil if it is not here.
  ///
  /// - Complexity: O(stretches).
  subscript(number: Int) -> Stretch? { stretches.first { $0.numbers.contains(number) } }

  /// Reads kinds, steps and what else the headers of some entries say, which stand one behind the other, side
  /// by side.
  private static func readStretches(
    _ first: Int, _ count: Int, from reader: inout ByteReader
  ) throws(CodingError) -> [Stretch] {
    let kinds = try Runs(of: count, from: &reader).runs
    let steps = try Runs(of: count, from: &reader).runs
    var exception = try readException(first, count, after: 0, from: &reader)
    var stretches: [Stretch] = []
    var (kind, step, offset) = (0, 0, 0)
    while offset < count {
      if kinds[kind].end == offset { kind += 1 }
      if steps[step].end == offset { step += 1 }
      var (end, header) = (min(kinds[kind].end, steps[step].end), EntryRecordHeader())
      if let known = exception, known.offset == offset {
        (header, end) = (known.header, offset + 1)
        exception = try readException(first, count, after: end, from: &reader)
      } else if let exception {
        end = min(end, exception.offset)
      }
      let (code, back) = (kinds[kind].value, steps[step].value)
      // A step begins with the entry itself or before it, and 0 is no step.
      guard code <= UInt8.max, back == 0 || back >= UInt64(count - offset), back <= first + count
      else { throw reader.fail(.numberTooLarge) }
      if back != 0 { header.step = first + count - Int(back) }
      stretches.append(
        Stretch(numbers: first + offset..<first + end, kind: UInt8(code), header: header))
      offset = end
    }
    return stretches
  }

  private static func readException(
    _ first: Int, _ count: Int, after start: Int, from reader: inout ByteReader
  ) throws(CodingError) -> (offset: Int, header: EntryRecordHeader)? {
    if reader.isAtEnd { return nil }
    let gap = try reader.number()
    guard gap < UInt64(count - start) else { throw reader.fail(.numberTooLarge) }
    let offset = start + Int(gap)
    let (header, flags) = try EntryRecordHeader.read(of: first + offset, from: &reader)
    // Steps have runs of their own, and the rest of a entry is not here.
    guard flags.first & ~ownFlags == 0, flags.more == 0 else {
      throw reader.fail(.unknownKind(flags.first | flags.more))
    }
    return (offset, header)
  }
}
