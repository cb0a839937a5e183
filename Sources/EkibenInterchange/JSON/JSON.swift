internal import EkibenDocuments

/// A JSON value as it was written: members keep their order, numbers their digits, and every node
/// knows which bytes of its source it came from.
///
/// Two nodes are equal when their contents are: strings by their UTF-8 bytes, numbers by their
/// digits as written (`1.0` is not `1.00`), members in order. Ranges do not count.
package struct JSON: Sendable {
  /// What the node holds; `number` keeps the digits exactly as they were written.
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])
  }

  /// One `"name": value` of an object.
  package struct Member: Sendable {
    /// The name, its escapes resolved.
    package var name: String

    /// The node behind the colon.
    package var value: JSON

    /// Pairs a name with its value; nobody checks here that the object has no other such name.
    package init(name: String, value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// What the node holds.
  package var content: Content

  /// The bytes of the source that the node was read from; empty for a node made by hand.
  package var range: Range<Int>

  /// Makes a node by hand, or by the parser, which knows the range.
  package init(content: Content, range: Range<Int> = 0..<0) {
    self.content = content
    self.range = range
  }

  /// The text of a string node, and nil for every other kind.
  package var string: String? {
    guard case .string(let text) = content else { return nil }
    return text
  }

  /// The truth value of a `true` or `false` node, and nil for every other kind.
  package var bool: Bool? {
    guard case .bool(let value) = content else { return nil }
    return value
  }

  /// The digits of a number node as they were written, and nil for every other kind.
  package var number: String? {
    guard case .number(let digits) = content else { return nil }
    return digits
  }

  /// The elements of an array node, and nil for every other kind.
  package var array: [JSON]? {
    guard case .array(let elements) = content else { return nil }
    return elements
  }

  /// The members of an object node in their order, and nil for every other kind.
  package var object: [Member]? {
    guard case .object(let members) = content else { return nil }
    return members
  }

  /// Whether the node is `null`, which is not the same as a member that is absent.
  package var isNull: Bool {
    guard case .null = content else { return false }
    return true
  }

  /// The value of the member with this name, compared by bytes; nil where there is none.
  package subscript(name: String) -> JSON? {
    guard case .object(let members) = content else { return nil }
    return members.first { ByteText.equal($0.name, name) }?.value
  }

  /// The node's kind in the words of our error messages, such as `a number`.
  package var kindName: String {
    switch content {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The node exactly as it stands in its source; empty for a node made by hand.
  package func text(in source: [UInt8]) -> String {
    String(decoding: source[range.clamped(to: source.indices)], as: UTF8.self)
  }
}
