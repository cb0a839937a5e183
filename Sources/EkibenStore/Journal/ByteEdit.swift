import EkibenDocuments

/// A text edit by bytes: what an entry record keeps of two long texts, neither of which stands in it.
///
/// It leads from the text before to the one after, and finds out when it is given another.
struct ByteEdit: Equatable, Sendable {
  /// Where the middle begins in both texts.
  let offset: Int
  let removed: [UInt8]
  let inserted: [UInt8]
}

extension ByteEdit {
  init(from before: [UInt8], to after: [UInt8]) {
    let ends = ByteText.sharedEnds(of: before, after)
    offset = ends.prefix
    removed = Array(before[ends.prefix..<before.count - ends.suffix])
    inserted = Array(after[ends.prefix..<after.count - ends.suffix])
  }

  /// The text after, from the one before.
  ///
  /// - Throws: ``CodingError`` when the edit does not belong to that text.
  /// - Complexity: O(n).
  func after(_ before: String) throws(CodingError) -> String {
    var bytes = Array(before.utf8)
    guard offset >= 0, offset <= bytes.count, removed.count <= bytes.count - offset,
      bytes[offset..<offset + removed.count].elementsEqual(removed)
    else { throw CodingError(.endsOverlap, at: 0) }
    bytes.replaceSubrange(offset..<offset + removed.count, with: inserted)
    return try bytes.text()
  }
}

extension [UInt8] {
  /// The text that these bytes are.
  func text() throws(CodingError) -> String { try self[...].text() }
}

extension ArraySlice<UInt8> {
  func text() throws(CodingError) -> String {
    guard let text = ByteText.text(of: self) else { throw CodingError(.invalidText, at: 0) }
    return text
  }
}
