extension SHA256 {
  /// The root of a Merkle tree over some leaves, as RFC 9162 §2.1 builds it: the left half is the
  /// largest power of two, and a node is the hash of the byte 1 and its two children.
  ///
  /// A leaf alone is its own root, and no leaf at all is the hash of nothing. Leaves are hashes of JSON
  /// objects, which never begin with the byte 1, so no leaf can be taken for a node.
  ///
  /// - Complexity: O(n); O(log n) in memory beside the leaves.
  package static func merkleRoot(of leaves: some Sequence<Digest>) -> Digest {
    // Whole trees that wait for their right neighbours, the largest first.
    var waiting: [(tree: Digest, leaves: Int)] = []
    for leaf in leaves {
      var (tree, count) = (leaf, 1)
      while let left = waiting.last, left.leaves == count {
        tree = node(left.tree, tree)
        count *= 2
        waiting.removeLast()
      }
      waiting.append((tree, count))
    }
    guard var root = waiting.popLast()?.tree else { return digest(of: []) }
    while let left = waiting.popLast() { root = node(left.tree, root) }
    return root
  }

  private static func node(_ left: Digest, _ right: Digest) -> Digest {
    var bytes: [UInt8] = [1]
    bytes.reserveCapacity(65)
    left.append(to: &bytes)
    right.append(to: &bytes)
    return digest(of: bytes)
  }
}
