/// Makes the ids of instances from random bytes that were passed in (rule F41).
///
/// Each is ten characters of base 32 (digits and letters without i, l, o and u): 50 bits of the SHA-256
/// of the bytes and a count. One that any record has or ever had is passed over.
package struct InstanceIDs {
  private let seed: [UInt8]
  private let isTaken: (String) -> Bool

  package init(_ seed: [UInt8], isTaken: @escaping (String) -> Bool) {
    (self.seed, self.isTaken) = (seed, isTaken)
  }

  private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")

  /// An id below another one that nobody has.
  ///
  /// - Complexity: O(ids that are passed over).
  mutating func next(below id: String) -> String {
    // Each anchor has the same row of names, and goes on where it stopped.
    var hash = hashes[id] ?? SHA256.hash(seed)
    while true {
      let bits = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let name = String((0..<10).map { Self.digits[Int(bits >> (5 * UInt64($0)) & 31)] })
      hash = SHA256.hash(hash + [0])
      let candidate = "\(id)/\(name)"
      if given.insert(candidate).inserted, !isTaken(candidate) {
        hashes[id] = hash
        return candidate
      }
    }
  }

  private var given: Set<String> = []
  private var hashes: [String: [UInt8]] = [:]
}
