extension JSON {
  /// The value `null`, made by hand.
  package static let null = JSON(content: .null)

  /// Makes `true` or `false` by hand.
  package static func bool(_ value: Bool) -> JSON {
    JSON(content: .bool(value))
  }

  /// Makes a string by hand, and `null` where there is no text.
  package static func string(_ text: String?) -> JSON {
    JSON(content: text.map { .string($0) } ?? .null)
  }

  /// Makes a number from an integer, and `null` where there is none.
  package static func integer(_ value: Int?) -> JSON {
    JSON(content: value.map { .number(String($0)) } ?? .null)
  }

  /// Makes a number that keeps these digits, and nil where they are no JSON number (`1.`, `+1`).
  package static func number(digits: String) -> JSON? {
    guard JSONNumber.isValid(digits) else { return nil }
    return JSON(content: .number(digits))
  }

  /// Makes a node of JSON text that was kept, which is written as it is.
  package static func kept(_ source: String) -> JSON {
    JSON(content: .kept(source))
  }

  /// Makes an array by hand.
  package static func array(_ elements: [JSON]) -> JSON {
    JSON(content: .array(elements))
  }

  /// Makes an object by hand, its members in the order given.
  ///
  /// The caller sees to it that names differ: an object with the same name twice is written as it
  /// is, and refused when read.
  package static func object(_ members: [(String, JSON)]) -> JSON {
    JSON(content: .object(members.map { Member(name: $0.0, value: $0.1) }))
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Lets `nil` stand for `null`.
  package init(nilLiteral: ()) {
    self.init(content: .null)
  }

  /// Lets `true` and `false` stand for themselves.
  package init(booleanLiteral value: Bool) {
    self.init(content: .bool(value))
  }

  /// Lets an integer literal stand for a number.
  package init(integerLiteral value: Int) {
    self.init(content: .number(String(value)))
  }

  /// Lets a string literal stand for a string.
  package init(stringLiteral value: String) {
    self.init(content: .string(value))
  }

  /// Lets an array literal stand for an array.
  package init(arrayLiteral elements: JSON...) {
    self.init(content: .array(elements))
  }

  /// Lets a dictionary literal stand for an object; the order is kept.
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self.init(content: .object(elements.map { Member(name: $0.0, value: $0.1) }))
  }
}
