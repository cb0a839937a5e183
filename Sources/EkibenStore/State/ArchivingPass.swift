/// Archives old entries of one document to where they take less room and are found faster.
///
/// First every field's versions go to its blocks, some fields a transaction; then the headers go to
/// chunks and the records go. Each slice is a transaction of its own, and a pass that is broken off in
/// between is simply begun again: versions that stand in a block already are passed over, and a record
/// goes only with its header, after all its versions. Nothing is ever in two places with two meanings.
struct ArchivingPass {
  /// The last entry that was archived when this pass began.
  let start: Int
  let last: Int
  /// The fields in their order in the file, and who touched each of them: never changed, as that would copy
  /// both in each slice.
  private let fields: [TargetKey]
  private let spots: [TargetKey: [TailIndex.Spot]]
  /// The next field, and how many of its versions are done.
  private var (next, done) = (0, 0)

  /// How much a slice writes, see ``work(for:)``: by count, so that the same work makes the same file.
  static let workPerSlice = 512
  /// How many versions of a field are a block's.
  static let versionsAtOnce = 64
  /// How many entries a slice indexes.
  static let indexedPerSlice = 4 * Chunk.maximumEntries
  /// How many records a slice does.
  static let entriesPerSlice = 2 * Chunk.maximumEntries
  /// How many records a pass does; more are the next pass.
  ///
  /// The more there are, the more versions of a field go to its block at once.
  static let entriesPerPass = 512 * Chunk.maximumEntries

  /// Begins a pass over all records up to an entry.
  init(_ tail: TailIndex, after start: Int, upTo last: Int) {
    self.start = start
    self.last = last
    spots = tail.spots
    fields = tail.spots.keys.sorted()
  }

  /// Whether every field is done, so that records may go.
  private(set) var isReady = false

  /// The next versions of one field; nil when all are done.
  mutating func nextVersions() -> (key: TargetKey, spots: [TailIndex.Spot])? {
    while next < fields.count {
      let key = fields[next]
      let left = (spots[key] ?? []).dropFirst(done).prefix(Self.versionsAtOnce)
        .prefix { Int($0.number) <= last }
      if !left.isEmpty { return (key, Array(left)) }
      (next, done) = (next + 1, 0)
    }
    isReady = true
    return nil
  }

  /// Takes note that so many of the next versions are done.
  mutating func note(done count: Int) { done += count }

  /// What it takes to put some versions of a field into its block: the block is read and written for one as for
  /// many.
  static func work(for versions: Int) -> Int { 8 + versions }

  /// What it takes besides to make a version that is a text of so many bytes: a long one is compared with the one
  /// before, and copied some times.
  static func work(forText bytes: Int) -> Int { bytes / 2_048 }
}

enum ArchivingTask {
  case nothing
  /// More of its entries have to be indexed first.
  case indexing
  case pass(ArchivingPass)
}
