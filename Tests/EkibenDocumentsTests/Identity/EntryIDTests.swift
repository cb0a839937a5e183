import EkibenDocuments
import Testing

private let uid: [UInt8] = (0..<16).map { $0 * 17 }
private let storeBytes: [UInt8] = (0..<16).map { 255 - $0 }

private func digest(_ text: String) -> SHA256.Digest { SHA256.digest(of: Array(text.utf8)) }

/// All that an id covers, so that each part of it can be another.
private struct Case {
  var document = uid
  /// The ids of the entries before it.
  var earlier = ["one", "two", "three", "four"].map(digest)
  var kind = Entry.Kind.edit
  var parent: Int? = 2
  var head = 5
  var step = 3
  var of: [Int] = []
  var author = "Ada"
  var store = storeBytes
  var time: Int64 = 1_795_255_200_000
  var offset: Int?
  var isUnchecked = false
  var reason: String? = "misheard"
  var mark: String?
  var revision: SHA256.Digest?
  var changes = [Change(.row("name"), .value, before: "Ad", after: "Ada")]
  var origins = [2]
  var flags: [ChangeFlags] = []

  var entry: Entry {
    Entry(
      number: earlier.count + 1, kind: kind, parent: parent, head: head, step: step,
      author: author, time: time, utcOffset: offset, reason: reason, isUnchecked: isUnchecked,
      changes: Changeset(changes), origins: origins, flags: flags, mark: mark)
  }

  func encoding() throws -> String {
    var ids = EntryIDs(document: document)
    for id in earlier { ids.append(known: id) }
    let context = EntryContext(of: of, store: store, revision: revision)
    return String(decoding: try ids.encoding(of: entry, context), as: UTF8.self)
  }

  func id() throws -> EntryID {
    var ids = EntryIDs(document: document)
    for id in earlier { ids.append(known: id) }
    return try ids.append(entry, EntryContext(of: of, store: store, revision: revision))
  }
}

