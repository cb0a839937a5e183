import EkibenDocuments

/// The versions of a block, found without building their values.
struct BlockIndex: Sendable {
  /// One version and where its value stands.
  ///
  /// Of half a machine word each: whoever passes over a journal holds the blocks of all its fields. No entry
  /// has a greater number, and no block so many bytes.
  struct Slot: Sendable {
    private let storedNumber: UInt32
    private let storedOrigin: UInt32
    private let contentStart: UInt32
    private let contentEnd: UInt32
    private let storedPrefix: UInt32
    private let storedSuffix: UInt32
    private let storedPlace: UInt16
    let shape: Block.Shape

    fileprivate init(
      number: Int, origin: Int, shape: Block.Shape, place: Int, content: Range<Int>, prefix: Int,
      suffix: Int
    ) {
      (storedNumber, storedOrigin) = (UInt32(number), UInt32(origin))
      (contentStart, contentEnd) = (UInt32(content.lowerBound), UInt32(content.upperBound))
      (storedPrefix, storedSuffix) = (UInt32(prefix), UInt32(suffix))
      (storedPlace, self.shape) = (UInt16(place), shape)
    }

    /// The entry.
    var number: Int { Int(storedNumber) }
    /// Who had written what a write replaced or a travel brought back; 0 is nobody.
    var origin: Int { Int(storedOrigin) }
    fileprivate var place: Int { Int(storedPlace) }
    fileprivate var content: Range<Int> { Int(contentStart)..<Int(contentEnd) }
    fileprivate var prefix: Int { Int(storedPrefix) }
    fileprivate var suffix: Int { Int(storedSuffix) }

    var isTravel: Bool { shape == .travel }
    /// The entry that wrote what the field holds after this version.
    var writer: Int { isTravel ? origin : number }
  }

  /// In ascending order of their numbers; never empty.
  let slots: [Slot]
  private let bytes: [UInt8]
  /// The text that was asked for last, from which the next one is made.
  private var latest: (place: Int, text: String)?

  /// Finds the versions of a block.
  ///
  /// - Throws: ``CodingError``; no input traps. A value is checked when it is asked for.
  /// - Complexity: O(versions), with one allocation.
  init(_ block: Block) throws(CodingError) {
    bytes = block.bytes
    var reader = ByteReader(block.bytes)
    guard block.first >= 0 else { throw reader.fail(.numberTooLarge) }
    var slots: [Slot] = []
    slots.reserveCapacity(min(Block.maximumVersions, block.bytes.count))
    var number = block.first
    var writer = 0
    var length = 0
    repeat {
      if !slots.isEmpty { number = try reader.later(than: number) }
      guard number <= History.maximumCount, slots.count <= UInt16.max else {
        throw reader.fail(.numberTooLarge)
      }
      let slot = try Self.readSlot(number, slots.count, writer, &length, from: &reader)
      writer = slot.writer
      slots.append(slot)
    } while !reader.isAtEnd
    self.slots = slots
  }

  /// Where the first version ends.
  var endOfFirst: Int { slots[0].content.upperBound }

  /// The last version that is not later than an entry.
  ///
  /// - Complexity: O(log versions).
  func last(atOrBefore number: Int) -> Slot? {
    var (low, high) = (0, slots.count)
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].number <= number { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : slots[low - 1]
  }

  /// Whether an entry touched the field in this block.
  func isTouched(by number: Int) -> Bool { last(atOrBefore: number)?.number == number }

  /// What an entry changed the field from and to, and who had written what it replaced; nil if it wrote
  /// nothing here.
  ///
  /// What was there before is told only if that is asked for, and stands in this block. Asked for one after the
  /// other, each text is made from the one before it.
  mutating func change(
    by number: Int, tellingBefore tellsBefore: Bool
  ) throws(CodingError) -> (before: Value??, after: Value?, origin: Int)? {
    guard let slot = writing(by: number) else { return nil }
    var before: Value??
    if tellsBefore, let old = writing(by: slot.origin) { before = try value(writtenIn: old) }
    return (before, try value(writtenIn: slot), slot.origin)
  }

