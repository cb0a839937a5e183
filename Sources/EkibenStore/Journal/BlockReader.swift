import EkibenDocuments

/// One version of a block and where its value stands.
///
/// Of half a machine word each: no entry has a greater number, and no block so many bytes.
struct BlockSlot: Sendable {
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

  var number: Int { Int(storedNumber) }
  /// Who had written what a write replaced or a travel brought back; 0 is nobody.
  var origin: Int { Int(storedOrigin) }
  /// Which version of the block it is, counted from 0.
  var place: Int { Int(storedPlace) }
  /// Where in the block its value stands, or what it has of its text.
  var content: Range<Int> { Int(contentStart)..<Int(contentEnd) }

  var isTravel: Bool { shape == .travel }
  /// The entry that wrote what the field holds after this version.
  var writer: Int { isTravel ? origin : number }

  /// The value of one that is no text.
  func value(in bytes: [UInt8]) throws(CodingError) -> Value? {
    var reader = ByteReader(bytes, from: content.lowerBound)
    let value = try ValueCoding.readValue(from: &reader, depth: 0)
    guard reader.position == content.upperBound else { throw reader.fail(.trailing) }
    return value
  }

  /// Makes its text of the one that the block wrote before; nothing where it writes none.
  func change(_ text: inout [UInt8], in bytes: [UInt8]) {
    guard shape.isText else { return }
    text.replaceSubrange(
      Int(storedPrefix)..<text.count - Int(storedSuffix), with: bytes[content])
  }
}

/// Reads the versions of a block one after the other, without building their values.
///
/// Of half a machine word each, as in ``BlockSlot``: a pass over a journal holds one for each field.
struct BlockReader {
  private var reader: ByteReader
  // Of the version that was read last, or at first of the one that comes.
  private var number: UInt32
  private var place: UInt32 = 0
  private var writer: UInt32 = 0
  // Of the text written last.
  private var length: UInt32 = 0

  /// The bytes of the block.
  var bytes: [UInt8] { reader.bytes }

  /// Begins with the first version.
  init(_ block: Block) throws(CodingError) {
    (reader, number) = (ByteReader(block.bytes), UInt32(clamping: block.first))
    guard 0...History.maximumCount ~= block.first else { throw reader.fail(.numberTooLarge) }
  }

  /// The number of a block's last version.
  ///
  /// - Complexity: O(versions), without an allocation.
  static func lastNumber(in block: Block) throws(CodingError) -> Int {
    var reader = try BlockReader(block)
    while try reader.next() != nil {}
    return Int(reader.number)
  }

  /// Reads the next version; nil at the end, which none has for its first.
  ///
  /// - Throws: ``CodingError``; no input traps.
  mutating func next() throws(CodingError) -> BlockSlot? {
    if place > 0 {
      if reader.isAtEnd { return nil }
      let later = try reader.later(than: Int(number))
      guard later <= History.maximumCount else { throw reader.fail(.numberTooLarge) }
      number = UInt32(later)
    }
    guard place <= UInt16.max else {
      throw reader.fail(.numberTooLarge)
    }
    let slot = try slot()
    writer = UInt32(slot.writer)
    place += 1
    return slot
  }

  @inline(__always)
  private mutating func slot() throws(CodingError) -> BlockSlot {
    let tag = try reader.byte()
    guard let shape = Block.Shape(rawValue: tag >> Block.Tag.shapeShift) else {
      throw reader.fail(.unknownKind(tag))
    }
    let origin = tag & Block.Tag.origin == 0 ? Int(writer) : try reader.origin(before: Int(number))
    let short = tag & Block.Tag.count
    let count = short < Block.Tag.count ? Int(short) : try reader.count()
    let (prefix, suffix) = try ends(of: shape, count, Int(length))
    let content = try reader.skip(count)
    if shape.isText { length = UInt32(prefix + content.count + suffix) }
    return BlockSlot(
      number: Int(number), origin: origin, shape: shape, place: Int(place), content: content,
      prefix: prefix, suffix: suffix)
  }

  @inline(__always)
  private mutating func ends(
    of shape: Block.Shape, _ count: Int, _ length: Int
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