/// What an entry is called everywhere, as the article EntryIdentity says it (rule H30).
@Suite(.timeLimit(.minutes(20))) struct EntryIDTests {
  @Test func `an entry has the encoding and the id that the documentation gives`() throws {
    #expect(
      try Case().encoding()
        == #"{"ekiben-entry":1,"document":"00112233445566778899aabbccddeeff","after":["#
        + #""04efaf080f5a3e74e1c29d1ca6a48569382cbbcd324e8d59d2b83ef21c039f00"],"kind":"edit","#
        + #""ids":{"parent":"3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3","#
        + #""step":"8b5b9db0c13db24256c829aa364aa90c6d2eba318b9232a4ab9313b954d3555f"},"#
        + #""author":"Ada","store":"fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0","#
        + #""time":"2026-11-21T10:00:00.000Z","reason":"misheard","#
        + #""root":"\#(try leaf())"}"#)
    #expect(try Case().id() == digest(try Case().encoding()))
  }

  private func leaf() throws -> SHA256.Digest {
    digest(
      #"{"record":"name","field":"value","after":"Ada","origin":""#
        + #"3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3"}"#)
  }

  @Test func `one changed bit in any part of an entry changes its id`() throws {
    var cases: [String: Case] = ["as it is": Case()]
    func add(_ what: String, _ change: (inout Case) -> Void) {
      var other = Case()
      change(&other)
      cases[what] = other
    }
    for bit in 0..<128 {
      add("bit \(bit) of the uid") { $0.document[bit / 8] ^= 1 << (bit % 8) }
      add("bit \(bit) of the store") { $0.store[bit / 8] ^= 1 << (bit % 8) }
    }
    for bit in 0..<43 { add("bit \(bit) of the time") { $0.time ^= 1 << bit } }
    for bit in 0..<21 {
      let author = flipped("Ada", bit)
      add("bit \(bit) of the author") { $0.author = author }
      add("bit \(bit) of the value") { $0.changes[0] = change(after: .text(author)) }
    }
    for bit in 0..<64 {
      add("bit \(bit) of a number") { $0.changes[0] = change(after: .integer(1 << bit)) }
    }
    addReferences(add)
    addTexts(add)
    addChanges(add)
    for kind in Entry.Kind.allCases where kind != .edit && kind != .undo {
      add("\(kind)") { one in
        one.kind = kind
        one.head = 2
      }
    }
    var seen: [EntryID: String] = [:]
    for (what, other) in cases {
      let known = seen.updateValue(what, forKey: try other.id())
      #expect(known == nil, "\(what) and \(known ?? "") have one id")
    }
    #expect(cases.count > 480)
  }

  @Test func `a character that nobody sees stands in an encoding as its number`() throws {
    let numbers = [
      "\u{1}": "0001", "\u{1B}": "001B", "\u{7F}": "007F", "\u{85}": "0085", "\u{202E}": "202E",
    ]
    for (character, number) in numbers {
      for rest in ["", "é", "\u{1}"] {
        var one = Case()
        one.reason = character + rest
        let written = rest == "\u{1}" ? #"\u0001"# : rest
        #expect(try one.encoding().contains(#""reason":"\u\#(number)\#(written)""#))
      }
    }
  }

  @Test func `a character with a short escape in JSON stands in an encoding as that`() throws {
    let escapes = [
      "\u{8}": #"\b"#, "\t": #"\t"#, "\n": #"\n"#, "\u{C}": #"\f"#, "\r": #"\r"#, "\"": #"\""#,
      "\\": #"\\"#,
    ]
    for (character, escape) in escapes {
      var one = Case()
      one.reason = character
      #expect(try one.encoding().contains(#""reason":"\#(escape)""#))
    }
  }

  // It follows from the entries before, whose ids it would repeat. Rule H25.
  @Test func `that an answer was calculated before is in no id`() throws {
    for flags in [[], ChangeFlags.calculated] {
      var (one, other) = (Case(), Case())
      one.flags = [flags]
      other.flags = [flags.union(.wasCalculated)]
      #expect(try one.id() == other.id())
    }
  }

  private typealias Add = (String, (inout Case) -> Void) -> Void

  private func addReferences(_ add: Add) {
    for bit in 0..<256 {
      add("bit \(bit) of the id before") { one in
        var bytes = one.earlier[3].bytes
        bytes[bit / 8] ^= 1 << (bit % 8)
        one.earlier[3] = SHA256.Digest(bytes: bytes) ?? one.earlier[3]
      }
    }
    for number in 1...4 {
      if number != 2 { add("parent \(number)") { $0.parent = number } }
      if number != 3 { add("step \(number)") { $0.step = number } }
      if number != 2 { add("origin \(number)") { $0.origins = [number] } }
      add("of \(number)") { $0.of = [number] }
      add("head \(number)") {
        $0.kind = .undo
        $0.head = number
      }
    }
    add("its own step") { $0.step = 5 }
    add("no origin") { $0.origins = [0] }
    add("of two") { $0.of = [1, 2] }
    add("of the same two") { $0.of = [2, 1] }
    add("one entry fewer") { $0.earlier.removeFirst() }
  }

  private func addTexts(_ add: Add) {
    add("no reason") { $0.reason = nil }
    add("an empty reason") { $0.reason = "" }
    add("another reason") { $0.reason = "Misheard" }
    add("a mark") { $0.mark = "sent" }
    add("another mark") { $0.mark = "Sent" }
    add("no store") { $0.store = [] }
    for bit in 0..<11 { add("bit \(bit) of the offset") { $0.offset = 1 << bit } }
    add("an offset of nothing") { $0.offset = 0 }
    add("a negative offset") { $0.offset = -1 }
    add("unchecked") { $0.isUnchecked = true }
    for flags in 1...3 {
      add("flags \(flags)") { $0.flags = [ChangeFlags(rawValue: UInt8(flags))] }
    }
    add("a revision") { $0.revision = digest("a") }
    add("another revision") { $0.revision = digest("b") }
    add("é as one scalar") { $0.author = "\u{E9}" }
    add("é as two") { $0.author = "e\u{301}" }
    add("a quote") { $0.author = "\"" }
    add("a quote, escaped") { $0.author = "\\\"" }
    for scalar in [0x00, 0x08, 0x09, 0x0A, 0x1B, 0x7F, 0x85, 0x61C, 0x202E, 0x2069] as [UInt32] {
      add("scalar \(scalar)") { $0.author = Unicode.Scalar(scalar).map { String($0) } ?? "" }
    }
  }

  private func addChanges(_ add: Add) {
    let values: [Value?] = [
      nil, .null, .bool(false), .bool(true), .text(""), .text("null"), .text("1"),
      DecimalNumber("1").map(Value.decimal), DecimalNumber("1.0").map(Value.decimal),
      .date("2024"), .verbatim("1"), .bytes([]), .bytes([1]), .list([]),
      .list([.null]), .list([.list([])]), .record(Fields()), .record([.title: "a"]),
      .record([.title: "b"]), .record([.header: "a"]),
    ]
    for value in values {
      add("after \(Notation.text(of: value))") { $0.changes[0] = change(after: value) }
    }
    add("no change") { $0.changes = [] }
    add("another row") { $0.changes[0] = Change(.row("nome"), .value, before: "Ad", after: "Ada") }
    add("a section") { $0.changes[0] = Change(.section("name"), .value, before: nil, after: "Ada") }
    add("the document") { $0.changes[0] = Change(.document, .value, before: nil, after: "Ada") }
    add("another field") { $0.changes[0] = Change(.row("name"), .title, before: nil, after: "Ada") }
    add("a whole record") { $0.changes[0] = Change(.row("name"), nil, before: nil, after: "Ada") }
    let more = (0..<6).map {
      Change(.row(RowID(unchecked: "r\($0)")), .value, before: nil, after: 1)
    }
    for count in 1...6 {
      add("\(count) more") { one in
        one.changes += more.prefix(count)
        one.origins += more.prefix(count).map { _ in 0 }
      }
    }
    add("another order") { one in
      one.changes = [more[0]] + one.changes
      one.origins = [0] + one.origins
    }
  }

  private func change(after: Value?) -> Change {
    Change(.row("name"), .value, before: "Ad", after: after)
  }

  private func flipped(_ text: String, _ bit: Int) -> String {
    var bytes = Array(text.utf8)
    bytes[bit / 7] ^= 1 << (bit % 7)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `what was there before is not in an id`() throws {
    var other = Case()
    other.changes[0] = Change(.row("name"), .value, before: "Bob", after: "Ada")
    #expect(try other.id() == Case().id())
  }

  @Test func `what has no encoding is refused`() {
    for time in [UTCTime.writable.lowerBound - 1, UTCTime.writable.upperBound + 1, .min, .max] {
      var late = Case()
      late.time = time
      #expect(throws: EntryEncodingProblem.time(time)) { try late.id() }
    }
    for number in [0, -1, 5, 6, .max, .min] {
      var lost = Case()
      lost.of = [number]
      #expect(throws: EntryEncodingProblem.unknownEntry(number)) { try lost.id() }
      lost.of = []
      lost.step = number
      if number != 5 {
        #expect(throws: EntryEncodingProblem.unknownEntry(number)) { try lost.id() }
      }
    }
    var deep = Case()
    var value = Value.null
    for _ in 0..<ValueCoding.maximumDepth { value = .list([value]) }
    deep.changes[0] = change(after: value)
    #expect(throws: EntryEncodingProblem.tooDeep) { try deep.id() }
  }

  @Test func `a digest is read from its digits, and from no other text`() throws {
    let id = digest("a")
    #expect(SHA256.Digest(id.description) == id)
    #expect(SHA256.Digest(bytes: id.bytes) == id)
    let text = id.description
    for wrong in [
      "", String(text.dropLast()), text + "0", text.uppercased(), "g" + text.dropFirst(),
    ] {
      #expect(SHA256.Digest(wrong) == nil, "\(wrong)")
    }
    #expect(SHA256.Digest(bytes: [1]) == nil)
  }
}
