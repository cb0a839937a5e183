/// What a form and its revisions are everywhere, whatever numbers and names a store gives them.
extension Document {
  /// The hash of everything but the order keys: publishing the same content gives the same revision
  /// (rule F9).
  ///
  /// - Throws: ``CodingError`` with ``CodingProblem/tooDeep``.
  /// - Complexity: O(n) in the size of the content.
  package var contentHash: [UInt8] {
    get throws(CodingError) { SHA256.hash(try ValueCoding.encode(described(withPlaces: false))) }
  }

  /// The identity of a revision of a form: the SHA-256 of its content and its order keys (rule F22).
  ///
  /// Documents refer to records by their keys, so equal content with other keys is another
  /// revision.
  ///
  /// - Throws: ``CodingError`` with ``CodingProblem/tooDeep``.
  /// - Complexity: O(n) in the size of the content.
  package var revisionID: [UInt8] {
    get throws(CodingError) { SHA256.hash(try ValueCoding.encode(described(withPlaces: true))) }
  }

  private func described(withPlaces: Bool) -> Fields {
    func record(_ id: String, _ order: OrderKey, _ content: [Value]) -> Value {
      .list([.text(id)] + (withPlaces ? [.bytes(order.bytes)] : []) + content)
    }
    var content = Fields()
    content["fields"] = .record(fields)
    content[withPlaces ? "placed" : "sections"] = .list(
      sections.map { section in
        let rows = section.rows.map { record($0.id.rawValue, $0.order, [.record($0.fields)]) }
        return record(section.id.rawValue, section.order, [.record(section.fields), .list(rows)])
      })
    return content
  }

  /// The 128 bits that name the form everywhere: they follow from its URL, or else from its name
  /// (rule F23), so that two stores that never met have one form.
  ///
  /// They are the first half of the SHA-256 of `ekiben-form-url` or `ekiben-form-name`, a zero byte,
  /// and the URL or the name in UTF-8.
  package func formUID(named name: DocumentName) -> [UInt8] {
    let url = fields.text(.url)
    let text = "ekiben-form-\(url == nil ? "name" : "url")\u{0}\(url ?? name.rawValue)"
    return Array(SHA256.hash(Array(text.utf8)).prefix(16))
  }
}
