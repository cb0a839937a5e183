/// A text by which something is looked up: equal to another, and hashed, by its bytes alone (rule D2).
///
/// With a `String` as the key two spellings of one letter would be one: of two questions whose link ids differ in
/// nothing else, what is asked of the first would count the second.
package struct TextKey: Hashable, Comparable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: TextKey, right: TextKey) -> Bool {
    ByteText.equal(left.text, right.text)
  }

  package static func < (left: TextKey, right: TextKey) -> Bool {
    ByteText.precedes(left.text, right.text)
  }

  package func hash(into hasher: inout Hasher) { ByteText.hash(text, into: &hasher) }
}

extension TextKey: CustomStringConvertible, ExpressibleByStringLiteral {
  package var description: String { text }

  package init(stringLiteral text: String) { self.init(text) }
}
