extension SHA256 {
  /// A hash as a value of 32 bytes, which an array holds without a reference each.
  public struct Digest: Hashable, Sendable {
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
    public init?(_ text: String) {
      guard let bytes = Hexadecimal.bytes(text) else { return nil }
      self.init(bytes: bytes)
    }

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
  }
}

extension SHA256.Digest: CustomStringConvertible {
  /// The 64 digits, in lower case.
  public var description: String { Hexadecimal.text(bytes) }
}
