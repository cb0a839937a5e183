/// Elements in order, in chunks behind a shared tree: a copy with one element changed shares the rest.
///
/// The tree is a packed trie: every chunk but the last is full, so an index is a path and no search
/// is needed. Two lists that came from each other can be compared by looking only at what is not
/// shared. Inserting and removing in the middle rebuilds what follows.
///
/// The chunk that was written to last is kept beside the tree (a *finger*) and not in it. So writing to
/// it again and again copies one chunk if the old list is kept and none if not, however long the list
/// is; going to another chunk puts it back and copies one node a level if the old list is kept.
public struct ChunkedList<Element: Sendable>: Sendable {
  enum Node: Sendable {
    case chunk(ContiguousArray<Element>)
    case branch(ContiguousArray<Node>)

    var elements: ContiguousArray<Element> {
      if case .chunk(let elements) = self { elements } else { [] }
    }

    var children: ContiguousArray<Node> {
      if case .branch(let children) = self { children } else { [] }
    }

    static func === (left: Node, right: Node) -> Bool {
      switch (left, right) {
      case (.chunk(let left), .chunk(let right)): SharedStorage.isTriviallyIdentical(left, right)
      case (.branch(let left), .branch(let right)): SharedStorage.isTriviallyIdentical(left, right)
      case (.chunk, _), (.branch, _): false
      }
    }
  }

  // Sixteen keeps what an edit copies small at every size; see the group `documents` of the bench.
  static var bits: Int { 4 }
  static var width: Int { 1 << bits }

  private(set) var root: Node?
  /// How many branches lie above a chunk.
  private(set) var height: Int
  /// How many elements there are.
  public private(set) var count: Int
  /// The number of the chunk that was written to last; -1 where the tree is all there is.
  private var finger = -1
  private var fingerChunk: ContiguousArray<Element> = []

  /// Makes an empty list.
  public init() { (root, height, count) = (nil, 0, 0) }

  /// Makes a list of elements in order.
  ///
  /// - Complexity: O(n).
  public init(_ elements: some Sequence<Element>) { self.init(sharing: [], then: elements) }

  /// Makes a list that begins with chunks of another one, all of them full.
  init(
    sharing chunks: ArraySlice<ContiguousArray<Element>>, then elements: some Sequence<Element>
  ) {
    var builder = Builder(sharing: chunks)
    for element in elements { builder.append(element) }
    self = builder.list
  }

  /// Makes a list of elements that come one at a time, each of which goes to its chunk at once.
  struct Builder {
    private var full: ContiguousArray<Node>
    private var chunk: ContiguousArray<Element> = []

    init(sharing chunks: ArraySlice<ContiguousArray<Element>> = []) {
      full = ContiguousArray(chunks.lazy.map { Node.chunk($0) })
    }

    /// Adds an element at the end.
    ///
    /// - Complexity: O(1).
    mutating func append(_ element: Element) {
      if chunk.isEmpty { chunk.reserveCapacity(width) }
      chunk.append(element)
      guard chunk.count == width else { return }
      full.append(.chunk(chunk))
      chunk = []
    }

    var list: ChunkedList {
      var list = ChunkedList()
      list.count = full.count << bits + chunk.count
      var level = full
      if !chunk.isEmpty { level.append(.chunk(chunk)) }
      while level.count > 1 {
        level = branches(of: level)
        list.height += 1
      }
      list.root = level.first
      return list
    }
  }

  fileprivate static func branches(of nodes: ContiguousArray<Node>) -> ContiguousArray<Node> {
    ContiguousArray(
      stride(from: 0, to: nodes.count, by: width).map { start in
        .branch(ContiguousArray(nodes[start..<Swift.min(start + width, nodes.count)]))
      })
  }

  func chunk(at index: Int) -> ContiguousArray<Element> {
    precondition(index >= 0 && index < count, "index out of range")
    if index >> Self.bits == finger { return fingerChunk }
    guard var node = root else { return [] }
    var shift = height * Self.bits
    while shift > 0 {
      node = node.children[(index >> shift) & (Self.width - 1)]
      shift -= Self.bits
    }
    return node.elements
  }

  /// Changes one element.
  ///
  /// - Throws: What `change` throws; the element is then as `change` left it.
  /// - Complexity: O(1) in the chunk that was changed last, else O(log n).
  mutating func update<Failure>(
    at index: Int, _ change: (inout Element) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(index >= 0 && index < count, "index out of range")
    if index >> Self.bits != finger {
      putBack()
      finger = index >> Self.bits
      exchange()
    }
    try change(&fingerChunk[index & (Self.width - 1)])
  }

