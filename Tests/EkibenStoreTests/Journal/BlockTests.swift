import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

@Suite(.timeLimit(.minutes(20))) struct BlockTests {
  private func write(_ number: Int, _ after: Value?, origin: Int) -> FieldVersion {
    FieldVersion(number: number, content: .write(after: after, origin: origin))
  }

  private func versions(of blocks: [Block]) throws(CodingError) -> [FieldVersion] {
    var versions: [FieldVersion] = []
    for block in blocks {
      let index = try BlockIndex(block)
      for slot in index.slots { versions.append(try index.version(in: slot)) }
    }
    return versions
  }

  @Test func `a block has these bytes`() throws {
    let versions = [
      write(10, "reading 1", origin: 3), write(11, "reading 2", origin: 10),
      write(300, "reading 2 kPa", origin: 11), write(301, "reading 2 ", origin: 300),
      write(302, "writing 2 ", origin: 301),
      FieldVersion(number: 303, content: .travel(origin: 11)),
      write(304, true, origin: 11), write(305, nil, origin: 304),
      FieldVersion(number: 306, content: .travel(origin: 0)),
      write(307, "writing 2 at last, and for ever", origin: 0),
    ]
    // A text with its origin; the end in place of another; behind it; a part of it; the middle;
    // a travel; values; a travel to nobody; and a count that takes a byte of its own.
    let golden = """
      39 07 72656164696e672031 \
      00 61 32 \
      a002 44 206b5061 \
      00 80 0a \
      00 a4 00 06 77726974 \
      00 d0 a402 \
      00 01 03 \
      00 01 00 \
      00 d0 00 \
      00 4f 15 6174206c6173742c20616e6420666f722065766572
      """
    let blocks = try Block.appending(versions, to: nil)
    #expect(blocks.map(\.first) == [10])
    #expect(hexadecimal(blocks[0].bytes) == golden.filter { $0 != " " })
    #expect(try self.versions(of: blocks) == versions)
  }

  /// A field of 10,000 that are edited in turn.
  @Test func `an old edit takes nine bytes`() throws {
    let texts = (0..<640).map { "reading 00017 kPa " + String(10_000 + $0 * 7_919 % 90_000) }
    let versions = texts.enumerated().map { at, text in
      write(10_007 + at * 10_000, .text(text), origin: at == 0 ? 7 : 7 + at * 10_000)
    }
    let blocks = try Block.appending(versions, to: nil)
    #expect(blocks.count == 10)
    #expect(try self.versions(of: blocks) == versions)
    let sum = blocks.reduce(0) { $0 + $1.bytes.count }
    #expect(sum <= 640 * 9)
    #expect(sum == 5_177)
  }

  @Test func `a keystroke and an old toggle take four bytes`() throws {
    let text = String(repeating: "the quick brown fox ", count: 3)
    let keys = (1...60).map { write(9 + $0, .text(String(text.prefix($0))), origin: 8 + $0) }
    #expect(try Block.appending(keys, to: nil).map(\.bytes.count) == [180])
    let toggles = (1...60).map { write($0 * 10_000, .bool($0 % 2 == 0), origin: ($0 - 1) * 10_000) }
    #expect(try Block.appending(toggles, to: nil).map(\.bytes.count) == [238])
  }

  @Test func `a long text begins a block whole and stands in it once`() throws {
    let text = String(repeating: "lorem ipsum ", count: 2_000)
    let versions = (0..<128).map { at in
      write(10 + at, .text(text + String(repeating: "a", count: at)), origin: 9 + at)
    }
    let blocks = try Block.appending(versions, to: nil)
    #expect(blocks.map(\.first) == [10, 74])
    #expect(blocks.allSatisfy { $0.bytes.count < text.utf8.count + 300 })
    #expect(try self.versions(of: blocks) == versions)
  }

  @Test func `a block of many large values is full early`() throws {
    let versions = (0..<10).map {
      write(1 + $0, .bytes(Array(repeating: UInt8($0), count: 800)), origin: $0)
    }
    let blocks = try Block.appending(versions, to: nil)
    // The first one is not counted, two more have room.
    #expect(blocks.map(\.first) == [1, 4, 7, 10])
    #expect(try self.versions(of: blocks) == versions)
  }

  private func versions(_ make: inout DocumentGenerator, count: Int) -> [FieldVersion] {
    var text = make.text()
    var number = 0
    var written = [0]
    var origin = 0
    return (0..<count).map { _ in
      number += make.random.pick([1, 1, 2, 100, 10_000])
      if make.random.once(in: 5) {
        origin = make.random.pick(written)
        return FieldVersion(number: number, content: .travel(origin: origin))
      }
      if make.random.once(in: 40) { text = String(repeating: "long ", count: 500) }
      text = make.edited(text)
      let before = make.random.once(in: 10) ? make.random.number(in: 0...number - 1) : origin
      written.append(number)
      origin = number
      let value = make.random.once(in: 4) ? make.optionalValue() : .text(text)
      return write(number, value, origin: before)
    }
  }

  /// The slow reference implementation: all versions in an array.
  private struct Reference {
    let versions: [FieldVersion]
    func last(atOrBefore number: Int) -> FieldVersion? { versions.last { $0.number <= number } }
    func version(_ number: Int) -> FieldVersion? { versions.first { $0.number == number } }
    func written(by number: Int) -> (after: Value?, origin: Int)? {
      guard case .write(let after, let origin)? = version(number)?.content else { return nil }
      return (after, origin)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a block says what an array of its versions says`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    for _ in 0..<10 {
      let versions = versions(&make, count: make.random.number(in: 1...200))
      let blocks = try Block.appending(versions, to: nil)
      #expect(try self.versions(of: blocks) == versions)
      var rest = versions[...]
      for block in blocks {
        let index = try BlockIndex(block)
        var cursor = try BlockCursor(block)
        try cursor.confirmRest()
        #expect(index.slots.count <= Block.maximumVersions)
        let reference = Reference(versions: Array(rest.prefix(index.slots.count)))
        rest = rest.dropFirst(index.slots.count)
        let end = (reference.versions.last?.number ?? 0) + 2
        for number in Set((0..<60).map { _ in make.random.number(in: block.first - 1...end) }) {
          let slot = index.last(atOrBefore: number)
          #expect(try slot.map(index.version(in:)) == reference.last(atOrBefore: number))
        }
        // One after the other, as who passes over a journal asks, and then in any order.
        let numbers = Array(block.first - 1...end)
        for number in numbers.prefix(200) + numbers.shuffled(using: &make.random).prefix(200) {
          let tellsBefore = make.random.once(in: 2)
          let found = try cursor.change(by: number, tellingBefore: tellsBefore)
          let expected = reference.written(by: number)
          #expect(found?.after == expected?.after && found?.origin == expected?.origin)
          let before = tellsBefore ? expected.flatMap { reference.written(by: $0.origin) } : nil
          #expect(found.flatMap { $0.before } == before.map { $0.after })
        }
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `appending in slices, twice over, gives the same blocks`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    let versions = versions(&make, count: 300)
    let whole = try Block.appending(versions, to: nil)
    var stored: [Int: Block] = [:]
    var last: Block?
    var start = 0
    while start < versions.count {
      let end = min(versions.count, start + make.random.number(in: 1...40))
      // What stands there already comes again, as after a pass that was broken off.
      let again = max(0, start - make.random.number(in: 0...70))
      let blocks = try Block.appending(versions[again..<end], to: last)
      for block in blocks { stored[block.first] = block }
      last = blocks.last ?? last
      #expect(try Block.appending(versions[again..<end], to: last).isEmpty)
      start = end
    }
    #expect(stored.values.sorted { $0.first < $1.first } == whole)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `damaged blocks are refused or make sense`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    var taken = 0
    for _ in 0..<8 {
      let count = make.random.number(in: 1...64)
      for block in try Block.appending(versions(&make, count: count), to: nil) {
        for end in ends(of: block.bytes, &make.random) {
          _ = try read(Block(first: block.first, bytes: Array(block.bytes[..<end])))
        }
        for _ in 0..<60
        where try read(Block(first: block.first, bytes: damaged(block.bytes, &make.random))) {
          taken += 1
        }
      }
    }
    #expect(taken > 50)
  }

  /// Whether all of a block can be read; its versions then come back.
  private func read(_ block: Block) throws -> Bool {
    let read = accepted(block.bytes) { () throws(CodingError) in try versions(of: [block]) }
    // Going on with it is refused or works, whatever is in it.
    let next = write(History.maximumCount, "next", origin: 0)
    let more = accepted(block.bytes) { () throws(CodingError) in
      try Block.appending([next], to: block)
    }
    guard let read else { return false }
    #expect(try versions(of: Block.appending(read, to: nil)) == read)
    if let more, more.count == 1 { #expect(try versions(of: more) == read + [next]) }
    return true
  }

  @Test(
    arguments: [
      ("", .ended), ("e0", .unknownKind(0xE0)), ("21", .ended), ("61 61", .endsOverlap),
      ("22 6161 00 63 616161", .endsOverlap), ("22 6161 00 80 03", .endsOverlap),
      ("22 6161 00 a0 01 02", .endsOverlap),
      ("22 6161 00 a0 01 ff ff ff ff ff ff ff ff ff 01", .endsOverlap),
      ("30 05", .numberTooLarge), ("2f ff ff ff ff 0f", .ended), ("c1 61", .trailing),
      ("21 61 ff ff ff ff ff ff ff ff ff 01 21 61", .numberTooLarge),
      ("21 61 ff ff ff ff ff ff ff ff 7f 21 61", .numberTooLarge),
      ("21 61 ff ff ff ff 07 21 61", .numberTooLarge),
    ] as [(String, CodingProblem)])
  func `bytes that are no block are refused`(digits: String, problem: CodingProblem) {
    let error = #expect(throws: CodingError.self) {
      try BlockIndex(Block(first: 5, bytes: bytes(digits)))
    }
    #expect(error?.problem == problem)
  }

  @Test(
    arguments: [("22 c328", .invalidText), ("02 0202", .trailing), ("01 0e", .unknownKind(14))]
      as [(String, CodingProblem)])
  func `a value that cannot be read is refused when it is asked for`(
    digits: String, problem: CodingProblem
  ) throws {
    var cursor = try BlockCursor(Block(first: 5, bytes: bytes(digits)))
    let error = #expect(throws: CodingError.self) { try cursor.change(by: 5, tellingBefore: true) }
    #expect(error?.problem == problem)
  }

  @Test func `a version that cannot be read is refused where it stands, and with the rest`() throws
  {
    // A text, a letter behind it, and a shape that there is not.
    let block = Block(first: 5, bytes: bytes("22 6f6b 00 41 21 00 f1"))
    var cursor = try BlockCursor(block)
    #expect(try cursor.change(by: 5, tellingBefore: true)?.after == "ok")
    for _ in 0..<2 {
      #expect(throws: CodingError.self) { try cursor.confirmRest() }
      #expect(throws: CodingError.self) { try cursor.change(by: 7, tellingBefore: false) }
      #expect(try cursor.change(by: 6, tellingBefore: true)?.after == "ok!")
    }
  }

  // Texts are made of those before them, so that what one leaves out would be missing in all others.
  @Test func `a value that cannot be read leaves those behind it as they are`() throws {
    // A text that is none, a letter behind it, a letter behind those three bytes, a text, and a letter behind that.
    let block = Block(
      first: 5, bytes: bytes("22 c328 00 41 78 00 81 03 6b 00 22 6f6b 00 41 21"))
    var cursor = try BlockCursor(block)
    for _ in 0..<2 {
      for entry in [6, 7, 6, 5] {
        let error = #expect(throws: CodingError.self) {
          try cursor.change(by: entry, tellingBefore: true)
        }
        #expect(error?.problem == .invalidText)
      }
      let last = try #require(try cursor.change(by: 9, tellingBefore: true))
      #expect(last.before == .some("ok") && last.after == "ok!" && last.origin == 8)
      #expect(try cursor.change(by: 8, tellingBefore: false)?.after == "ok")
    }
  }

  @Test func `a version has a number, and an origin before it`() {
    for version in [
      write(-1, 1, origin: 0), write(5, 1, origin: 5), write(5, 1, origin: -1),
      FieldVersion(number: 5, content: .travel(origin: 6)),
    ] {
      let error = #expect(throws: CodingError.self) { try Block.appending([version], to: nil) }
      #expect(error?.problem == .numberTooLarge)
    }
  }
}
