import EkibenDocuments

/// The versions of a block, found without building their values.
struct BlockIndex: Sendable {
  /// In ascending order of their numbers; never empty.
  let slots: [BlockSlot]
  private let bytes: [UInt8]

  /// Finds the versions of a block.
  ///
  /// - Throws: ``CodingError``; no input traps. A value is checked when it is asked for.
  /// - Complexity: O(versions), with one allocation.
  init(_ block: Block) throws(CodingError) {
    bytes = block.bytes
    var reader = try BlockReader(block)
    var slots: [BlockSlot] = []
    slots.reserveCapacity(min(Block.maximumVersions, block.bytes.count))
    while let slot = try reader.next() { slots.append(slot) }
    self.slots = slots
  }

  /// The last version that is not later than an entry.
  ///
  /// - Complexity: O(log versions).
  func last(atOrBefore number: Int) -> BlockSlot? {
    slots[..<slots.firstPlace { $0.number > number }].last
  }

  /// What a slot of this index stands for, with its value.
  ///
  /// - Throws: ``CodingError`` when its value cannot be read.
  /// - Complexity: O(1) for what is no text; O(texts since the last whole one) for a text.
  func version(in slot: BlockSlot) throws(CodingError) -> FieldVersion {
    let content: FieldVersion.Content =
      switch slot.shape {
      case .travel: .travel(origin: slot.origin)
      case .value: .write(after: try slot.value(in: bytes), origin: slot.origin)
      case .text, .append, .overwrite, .tail, .middle:
        .write(after: .text(try text(at: slot.place).text()), origin: slot.origin)
      }
    return FieldVersion(number: slot.number, content: content)
  }

  /// The bytes of the last text written up to a slot; empty before the first one.
  func text(at place: Int) -> [UInt8] {
    var (start, text) = (place, [UInt8]())
    while start > 0, slots[start].shape != .text { start -= 1 }
    for slot in slots[start..<place + 1] { slot.change(&text, in: bytes) }
    return text
  }
}
