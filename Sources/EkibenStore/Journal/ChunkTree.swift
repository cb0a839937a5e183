import EkibenDocuments

/// What the undo tree needs of a chunk.
struct ChunkTree: Sequence, Sendable {
  /// One entry.
  struct Node: Equatable, Sendable {
    let number: Int
    let kind: UInt8
    let header: LineHeader
  }

  /// The number of the first line.
  let first: Int
  /// How many lines there are, from 1.
  let count: Int
  /// Whether the other part says more of some lines.
  let saysMore: Bool
  private let kinds: Runs
  private let steps: Runs
  /// The headers that say more than a step, by offset.
  private let exceptions: [(offset: Int, header: LineHeader)]

  /// Reads the part of a chunk.
  ///
  /// - Throws: ``CodingError``; no input traps.
  /// - Complexity: O(runs and exceptions).
  init(first: Int, bytes: [UInt8]) throws(CodingError) {
    var reader = ByteReader(bytes)
    let (more, bits) = (try reader.byte() & ~Self.saysMoreBit, reader.bytes[0])
    guard first >= 0, first <= Int.max - Chunk.maximumLines else {
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
      // A step begins with the line itself or before it, and 0 is no step.
      guard run.value == 0 || run.value >= UInt64(count - start), run.value <= first + count else {
        throw reader.fail(.numberTooLarge)
      }
      start = run.end
    }
    exceptions = try Self.readExceptions(first, count, from: &reader)
  }

  private static func readExceptions(
    _ first: Int, _ count: Int, from reader: inout ByteReader
  ) throws(CodingError) -> [(offset: Int, header: LineHeader)] {
    var exceptions: [(offset: Int, header: LineHeader)] = []
    var next = 0
    while !reader.isAtEnd {
      let gap = try reader.number()
      guard gap < UInt64(count - next) else { throw reader.fail(.numberTooLarge) }
      let offset = next + Int(gap)
      let (header, flags) = try LineHeader.read(of: first + offset, from: &reader)
      // Steps have runs of their own, and the rest of a line is not here.
      guard flags.first & ~ownFlags == 0, flags.more == 0 else {
        throw reader.fail(.unknownKind(flags.first | flags.more))
      }
      exceptions.append((offset, header))
      next = offset + 1
    }
    return exceptions
  }

  private static let ownFlags =
    LineHeader.Flag.parent | LineHeader.Flag.head | LineHeader.Flag.reverted | LineHeader.Flag.mark

  private static let saysMoreBit: UInt8 = 0x80

  static func encode(_ lines: [ChunkLine], first: Int) throws(CodingError) -> [UInt8] {
    var writer = ByteWriter()
    let saysMore = lines.contains(where: \.saysMore)
    writer.write(UInt8(clamping: lines.count - 1) | (saysMore ? saysMoreBit : 0))
    writer.write(runs: lines.map { UInt64($0.kind) })
    let end = first + lines.count
    for (offset, line) in lines.enumerated() {
      guard let step = line.header.step else { continue }
      guard step >= 0, step <= first + offset else { throw writer.fail(.numberTooLarge) }
    }
    writer.write(runs: lines.map { $0.header.step.map { UInt64(end - $0) } ?? 0 })
    var next = 0
    for (offset, line) in lines.enumerated() {
      var header = line.header
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
    let header = exceptions.first { $0.offset == offset }?.header ?? LineHeader()
    return node(offset, kind: kinds[offset], step: steps[offset], header)
  }

  private func node(_ offset: Int, kind: UInt64, step: UInt64, _ header: LineHeader) -> Node {
    var header = header
    if step != 0 { header.step = first + count - Int(step) }
    return Node(number: first + offset, kind: UInt8(truncatingIfNeeded: kind), header: header)
  }

  /// Goes over all entries in order, in O(1) each.
  func makeIterator() -> Iterator { Iterator(tree: self) }

  struct Iterator: IteratorProtocol {
    fileprivate let tree: ChunkTree
    private var offset = 0
    private var kind = 0
    private var step = 0
    private var exception = 0

    fileprivate init(tree: ChunkTree) { self.tree = tree }

    mutating func next() -> Node? {
      guard offset < tree.count else { return nil }
      defer { offset += 1 }
      if tree.kinds.runs[kind].end == offset { kind += 1 }
      if tree.steps.runs[step].end == offset { step += 1 }
      var header = LineHeader()
      if exception < tree.exceptions.count, tree.exceptions[exception].offset == offset {
        header = tree.exceptions[exception].header
        exception += 1
      }
      return tree.node(
        offset, kind: tree.kinds.runs[kind].value, step: tree.steps.runs[step].value, header)
    }
  }
}
