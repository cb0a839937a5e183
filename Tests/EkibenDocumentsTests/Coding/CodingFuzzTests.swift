import EkibenDocuments
import EkibenTesting
import Testing

/// Damaged codings: nothing traps, and what can be read can be written and read again.
@Suite(.timeLimit(.minutes(20))) struct CodingFuzzTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `damaged bytes are refused or make sense`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    var accepted = 0
    for _ in 0..<50 {
      let record = try ValueCoding.encode(make.fields())
      for _ in 0..<120 {
        accepted += try readsRecord(damaged(record, &make.random)) ? 1 : 0
      }
    }
    // Both ways are tested: flipping a bit of a text often leaves a text.
    #expect((400...5_400).contains(accepted), "\(accepted)")
  }

  private func readsRecord(_ bytes: [UInt8]) throws -> Bool {
    do throws(CodingError) {
      let fields = try ValueCoding.decodeFields(bytes)
      let again = try ValueCoding.decodeFields(ValueCoding.encode(fields))
      #expect(again == fields)
      return true
    } catch {
      #expect((0...bytes.count).contains(error.offset))
      return false
    }
  }

  private func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
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
        result = [0] + (0..<at).map { _ in UInt8.random(in: 0...255, using: &random) }
      default: break
      }
    }
    return result
  }
}
