import EkibenDocuments

/// The compact binary form of a record.
///
/// ```text
/// entry    flags [more] [parent] [head] [step] [reverted] [mark] [reason] [offset] [targets]
///          [change flags…] change…
/// targets  record | count (record field)… | count others (record field)… record…
/// change   origin values | after
/// values   value value | 0x40 prefix suffix removed after | 0x41 offset removed inserted
///          | 0x42 appended after
/// ```
///
/// Numbers are varints, and other entries are named by how far back they are. All targets stand
/// before all values, so that who did what to which field is read without building a value. Where
/// nobody had written any of several fields, as in a document that begins with answers, only what is there
/// afterwards is said, and of answers at the end the records alone, each by how far it is from the one before.
enum EntryRecordCoding {
  /// Kinds of values are below these, for ever.
  private enum Pair {
    static let sharedEnds: UInt8 = 0x40
    static let edit: UInt8 = 0x41
    /// Of typing at the end: how many bytes were put behind the text before, and the text after.
    static let append: UInt8 = 0x42
  }

  private typealias Flag = EntryRecordHeader.Flag
  private typealias More = EntryRecordHeader.More

  /// The bytes of a record.
  ///
  /// - Throws: ``CodingError`` when the record names a later entry or holds values too deep to be read.
  /// - Complexity: O(n) in its size.
  static func encode(_ record: EntryRecord, number: Int) throws(CodingError) -> [UInt8] {
    // What an edit of a text takes: a list that grows is copied three times.
    var writer = ByteWriter(capacity: 96)
    let targets = record.shape
    let reason = record.reason == nil ? 0 : Flag.reason
    let more = more(of: record)
    try record.header.write(of: number, with: (targets | reason, more), to: &writer)
    if let reason = record.reason { writer.write(reason) }
    if let offset = record.context.utcOffset { try writer.write(utcOffset: offset) }
    write(record.changes, as: targets, to: &writer)
    if more & More.changeFlags != 0 {
      for change in record.changes { writer.write(change.flags.rawValue) }
    }
    for change in record.changes {
      if targets == Flag.firstValues, case .values(_, let after) = change.content {
        try ValueCoding.write(after, to: &writer, depth: 0)
      } else {
        try writer.write(origin: change.origin, before: number)
        try write(change.content, to: &writer)
      }
    }
    return writer.bytes
  }

  private static func write(
    _ changes: [EntryRecordChange], as shape: UInt8, to writer: inout ByteWriter
  ) {
    guard shape & Flag.targets != 0 else {
      for change in changes { writer.write(UInt64(bitPattern: change.target.record)) }
      return
    }
    writer.write(count: changes.count)
    var whole = changes.count
    if shape == Flag.firstValues {
      whole = (changes.lastIndex { $0.target.field != TargetKey.answer } ?? -1) + 1
      writer.write(count: whole)
    }
    for change in changes[..<whole] {
      writer.write(UInt64(bitPattern: change.target.record))
      writer.write(UInt64(bitPattern: change.target.field))
    }
    var last: Int64 = 0
    for change in changes[whole...] {
      writer.write(signed: change.target.record &- last)
      last = change.target.record
    }
  }

  private static func more(of record: EntryRecord) -> UInt8 {
    (record.context.utcOffset == nil ? 0 : More.utcOffset)
      | (record.context.isUnchecked ? More.unchecked : 0)
      | (record.changes.contains { !$0.flags.isEmpty } ? More.changeFlags : 0)
  }

  /// The record of some bytes.
  ///
  /// - Throws: ``CodingError``; no input traps.
  /// - Complexity: O(n) in its size.
  static func decode(_ bytes: [UInt8], number: Int) throws(CodingError) -> EntryRecord {
    var reader = ByteReader(bytes)
    let (frame, isFirst) = try readFrame(of: number, from: &reader)
    var record = EntryRecord(header: frame.header, reason: frame.reason)
    record.context = frame.context
    for (at, target) in frame.targets.enumerated() {
      let origin = isFirst ? 0 : try reader.origin(before: number)
      let content =
        isFirst
        ? .values(before: nil, after: try ValueCoding.readValue(from: &reader, depth: 0))
        : try readContent(from: &reader)
      let flags = frame.flags.isEmpty ? [] : frame.flags[at]
      record.changes.append(
        EntryRecordChange(target: target, content: content, origin: origin, flags: flags))
    }
    guard reader.isAtEnd else { throw reader.fail(.trailing) }
    return record
  }

