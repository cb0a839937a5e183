import EkibenDocuments

/// What a chunk keeps of one entry: all but the values.
struct ChunkEntry: Sendable {
  /// The entry's kind, as the store numbers them.
  var kind: UInt8
  var header = EntryRecordHeader()
  /// In UTC milliseconds since 1970.
  var time: Int64
  /// The author's key.
  var author: Int64
  /// Why, if it was said.
  var reason: String?
  var context = EntryRecordContext()
  /// The fields that a node changes.
  var targets: [TargetKey] = []
  /// What is known of each change; empty where nothing is of any.
  var flags: [ChangeFlags] = []
}

/// The headers of consecutive old entries.
///
/// They are kept in two parts, because the undo tree is read whole at every opening and the rest a
/// entry at a time:
///
/// ```text
/// tree   count−1 kinds steps (gap header)…      runs, and the headers that are not the default
/// entries  time… authors reasons shapes [contexts flags] target…   runs, and differences to the entry before
/// ```
///
/// Where any entry says how it came to be, or has flags on its changes, the highest bit of the count is
/// set and two parts more follow the shapes: runs of contexts, and for each entry with flags a gap and
/// the runs of its targets' flags.
///
/// A run is a value and how many entries more have it. The value of a step is 0, or how far its first
/// entry is before the end of the chunk. See ``ChunkTree`` and ``ChunkEntries``.
struct Chunk: Equatable, Sendable {
  static let maximumEntries = 128

  /// The number of the first entry.
  let first: Int
  /// The smallest time of any entry.
  let since: Int64
  let tree: [UInt8]
  let entries: [UInt8]
}

extension Chunk {
  /// Makes the chunk of one to 128 entries.
  ///
  /// - Throws: ``CodingError`` when there are none or more, or one names a later entry.
  /// - Complexity: O(entries and targets).
  init(_ entries: [ChunkEntry], first: Int) throws(CodingError) {
    guard let since = entries.lazy.map(\.time).min() else { throw CodingError(.ended, at: 0) }
    guard entries.count <= Self.maximumEntries, first >= 0, first <= Int.max - Self.maximumEntries
    else { throw CodingError(.numberTooLarge, at: 0) }
    self.init(
      first: first, since: since, tree: try ChunkTree.encode(entries, first: first),
      entries: ChunkEntries.encode(entries, since: since))
  }
}

/// A chunk of which entries are read one at a time.
struct OpenChunk: Sendable {
  private let tree: ChunkTree
  private var entries: ChunkEntries

  /// Reads what all entries share.
  ///
  /// - Throws: ``CodingError``; no input traps.
  /// - Complexity: O(entries).
  init(_ chunk: Chunk) throws(CodingError) {
    tree = try ChunkTree(first: chunk.first, bytes: chunk.tree)
    entries = try ChunkEntries(of: chunk, tree)
  }

  var numbers: Range<Int> { tree.first..<tree.first + tree.count }

  /// The entry of a number; nil if it is not here.
  ///
  /// - Throws: ``CodingError`` when its targets cannot be read.
  /// - Complexity: O(targets of all entries from the one that was asked for last, or of all up to it).
  mutating func entry(_ number: Int) throws(CodingError) -> ChunkEntry? {
    guard let stretch = tree[number] else { return nil }
    let offset = number - tree.first
    return ChunkEntry(
      kind: stretch.kind, header: stretch.header, time: entries.time(at: offset),
      author: entries.author(at: offset), reason: entries.reason(at: offset),
      context: entries.context(at: offset), targets: try entries.targets(at: offset),
      flags: entries.flags(at: offset))
  }

  /// Whether the entry of a number has flags on its changes.
  func hasFlags(_ number: Int) -> Bool {
    numbers.contains(number) && !entries.flags(at: number - tree.first).isEmpty
  }

  /// Every entry, in order.
  ///
  /// - Throws: ``CodingError`` when targets cannot be read.
  func allEntries() throws(CodingError) -> [ChunkEntry] {
    var (chunk, all) = (self, [ChunkEntry]())
    for number in numbers { if let entry = try chunk.entry(number) { all.append(entry) } }
    return all
  }

  /// The last entry that was written at a time or before it.
  func last(atOrBefore time: Int64) -> Int? {
    numbers.last { entries.time(at: $0 - tree.first) <= time }
  }
}
