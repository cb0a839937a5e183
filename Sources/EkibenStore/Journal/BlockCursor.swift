import EkibenDocuments

/// What entries did to one field, from its block, for whoever asks in the order of the journal.
///
/// Whoever passes over a journal holds one for each field: so it keeps the block's bytes and what the versions
/// before one place left, and not where each of them stands.
struct BlockCursor {
  /// The text that a block wrote last.
  private enum LatestText {
    case bytes([UInt8])
    /// Once somebody has asked for it.
    case made(String)
  }

  private let first: UInt32
  private var reader: BlockReader
  /// The number of the version that was read last; -1 is none.
  private var number: Int32 = -1
  /// The write that was read last.
  private var latest: BlockSlot?
  private var text = LatestText.bytes([])

  /// Begins before the first version.
  ///
  /// - Throws: ``CodingError``; no input traps. A value is checked when it is asked for.
  /// - Complexity: O(versions), without an allocation.
  init(_ block: Block) throws(CodingError) {
    (reader, first) = (try BlockReader(block), UInt32(clamping: block.first))
    var rest = reader
    while try rest.next() != nil {}
  }

  /// What an entry changed the field from and to, and who had written what it replaced; nil if it wrote
  /// nothing here.
  ///
  /// What was there before is told only if that is asked for, and stands in this block.
  ///
  /// - Complexity: O(1) for the entry that wrote next; O(versions) for an earlier one, and where what it replaced is
  ///   not what the block wrote before it.
  mutating func change(
    by entry: Int, tellingBefore tellsBefore: Bool
  ) throws(CodingError) -> (before: Value??, after: Value?, origin: Int)? {
    if entry <= number { try restart() }
    do throws(CodingError) { return try next(upTo: entry, tellsBefore) } catch {
      // What was passed is not all in the text.
      try restart()
      throw error
    }
  }

  private mutating func next(
    upTo entry: Int, _ tellsBefore: Bool
  ) throws(CodingError) -> (before: Value??, after: Value?, origin: Int)? {
    while number < entry, let slot = try reader.next() {
      if slot.number == entry, !slot.isTravel {
        let before = tellsBefore ? try value(writtenBy: slot.origin) : nil
        take(slot)
        return (before, try value(of: slot), slot.origin)
      }
      take(slot)
    }
    return nil
  }

  private mutating func restart() throws(CodingError) {
    reader = try BlockReader(Block(first: Int(first), bytes: reader.bytes))
    (number, latest, text) = (-1, nil, .bytes([]))
  }

  private mutating func take(_ slot: BlockSlot) {
    number = Int32(slot.number)
    if slot.isTravel { return }
    latest = slot
    if !slot.shape.isText { return }
    var bytes =
      switch text {
      case .bytes(let bytes): bytes
      case .made(let text): Array(text.utf8)
      }
    text = .bytes([])
    slot.change(&bytes, in: reader.bytes)
    text = .bytes(bytes)
  }

  // Most often it is the write that was read last.
  private mutating func value(writtenBy entry: Int) throws(CodingError) -> Value?? {
    if let latest, latest.number == entry { return .some(try value(of: latest)) }
    guard entry >= first else { return nil }
    var other = self
    try other.restart()
    return try other.change(by: entry, tellingBefore: false).map(\.after)
  }

  // Of the write that was read last.
  private mutating func value(of slot: BlockSlot) throws(CodingError) -> Value? {
    if !slot.shape.isText { return try slot.value(in: reader.bytes) }
    switch text {
    case .made(let text): return .text(text)
    case .bytes(let bytes):
      let made = try bytes.text()
      text = .made(made)
      return .text(made)
    }
  }
}
