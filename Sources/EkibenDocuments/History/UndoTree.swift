/// What a ``History`` knows of each entry, by its number from 0, which stands above every root.
///
/// Nodes that go on from each other are kept as one stretch: a history of a million keystrokes is read
/// whenever its document is opened, and most of them are alike. Stretches stand in chunks, so that an entry is
/// found at once, and little moves where a branch parts one.
struct UndoTree: Equatable, Sendable {
  struct Entry: Equatable {
    /// The node from which a node was made; of what is no node: the head that it left.
    var parent: Int
    /// The first entry of a node's step; 0 for what is no node.
    var step: Int
    var isBarrier = false
    /// The child that redo takes; 0 for leaves.
    var visitedChild = 0
    /// Whether some child belongs to the same step.
    var isContinued = false
  }

  // Each but the first was made from the one before, and each but the last has the next as its child.
  struct Stretch: Equatable {
    var first: UInt32
    var parent: UInt32
    // The step of all, with the top bit for a barrier.
    var step: UInt32
    // Of the last one: its visited child, with the top bit for one that is continued.
    var child: UInt32

    // In place of a step: each node is one of its own. No step begins with the last entry that there can be.
    static let ownSteps: UInt32 = 0x7fff_ffff
    static let flag: UInt32 = 0x8000_0000

    var goesOn: Bool { child == 0 && step & Self.flag == 0 && step != 0 }
  }

  private static let shift = 10
  private static let mask = (1 << shift) - 1

  private(set) var chunks: [[Stretch]] = []

  /// How many entries there are, with the one of number 0.
  private(set) var count = 0

  init() { append(Entry(parent: 0, step: 0)) }

  /// The entry of a number from 0 to below ``count``.
  ///
  /// - Complexity: O(log stretches of a chunk).
  subscript(number: Int) -> Entry {
    let chunk = chunks[number >> Self.shift]
    let place = Self.place(of: number, in: chunk)
    let stretch = chunk[place]
    let isFirst = number == Int(stretch.first)
    let isLast = number + 1 == end(ofStretch: place, in: chunk, number)
    let step = Int(stretch.step & ~Stretch.flag)
    let isOwn = step == Int(Stretch.ownSteps)
    return Entry(
      parent: isFirst ? Int(stretch.parent) : number - 1, step: isOwn ? number : step,
      isBarrier: stretch.step & Stretch.flag != 0,
      visitedChild: isLast ? Int(stretch.child & ~Stretch.flag) : number + 1,
      isContinued: isLast ? stretch.child & Stretch.flag != 0 : !isOwn)
  }

  private static func place(of number: Int, in chunk: [Stretch]) -> Int {
    chunk.firstPlace { Int($0.first) > number } - 1
  }

  private func end(ofStretch place: Int, in chunk: [Stretch], _ number: Int) -> Int {
    place + 1 < chunk.count ? Int(chunk[place + 1].first) : min(count, (number | Self.mask) + 1)
  }

  /// Appends an entry that changes none before it.
  ///
  /// - Complexity: O(1).
  mutating func append(_ entry: Entry) {
    let step = entry.step == count && count > 0 ? Stretch.ownSteps : UInt32(clamping: entry.step)
    let stretch = Stretch(
      first: UInt32(clamping: count), parent: UInt32(clamping: entry.parent),
      step: step | (entry.isBarrier ? Stretch.flag : 0),
      child: UInt32(clamping: entry.visitedChild) | (entry.isContinued ? Stretch.flag : 0))
    if count & Self.mask == 0 {
      chunks.append([stretch])
    } else {
      chunks[chunks.count - 1].append(stretch)
    }
    count += 1
  }

  /// Appends a node, which its parent has as the visited child from now on.
  ///
  /// - Complexity: O(1), and O(stretches of a chunk) where it begins a branch.
  mutating func append(nodeAfter parent: Int, step: Int, isBarrier: Bool) {
    if parent == count - 1, !isBarrier, prolongs(step) {
      count += 1
      return
    }
    if parent != 0 { visit(count, from: parent, continues: step != count) }
    append(Entry(parent: parent, step: step, isBarrier: isBarrier))
  }

  /// Appends nodes that go on from the last entry, a node, each from the one before.
  ///
  /// The step is named by its first entry; with nil each is a step of its own.
  ///
  /// - Complexity: O(number / 1,024).
  mutating func append(nodes number: Int, step: Int?) {
    let end = count + number
    while count < end {
      append(nodeAfter: count - 1, step: step ?? count, isBarrier: false)
      // What follows in the same chunk is of the same stretch.
      if count & Self.mask != 0 { count = min(end, (count | Self.mask) + 1) }
    }
  }

  // Whether the next node, made from the last one, is of the last one's stretch; then it only becomes longer.
  private mutating func prolongs(_ step: Int) -> Bool {
    guard count & Self.mask != 0, let last = chunks.last?.last, last.goesOn else { return false }
    if step == count { return last.step == Stretch.ownSteps }
    if Int(last.step) == step { return true }
    guard last.step == Stretch.ownSteps, Int(last.first) == step, step == count - 1 else {
      return false
    }
    let chunk = chunks.count - 1
    chunks[chunk][chunks[chunk].count - 1].step = last.first
    return true
  }

  /// Makes a child of a node the one that redo takes, and if it `continues` that, one of its step.
  ///
  /// - Complexity: O(stretches of a chunk), where the child is another one than before.
  mutating func visit(_ child: Int, from parent: Int, continues: Bool = false) {
    let entry = self[parent]
    let isContinued = entry.isContinued || continues
    guard entry.visitedChild != child || entry.isContinued != isContinued else { return }
    let chunk = parent >> Self.shift
    let place = Self.place(of: parent, in: chunks[chunk])
    if parent + 1 < end(ofStretch: place, in: chunks[chunk], parent) {
      var rest = chunks[chunk][place]
      (rest.first, rest.parent) = (UInt32(clamping: parent + 1), UInt32(clamping: parent))
      chunks[chunk].insert(rest, at: place + 1)
    }
    chunks[chunk][place].child = UInt32(clamping: child) | (isContinued ? Stretch.flag : 0)
  }

  /// Whether all entries are alike, however they were appended.
  static func == (left: UndoTree, right: UndoTree) -> Bool {
    guard left.count == right.count else { return false }
    return left.chunks.indices.allSatisfy { chunk in
      if left.chunks[chunk] == right.chunks[chunk] { return true }
      let first = chunk << Self.shift
      return (first..<min(left.count, first + Self.mask + 1)).allSatisfy { left[$0] == right[$0] }
    }
  }
}

extension History {
  /// What the undo tree needs to know of an entry.
  package struct Outline: Hashable, Sendable {
    package let number: Int
    package let kind: Entry.Kind
    package let parent: Int?
    package let head: Int
    package let step: Int
    package let mark: String?

    package init(number: Int, kind: Entry.Kind, parent: Int?, head: Int, step: Int, mark: String?) {
      (self.number, self.kind, self.parent) = (number, kind, parent)
      (self.head, self.step, self.mark) = (head, step, mark)
    }

    package init(_ entry: Entry) {
      self.init(
        number: entry.number, kind: entry.kind, parent: entry.parent, head: entry.head,
        step: entry.step, mark: entry.mark)
    }
  }
}