  private func writing(by number: Int) -> Slot? {
    guard let slot = last(atOrBefore: number), slot.number == number, !slot.isTravel else {
      return nil
    }
    return slot
  }

  private mutating func value(writtenIn slot: Slot) throws(CodingError) -> Value? {
    if slot.shape == .value { return try value(in: slot) }
    if let latest, latest.place == slot.place { return .text(latest.text) }
    let text = try text(at: slot.place).text()
    latest = (slot.place, text)
    return .text(text)
  }

  /// What a slot of this index stands for, with its value.
  ///
  /// - Throws: ``CodingError`` when its value cannot be read.
  /// - Complexity: O(1) for what is no text; O(texts since the last whole one) for a text.
  func version(in slot: Slot) throws(CodingError) -> FieldVersion {
    let content: FieldVersion.Content =
      switch slot.shape {
      case .travel: .travel(origin: slot.origin)
      case .value: .write(after: try value(in: slot), origin: slot.origin)
      case .text, .append, .overwrite, .tail, .middle:
        .write(after: .text(try text(at: slot.place).text()), origin: slot.origin)
      }
    return FieldVersion(number: slot.number, content: content)
  }

  private func value(in slot: Slot) throws(CodingError) -> Value? {
    var reader = ByteReader(bytes, from: slot.content.lowerBound)
    let value = try ValueCoding.readValue(from: &reader, depth: 0)
    guard reader.position == slot.content.upperBound else { throw reader.fail(.trailing) }
    return value
  }

  /// The bytes of the last text written up to a slot; empty before the first one.
  func text(at place: Int) -> [UInt8] {
    var (start, text) = (place, [UInt8]())
    while start > 0, slots[start].shape != .text {
      if let latest, latest.place == start {
        text = Array(latest.text.utf8)
        start += 1
        break
      }
      start -= 1
    }
    for slot in slots[start..<place + 1] where slot.shape.isText {
      text.replaceSubrange(slot.prefix..<text.count - slot.suffix, with: bytes[slot.content])
    }
    return text
  }
}

extension BlockIndex {
  /// Reads one version; `length` is that of the text written last.
  @inline(__always)
  private static func readSlot(
    _ number: Int, _ place: Int, _ writer: Int, _ length: inout Int, from reader: inout ByteReader
  ) throws(CodingError) -> Slot {
    let tag = try reader.byte()
    guard let shape = Block.Shape(rawValue: tag >> Block.Tag.shapeShift) else {
      throw reader.fail(.unknownKind(tag))
    }
    let origin = tag & Block.Tag.origin == 0 ? writer : try reader.origin(before: number)
    let short = tag & Block.Tag.count
    let count = short < Block.Tag.count ? Int(short) : try reader.count()
    let (prefix, suffix) = try ends(of: shape, count, length, from: &reader)
    let content = try reader.skip(count)
    if shape.isText { length = prefix + content.count + suffix }
    return Slot(
      number: number, origin: origin, shape: shape, place: place, content: content, prefix: prefix,
      suffix: suffix)
  }

  @inline(__always)
  private static func ends(
    of shape: Block.Shape, _ count: Int, _ length: Int, from reader: inout ByteReader
  ) throws(CodingError) -> (prefix: Int, suffix: Int) {
    switch shape {
    case .value, .text: return (0, 0)
    case .travel:
      guard count == 0 else { throw reader.fail(.trailing) }
      return (0, 0)
    case .append: return (length, 0)
    case .overwrite:
      guard count <= length else { throw reader.fail(.endsOverlap) }
      return (length - count, 0)
    case .tail, .middle:
      let prefix = try reader.number()
      let suffix = shape == .tail ? 0 : try reader.number()
      // Asked one after the other, so that no sum can overflow.
      guard prefix <= UInt64(length), suffix <= UInt64(length) - prefix else {
        throw reader.fail(.endsOverlap)
      }
      return (Int(prefix), Int(suffix))
    }
  }
}
