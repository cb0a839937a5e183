import EkibenDocuments

/// What a chunk keeps of one line: all but the values.
struct ChunkLine: Sendable {
  /// The entry's kind, as the store numbers them.
  var kind: UInt8
  var header = LineHeader()
  /// In UTC milliseconds since 1970.
  var time: Int64
  /// The author's key.
  var author: Int64
  /// Why, if it was said.
  var reason: String?
  var context = LineContext()
  /// The fields that a node changes.
  var targets: [TargetKey] = []
  /// What is known of each change; empty where nothing is of any.
  var flags: [ChangeFlags] = []
}

extension ChunkLine: Equatable {
  /// Equality of every part, texts by their bytes (rule D2).
  static func == (left: ChunkLine, right: ChunkLine) -> Bool {
    left.kind == right.kind && left.header == right.header && left.time == right.time
      && left.author == right.author && left.targets == right.targets
      && left.reason.map(Value.text) == right.reason.map(Value.text)
      && left.context == right.context && left.flags == right.flags
  }
}

/// The headers of consecutive old lines.
///
/// They are kept in two parts, because the undo tree is read whole at every opening and the rest a
/// line at a time:
///
/// ```text
/// tree   count−1 kinds steps (gap header)…      runs, and the headers that are not the default
/// lines  time… authors reasons shapes [contexts flags] target…   runs, and differences to the line before
/// ```
///
/// Where any line says how it came to be, or has flags on its changes, the highest bit of the count is
/// set and two parts more follow the shapes: runs of contexts, and for each line with flags a gap and
/// the runs of its targets' flags.
///
/// A run is a value and how many lines more have it. The value of a step is 0, or how far its first
/// entry is before the end of the chunk. See ``ChunkTree`` and ``ChunkLines``.
struct Chunk: Equatable, Sendable {
  /// How many lines a chunk has at most.
  static let maximumLines = 128

  /// The number of the first line.
  let first: Int
  /// The smallest time of any line.
  let since: Int64
  let tree: [UInt8]
  let lines: [UInt8]

  init(first: Int, since: Int64, tree: [UInt8], lines: [UInt8]) {
    (self.first, self.since, self.tree, self.lines) = (first, since, tree, lines)
  }

  /// Makes the chunk of one to 128 lines.
  ///
  /// - Throws: ``CodingError`` when there are none or more, or one names a later entry.
  /// - Complexity: O(lines and targets).
  init(_ lines: [ChunkLine], first: Int) throws(CodingError) {
    guard let since = lines.lazy.map(\.time).min() else { throw CodingError(.ended, at: 0) }
    guard lines.count <= Self.maximumLines, first >= 0, first <= Int.max - Self.maximumLines else {
      throw CodingError(.numberTooLarge, at: 0)
    }
    self.first = first
    self.since = since
    tree = try ChunkTree.encode(lines, first: first)
    self.lines = ChunkLines.encode(lines, since: since)
  }
}

/// A chunk of which lines are read one at a time.
struct OpenChunk: Sendable {
  private let tree: ChunkTree
  private let lines: ChunkLines

  /// Reads what all lines share.
  ///
  /// - Throws: ``CodingError``; no input traps.
  /// - Complexity: O(lines).
  init(_ chunk: Chunk) throws(CodingError) {
    tree = try ChunkTree(first: chunk.first, bytes: chunk.tree)
    lines = try ChunkLines(of: chunk, tree)
  }

  /// The numbers of its lines.
  var numbers: Range<Int> { tree.first..<tree.first + tree.count }

  /// The line of a number; nil if it is not here.
  ///
  /// - Throws: ``CodingError`` when its targets cannot be read.
  /// - Complexity: O(targets of all lines up to it).
  func line(_ number: Int) throws(CodingError) -> ChunkLine? {
    guard let node = tree[number] else { return nil }
    let offset = number - tree.first
    return ChunkLine(
      kind: node.kind, header: node.header, time: lines.time(at: offset),
      author: lines.author(at: offset), reason: lines.reason(at: offset),
      context: lines.context(at: offset), targets: try lines.targets(at: offset),
      flags: lines.flags(at: offset))
  }

  /// Whether the line of a number has flags on its changes.
  func hasFlags(_ number: Int) -> Bool {
    numbers.contains(number) && !lines.flags(at: number - tree.first).isEmpty
  }

  /// Every line, in order.
  ///
  /// - Throws: ``CodingError`` when targets cannot be read.
  func allLines() throws(CodingError) -> [ChunkLine] {
    var all: [ChunkLine] = []
    for number in numbers { if let line = try line(number) { all.append(line) } }
    return all
  }

  /// The last line that was written at a time or before it.
  func last(atOrBefore time: Int64) -> Int? {
    numbers.last { lines.time(at: $0 - tree.first) <= time }
  }
}
