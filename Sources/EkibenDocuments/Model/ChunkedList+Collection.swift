extension ChunkedList: RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
  ExpressibleByArrayLiteral
{
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of elements.
  public var endIndex: Int { count }

  /// The element at an index.
  ///
  /// - Complexity: O(log n), to read and to write; O(1) in the chunk that was written to last.
  public subscript(index: Int) -> Element {
    get { chunk(at: index)[index & (Self.width - 1)] }
    set { update(at: index) { $0 = newValue } }
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

  /// Replaces a stretch of elements.
  ///
  /// - Complexity: O(what follows the first of them), and what stands before it is shared.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with elements: some Collection<Element>
  ) {
    if range == count..<count {
      for element in elements { append(element) }
      return
    }
    let whole = range.lowerBound >> Self.bits
    var rest = ContiguousArray(self[(whole << Self.bits)..<range.lowerBound])
    rest += elements
    rest += self[range.upperBound...]
    self = ChunkedList(sharing: chunks.prefix(whole), then: rest)
  }

  /// Makes a list of elements in order.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}
