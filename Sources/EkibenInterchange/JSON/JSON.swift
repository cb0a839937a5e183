internal import EkibenDocuments

/// A JSON value as it was written: members keep their order, numbers their digits, and every node
/// knows which bytes of its source it came from.
///
/// Two nodes are equal when their contents are: strings by their UTF-8 bytes, numbers by their
/// digits as written (`1.0` is not `1.00`), members in order. Ranges do not count.
package struct JSON: Sendable, Equatable {
  /// What the node holds; `number` keeps the digits exactly as they were written.
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])
    /// JSON text that was kept, and is written as it is; only a node made by hand has it.
    case kept(String)
  }

  /// One `"name": value` of an object.
  package struct Member: Sendable {
    /// The name, its escapes resolved.
    package var name: String

    package var value: JSON

    /// Pairs a name with its value; nobody checks here that the object has no other such name.
    package init(name: String, value: JSON) {
      (self.name, self.value) = (name, value)
    }
  }

  package var content: Content

  /// The bytes of the source that the node was read from; empty for a node made by hand.
  package var range: Range<Int>

  /// Makes a node by hand, or by the parser, which knows the range.
  package init(content: Content, range: Range<Int> = 0..<0) {
    (self.content, self.range) = (content, range)
  }

  /// The text of a string node, and nil for every other kind.
  package var string: String? { if case .string(let text) = content { text } else { nil } }

  /// The truth value of a `true` or `false` node, and nil for every other kind.
  package var bool: Bool? { if case .bool(let value) = content { value } else { nil } }

  /// The digits of a number node as they were written, and nil for every other kind.
  package var number: String? { if case .number(let digits) = content { digits } else { nil } }

  /// The elements of an array node, and nil for every other kind.
  package var array: [JSON]? { if case .array(let elements) = content { elements } else { nil } }

  /// The members of an object node in their order, and nil for every other kind.
  package var object: [Member]? { if case .object(let members) = content { members } else { nil } }

  /// Whether the node is `null`, which is not the same as a member that is absent.
  package var isNull: Bool { if case .null = content { true } else { false } }

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
    case .kept: "a text that was kept"
    }
  }

  /// The node exactly as it stands in its source; empty for a node made by hand.
  package func text(in source: [UInt8]) -> String {
    String(decoding: source[range.clamped(to: source.indices)], as: UTF8.self)
  }

  /// Compares contents and leaves ranges out; works off a list, so depth costs no stack.
  package static func == (left: JSON, right: JSON) -> Bool {
    var pending = [(left, right)]
    while let (left, right) = pending.popLast() {
      switch (left.content, right.content) {
      case (.null, .null): break
      case (.bool(let left), .bool(let right)) where left == right: break
      case (.number(let left), .number(let right)) where ByteText.equal(left, right): break
      case (.string(let left), .string(let right)) where ByteText.equal(left, right): break
      case (.kept(let left), .kept(let right)) where ByteText.equal(left, right): break
      case (.array(let left), .array(let right)) where left.count == right.count:
        pending.append(contentsOf: zip(left, right))
      case (.object(let left), .object(let right))
      where left.elementsEqual(right) { ByteText.equal($0.name, $1.name) }:
        pending.append(contentsOf: zip(left, right).map { ($0.value, $1.value) })
      default: return false
      }
    }
    return true
  }
}
