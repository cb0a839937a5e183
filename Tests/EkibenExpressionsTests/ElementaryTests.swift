@testable import EkibenExpressions
import EkibenDocuments
import EkibenTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct `Elementary functions` {
  // The C library is the reference: it is right to the last bit or two, on this machine.
  @Test func `agree with the C library to 14 digits`() throws {
    var random = SeededGenerator(seed: 17)
    for _ in 0..<20_000 {
      let x = Double.random(in: -700...700, using: &random)
      let size = Double(
        sign: .plus, exponent: Int.random(in: -300...300, using: &random), significand: 1)
      let y = size * Double.random(in: 1..<2, using: &random)
      try expectClose(Elementary.exp(x), Foundation.exp(x))
      try expectClose(Elementary.ln(y), Foundation.log(y))
      let near = 1 + x / 700_000
      try expectClose(Elementary.ln(near), Foundation.log(near))
    }
  }

  private func expectClose(_ found: Double?, _ expected: Double) throws {
    let found = try #require(found)
    #expect(abs(found - expected) <= abs(expected) * 4e-15, "\(found) \(expected)")
  }

  @Test func `have no value where there is none`() {
    #expect(Elementary.exp(710) == nil)
    #expect(Elementary.exp(-1_000) == 0)
    #expect(Elementary.ln(0) == nil)
    #expect(Elementary.ln(-1) == nil)
    #expect(Elementary.power(-1, 0.5) == nil)
    #expect(Elementary.power(0, -0.5) == nil)
    #expect(Elementary.log(8, base: 1) == nil)
    #expect(Elementary.ln(1) == 0)
    #expect(Elementary.exp(0) == 1)
  }

  @Test(
    arguments: [
      (1.0 / 3, "0.333333333333333"), (1e20, "100000000000000000000"), (2.5e-10, "0.00000000025"),
      (-1_234.5, "-1234.5"), (0, "0"), (1, "1"), (123_456_789.123456789, "123456789.123457"),
    ] as [(Double, String)])
  func `are written with 15 digits`(number: Double, text: String) throws {
    #expect(try #require(try Elementary.decimal(number)).digits == text)
  }
}
