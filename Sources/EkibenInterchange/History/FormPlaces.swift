import EkibenDocuments

/// The order keys of a form's sections and rows, where they are not the ones that a form gets that is
/// read for the first time.
///
/// A store lets records that stay keep their keys, and the changes of a history name such keys. Our
/// own form JSON has no place for them, so they stand beside it: `{"sections": ["80"], "rows":
/// [["80", "8110"]]}`, each in hexadecimal digits and in the order of the form.
enum FormPlaces {
  /// The keys of a document, or nil where they are the usual ones.
  static func node(of content: Document, usual: Document) -> JSON? {
    if content.isIdentical(to: usual) { return nil }
    return .object([
      ("sections", .array(content.sections.map { node(of: $0.order) })),
      ("rows", .array(content.sections.map { .array($0.rows.map { node(of: $0.order) }) })),
    ])
  }

  private static func node(of key: OrderKey) -> JSON { .string(Hexadecimal.text(key.bytes)) }

  /// Gives the records of a document the keys that stand in a file.
  ///
  /// Refused are keys that do not keep the records in the order in which they stand.
  static func read(_ cursor: JSONCursor, for content: Document) throws(JSONError) -> Document {
    try cursor.refuseMembers(besides: ["sections", "rows"])
    let sectionKeys = try keys(try cursor.required("sections"), count: content.sections.count)
    let rows = try cursor.required("rows")
    let lists = try rows.array()
    guard lists.count == content.sections.count else {
      throw rows.error(.invalid("there are \(content.sections.count) sections"))
    }
    var sections: [Document.Section] = []
    for (at, section) in content.sections.enumerated() {
      let rowKeys = try keys(lists[at], count: section.rows.count)
      sections.append(
        Document.Section(
          id: section.id, order: sectionKeys[at], fields: section.fields,
          rows: zip(section.rows, rowKeys).map { row, key in
            Document.Row(id: row.id, order: key, fields: row.fields)
          }))
    }
    let placed: Document
    do { placed = try Document(fields: content.fields, stored: sections) } catch {
      throw cursor.error(.invalid(Notation.shown(error.description)))
    }
    guard placed == content else {
      throw cursor.error(.invalid("the keys put the form into another order"))
    }
    return placed
  }

  private static func keys(_ cursor: JSONCursor, count: Int) throws(JSONError) -> [OrderKey] {
    let elements = try cursor.array()
    guard elements.count == count else {
      throw cursor.error(.invalid("there have to be \(count) keys"))
    }
    return try elements.map { element throws(JSONError) in
      guard let bytes = Hexadecimal.bytes(try element.string()) else {
        throw element.error(.invalid("a key is written in pairs of hexadecimal digits"))
      }
      return OrderKey(bytes: bytes)
    }
  }
}
