import Testing

@testable import EkibenSQLite

@Suite(.timeLimit(.minutes(20))) struct `The note of a log` {
  private let note = LogNote(
    id: (0..<16).map { UInt8($0) }, before: Array(repeating: 0, count: 16),
    header: (100..<120).map { UInt8($0) })

  /// A page of a table without rowid with some cells of one text, and the note in one of them.
  private func page(cells: Int, noteIn place: Int, isInner: Bool = false) -> [UInt8] {
    var page = [UInt8](repeating: 0, count: 1024)
    (page[0], page[4]) = (isInner ? 0x02 : 0x0a, UInt8(cells))
    let (first, child) = isInner ? (12, 4) : (8, 0)
    for cell in 0..<cells {
      let (start, at) = (200 + cell * 100, first + 2 * cell)
      (page[at], page[at + 1]) = (UInt8((start - child) >> 8), UInt8((start - child) & 0xff))
      // The name is `log`: three bytes, whose type is 13 + 2 · 3.
      let type = 12 + 2 * LogNote.count
      var bytes: [UInt8] = [
        UInt8(8 + LogNote.count), 5, 19, UInt8(0x80 | type >> 7), UInt8(type & 0x7f), 0,
      ]
      bytes += Array("log".utf8) + note.encoded
      if cell != place { bytes[2] = 20 }
      page.replaceSubrange(start..<start + bytes.count, with: bytes)
    }
    return page
  }

  // Rule P33.
  @Test(arguments: 1...6, [false, true])
  func `is found in whichever cell of its page it stands`(cells: Int, isInner: Bool) throws {
    for place in 0..<cells {
      let page = page(cells: cells, noteIn: place, isInner: isInner)
      let found = try #require(LogNote.find(in: page))
      #expect(found.note == note && found.at == 200 + place * 100 + 9, "cell \(place) of \(cells)")
    }
    #expect(LogNote.find(in: page(cells: cells, noteIn: cells, isInner: isInner)) == nil)
  }

  // What a page has at a place instead, and why that is no note.
  @Test(
    arguments: [
      (0, 0x0d), (200, 0x80), (201, 0x80), (202, 11), (203, 0x01), (204, 0), (209, 0xfe), (9, 0xff),
    ] as [(Int, UInt8)])
  func `is nothing that looks like one and is none`(place: Int, byte: UInt8) {
    var page = page(cells: 1, noteIn: 0)
    #expect(LogNote.find(in: page) != nil)
    page[place] = byte
    #expect(LogNote.find(in: page) == nil)
  }

  @Test func `is nothing that would go beyond its page, or stand in none`() {
    var page = page(cells: 1, noteIn: 0)
    page.replaceSubrange(1010..<1016, with: page[200..<206])
    (page[8], page[9]) = (UInt8(1010 >> 8), UInt8(1010 & 0xff))
    #expect(LogNote.find(in: page) == nil)
    (page[8], page[9]) = (UInt8(1020 >> 8), UInt8(1020 & 0xff))
    #expect(LogNote.find(in: page) == nil)
    #expect(LogNote.find(in: Array(page.prefix(500))) == nil)
    #expect(LogNote.find(in: []) == nil)
  }

  @Test func `is read as it was written, the id before it bit by bit the other way round`() {
    let next = LogNote(id: note.id.reversed(), before: note.id, header: note.header)
    for note in [note, next] { #expect(LogNote(note.encoded) == note) }
    #expect(Array(next.encoded[8..<24]) == next.id)
    #expect(Array(next.encoded[24..<40]) == note.id.map { ~$0 })
    #expect(Array(next.encoded[40...]) == note.header)
    #expect(LogNote(note.encoded + [0]) == nil)
    #expect(LogNote(note.encoded.dropLast()) == nil)
    #expect(LogNote([0] + Array(note.encoded.dropFirst())) == nil)
  }

  @Test func `names the one before it and the file as it lies there`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let first = try #require(LogNote(try connection.nextLogNote(after: nil)))
      let next = try #require(LogNote(try connection.nextLogNote(after: first.encoded)))
      let odd = try #require(LogNote(try connection.nextLogNote(after: [1, 2, 3])))
      for note in [first, odd] { #expect(note.before == Array(repeating: 0, count: 16)) }
      #expect(next.before == first.id && next.id != first.id)
      let file = Array(try shell("/bin/cat", folder + "/a.db"))
      #expect(next.header == Array(file[24..<44]))
    }
  }

  @Test func `belongs into the commit that begins a log`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      for isMoved in [false, true] {
        if isMoved { _ = try connection.checkpointFenced() }
        try connection.begin(.immediate)
        #expect(try connection.mayBeginLog() == isMoved)
        try connection.rollback()
      }
    }
  }
}
