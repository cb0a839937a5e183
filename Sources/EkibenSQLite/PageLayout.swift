/// Where the pages of a database file keep what they hold; all the rest of the file is dead bytes
/// (https://www.sqlite.org/fileformat2.html).
struct PageLayout {
  let pageBytes: Int
  /// How many pages the file has, as its header says.
  let count: Int
  /// The first page of the list of free ones; 0 where there is none.
  let firstFree: Int
  private let usable: Int

  static let headerBytes = 100

  /// Reads the file's header; nil where it is none.
  init?(header: [UInt8]) {
    guard header.count >= Self.headerBytes else { return nil }
    let size = Int(header[16]) << 8 | Int(header[17])
    pageBytes = size == 1 ? 65_536 : size
    guard (512...65_536).contains(pageBytes), pageBytes & (pageBytes - 1) == 0 else { return nil }
    usable = pageBytes - Int(header[20])
    count = Int(header.bigEndian(at: 28))
    firstFree = Int(header.bigEndian(at: 32))
    guard usable >= 480 else { return nil }
  }

  /// A stretch of a page that holds something, and what of it goes on elsewhere.
  struct Cell {
    let range: Range<Int>
    /// The page on which it goes on; 0 where it does not.
    var next = 0
    /// How many bytes stand there and on the pages after that.
    var rest = 0
  }

  /// What a page of a tree holds, in its order; nil for any other page.
  func cells(of page: [UInt8], number: Int) -> [Cell]? {
    let base = number == 1 ? Self.headerBytes : 0
    let kind = page[base]
    guard [2, 5, 10, 13].contains(kind) else { return nil }
    let pointers = base + (kind < 8 ? 12 : 8)
    let count = Int(page[base + 3]) << 8 | Int(page[base + 4])
    guard pointers + 2 * count <= page.count else { return nil }
    var cells = [Cell(range: 0..<pointers + 2 * count)]
    for index in 0..<count {
      let pointer = pointers + 2 * index
      let start = Int(page[pointer]) << 8 | Int(page[pointer + 1])
      guard let cell = cell(of: page, kind, at: start) else { return nil }
      cells.append(cell)
    }
    return cells.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func cell(of page: [UInt8], _ kind: UInt8, at start: Int) -> Cell? {
    var at = start + (kind < 8 ? 4 : 0)
    let isTable = kind == 5 || kind == 13
    guard let first = Self.number(in: page, &at) else { return nil }
    if kind == 5 { return Cell(range: start..<max(at, start + 4)) }
    guard first >= 0, !isTable || Self.number(in: page, &at) != nil else { return nil }
    let local = local(payload: first, isTable: isTable)
    let end = at + local + (local < first ? 4 : 0)
    guard end <= page.count else { return nil }
    if local == first { return Cell(range: start..<end) }
    return Cell(range: start..<end, next: Int(page.bigEndian(at: end - 4)), rest: first - local)
  }

  /// How much of a payload stands in the cell itself.
  private func local(payload: Int, isTable: Bool) -> Int {
    let most = isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
    if payload <= most { return payload }
    let least = (usable - 12) * 32 / 255 - 23
    let local = least + (payload - least) % (usable - 4)
    return local <= most ? local : least
  }

  /// How many bytes of a payload an overflow page holds, behind the four of the next page's number.
  func overflow(of rest: Int) -> Int { min(rest, usable - 4) }

  /// A number of one to nine bytes; nil where the page ends before, or it is none that a payload has.
  private static func number(in page: [UInt8], _ at: inout Int) -> Int? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard page.indices.contains(at) else { return nil }
      let byte = page[at]
      at += 1
      if index == 8 {
        value = value << 8 | UInt64(byte)
        break
      }
      value = value << 7 | UInt64(byte & 0x7f)
      if byte < 0x80 { break }
    }
    // A rowid may be anything; as a length it then fits no page.
    return Int(truncatingIfNeeded: value)
  }
}
