/// The SHA-256 hash of FIPS 180-4, for ids of entries, content of revisions and text of migrations.
///
/// Written here because the module imports nothing; checked against the published vectors. What a
/// block needs stays in registers: words and constants are vectors whose places are all known when
/// it is compiled, since a store's ids are hashes of millions of short messages.
public struct SHA256 {
  typealias Words = SIMD8<UInt32>

  private var state = Words(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c,
    0x1f83_d9ab, 0x5be0_cd19)

  /// The 32 bytes of the hash of some bytes.
  ///
  /// - Complexity: O(n).
  public static func hash(_ bytes: [UInt8]) -> [UInt8] { digest(of: bytes).bytes }

  /// The hash of some bytes.
  ///
  /// - Complexity: O(n); nothing is allocated.
  public static func digest(of bytes: [UInt8]) -> Digest {
    var hash = SHA256()
    var start = 0
    while start + 64 <= bytes.count {
      hash.take(block { UInt32(bytes[start + $0]) })
      start += 64
    }
    // What is left, the bit that ends a message, and its length in bits.
    let count = bytes.count
    var last = block { at in
      let at = start + at
      return at < count ? UInt32(bytes[at]) : at == count ? 0x80 : 0
    }
    if count - start >= 56 {
      hash.take(last)
      last = SIMD16()
    }
    last[14] = UInt32(truncatingIfNeeded: count &>> 29)
    last[15] = UInt32(truncatingIfNeeded: count &<< 3)
    hash.take(last)
    return Digest(hash.state)
  }

  /// Sixteen words of the bytes of a block.
  @inline(__always) private static func block(_ byte: (Int) -> UInt32) -> SIMD16<UInt32> {
    var words = SIMD16<UInt32>()
    for at in 0..<16 {
      words[at] =
        byte(4 * at) << 24 | byte(4 * at + 1) << 16 | byte(4 * at + 2) << 8 | byte(4 * at + 3)
    }
    return words
  }

  private mutating func take(_ block: SIMD16<UInt32>) {
    var words = block
    var work = Work(state)
    let constants = Self.constants
    work.take(words.lowHalf &+ constants.0)
    work.take(words.highHalf &+ constants.1)
    words.extend()
    work.take(words.lowHalf &+ constants.2)
    work.take(words.highHalf &+ constants.3)
    words.extend()
    work.take(words.lowHalf &+ constants.4)
    work.take(words.highHalf &+ constants.5)
    words.extend()
    work.take(words.lowHalf &+ constants.6)
    work.take(words.highHalf &+ constants.7)
    state &+= work.words
  }

  // No array: to make the type of one takes a command as long as to read a document does.
  private static let constants = (
    Words(
      0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1,
      0x923f_82a4, 0xab1c_5ed5),
    Words(
      0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
      0x9bdc_06a7, 0xc19b_f174),
    Words(
      0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa,
      0x5cb0_a9dc, 0x76f9_88da),
    Words(
      0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147,
      0x06ca_6351, 0x1429_2967),
    Words(
      0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb,
      0x81c2_c92e, 0x9272_2c85),
    Words(
      0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624,
      0xf40e_3585, 0x106a_a070),
    Words(
      0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a,
      0x5b9c_ca4f, 0x682e_6ff3),
    Words(
      0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb,
      0xbef9_a3f7, 0xc671_78f2)
  )

  /// A hash as a value of 32 bytes, which an array holds without a reference each.
  public struct Digest: Hashable, Sendable, CustomStringConvertible {
    private let words: SIMD8<UInt32>

    init(_ words: SIMD8<UInt32>) { self.words = words }

    /// Takes the bytes of a hash; nil where they are not 32.
    public init?(bytes: some Collection<UInt8>) {
      guard bytes.count == 32 else { return nil }
      var words = SIMD8<UInt32>()
      for (at, byte) in bytes.enumerated() {
        words[at / 4] |= UInt32(byte) << UInt32(24 - at % 4 * 8)
      }
      self.words = words
    }

