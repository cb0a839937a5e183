/// Elements in order, in chunks behind a shared tree: a copy with one element changed shares the rest.
///
/// The tree is a packed trie: every chunk but the last is full, so an index is a path and no search
/// is needed. Nodes never change, so two lists that came from each other can be compared by looking
/// only at what is not shared. Changing one element copies one node a level: O(log n), whether the
/// old list is kept or not. Inserting and removing in the middle rebuilds what follows.
public struct ChunkedList<Element: Sendable>: Sendable {
  /// A chunk of elements, or a branch of nodes.
  enum Node: Sendable {
    case chunk(ContiguousArray<Element>)
    case branch(ContiguousArray<Node>)

    var elements: ContiguousArray<Element> {
      if case .chunk(let elements) = self { elements } else { [] }
    }

    var children: ContiguousArray<Node> {
      if case .branch(let children) = self { children } else { [] }
    }

    /// Whether two nodes are one in memory.
    static func === (left: Node, right: Node) -> Bool {
      switch (left, right) {
      case (.chunk(let left), .chunk(let right)): SharedStorage.isOne(left, right)
      case (.branch(let left), .branch(let right)): SharedStorage.isOne(left, right)
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

  /// Makes an empty list.
  public init() {
    root = nil
    height = 0
    count = 0
  }

  /// Makes a list of elements in order.
  ///
  /// - Complexity: O(n).
  public init(_ elements: some Sequence<Element>) {
    self.init()
    var level = Self.chunks(of: elements, count: &count)
    while level.count > 1 {
      level = Self.branches(of: level)
      height += 1
    }
    root = level.first
  }

  private static func chunks(
    of elements: some Sequence<Element>, count: inout Int
  ) -> ContiguousArray<Node> {
    var chunks: ContiguousArray<Node> = []
    var chunk: ContiguousArray<Element> = []
    for element in elements {
      if chunk.isEmpty { chunk.reserveCapacity(width) }
      chunk.append(element)
      count += 1
      if chunk.count == width {
        chunks.append(.chunk(chunk))
        chunk = []
      }
    }
    if !chunk.isEmpty { chunks.append(.chunk(chunk)) }
    return chunks
  }

  private static func branches(of nodes: ContiguousArray<Node>) -> ContiguousArray<Node> {
    ContiguousArray(
      stride(from: 0, to: nodes.count, by: width).map { start in
        .branch(ContiguousArray(nodes[start..<Swift.min(start + width, nodes.count)]))
      })
  }

  /// The chunk that holds an index.
  func chunk(at index: Int) -> ContiguousArray<Element> {
    precondition(index >= 0 && index < count, "index out of range")
    guard var node = root else { return [] }
    var shift = height * Self.bits
    while shift > 0 {
      node = node.children[(index >> shift) & (Self.width - 1)]
      shift -= Self.bits
    }
    return node.elements
  }

  private static func setting(
    _ element: Element, at index: Int, in node: Node, shift: Int
  ) -> Node {
    let slot = (index >> shift) & (width - 1)
    switch node {
    case .chunk(var elements):
      elements[slot] = element
      return .chunk(elements)
    case .branch(var children):
      children[slot] = setting(element, at: index, in: children[slot], shift: shift - bits)
      return .branch(children)
    }
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
    if let top = root, count == 1 << ((height + 1) * Self.bits) {
      height += 1
      root = .branch([top])
    }
    root = Self.appending(element, to: root, index: count, shift: height * Self.bits)
    count += 1
  }
}

extension ChunkedList: RandomAccessCollection, MutableCollection {
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of elements.
  public var endIndex: Int { count }

  /// The element at an index.
  ///
  /// - Complexity: O(log n), to read and to write.
  public subscript(index: Int) -> Element {
    get { chunk(at: index)[index & (Self.width - 1)] }
    set {
      precondition(index >= 0 && index < count, "index out of range")
      if let top = root {
        root = Self.setting(newValue, at: index, in: top, shift: height * Self.bits)
      }
    }
  }

  /// Walks through the chunks, so that a step is O(1).
  public struct Iterator: IteratorProtocol {
    private let list: ChunkedList
    private var chunk: ContiguousArray<Element> = []
    private var position = 0

    init(_ list: ChunkedList) { self.list = list }

    /// The next element, or nil after the last.
    public mutating func next() -> Element? {
      guard position < list.count else { return nil }
      let slot = position & (ChunkedList.width - 1)
      if slot == 0 { chunk = list.chunk(at: position) }
      position += 1
      return chunk[slot]
    }
  }

  /// Walks through the elements in order.
  public func makeIterator() -> Iterator { Iterator(self) }
}

extension ChunkedList: RangeReplaceableCollection {
  /// Replaces a stretch of elements.
  ///
  /// - Complexity: O(n), except at the end.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with elements: some Collection<Element>
  ) {
    if range == count..<count {
      for element in elements { append(element) }
      return
    }
    var all = ContiguousArray(self)
    all.replaceSubrange(range, with: elements)
    self = ChunkedList(all)
  }
}

extension ChunkedList: ExpressibleByArrayLiteral {
  /// Makes a list of elements in order.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension ChunkedList: Equatable where Element: Equatable {
  /// Tells whether all elements are equal, without looking at those that are shared.
  public static func == (left: ChunkedList, right: ChunkedList) -> Bool {
    guard left.count == right.count else { return false }
    guard let leftRoot = left.root, let rightRoot = right.root else { return true }
    return equal(leftRoot, rightRoot)
  }

  // Lists of one length have trees of one shape.
  private static func equal(_ left: Node, _ right: Node) -> Bool {
    if left === right { return true }
    return left.elements == right.elements
      && zip(left.children, right.children).allSatisfy { equal($0, $1) }
  }
}

extension ChunkedList {
  /// Whether two lists are one and the same in memory: then nothing differs.
  func isShared(with other: ChunkedList) -> Bool {
    guard count == other.count else { return false }
    guard let root, let otherRoot = other.root else { return true }
    return root === otherRoot
  }
}

extension ChunkedList {
  /// The chunks in order, without looking into them.
  ///
  /// - Complexity: O(n / 16).
  var chunks: ContiguousArray<ContiguousArray<Element>> {
    guard let root else { return [] }
    var level: ContiguousArray = [root]
    for _ in 0..<height { level = ContiguousArray(level.lazy.flatMap(\.children)) }
    return ContiguousArray(level.lazy.map(\.elements))
  }
}
