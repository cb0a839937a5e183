import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

@Suite(.timeLimit(.minutes(20))) struct EntryRecordCodingTests {
  private func answer(
    _ record: Int64, _ before: Value?, _ after: Value?, origin: Int = 0
  ) -> EntryRecordChange {
    EntryRecordChange(
      target: TargetKey(record: record, field: TargetKey.answer),
      content: .values(before: before, after: after), origin: origin)
  }

  private func expectSame(_ record: EntryRecord, number: Int) throws {
    let bytes = try EntryRecordCoding.encode(record, number: number)
    #expect(try EntryRecordCoding.decode(bytes, number: number) == record)
    #expect(try EntryRecordCoding.header(of: bytes, number: number) == record.header)
    #expect(
      try EntryRecordCoding.frame(of: bytes, number: number).targets == record.changes.map(\.target)
    )
  }

  @Test(
    arguments: [
      (EntryRecord(), "00"),
      (EntryRecord(header: EntryRecordHeader(parent: 10, head: 8)), "03 02 04"),
      (
        EntryRecord(header: EntryRecordHeader(step: 9, reverted: 0), reason: "é"),
        "2c 03 0c 02 c3a9"
      ),
      (EntryRecord(header: EntryRecordHeader(head: 11, mark: "v1")), "12 01 02 7631"),
    ] as [(EntryRecord, String)])
  func `headers have these bytes`(record: EntryRecord, golden: String) throws {
    #expect(
      hexadecimal(try EntryRecordCoding.encode(record, number: 12)) == golden.filter { $0 != " " })
    try expectSame(record, number: 12)
  }

  @Test(
    arguments: [
      // Flags, record; origin; before, after.
      (false, true, 11, "40 05 01 02 03"), (nil, .null, 0, "40 05 00 00 01"),
      // Prefix, suffix, what was removed, and the text after.
      ("Ada Lovelac", "Ada Lovelace", 11, "40 05 01 42 01 0c 416461204c6f76656c616365"),
      ("abXcd", "abcd", 11, "40 05 01 40 02 02 01 58 04 61626364"),
      // Half a letter is removed; both texts are whole again when they are read.
      ("aaaaaaé", "aaaaaaè", 11, "40 05 01 40 07 00 01 a9 08 616161616161c3a8"),
      // Not shorter as a difference, or of two kinds.
      ("ab", "ac", 11, "40 05 01 06 02 6162 06 02 6163"),
      ("ab", .verbatim("ab"), 11, "40 05 01 06 02 6162 0b 02 6162"),
    ] as [(Value?, Value?, Int, String)])
  func `answers have these bytes`(
    before: Value?, after: Value?, origin: Int, golden: String
  ) throws {
    let record = EntryRecord(changes: [answer(5, before, after, origin: origin)])
    #expect(
      hexadecimal(try EntryRecordCoding.encode(record, number: 12)) == golden.filter { $0 != " " })
    try expectSame(record, number: 12)
  }

  @Test func `several changes name all fields first`() throws {
    let edit = ByteEdit(offset: 300, removed: [0x61], inserted: [0x62, 0x63])
    let record = EntryRecord(changes: [
      EntryRecordChange(
        target: TargetKey(record: 200, field: TargetKey.wholeRecord),
        content: .values(before: nil, after: 1), origin: 0),
      EntryRecordChange(target: TargetKey(record: 3, field: 7), content: .edit(edit), origin: 4),
    ])
    let golden = "80 02 c801 00 03 07 00 00 04 02 08 41 ac02 01 61 02 6263"
    #expect(
      hexadecimal(try EntryRecordCoding.encode(record, number: 12)) == golden.filter { $0 != " " })
    try expectSame(record, number: 12)
    let other = EntryRecord(changes: [
      EntryRecordChange(
        target: TargetKey(record: 3, field: 7),
        content: .values(before: true, after: nil), origin: 4)
    ])
    #expect(hexadecimal(try EntryRecordCoding.encode(other, number: 12)) == "8001030708" + "0300")
    try expectSame(other, number: 12)
  }

  // Flags, how many, how many of them with a field; origins and what was before are not said.
  @Test(
    arguments: [
      ([(5, 1, 2), (9, 1, "ab"), (3, 1, nil)], "c0 03 03 00 0a 08 0b 04 04 06 02 6162 00"),
      ([(5, 1, 2), (8, 7, true), (9, 1, 2)], "c0 03 03 02 05 01 08 07 12 04 04 03 04 04"),
      ([(8, 7, true), (8, 0, 2)], "c0 03 02 02 08 07 08 00 03 04 04"),
    ] as [([(Int64, Int64, Value?)], String)])
  func `what nobody had written before is short`(
    changes: [(Int64, Int64, Value?)], golden: String
  ) throws {
    let record = EntryRecord(
      changes: changes.map { record, field, after in
        EntryRecordChange(
          target: TargetKey(record: record, field: field),
          content: .values(before: nil, after: after), origin: 0)
      })
    #expect(
      hexadecimal(try EntryRecordCoding.encode(record, number: 12)) == golden.filter { $0 != " " })
    try expectSame(record, number: 12)
  }

  @Test func `what few records say follows a second byte of flags`() throws {
    let one = EntryRecordChange(
      target: TargetKey(record: 5, field: TargetKey.answer),
      content: .values(before: 1, after: 2), origin: 0, flags: .calculated)
    var again = one
    again.flags = [.calculated, .wasCalculated]
    let other = EntryRecordChange(
      target: TargetKey(record: 5, field: 7), content: .values(before: nil, after: 1), origin: 0)
    let cases: [(EntryRecord, String)] = [
      (EntryRecord(context: EntryRecordContext(utcOffset: -60)), "c0 04 77"),
      (EntryRecord(context: EntryRecordContext(isUnchecked: true)), "c0 08"),
      (EntryRecord(changes: [one]), "c0 11 05 01 00 04 02 04 04"),
      (EntryRecord(changes: [again]), "c0 11 05 05 00 04 02 04 04"),
      (
        EntryRecord(
          header: EntryRecordHeader(head: 11), reason: "é",
          context: EntryRecordContext(utcOffset: 60, isUnchecked: true), changes: [other, one]),
        "e2 1e 01 02 c3a9 78 02 05 07 05 01 00 01 00 00 04 02 00 04 02 04 04"
      ),
    ]
    for (record, golden) in cases {
      #expect(
        hexadecimal(try EntryRecordCoding.encode(record, number: 12)) == golden.filter { $0 != " " }
      )
      try expectSame(record, number: 12)
    }
  }

  // Several predecessors, beside the head, a third byte, an unknown flag of a change.
  @Test(arguments: ["c0 20", "c0 40", "c0 80", "c1 24 01", "c0 11 05 08 00 00 00"])
  func `what a later version may write is told from damage`(digits: String) {
    let error = #expect(throws: CodingError.self) {
      try EntryRecordCoding.decode(bytes(digits), number: 12)
    }
    guard case .unknownVersion = error?.problem else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// The budgets of the file's growth, as far as they are the record's.
  @Test func `an edit is small`() throws {
    let number = 1_000_000
    let text = EntryRecord(changes: [
      answer(16_383, "reading 00017 kPa 12345", "reading 00017 kPa 67890", origin: number - 10_000)
    ])
    #expect(try EntryRecordCoding.encode(text, number: number).count == 38)
    let toggle = EntryRecord(changes: [answer(16_383, false, true, origin: number - 10_000)])
    #expect(try EntryRecordCoding.encode(toggle, number: number).count == 7)
    let keystroke = EntryRecord(
      header: EntryRecordHeader(step: number - 20),
      changes: [
        answer(16_383, "The quick brown fox ju", "The quick brown fox jum", origin: number - 1)
      ])
    #expect(try EntryRecordCoding.encode(keystroke, number: number).count == 31)
  }

  private func record(_ make: inout DocumentGenerator, number: Int) -> EntryRecord {
    var record = EntryRecord()
    func earlier() -> Int? { make.random.once(in: 3) ? make.random.number(in: 0...number) : nil }
    record.header = EntryRecordHeader(
      parent: earlier(), head: earlier(), step: earlier(), reverted: earlier(),
      mark: make.random.once(in: 4) ? make.text() : nil)
    record.reason = make.random.once(in: 3) ? make.text() : nil
    record.context = make.context()
    let plain = make.random.once(in: 2)
    let isFirst = make.random.once(in: 4)
    record.changes = (0..<(plain ? 1 : make.random.number(in: 0...4))).map { _ in
      EntryRecordChange(
        target: TargetKey(
          record: Int64(make.random.number(in: 0...40_000)),
          field: plain ? 1 : make.random.pick([0, 1, 1, 2, 200, .min, .max])),
        content: isFirst
          ? .values(before: nil, after: make.optionalValue()) : content(&make),
        origin: isFirst ? 0 : make.random.number(in: 0...number - 1),
        flags: make.flags())
    }
    return record
  }

  private func content(_ make: inout DocumentGenerator) -> EntryRecordChange.Content {
    let text = make.text() + make.text()
    switch make.random.number(in: 0...2) {
    case 0: return .values(before: make.optionalValue(), after: make.optionalValue())
    case 1: return .values(before: .text(text), after: .text(make.edited(text)))
    default: return .edit(ByteEdit(from: Array(text.utf8), to: Array(make.edited(text).utf8)))
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `any record comes back`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    for _ in 0..<300 {
      let number = make.random.pick([1, 2, 300, 1 << 20, .max])
      try expectSame(record(&make, number: number), number: number)
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `damaged records are refused or make sense`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    var taken = 0
    for _ in 0..<100 {
      let number = make.random.pick([1, 2, 300, 1 << 20])
      let bytes = try EntryRecordCoding.encode(record(&make, number: number), number: number)
      for end in ends(of: bytes, &make.random) {
        #expect(try read(Array(bytes[..<end]), number: number) == false)
      }
      for _ in 0..<10 where try read(damaged(bytes, &make.random), number: number) { taken += 1 }
    }
    #expect(taken > 50)
  }

  /// Whether the bytes are a record, which then comes back.
  private func read(_ bytes: [UInt8], number: Int) throws -> Bool {
    let header = accepted(bytes) { () throws(CodingError) in
      try EntryRecordCoding.header(of: bytes, number: number)
    }
    let targets = accepted(bytes) { () throws(CodingError) in
      try EntryRecordCoding.frame(of: bytes, number: number).targets
    }
    let record = accepted(bytes) { () throws(CodingError) in
      try EntryRecordCoding.decode(bytes, number: number)
    }
    guard let record else { return false }
    #expect(header == record.header)
    #expect(targets == record.changes.map(\.target))
    try expectSame(record, number: number)
    return true
  }

  @Test(
    arguments: [
      ("", .ended), ("c0 01", .unknownVersion(1)), ("c0", .ended), ("c0 07", .ended),
      ("c0 00", .unknownVersion(0)),
      ("c0 02", .unknownVersion(2)), ("c0 03 01 02", .ended),
      ("c0 03 01 02 05 01", .numberTooLarge),
      ("c0 04 ff 7f", .numberTooLarge), ("01", .ended), ("01 0d", .numberTooLarge),
      ("40 05 0c 00 00", .numberTooLarge), ("40 05 00 00", .ended), ("00 00", .trailing),
      ("40 05 00 40 03 00 00 02 6161", .endsOverlap),
      ("40 05 00 40 01 02 00 02 6161", .endsOverlap),
      ("40 05 00 40 ff ff ff ff ff ff ff ff ff 01 01 00 02 6161", .endsOverlap),
      ("40 05 00 40 01 00 00 02 c3a9", .invalidText), ("40 05 00 43", .unknownKind(0x43)),
      ("40 05 00 42 03 02 6161", .endsOverlap), ("40 05 00 42 01 02 c3a9", .invalidText),
      ("40 05 00 41 ff ff ff ff ff ff ff ff ff 01 00 00", .numberTooLarge),
      ("80 ff ff ff ff 0f", .ended), ("20 ff ff ff ff 0f", .ended),
      ("10 01 ff", .invalidText),
    ] as [(String, CodingProblem)])
  func `bytes that are no record are refused`(digits: String, problem: CodingProblem) {
    let error = #expect(throws: CodingError.self) {
      try EntryRecordCoding.decode(bytes(digits), number: 12)
    }
    #expect(error?.problem == problem)
  }

  @Test func `a record cannot name what comes after it`() throws {
    let records = [
      EntryRecord(header: EntryRecordHeader(parent: 13)),
      EntryRecord(header: EntryRecordHeader(head: -1)),
      EntryRecord(changes: [answer(1, nil, 1, origin: 12)]),
      EntryRecord(changes: [answer(1, nil, 1, origin: -1)]),
    ]
    for record in records {
      let error = #expect(throws: CodingError.self) {
        try EntryRecordCoding.encode(record, number: 12)
      }
      #expect(error?.problem == .numberTooLarge)
    }
  }
}