    /// Reads 64 hexadecimal digits in lower case; nil for any other text.
    public init?(_ text: String) { self.init(bytes: Hexadecimal.bytes(text) ?? []) }

    /// The 32 bytes.
    public var bytes: [UInt8] {
      var bytes: [UInt8] = []
      append(to: &bytes)
      return bytes
    }

    func append(to bytes: inout [UInt8]) {
      for at in 0..<8 {
        for shift in stride(from: UInt32(24), through: 0, by: -8) {
          bytes.append(UInt8(truncatingIfNeeded: words[at] &>> shift))
        }
      }
    }

    /// Writes the 64 digits behind what is there.
    package func write(to text: inout [UInt8]) {
      for at in 0..<8 {
        for shift in stride(from: UInt32(28), through: 0, by: -4) {
          text.append(Hexadecimal.digit(UInt8(truncatingIfNeeded: words[at] &>> shift) & 15))
        }
      }
    }

    /// The 64 digits, in lower case.
    public var description: String { Hexadecimal.text(bytes) }
  }
}

/// The eight working variables of FIPS 180-4.
private struct Work {
  private var a, b, c, d, e, f, g, h: UInt32

  init(_ state: SHA256.Words) {
    (a, b, c, d) = (state[0], state[1], state[2], state[3])
    (e, f, g, h) = (state[4], state[5], state[6], state[7])
  }

  var words: SHA256.Words { SHA256.Words(a, b, c, d, e, f, g, h) }

  /// Eight rounds, after which every variable has its name again.
  @inline(__always) mutating func take(_ words: SHA256.Words) {
    Self.round(a, b, c, &d, e, f, g, &h, words[0])
    Self.round(h, a, b, &c, d, e, f, &g, words[1])
    Self.round(g, h, a, &b, c, d, e, &f, words[2])
    Self.round(f, g, h, &a, b, c, d, &e, words[3])
    Self.round(e, f, g, &h, a, b, c, &d, words[4])
    Self.round(d, e, f, &g, h, a, b, &c, words[5])
    Self.round(c, d, e, &f, g, h, a, &b, words[6])
    Self.round(b, c, d, &e, f, g, h, &a, words[7])
  }

  // One round, in which the variables change their names instead of their places.
  @inline(__always) private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, _ word: UInt32
  ) {
    let mixedE = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
    let first = h &+ mixedE &+ (g ^ (e & (f ^ g))) &+ word
    let mixedA = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
    d = d &+ first
    h = first &+ mixedA &+ ((a & b) | (c & (a | b)))
  }
}

extension SIMD16<UInt32> {
  /// Makes the next sixteen words of the message schedule from the last sixteen.
  @inline(__always) fileprivate mutating func extend() {
    extend(0, 1, 9, 14)
    extend(1, 2, 10, 15)
    extend(2, 3, 11, 0)
    extend(3, 4, 12, 1)
    extend(4, 5, 13, 2)
    extend(5, 6, 14, 3)
    extend(6, 7, 15, 4)
    extend(7, 8, 0, 5)
    extend(8, 9, 1, 6)
    extend(9, 10, 2, 7)
    extend(10, 11, 3, 8)
    extend(11, 12, 4, 9)
    extend(12, 13, 5, 10)
    extend(13, 14, 6, 11)
    extend(14, 15, 7, 12)
    extend(15, 0, 8, 13)
  }

  // Written out, so that every place is known: with a loop this takes twice as long.
  @inline(__always)
  private mutating func extend(_ place: Int, _ old: Int, _ middle: Int, _ new: Int) {
    let (old, new) = (self[old], self[new])
    let small = old.rotated(7) ^ old.rotated(18) ^ (old &>> 3)
    let large = new.rotated(17) ^ new.rotated(19) ^ (new &>> 10)
    self[place] = self[place] &+ small &+ self[middle] &+ large
  }
}

extension UInt32 {
  @inline(__always) fileprivate func rotated(_ count: UInt32) -> UInt32 {
    (self &>> count) | (self &<< (32 - count))
  }
}
