import EkibenDocuments

/// Who wrote the entries of a chunk, when, why, and to which fields.
struct ChunkEntries: Sendable {
  private let times: [Int64]
  private let authors: Runs
  private let reasons: [(offset: Int, reason: String)]
  /// What the targets of a entry look like; see ``Shape``.
  private let shapes: Runs
  private let contexts: Runs?
  private let flags: [Int: Runs]
  private let bytes: [UInt8]
  /// Where the targets begin.
  private let start: Int
  /// Where reading goes on when the next entry is asked for.
  private var reached: (offset: Int, reader: TargetReader)?

  /// Counts of targets, so that an ordinary edit spends no byte on it.
  private enum Shape {
    static let none: UInt64 = 0
    /// One, which is an answer.
    ///
    /// Above it the number is how many there are and one more, and each has its field beside it.
    static let oneAnswer: UInt64 = 1
  }

  /// Reads the part of a chunk that belongs to a tree.
  ///
  /// - Throws: ``CodingError``; no input traps. Targets are checked when they are asked for.
  /// - Complexity: O(entries).
  init(of chunk: Chunk, _ tree: ChunkTree) throws(CodingError) {
    let count = tree.count
    bytes = chunk.entries
    var reader = ByteReader(bytes)
    var times: [Int64] = []
    times.reserveCapacity(min(count, bytes.count))
    var time = chunk.since
    for _ in 0..<count {
      time &+= Int64(bitPattern: try reader.number())
      times.append(time)
    }
    self.times = times
    authors = try Runs(of: count, from: &reader)
    var reasons: [(offset: Int, reason: String)] = []
    var next = 0
    for _ in 0..<(try reader.count()) {
      let gap = try reader.number()
      guard gap < UInt64(clamping: count - next) else { throw reader.fail(.numberTooLarge) }
      reasons.append((next + Int(gap), try reader.text()))
      next += Int(gap) + 1
    }
    self.reasons = reasons
    shapes = try Runs(of: count, from: &reader)
    contexts = tree.saysMore ? try Self.readContexts(of: count, from: &reader) : nil
    flags = tree.saysMore ? try Self.readFlags(shapes, count, from: &reader) : [:]
    start = reader.position
  }

  private static func readContexts(
    of count: Int, from reader: inout ByteReader
  ) throws(CodingError) -> Runs {
    let contexts = try Runs(of: count, from: &reader)
    for run in contexts.runs where EntryRecordContext(code: run.value) == nil {
      throw reader.fail(.unknownVersion(UInt8(truncatingIfNeeded: run.value)))
    }
    return contexts
  }

  private static func readFlags(
    _ shapes: Runs, _ count: Int, from reader: inout ByteReader
  ) throws(CodingError) -> [Int: Runs] {
    var flags: [Int: Runs] = [:]
    var next = 0
    for _ in 0..<(try reader.count()) {
      let gap = try reader.number()
      guard gap < UInt64(clamping: count - next) else { throw reader.fail(.numberTooLarge) }
      next += Int(gap)
      // Each target takes a byte or more, so that a lie cannot reserve memory.
      let targets = Self.count(shapes[next])
      guard targets > 0, targets <= UInt64(reader.bytes.count) else { throw reader.fail(.ended) }
      let runs = try Runs(of: Int(targets), from: &reader)
      for run in runs.runs where run.value & ~UInt64(ChangeFlags.known.rawValue) != 0 {
        throw reader.fail(.unknownVersion(UInt8(truncatingIfNeeded: run.value)))
      }
      flags[next] = runs
      next += 1
    }
    return flags
  }

  static func encode(_ entries: [ChunkEntry], since: Int64) -> [UInt8] {
    var writer = ByteWriter()
    // Clocks seldom go back: a difference that is less than nothing may be long.
    for (entry, before) in zip(entries, [since] + entries.map(\.time)) {
      writer.write(UInt64(bitPattern: entry.time &- before))
    }
    writer.write(runs: entries.map { UInt64(bitPattern: $0.author) })
    write(entries.map(\.reason), to: &writer) { $1.write($0) }
    writer.write(runs: entries.map { shape(of: $0.targets) })
    if entries.contains(where: \.saysMore) {
      writer.write(runs: entries.map(\.context.code))
      write(entries.map { $0.flags.isEmpty ? nil : $0.flags }, to: &writer) { flags, writer in
        writer.write(runs: flags.map { UInt64($0.rawValue) })
      }
    }
    var record: Int64 = 0
    for entry in entries {
      let hasFields = shape(of: entry.targets) > Shape.oneAnswer
      for target in entry.targets {
        writer.write(signed: target.record &- record)
        if hasFields { writer.write(UInt64(bitPattern: target.field)) }
        record = target.record
      }
    }
    return writer.bytes
  }

