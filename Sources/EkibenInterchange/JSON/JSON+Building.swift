internal import EkibenDocuments

extension JSON {
  package static let null = JSON(content: .null)

  package static func bool(_ value: Bool) -> JSON { JSON(content: .bool(value)) }

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
    DecimalNumber(digits).map { JSON(content: .number($0.digits)) }
  }

  /// Makes a node of JSON text that was kept, which is written as it is.
  package static func kept(_ source: String) -> JSON { JSON(content: .kept(source)) }

  package static func array(_ elements: [JSON]) -> JSON { JSON(content: .array(elements)) }

  /// Makes an object by hand, its members in the order given.
  ///
  /// The caller sees to it that names differ: an object with the same name twice is written as it
  /// is, and refused when read.
  package static func object(_ members: [(String, JSON)]) -> JSON {
    JSON(content: .object(members.map { Member(name: $0.0, value: $0.1) }))
  }

  /// Makes an object of those members that there are.
  static func object(present members: [(String, JSON?)]) -> JSON {
    .object(members.compactMap { name, value in value.map { (name, $0) } })
  }
}

// Literals stand for the values that they look like; the members of an object keep their order. `nil` is
// none: where a value may be missing, it would be taken for `null`.
extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }
}