  /// Changes one element of the chunk that was changed last.
  ///
  /// - Returns: What `change` returns; nil where the element stands in another chunk, or nowhere.
  /// - Complexity: O(1).
  @inline(__always) mutating func updateBesideLast<Output>(
    at index: Int, _ change: (inout Element) -> Output
  ) -> Output? {
    guard index >> Self.bits == finger, index < count else { return nil }
    return change(&fingerChunk[index & (Self.width - 1)])
  }

  /// Puts the chunk that was written to last into the tree.
  private mutating func putBack() {
    exchange()
    (finger, fingerChunk) = (-1, [])
  }

  /// Exchanges the chunk beside the tree and the one in its place, so that it has one owner unless another list
  /// has it too.
  private mutating func exchange() {
    guard finger >= 0, var top = root else { return }
    root = nil
    Self.swap(&fingerChunk, at: finger << Self.bits, in: &top, shift: height * Self.bits)
    root = top
  }

  // A node that nobody else has is changed where it is: it must have one owner while its child is.
  private static func swap(
    _ chunk: inout ContiguousArray<Element>, at index: Int, in node: inout Node, shift: Int
  ) {
    guard case .branch(var children) = node else {
      let elements = node.elements
      node = .chunk(chunk)
      chunk = elements
      return
    }
    node = .branch([])
    swap(&chunk, at: index, in: &children[(index >> shift) & (width - 1)], shift: shift - bits)
    node = .branch(children)
  }

  private static func appending(_ element: Element, to node: Node?, index: Int, shift: Int) -> Node
  {
    if shift == 0 {
      var elements = node?.elements ?? []
      elements.append(element)
      return .chunk(elements)
    }
    let slot = (index >> shift) & (width - 1)
    var children = node?.children ?? []
    let last = slot < children.count ? children[slot] : nil
    let child = appending(element, to: last, index: index, shift: shift - bits)
    if slot < children.count { children[slot] = child } else { children.append(child) }
    return .branch(children)
  }

  /// Adds an element at the end.
  ///
  /// - Complexity: O(log n).
  public mutating func append(_ element: Element) {
    putBack()
    if let top = root, count == 1 << ((height + 1) * Self.bits) {
      height += 1
      root = .branch([top])
    }
    root = Self.appending(element, to: root, index: count, shift: height * Self.bits)
    count += 1
  }

  /// This list with all of it in the tree.
  fileprivate var whole: ChunkedList {
    var copy = self
    copy.putBack()
    return copy
  }

  /// Whether two lists are one and the same in memory: then nothing differs.
  func isShared(with other: ChunkedList) -> Bool {
    guard count == other.count, finger == other.finger,
      SharedStorage.isTriviallyIdentical(fingerChunk, other.fingerChunk)
    else { return false }
    guard let root, let otherRoot = other.root else { return true }
    return root === otherRoot
  }

  /// Where the chunk starts that stands beside the tree; nil where there is none.
  var fingerIndex: Int? { finger < 0 ? nil : finger << Self.bits }

  /// The chunks in order, without looking into them.
  ///
  /// - Complexity: O(n / 16).
  var chunks: ContiguousArray<ContiguousArray<Element>> {
    guard let root else { return [] }
    // No key paths: making one for a generic type costs more than a section of a hundred rows.
    var level: ContiguousArray = [root]
    for _ in 0..<height { level = ContiguousArray(level.lazy.flatMap { $0.children }) }
    var chunks = ContiguousArray(level.lazy.map { $0.elements })
    if finger >= 0 { chunks[finger] = fingerChunk }
    return chunks
  }
}

extension ChunkedList: Equatable where Element: Equatable {
  /// Tells whether all elements are equal, without looking at those that are shared.
  public static func == (left: ChunkedList, right: ChunkedList) -> Bool {
    guard left.count == right.count else { return false }
    guard let leftRoot = left.whole.root, let rightRoot = right.whole.root else { return true }
    return equal(leftRoot, rightRoot)
  }

  // Lists of one length have trees of one shape.
  private static func equal(_ left: Node, _ right: Node) -> Bool {
    if left === right { return true }
    return left.elements == right.elements
      && zip(left.children, right.children).allSatisfy { equal($0, $1) }
  }
}
