import EkibenInterchange

/// A generator whose whole sequence follows from its seed, so that a failure can be run again.
struct JSONRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension JSONRandom {
  /// A value with up to `depth` levels; names in one object differ by their numbers.
  mutating func value(depth: Int) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2, 3: return JSON(content: .number(digits()))
    case 4, 5: return .string(text())
    case 6: return .array((0..<count()).map { _ in value(depth: depth - 1) })
    default: return .object((0..<count()).map { ("\($0)\(text())", value(depth: depth - 1)) })
    }
  }

  private mutating func count() -> Int {
    Int.random(in: 0...5, using: &self)
  }

  private mutating func digits() -> String {
    let whole = ["0", "-0", "7", "-12", "90071992547409931", "10"].randomElement(using: &self)
    let fraction = ["", "", ".0", ".10", ".000001"].randomElement(using: &self)
    let exponent = ["", "", "e5", "E+05", "e-300"].randomElement(using: &self)
    return [whole, fraction, exponent].compactMap { $0 }.joined()
  }

  private mutating func text() -> String {
    let pieces = [
      "a", "é", "e\u{301}", "\u{0}", "\u{1B}[2J", "\"", "\\", "/", "\n", "\t", "\u{8}", "\u{C}",
      "\r", "\u{7F}", "\u{85}", "\u{9B}", "\u{2028}", "\u{202E}", "\u{2066}", "\u{200F}",
      "\u{61C}", "👩‍👩‍👧", "\u{1D11E}", "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}", "\u{D7FF}", "\u{E000}",
    ]
    return (0..<count()).compactMap { _ in pieces.randomElement(using: &self) }.joined()
  }
}

/// Reads a text given as a string.
func parse(_ text: String, limits: JSON.Limits = .standard) throws(JSONError) -> JSON {
  try JSON(parsing: Array(text.utf8), limits: limits)
}

/// Reads bytes that must be refused, and hands over the error; nil where they are accepted.
func refusal(_ bytes: [UInt8], limits: JSON.Limits = .standard) -> JSONError? {
  do throws(JSONError) {
    _ = try JSON(parsing: bytes, limits: limits)
    return nil
  } catch {
    return error
  }
}

/// Reads a text that must be refused, and hands over the error; nil where it is accepted.
func refusal(_ text: String, limits: JSON.Limits = .standard) -> JSONError? {
  refusal(Array(text.utf8), limits: limits)
}
