import EkibenDocuments

/// What entries did to one field, from its block, for whoever asks in the order of the journal.
///
/// Whoever passes over a journal holds one for each field: so it keeps the block's bytes and what the versions
/// before one place left, and not where each of them stands.
struct BlockCursor {
  private let first: UInt32
  private var reader: BlockReader
  /// The number of the version that was read last; -1 is none.
  private var number: Int32 = -1
  /// The write that was read last.
  private var latest: BlockSlot?
  /// The text that the block wrote last: its bytes, or once somebody has asked for it the text in place of them.
  private var (bytes, text): ([UInt8], String?) = ([], nil)

  /// Begins before the first version.
  ///
  /// - Throws: ``CodingError``; no input traps. A version is read when it is asked for, and a value checked.
  init(_ block: Block) throws(CodingError) {
    (reader, first) = (try BlockReader(block), UInt32(clamping: block.first))
  }

  /// Reads the versions behind those that were asked for, and leaves them to be asked for.
  ///
  /// - Throws: ``CodingError`` where they are none.
  /// - Complexity: O(versions), without an allocation.
  func confirmRest() throws(CodingError) {
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
    (number, latest, bytes, text) = (-1, nil, [], nil)
  }

  private mutating func take(_ slot: BlockSlot) {
    number = Int32(slot.number)
    if slot.isTravel { return }
    latest = slot
    if !slot.shape.isText { return }
    if let text { (bytes, self.text) = (Array(text.utf8), nil) }
    slot.change(&bytes, in: reader.bytes)
  }

  // Most often it is the write that was read last. Its text is not kept, since it is changed next.
  private func value(writtenBy entry: Int) throws(CodingError) -> Value?? {
    if let latest, latest.number == entry {
      return .some(
        latest.shape.isText ? .text(try latestText()) : try latest.value(in: reader.bytes))
    }
    guard entry >= first else { return nil }
    var other = self
    try other.restart()
    return try other.change(by: entry, tellingBefore: false).map(\.after)
  }

  // Of the write that was read last.
  private mutating func value(of slot: BlockSlot) throws(CodingError) -> Value? {
    if !slot.shape.isText { return try slot.value(in: reader.bytes) }
    let made = try latestText()
    (text, bytes) = (made, [])
    return .text(made)
  }

  private func latestText() throws(CodingError) -> String {
    if let text { return text }
    return try bytes.text()
  }
}
