import EkibenDocuments
import Testing

/// The root as RFC 9162 §2.1 says it, leaf by leaf.
private func plainRoot(_ leaves: ArraySlice<[UInt8]>) -> [UInt8] {
  if leaves.isEmpty { return SHA256.hash([]) }
  if leaves.count == 1 { return leaves[leaves.startIndex] }
  var half = 1
  while half * 2 < leaves.count { half *= 2 }
  let middle = leaves.startIndex + half
  return SHA256.hash([1] + plainRoot(leaves[..<middle]) + plainRoot(leaves[middle...]))
}

/// One hash for many, of changes and of documents.
@Suite(.timeLimit(.minutes(20))) struct MerkleRootTests {
  @Test func `a root is what the definition says, for any number of leaves`() throws {
    for count in 0...300 {
      let leaves = (0..<count).map { SHA256.digest(of: [UInt8($0 & 255), UInt8($0 >> 8)]) }
      #expect(
        SHA256.merkleRoot(of: leaves).bytes == plainRoot(leaves.map(\.bytes)[...]), "\(count)")
    }
  }

  @Test func `leaves in another order, one more or one fewer have another root`() {
    let leaves = (0..<9).map { SHA256.digest(of: [$0]) }
    var roots: Set<SHA256.Digest> = [SHA256.merkleRoot(of: leaves)]
    for at in 1..<9 {
      var swapped = leaves
      swapped.swapAt(0, at)
      roots.insert(SHA256.merkleRoot(of: swapped))
      roots.insert(SHA256.merkleRoot(of: leaves.prefix(at)))
    }
    #expect(roots.count == 17)
  }
}
