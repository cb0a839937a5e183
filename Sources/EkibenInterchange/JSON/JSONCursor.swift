internal import EkibenDocuments

/// A node together with its path and its source, for readers of a format: what they do not find as
/// they expect it is thrown with line, column and path.
package struct JSONCursor: Sendable {
  package let node: JSON
  package let path: JSONPath
  package let source: [UInt8]

  /// Places a cursor on a node of a text that was read before.
  package init(_ node: JSON, source: [UInt8], path: JSONPath = .root) {
    (self.node, self.source, self.path) = (node, source, path)
  }

  /// Reads a text and places the cursor on its root.
  package init(parsing source: [UInt8], limits: JSON.Limits = .standard) throws(JSONError) {
    self.init(try JSON(parsing: source, limits: limits), source: source)
  }

  /// Makes an error of this place, for what only the reader of a format can judge.
  package func error(_ kind: JSONError.Kind) -> JSONError {
    JSONError(kind, at: node.range.lowerBound, in: source, path: path)
  }

  package var text: String { node.text(in: source) }
  package var isNull: Bool { node.isNull }

  /// Steps to a member that must be there; it may be `null`.
  package func required(_ name: String) throws(JSONError) -> JSONCursor {
    guard let member = try optional(name) else { throw error(.missing(name)) }
    return member
  }

  /// Steps to a member, and is nil where it is absent; one that is `null` is there.
  package func optional(_ name: String) throws(JSONError) -> JSONCursor? {
    guard node.object != nil else { throw unexpected("an object") }
    return member(name)
  }

  /// The members of an object in their order, each with a cursor on its value.
  package func members() throws(JSONError) -> [(name: String, value: JSONCursor)] {
    guard let members = node.object else { throw unexpected("an object") }
    return members.map {
      ($0.name, JSONCursor($0.value, source: source, path: path.member($0.name)))
    }
  }

  /// Refuses an object that has a member whose name is not in the list.
  package func refuseMembers(besides known: [String]) throws(JSONError) {
    guard let members = node.object else { throw unexpected("an object") }
    let unknown = members.first { member in !known.contains { ByteText.equal($0, member.name) } }
    guard let unknown else { return }
    let value = JSONCursor(unknown.value, source: source, path: path.member(unknown.name))
    throw value.error(.unknownMember(unknown.name))
  }

  package func string() throws(JSONError) -> String {
    guard let text = node.string else { throw unexpected("text") }
    return text
  }

  package func bool() throws(JSONError) -> Bool {
    guard let value = node.bool else { throw unexpected("true or false") }
    return value
  }

  /// The digits of a number as they were written.
  package func number() throws(JSONError) -> String {
    guard let digits = node.number else { throw unexpected("a number") }
    return digits
  }

  /// A whole number written without point and exponent, if Swift's `Int` can hold it.
  package func int() throws(JSONError) -> Int {
    guard let digits = node.number else { throw unexpected("a whole number") }
    guard let value = Int(digits) else {
      throw error(
        .unexpected(expected: "a whole number", found: JSONError.shortened(digits, to: 40)))
    }
    return value
  }

  /// The elements of a list, each with a cursor.
  package func array() throws(JSONError) -> [JSONCursor] {
    guard let elements else { throw unexpected("a list") }
    return elements
  }

  /// Makes an error of this place, where something else than this is.
  package func unexpected(_ expected: String) -> JSONError {
    error(.unexpected(expected: expected, found: node.kindName))
  }

  /// A member, or nil where there is none or the node is no object.
  func member(_ name: String) -> JSONCursor? {
    node[name].map { JSONCursor($0, source: source, path: path.member(name)) }
  }

  /// The elements of a member that is a list.
  func elements(_ name: String) -> [JSONCursor]? { member(name)?.elements }

  /// The elements of a list; nil of anything else.
  var elements: [JSONCursor]? {
    node.array?.enumerated().map { index, element in
      JSONCursor(element, source: source, path: path.element(index))
    }
  }

  /// The first of the extensions of an element that has a URL.
  func extensionElement(_ url: String) -> JSONCursor? {
    elements("extension")?.first { $0.node["url"]?.string == url }
  }

  /// Each member of an object but some, name and value as they stand in the source.
  func memberTexts(besides names: [String]) -> [String] {
    var texts: [String] = []
    // Between the brace or the value before and this value stands a comma, the name and a colon.
    var start = node.range.lowerBound + 1
    for member in node.object ?? [] {
      if !names.contains(where: { ByteText.equal($0, member.name) }) {
        let bytes = source[start..<member.value.range.upperBound]
        texts.append(String(decoding: bytes.drop { $0 != UInt8(ascii: "\"") }, as: UTF8.self))
      }
      start = member.value.range.upperBound
    }
    return texts
  }

  /// A member that is a text with something in it.
  package func filled(_ name: String) -> JSONCursor? {
    guard let member = member(name), let text = member.node.string, !text.isEmpty else {
      return nil
    }
    return member
  }

  /// A hash in hexadecimal digits.
  func digest() throws(JSONError) -> SHA256.Digest {
    guard let digest = SHA256.Digest(try string()) else {
      throw error(.invalid("an id is 64 hexadecimal digits, in lower case"))
    }
    return digest
  }

  /// 16 bytes in hexadecimal digits, of what is called so in an error.
  func uid(_ what: String) throws(JSONError) -> [UInt8] {
    guard let bytes = Hexadecimal.bytes(try string()), bytes.count == 16 else {
      throw error(.invalid("\(what) is 32 hexadecimal digits, in lower case"))
    }
    return bytes
  }

  /// A text that is a legal id.
  func name<Name: RecordName>() throws(JSONError) -> Name { try name(try string()) }

  /// A text of this place, such as a member's name, as a legal id.
  func name<Name: RecordName>(_ text: String) throws(JSONError) -> Name {
    do throws(InvalidName) { return try Name(text) } catch {
      throw self.error(.invalid(Notation.shown(error.description)))
    }
  }
}
