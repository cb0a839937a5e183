import EkibenDocuments
import EkibenTesting
import Testing

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

@Suite(.timeLimit(.minutes(20))) struct CodingTests {
  @Test func `a record has these bytes`() throws {
    let record: Fields = [
      .value: 5, .title: "Ada", .required: true, .hidden: false, .initial: .null,
      .options: [.record([.code: "\u{E9}"]), -1], .source: .verbatim("{}"),
    ]
    let golden = """
      00 07 \
      06 68696464656e 02 \
      07 696e697469616c 01 \
      07 6f7074696f6e73 09 02 0a 01 04 636f6465 06 02 c3a9 04 01 \
      08 7265717569726564 03 \
      06 736f75726365 0b 02 7b7d \
      05 7469746c65 06 03 416461 \
      05 76616c7565 04 0a
      """
    #expect(hexadecimal(try ValueCoding.encode(record)) == golden.filter { $0 != " " })
    #expect(try ValueCoding.decodeFields(bytes(golden)) == record)
  }

  @Test(arguments: [0, 1, -1, 63, -64, 64, -65, 8_191, 8_192, .max, .min] as [Int64])
  func `whole numbers of any size come back`(number: Int64) throws {
    let fields: Fields = [.value: .integer(number)]
    #expect(try ValueCoding.decodeFields(try ValueCoding.encode(fields)) == fields)
  }

  /// Bytes that are no record, and why.
  @Test(
    arguments: [
      ("", .ended), ("01 00", .unknownVersion(1)), ("00", .ended), ("00 01", .ended),
      ("00 00 00", .trailing), ("00 01 01 61", .ended), ("00 01 01 61 0c", .unknownKind(12)),
      ("00 01 01 61 00", .unknownKind(0)), ("00 01 01 61 0d", .unknownKind(13)),
      ("00 01 01 61 09 01 00", .unknownKind(0)),
      ("00 01 00 01", .invalidText), ("00 01 01 0a 01", .invalidText),
      ("00 01 01 ff 01", .invalidText), ("00 01 02 c0 80 01", .invalidText),
      ("00 01 01 61 06 03 eda080", .invalidText), ("00 01 01 61 06 04 f0908061", .invalidText),
      ("00 01 01 61 05 02 3031", .invalidText),
      ("00 01 01 61 07 04 30303030", .invalidText), ("00 01 01 61 0e", .unknownKind(14)),
      ("00 02 01 62 01 01 61 01", .unsorted), ("00 02 01 61 01 01 61 01", .unsorted),
      ("00 ff ff ff ff ff ff ff ff ff 01", .ended),
      ("00 ff ff ff ff ff ff ff ff ff 02", .numberTooLarge),
      ("00 80 80 80 80 80 80 80 80 80 80 00", .numberTooLarge),
      ("00 01 01 61 06 ff ff ff ff 0f", .ended), ("00 01 01 61 08 7f 00", .ended),
      ("00 01 01 61 09 ff ff ff ff 07", .ended), ("00 01 01 61 0a 05", .ended),
    ] as [(String, CodingProblem)])
  func `bytes that are no record are refused`(digits: String, problem: CodingProblem) {
    let error = #expect(throws: CodingError.self) {
      try ValueCoding.decodeFields(bytes(digits))
    }
    #expect(error?.problem == problem)
    #expect((0...bytes(digits).count).contains(error?.offset ?? -1))
  }

  private static func nested(_ depth: Int, _ open: String) -> [UInt8] {
    bytes("00 01 01 61") + Array(repeating: bytes(open), count: depth).joined() + [1]
  }

  @Test(arguments: ["09 01", "0a 01 01 62"])
  func `values may be nested up to the limit`(open: String) throws {
    let deepest = Self.nested(ValueCoding.maximumDepth - 1, open)
    #expect(try ValueCoding.encode(try ValueCoding.decodeFields(deepest)) == deepest)
    for depth in [ValueCoding.maximumDepth, 100_000] {
      let error = #expect(throws: CodingError.self) {
        try ValueCoding.decodeFields(Self.nested(depth, open))
      }
      #expect(error?.problem == .tooDeep)
    }
  }

  @Test func `what could not be read again is not written`() throws {
    for (levels, works) in [(198, true), (199, true), (200, false)] {
      let value = (0..<levels).reduce(Value.null) { value, level in
        level.isMultiple(of: 2) ? .list([value]) : .record([.value: value])
      }
      expectEncoding(works) { () throws(CodingError) in
        let bytes = try ValueCoding.encode([.value: value])
        return try ValueCoding.decodeFields(bytes) == [.value: value]
      }
      let text = Notation.text(of: value)
      if works {
        #expect(try Notation.parse(value: text) == value)
      } else {
        #expect(throws: NotationError.self) { try Notation.parse(value: text) }
      }
    }
  }

  private func expectEncoding(_ works: Bool, _ body: () throws(CodingError) -> Bool) {
    do throws(CodingError) { #expect(try body() && works) } catch {
      #expect(error.problem == .tooDeep && !works)
    }
  }

  @Test func `a record with very many fields is read in linear time`() throws {
    let count = 100_000
    let names = (0..<count).map { String($0 + 1_000_000) }
    // The count is a varint: 100,000 is a0 8d 06.
    let many = bytes("00 a0 8d 06") + names.flatMap { [7] + Array($0.utf8) + [1] }
    let fields = try ValueCoding.decodeFields(many)
    #expect(fields.count == count)
    #expect(try ValueCoding.encode(fields) == many)
  }
}