  /// What a record says before its values, which are not looked at; kind, time and author have columns.
  ///
  /// - Throws: ``CodingError``; no input traps.
  /// - Complexity: O(fields).
  static func frame(of bytes: [UInt8], number: Int) throws(CodingError) -> ChunkEntry {
    var reader = ByteReader(bytes)
    return try readFrame(of: number, from: &reader).frame
  }

  private static func readFrame(
    of number: Int, from reader: inout ByteReader
  ) throws(CodingError) -> (frame: ChunkEntry, isFirst: Bool) {
    let (header, flags) = try EntryRecordHeader.read(of: number, from: &reader)
    var frame = ChunkEntry(kind: 0, header: header, time: 0, author: 0)
    if flags.first & Flag.reason != 0 { frame.reason = try reader.text() }
    if flags.more & More.utcOffset != 0 { frame.context.utcOffset = try reader.utcOffset() }
    frame.context.isUnchecked = flags.more & More.unchecked != 0
    frame.targets = try readTargets(flags.first, from: &reader)
    if flags.more & More.changeFlags != 0 {
      let flags = try frame.targets.map { _ throws(CodingError) in try reader.changeFlags() }
      if flags.contains(where: { !$0.isEmpty }) { frame.flags = flags }
    }
    // Whether nobody had written any of the fields.
    return (frame, flags.first & Flag.firstValues == Flag.firstValues)
  }

  /// What a record says of its place in the undo tree; the rest is not looked at.
  ///
  /// - Throws: ``CodingError``; no input traps.
  /// - Complexity: O(1), and O(n) in the name of a mark.
  static func header(of bytes: [UInt8], number: Int) throws(CodingError) -> EntryRecordHeader {
    var reader = ByteReader(bytes)
    return try EntryRecordHeader.read(of: number, from: &reader).header
  }

  private static func readTargets(
    _ flags: UInt8, from reader: inout ByteReader
  ) throws(CodingError) -> [TargetKey] {
    let shape = flags & Flag.firstValues
    if shape == Flag.oneAnswer {
      return [TargetKey(record: Int64(bitPattern: try reader.number()), field: TargetKey.answer)]
    }
    var targets: [TargetKey] = []
    let count = shape & Flag.targets != 0 ? try reader.count() : 0
    let whole = shape == Flag.firstValues ? try reader.count() : count
    guard whole <= count else { throw reader.fail(.numberTooLarge) }
    for _ in 0..<whole {
      let record = Int64(bitPattern: try reader.number())
      targets.append(TargetKey(record: record, field: Int64(bitPattern: try reader.number())))
    }
    var last: Int64 = 0
    for _ in whole..<count {
      last &+= try reader.signed()
      targets.append(TargetKey(record: last, field: TargetKey.answer))
    }
    return targets
  }

  private static func write(
    _ content: EntryRecordChange.Content, to writer: inout ByteWriter
  ) throws(CodingError) {
    switch content {
    case .edit(let edit):
      writer.write(Pair.edit)
      writer.write(count: edit.offset)
      writer.write(raw: edit.removed)
      writer.write(raw: edit.inserted)
    case .values(let before, let after):
      if writeSharedEnds(before, after, to: &writer) { return }
      try ValueCoding.write(before, to: &writer, depth: 0)
      try ValueCoding.write(after, to: &writer, depth: 0)
    }
  }

