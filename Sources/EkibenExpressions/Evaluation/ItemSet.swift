import EkibenDocuments

/// Items of which each is there once, in order.
///
/// Parts of a resource's own structure, such as items and answers, are told apart by their place, so that two
/// instances with the same answers are two; values, of a type or none, by what they are (decision 0053).
///
/// What may be equal has the same key, so that an item is compared with few others.
struct ItemSet {
  private enum Key: Hashable {
    case boolean(Bool)
    case number(Double)
    case text(TextKey)
    case date
    case amount
    case place(ExpressionElement)
    case element(String, TextKey?)
  }

  // Of so few the parts of the expression that made them were counted.
  private static let few = 16

  private var byKey: [Key: [ExpressionItem]] = [:]
  private(set) var items: [ExpressionItem] = []

  /// Adds an item, if nothing equal is there.
  ///
  /// - Returns: Whether it was added.
  @discardableResult mutating func insert(
    _ item: ExpressionItem, _ evaluation: inout ExpressionEvaluation
  ) throws(ExpressionError) -> Bool {
    if try contains(item, &evaluation) { return false }
    byKey[Self.key(item), default: []].append(item)
    items.append(item)
    return true
  }

  func contains(
    _ item: ExpressionItem, _ evaluation: inout ExpressionEvaluation
  ) throws(ExpressionError) -> Bool {
    if items.count >= Self.few { try evaluation.count(1) }
    for other in byKey[Self.key(item)] ?? [] where try evaluation.areEqual(item, other) == true {
      return true
    }
    return false
  }

  private static func key(_ item: ExpressionItem) -> Key {
    switch item.plain {
    case .boolean(let bool): .boolean(bool)
    case .integer(let number): .number(Double(number))
    case .decimal(let number): .number(Double(number.digits) ?? 0)
    case .text(let text): .text(TextKey(text))
    case .date: .date
    // What has no dimension can be equal to a number.
    case .amount(let amount):
      amount.plainNumber.flatMap { Double($0.digits) }.map { .number($0) } ?? .amount
    case .element(let element):
      element.type.map { .element($0, element.firstText.map { TextKey($0) }) } ?? .place(element)
    }
  }
}

extension ExpressionElement {
  /// The first text in it by name, which few other elements have.
  fileprivate var firstText: String? {
    children.lazy.filter { $0.value?.text != nil }
      .min { ByteText.precedes($0.name, $1.name) }?.value?.text
  }
}
