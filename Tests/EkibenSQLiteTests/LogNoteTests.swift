import Testing

@testable import EkibenSQLite

@Suite(.timeLimit(.minutes(20))) struct `The note of a log` {
  private let note = LogNote(
    id: (0..<16).map { UInt8($0) }, before: Array(repeating: 0, count: 16),
    header: (100..<120).map { UInt8($0) })

  /// A leaf of a table without rowid with some cells of one text, and the note in one of them.
  private func page(cells: Int, noteIn place: Int) -> [UInt8] {
    var page = [UInt8](repeating: 0, count: 1024)
    (page[0], page[4]) = (0x0a, UInt8(cells))
    for cell in 0..<cells {
      let start = 200 + cell * 100
      (page[8 + 2 * cell], page[9 + 2 * cell]) = (UInt8(start >> 8), UInt8(start & 0xff))
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
  @Test(arguments: 1...6)
  func `is found in whichever cell of its page it stands`(cells: Int) throws {
    for place in 0..<cells {
      let found = try #require(LogNote.find(in: page(cells: cells, noteIn: place)))
      #expect(found.note == note && found.at == 200 + place * 100 + 9, "cell \(place) of \(cells)")
    }
    #expect(LogNote.find(in: page(cells: cells, noteIn: cells)) == nil)
  }
}