  /// Writes two texts with what they share at their ends once; false if that is not shorter.
  private static func writeSharedEnds(
    _ before: Value?, _ after: Value?, to writer: inout ByteWriter
  ) -> Bool {
    guard case .text(let before)? = before, case .text(let after)? = after else { return false }
    let (old, new) = (before.utf8, after.utf8)
    let ends = ByteText.sharedEnds(of: old, new)
    let removed = old.count - ends.prefix - ends.suffix
    let size = ByteWriter.size(ofCount:)
    // Without the text after, which both have; a second whole text has a kind of its own too.
    let edited = size(ends.prefix) + size(ends.suffix) + size(removed) + removed
    guard edited < 1 + size(old.count) + old.count else { return false }
    if ends.prefix == old.count {
      writer.write(Pair.append)
      writer.write(count: new.count - old.count)
      writer.write(after)
      return true
    }
    writer.write(Pair.sharedEnds)
    writer.write(count: ends.prefix)
    writer.write(count: ends.suffix)
    writer.write(count: removed)
    for byte in old.dropFirst(ends.prefix).prefix(removed) { writer.write(byte) }
    writer.write(after)
    return true
  }

  private static func readContent(
    from reader: inout ByteReader
  ) throws(CodingError) -> EntryRecordChange.Content {
    if reader.take(Pair.sharedEnds) { return try readTexts(from: &reader) }
    if reader.take(Pair.append) {
      let appended = try reader.number()
      let after = try reader.text()
      guard appended <= UInt64(after.utf8.count) else { throw reader.fail(.endsOverlap) }
      let before = try Array(after.utf8.dropLast(Int(appended))).text()
      return .values(before: .text(before), after: .text(after))
    }
    if reader.take(Pair.edit) {
      guard let offset = Int(exactly: try reader.number()) else {
        throw reader.fail(.numberTooLarge)
      }
      let removed = try reader.raw()
      return .edit(ByteEdit(offset: offset, removed: removed, inserted: try reader.raw()))
    }
    let before = try ValueCoding.readValue(from: &reader, depth: 0)
    return .values(before: before, after: try ValueCoding.readValue(from: &reader, depth: 0))
  }

  private static func readTexts(
    from reader: inout ByteReader
  ) throws(CodingError) -> EntryRecordChange.Content {
    let prefix = try reader.number()
    let suffix = try reader.number()
    let removed = try reader.skip(reader.count())
    let after = try reader.skip(reader.count())
    // Asked one after the other, so that no sum can overflow.
    guard prefix <= UInt64(after.count), suffix <= UInt64(after.count) - prefix else {
      throw reader.fail(.endsOverlap)
    }
    var before = Array(reader.bytes[after.lowerBound..<after.lowerBound + Int(prefix)])
    before += reader.bytes[removed]
    before += reader.bytes[after.upperBound - Int(suffix)..<after.upperBound]
    return .values(before: .text(try before.text()), after: .text(try reader.bytes[after].text()))
  }
}

extension EntryRecord {
  // How its changes are written.
  fileprivate var shape: UInt8 {
    guard changes.count > 1 else {
      let isOneAnswer = changes.first?.target.field == TargetKey.answer
      return changes.isEmpty
        ? 0 : isOneAnswer ? EntryRecordHeader.Flag.oneAnswer : EntryRecordHeader.Flag.targets
    }
    let isFirst = changes.allSatisfy { change in
      guard case .values(nil, _) = change.content else { return false }
      return change.origin == 0
    }
    return isFirst ? EntryRecordHeader.Flag.firstValues : EntryRecordHeader.Flag.targets
  }
}

extension ByteWriter {
  mutating func write(utcOffset: Int) throws(CodingError) {
    guard EntryRecordContext.utcOffsets.contains(utcOffset) else { throw fail(.numberTooLarge) }
    write(signed: Int64(utcOffset))
  }
}

extension ByteReader {
  mutating func utcOffset() throws(CodingError) -> Int {
    guard let offset = Int(exactly: try signed()), EntryRecordContext.utcOffsets.contains(offset)
    else { throw fail(.numberTooLarge) }
    return offset
  }

  mutating func changeFlags() throws(CodingError) -> ChangeFlags {
    let flags = ChangeFlags(rawValue: try byte())
    guard flags.isSubset(of: .known) else { throw fail(.unknownVersion(flags.rawValue)) }
    return flags
  }
}
