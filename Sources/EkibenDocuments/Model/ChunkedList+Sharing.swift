extension ChunkedList {
  /// Whether something holds for each pair of chunks at the same place; shared chunks are skipped,
  /// so it must hold for a chunk and itself.
  ///
  /// - Complexity: O(what is not shared); false at once for lists of different lengths.
  func matches(
    _ other: ChunkedList,
    by holds: (ContiguousArray<Element>, ContiguousArray<Element>) -> Bool
  ) -> Bool {
    guard count == other.count else { return false }
    guard let root, let otherRoot = other.root else { return true }
    // What was written to last stands beside the trees, which have nothing in its place.
    var beside = [fingerIndex, other.fingerIndex].compactMap(\.self)
    if beside.count == 2, beside[0] == beside[1] { beside.removeLast() }
    for start in beside where !holds(chunk(at: start), other.chunk(at: start)) { return false }
    return Self.matches(root, otherRoot, from: 0, shift: height * Self.bits) { start, left, right in
      beside.contains(start) || holds(left, right)
    }
  }

  /// Its chunks with the places of their first elements, without those that another list has there, too.
  ///
  /// - Complexity: O(chunks).
  func chunks(
    besides other: ChunkedList
  ) -> [(start: Int, elements: ContiguousArray<Element>)] {
    var (found, start) = ([(start: Int, elements: ContiguousArray<Element>)](), 0)
    for chunk in chunks {
      if start >= other.count
        || !SharedStorage.isTriviallyIdentical(chunk, other.chunk(at: start))
      {
        found.append((start, chunk))
      }
      start += chunk.count
    }
    return found
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
    sections.matches(other.sections) { left, right in
      guard left.count == right.count else { return false }
      // By index, so that no section is copied: every keystroke compares sixteen.
      for index in left.indices where left[index].rows.count != right[index].rows.count {
        return false
      }
      return true
    }
  }

  /// What of two documents can make a difference between them: of those that have the same sections in the same
  /// order only the sections that are not the same in memory, else all.
  ///
  /// - Complexity: O(sections / 16 + c) where c sections stand in chunks that are not shared.
  func narrowed(beside other: Document) -> (Document, Document) {
    guard sections.count == other.sections.count else { return (self, other) }
    var own: [Section] = []
    var others: [Section] = []
    for (left, right) in zip(sections.chunks, other.sections.chunks) {
      if SharedStorage.isTriviallyIdentical(left, right) { continue }
      for (section, matching) in zip(left, right) {
        guard section.id == matching.id else { return (self, other) }
        if section.rows.isShared(with: matching.rows), section.fields == matching.fields {
          continue
        }
        own.append(section)
        others.append(matching)
      }
    }
    return (
      Document(keeping: fields, sections: own), Document(keeping: other.fields, sections: others)
    )
  }
}
