extension ChunkedList {
  /// Whether something holds for each two elements at one index, without looking at those in chunks
  /// that both lists share: it must hold for a value and itself.
  ///
  /// - Complexity: O(what is not shared); false at once for lists of different lengths.
  func matches(_ other: ChunkedList, by holds: (Element, Element) -> Bool) -> Bool {
    guard count == other.count else { return false }
    guard let root, let otherRoot = other.root else { return true }
    // What was written to last stands beside the trees, which have nothing in its place.
    let beside = [fingerIndex, other.fingerIndex].compactMap(\.self)
    return beside.allSatisfy { start in
      zip(chunk(at: start), other.chunk(at: start)).allSatisfy(holds)
    }
      && Self.matches(root, otherRoot, from: 0, shift: height * Self.bits) { start, left, right in
        beside.contains(start) || zip(left, right).allSatisfy(holds)
      }
  }

  private static func matches(
    _ left: Node, _ right: Node, from start: Int, shift: Int,
    by holds: (Int, ContiguousArray<Element>, ContiguousArray<Element>) -> Bool
  ) -> Bool {
    if left === right { return true }
    guard case .branch(let children) = left, case .branch(let others) = right else {
      return holds(start, left.elements, right.elements)
    }
    for (slot, (child, other)) in zip(children, others).enumerated()
    where !matches(child, other, from: start + slot << shift, shift: shift - bits, by: holds) {
      return false
    }
    return true
  }
}

extension Document {
  /// Whether both documents have as many sections with as many rows each.
  ///
  /// - Complexity: O(sections that are not shared in memory).
  func hasRowCounts(of other: Document) -> Bool {
    sections.matches(other.sections) { $0.rows.count == $1.rows.count }
  }
}
