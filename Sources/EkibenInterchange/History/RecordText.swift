import EkibenDocuments

/// How a history names a record: `name`, `section:person` or `document:`, as the notation does.
enum RecordText {
  private static let document = "document:"
  private static let section = "section:"

  /// Reads the name of a record; there is one way only to write each.
  static func read(_ cursor: JSONCursor) throws(JSONError) -> RecordID {
    let text = try cursor.string()
    guard let record = record(text), ByteText.equal(Notation.text(of: record), text) else {
      throw cursor.error(.invalid("this does not name a record"))
    }
    return record
  }

  private static func record(_ text: String) -> RecordID? {
    if ByteText.equal(text, document) { return .document }
    let isSection = text.utf8.starts(with: section.utf8)
    let name = isSection ? String(Substring(text.utf8.dropFirst(section.utf8.count))) : text
    let isQuoted = name.utf8.first == UInt8(ascii: "\"")
    guard let id = isQuoted ? JSON(text: name)?.string : name else { return nil }
    do throws(InvalidName) {
      return isSection ? .section(try SectionID(id)) : .row(try RowID(id))
    } catch { return nil }
  }
}
