/// A text that replaces another one, with what they have in common written once.
///
/// The text after stands whole, because the newest value of a field is what is asked for most;
/// the text before is the lengths of what it has in common with that, and its middle. Ends are cut
/// between Unicode scalars, so every part is a text of its own.
struct EditedText {
  private let prefix: Int
  private let suffix: Int
  private let removed: String
  private let after: String

  /// Nil where writing both texts whole is not longer.
  init?(from before: String, to after: String) {
    guard let edit = TextEdit(from: before, to: after) else { return nil }
    prefix = edit.offset
    suffix = after.utf8.count - edit.endAfter
    removed = edit.removed
    self.after = after
    // Without the text after, which both have, and with the byte for the kind of the second one.
    let whole = 1 + ByteWriter.size(ofCount: before.utf8.count) + before.utf8.count
    let middle = ByteWriter.size(ofCount: removed.utf8.count) + removed.utf8.count
    let ends = ByteWriter.size(ofCount: prefix) + ByteWriter.size(ofCount: suffix)
    guard middle + ends < whole else { return nil }
  }

  func write(to writer: inout ByteWriter) {
    writer.write(count: prefix)
    writer.write(count: suffix)
    writer.write(removed)
    writer.write(after)
  }

  static func read(
    from reader: inout ByteReader
  ) throws(CodingError) -> (before: String, after: String) {
    let prefix = try reader.number()
    let suffix = try reader.number()
    let removed = try reader.text()
    let start = reader.position
    let after = try reader.text()
    let bytes = Array(after.utf8)
    let count = UInt64(bytes.count)
    // Asked one after the other, so that no sum can overflow.
    guard prefix <= count, suffix <= count - prefix else {
      throw CodingError(.endsOverlap, at: start)
    }
    let before =
      bytes.prefix(Int(prefix)) + Array(removed.utf8) + bytes.suffix(Int(suffix))
    guard let before = String(validating: before, as: UTF8.self) else {
      throw CodingError(.invalidText, at: start)
    }
    return (before, after)
  }
}

extension ValueCoding {
  /// Writes what a change finds and what it leaves.
  static func write(
    before: Value?, after: Value?, to writer: inout ByteWriter
  ) throws(CodingError) {
    switch (before, after) {
    case (.text(let before)?, .text(let after)?):
      if let edit = EditedText(from: before, to: after) {
        writer.write(Kind.editedText.rawValue)
        return edit.write(to: &writer)
      }
    case (.verbatim(let before)?, .verbatim(let after)?):
      if let edit = EditedText(from: before, to: after) {
        writer.write(Kind.editedVerbatim.rawValue)
        return edit.write(to: &writer)
      }
    default: break
    }
    try write(before, to: &writer, depth: 0)
    try write(after, to: &writer, depth: 0)
  }

  /// Reads what ``write(before:after:to:)`` wrote.
  static func readPair(
    from reader: inout ByteReader
  ) throws(CodingError) -> (before: Value?, after: Value?) {
    if reader.take(Kind.editedText.rawValue) {
      let texts = try EditedText.read(from: &reader)
      return (.text(texts.before), .text(texts.after))
    }
    if reader.take(Kind.editedVerbatim.rawValue) {
      let texts = try EditedText.read(from: &reader)
      return (.verbatim(texts.before), .verbatim(texts.after))
    }
    let before = try readValue(from: &reader, depth: 0)
    return (before, try readValue(from: &reader, depth: 0))
  }
}
