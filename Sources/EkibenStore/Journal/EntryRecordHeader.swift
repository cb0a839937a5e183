import EkibenDocuments

/// What a record says of its place in the undo tree, where that is not what most records say.
///
/// It begins with a byte of flags, so that an ordinary edit spends one byte on all of it. The two
/// highest flags belong to the record. Both together say that a second byte of flags follows, which
/// has them in its lowest bits, and what few records need above: see ``More``.
struct EntryRecordHeader: Sendable {
  /// The node that was head before; nil is the entry before.
  var parent: Int?
  /// The node that is head afterwards; nil is the entry itself.
  var head: Int?
  /// The first entry of the step; nil is a step of its own.
  var step: Int?
  /// The entry that a revert takes back.
  var reverted: Int?
  /// The name that a mark gives to the head.
  var mark: String?

  /// The flags that say what follows.
  enum Flag {
    static let parent: UInt8 = 1
    static let head: UInt8 = 2
    static let step: UInt8 = 4
    static let reverted: UInt8 = 8
    static let mark: UInt8 = 16
    static let reason: UInt8 = 32
    static let oneAnswer: UInt8 = 64
    static let targets: UInt8 = 128
    static let laterForm = oneAnswer | targets
    /// In the second byte alone: what nobody had written before.
    static let firstValues = oneAnswer | targets
  }

  /// The flags of the second byte.
  enum More {
    /// What ``Flag/oneAnswer`` and ``Flag/targets`` are in the first byte; both are ``Flag/firstValues``.
    static let shape: UInt8 = 3
    static let utcOffset: UInt8 = 4
    static let unchecked: UInt8 = 8
    static let changeFlags: UInt8 = 16
    /// Kept for entries with several predecessors, for those beside the head, and for a third byte.
    static let later: UInt8 = 0xE0
  }

  /// Both bytes, with the shape where a record without a second one has it.
  typealias Flags = (first: UInt8, more: UInt8)

  private var flags: UInt8 {
    (parent == nil ? 0 : Flag.parent) | (head == nil ? 0 : Flag.head)
      | (step == nil ? 0 : Flag.step) | (reverted == nil ? 0 : Flag.reverted)
      | (mark == nil ? 0 : Flag.mark)
  }

  /// Whether it says only what most records say.
  var isDefault: Bool { flags == 0 }

  /// Writes the header of an entry, with the flags of what will follow it.
  ///
  /// - Throws: ``CodingError`` when it names an entry that is not before its own.
  func write(
    of number: Int, with recordFlags: Flags = (0, 0), to writer: inout ByteWriter
  ) throws(CodingError) {
    if recordFlags.more == 0, recordFlags.first & Flag.laterForm != Flag.firstValues {
      writer.write(flags | recordFlags.first)
    } else {
      writer.write(flags | recordFlags.first | Flag.laterForm)
      writer.write(recordFlags.more | recordFlags.first >> 6)
    }
    try writer.write(parent, upTo: number)
    try writer.write(head, upTo: number)
    try writer.write(step, upTo: number)
    try writer.write(reverted, upTo: number)
    if let mark { writer.write(mark) }
  }

  /// Reads the header of an entry, and gives back all flags.
  @inline(__always)
  static func read(
    of number: Int, from reader: inout ByteReader
  ) throws(CodingError) -> (header: EntryRecordHeader, flags: Flags) {
    var flags = try reader.byte()
    var more: UInt8 = 0
    if flags & Flag.laterForm == Flag.laterForm {
      more = try reader.byte()
      let shape = more & More.shape
      more &= ~More.shape
      // What needs no second byte has none.
      guard more & More.later == 0, more != 0 || shape == More.shape else {
        throw reader.fail(.unknownVersion(more | shape))
      }
      flags = flags & ~Flag.laterForm | shape << 6
    }
    var header = EntryRecordHeader()
    if flags & (Flag.reason - 1) == 0 { return (header, (flags, more)) }
    if flags & Flag.parent != 0 { header.parent = try reader.earlier(upTo: number) }
    if flags & Flag.head != 0 { header.head = try reader.earlier(upTo: number) }
    if flags & Flag.step != 0 { header.step = try reader.earlier(upTo: number) }
    if flags & Flag.reverted != 0 { header.reverted = try reader.earlier(upTo: number) }
    if flags & Flag.mark != 0 { header.mark = try reader.text() }
    return (header, (flags, more))
  }
}
