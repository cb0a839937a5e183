import EkibenDocuments

extension Block {
  static let maximumVersions = 64
  /// How many bytes a block has at most, its first version not counted: a long text begins a block
  /// whole, and its keystrokes stand in the same one.
  static let maximumBytes = 2_048

  /// Puts versions of a field, in ascending order of their numbers, behind those that stand in its last block.
  ///
  /// Versions that are not later than what stands there are passed over, so that a pass that was
  /// broken off can be repeated.
  ///
  /// - Returns: Every block that is new or has grown, in order; the last one is the one to go on with.
  /// - Throws: ``CodingError`` when the last block cannot be read, or a value is too deep to be.
  /// - Complexity: O(the last block + versions).
  static func appending(
    _ versions: some Sequence<FieldVersion>, to last: Block?
  ) throws(CodingError) -> [Block] {
    var blocks: [Block] = []
    var open: BlockWriter?
    if let last { open = try BlockWriter(last) }
    var isGrown = false
    for version in versions where open.map({ version.number > $0.number }) ?? true {
      isGrown = true
      if open == nil {
        open = try BlockWriter(version)
      } else if try open?.append(version) == false {
        if let full = open?.block { blocks.append(full) }
        open = try BlockWriter(version)
      }
    }
    if isGrown, let open { blocks.append(open.block) }
    return blocks
  }
}

/// A block that grows.
private struct BlockWriter {
  private let first: Int
  private var writer: ByteWriter
  private var count = 1
  /// Where the first version ends.
  private var head: Int
  /// The number of the last version.
  private(set) var number: Int
  /// Who wrote what the field holds now.
  private var origin: Int
  /// The text that was written last.
  private var text: [UInt8]

  var block: Block { Block(first: first, bytes: writer.bytes) }

  /// Goes on with a block.
  init(_ block: Block) throws(CodingError) {
    let index = try BlockIndex(block)
    first = block.first
    writer = ByteWriter(block.bytes)
    count = index.slots.count
    head = index.slots[0].content.upperBound
    let last = index.slots[count - 1]
    (number, origin) = (last.number, last.writer)
    text = index.text(at: count - 1)
  }

  /// Begins a block.
  init(_ version: FieldVersion) throws(CodingError) {
    (first, number, origin, text, head) = (version.number, version.number, 0, [], 0)
    writer = ByteWriter()
    guard first >= 0 else { throw writer.fail(.numberTooLarge) }
    let text = try write(version, to: &writer)
    head = writer.bytes.count
    take(version, text)
  }

  /// Tells whether there was room for the version.
  mutating func append(_ version: FieldVersion) throws(CodingError) -> Bool {
    guard count < Block.maximumVersions else { return false }
    var piece = ByteWriter()
    piece.write(count: version.number - number - 1)
    let text = try write(version, to: &piece)
    guard writer.bytes.count + piece.bytes.count - head <= Block.maximumBytes else { return false }
    writer.append(piece.bytes[...])
    count += 1
    take(version, text)
    return true
  }

  private mutating func take(_ version: FieldVersion, _ text: [UInt8]?) {
    number = version.number
    if let text { self.text = text }
    switch version.content {
    case .write: origin = version.number
    case .travel(let origin): self.origin = origin
    }
  }

  /// Writes a version without its number, and gives back its text if it wrote one.
  private func write(
    _ version: FieldVersion, to writer: inout ByteWriter
  ) throws(CodingError) -> [UInt8]? {
    switch version.content {
    case .travel(let origin):
      try write(.travel, origin, of: version, 0, to: &writer)
      return nil
    case .write(.text(let after)?, let origin):
      let new = Array(after.utf8)
      let form = TextForm(of: new, after: text)
      try write(form.shape, origin, of: version, form.content.count, to: &writer)
      if form.shape == .tail || form.shape == .middle { writer.write(count: form.prefix) }
      if form.shape == .middle { writer.write(count: form.suffix) }
      writer.append(new[form.content])
      return new
    case .write(let after, let origin):
      var value = ByteWriter()
      try ValueCoding.write(after, to: &value, depth: 0)
      try write(.value, origin, of: version, value.bytes.count, to: &writer)
      writer.append(value.bytes[...])
      return nil
    }
  }

  /// Writes a tag and what belongs to it.
  private func write(
    _ shape: Block.Shape, _ origin: Int, of version: FieldVersion, _ count: Int,
    to writer: inout ByteWriter
  ) throws(CodingError) {
    let originFlag = origin == self.origin ? 0 : Block.Tag.origin
    let short = UInt8(clamping: min(count, Int(Block.Tag.count)))
    writer.write(shape.rawValue << Block.Tag.shapeShift | originFlag | short)
    if originFlag != 0 { try writer.write(origin: origin, before: version.number) }
    if short == Block.Tag.count { writer.write(count: count) }
  }
}

/// The shortest way to keep a text in a block.
private struct TextForm {
  let shape: Block.Shape
  let prefix: Int
  let suffix: Int
  /// What of the text is kept.
  let content: Range<Int>

  init(of new: [UInt8], after old: [UInt8]) {
    let ends = ByteText.sharedEnds(of: old, new)
    let size = ByteWriter.size(ofCount:)
    let tail = new.count - ends.prefix
    // What each shape takes beside its tag; the count of a long content is left out of account.
    let ofTail = size(ends.prefix) + tail
    let ofMiddle = size(ends.prefix) + size(ends.suffix) + tail - ends.suffix
    let form: (Block.Shape, prefix: Int, suffix: Int)
    if ends.prefix == old.count, !old.isEmpty {
      form = (.append, ends.prefix, 0)
    } else if new.count == old.count, tail <= ofMiddle, tail < new.count {
      form = (.overwrite, ends.prefix, 0)
    } else if min(ofTail, ofMiddle) >= new.count {
      form = (.text, 0, 0)
    } else if ofTail <= ofMiddle {
      form = (.tail, ends.prefix, 0)
    } else {
      form = (.middle, ends.prefix, ends.suffix)
    }
    (shape, prefix, suffix) = form
    content = prefix..<new.count - suffix
  }
}