  /// Writes what few entries have, each behind the gap from the one before.
  private static func write<Part>(
    _ parts: [Part?], to writer: inout ByteWriter, _ write: (Part, inout ByteWriter) -> Void
  ) {
    writer.write(count: parts.count { $0 != nil })
    var next = 0
    for (offset, part) in parts.enumerated() {
      guard let part else { continue }
      writer.write(count: offset - next)
      write(part, &writer)
      next = offset + 1
    }
  }

  /// How many targets a shape stands for.
  private static func count(_ shape: UInt64) -> UInt64 {
    shape <= Shape.oneAnswer ? shape : shape - 1
  }

  private static func shape(of targets: [TargetKey]) -> UInt64 {
    if targets.isEmpty { return Shape.none }
    if targets.count == 1, targets[0].field == TargetKey.answer { return Shape.oneAnswer }
    return UInt64(targets.count) + 1
  }

  /// When the entry at an offset was written, in UTC milliseconds since 1970.
  func time(at offset: Int) -> Int64 { times[offset] }

  /// The key of its author.
  func author(at offset: Int) -> Int64 { Int64(bitPattern: authors[offset]) }

  func reason(at offset: Int) -> String? { reasons.first { $0.offset == offset }?.reason }

  func context(at offset: Int) -> EntryRecordContext {
    contexts.flatMap { EntryRecordContext(code: $0[offset]) } ?? EntryRecordContext()
  }

  /// What is known of each change of the entry at an offset; empty where nothing is.
  func flags(at offset: Int) -> [ChangeFlags] {
    guard let runs = flags[offset], let last = runs.runs.last else { return [] }
    return (0..<last.end).map { ChangeFlags(rawValue: UInt8(truncatingIfNeeded: runs[$0])) }
  }

  /// The fields that the entry at an offset changes.
  ///
  /// - Throws: ``CodingError`` when the targets cannot be read.
  /// - Complexity: O(targets of all entries from the one that was asked for last, or of all up to it).
  mutating func targets(at offset: Int) throws(CodingError) -> [TargetKey] {
    var (next, reader) = (0, TargetReader(bytes, from: start))
    if let reached, reached.offset <= offset { (next, reader) = reached }
    for entry in next..<offset { try reader.skip(shapes[entry]) }
    let targets = try reader.targets(shapes[offset])
    reached = (offset + 1, reader)
    return targets
  }

  private struct TargetReader {
    private var reader: ByteReader
    private var record: Int64 = 0

    init(_ bytes: [UInt8], from start: Int) { reader = ByteReader(bytes, from: start) }

    mutating func skip(_ shape: UInt64) throws(CodingError) {
      for _ in 0..<(try count(shape)) { _ = try target(shape) }
    }

    mutating func targets(_ shape: UInt64) throws(CodingError) -> [TargetKey] {
      var targets: [TargetKey] = []
      for _ in 0..<(try count(shape)) { targets.append(try target(shape)) }
      return targets
    }

    private func count(_ shape: UInt64) throws(CodingError) -> Int {
      if shape <= Shape.oneAnswer { return Int(shape) }
      // Each takes two bytes or more, so that a lie cannot reserve memory.
      guard shape - 1 <= UInt64(reader.bytes.count - reader.position) else {
        throw reader.fail(.ended)
      }
      return Int(shape - 1)
    }

    private mutating func target(_ shape: UInt64) throws(CodingError) -> TargetKey {
      record &+= try reader.signed()
      guard shape > Shape.oneAnswer else {
        return TargetKey(record: record, field: TargetKey.answer)
      }
      return TargetKey(record: record, field: Int64(bitPattern: try reader.number()))
    }
  }
}

extension ChunkEntry {
  /// Whether it says more than most entries do.
  var saysMore: Bool { context != EntryRecordContext() || !flags.isEmpty }
}

extension EntryRecordContext {
  /// One number for all of it: 0 says nothing, and what is unknown to this version is no context.
  fileprivate var code: UInt64 {
    let offset = utcOffset.map { UInt64($0 + Self.utcOffsets.upperBound) + 1 } ?? 0
    return offset << 1 | (isUnchecked ? 1 : 0)
  }

  fileprivate init?(code: UInt64) {
    guard code >> 1 <= UInt64(Self.utcOffsets.count) else { return nil }
    isUnchecked = code & 1 != 0
    if code > 1 { utcOffset = Int(code >> 1) - 1 - Self.utcOffsets.upperBound }
  }
}
