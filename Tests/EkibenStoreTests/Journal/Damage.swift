import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

/// Bytes as digits, for golden values that can be read.
func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// The bytes of digits; spaces are for the reader.
func bytes(_ digits: String) -> [UInt8] {
  let digits = digits.filter { $0 != " " }
  return stride(from: 0, to: digits.count, by: 2).compactMap {
    UInt8(digits.dropFirst($0).prefix(2), radix: 16)
  }
}

/// Some bytes with one to three things wrong with them.
func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
  var result = bytes
  for _ in 0..<random.number(in: 1...3) {
    let at = random.number(in: 0...max(result.count - 1, 0))
    switch random.number(in: 0...5) {
    case 0: result = Array(result.prefix(at))
    case 1 where !result.isEmpty: result[at] ^= 1 << UInt8(random.number(in: 0...7))
    case 2 where !result.isEmpty: result[at] = random.pick([0, 1, 0x7F, 0x80, 0xFF, 9, 10])
    case 3: result.insert(UInt8.random(in: 0...255, using: &random), at: at)
    case 4 where !result.isEmpty: result.remove(at: at)
    case 5 where random.once(in: 4):
      result = (0..<at).map { _ in UInt8.random(in: 0...255, using: &random) }
    default: break
    }
  }
  return result
}

/// Where to cut bytes off: everywhere if they are few, at some places if they are many.
func ends(of bytes: [UInt8], _ random: inout SeededGenerator) -> [Int] {
  bytes.indices.filter { _ in bytes.count <= 50 || random.once(in: bytes.count / 25) }
}

/// What a reader makes of bytes; nil when it refuses them with an offset inside.
func accepted<Result>(
  _ bytes: [UInt8], _ read: () throws(CodingError) -> Result
) -> Result? {
  do { return try read() } catch {
    #expect((0...bytes.count).contains(error.offset), "\(error)")
    return nil
  }
}

extension DocumentGenerator {
  /// A text that is often like another one: its end, start or middle changes, or nothing does.
  mutating func edited(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let start = random.number(in: 0...scalars.count)
    let end = random.number(in: start...scalars.count)
    var result = String.UnicodeScalarView(scalars[..<start])
    result.append(contentsOf: self.text().unicodeScalars)
    result.append(contentsOf: scalars[(random.once(in: 3) ? scalars.count : end)...])
    return random.once(in: 8) ? text : String(result)
  }

  /// What few lines say.
  mutating func context() -> EntryRecordContext {
    EntryRecordContext(
      utcOffset: random.once(in: 6) ? random.number(in: EntryRecordContext.utcOffsets) : nil,
      isUnchecked: random.once(in: 8))
  }

  mutating func flags() -> ChangeFlags {
    random.pick([
      [], [], [], .calculated, .madeRoom, .wasCalculated, [.calculated, .madeRoom],
      [.calculated, .wasCalculated],
    ])
  }

  mutating func optionalValue() -> Value? { random.once(in: 6) ? nil : value(depth: 2) }
}
