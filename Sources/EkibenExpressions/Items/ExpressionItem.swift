public import EkibenDocuments

/// One item of what an expression works on, typed as FHIRPath types it.
public enum ExpressionItem: Hashable, Sendable {
  /// True or false.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// A decimal number with its digits.
  case decimal(DecimalNumber)
  /// A text.
  case text(String)
  /// A date, a date and time, or a time of day.
  case date(PartialDate)
  /// A number with a unit.
  case amount(Amount)
  /// An element of a resource: it has a type of FHIR's, perhaps a value, and elements below it.
  case element(ExpressionElement)

  /// What it is in a calculation: of an element its value, or the amount that it says.
  package var plain: ExpressionItem {
    guard case .element(let element) = self else { return self }
    return element.value ?? element.amount.map { .amount($0) } ?? self
  }

  /// Its kind in the words of messages, such as `a text`.
  package var kindName: String {
    switch self {
    case .boolean: "true or false"
    case .integer: "a whole number"
    case .decimal: "a number"
    case .text: "a text"
    case .date(let date): date.kind == .time ? "a time" : "a date"
    case .amount: "a quantity"
    case .element(let element): element.type.map { "a \($0)" } ?? "an element"
    }
  }

  var text: String? {
    if case .text(let text) = plain { text } else { nil }
  }

  var element: ExpressionElement? {
    if case .element(let element) = self { element } else { nil }
  }

  /// The number as a decimal, if it is one.
  var number: ExpressionItem? {
    switch plain {
    case .integer(let number): .decimal(DecimalNumber(number))
    case .decimal(let number): .decimal(number)
    default: nil
    }
  }
}

/// Items in order: what every expression gives.
///
/// Most are none or one, and then there is no list.
public enum ExpressionItems: Hashable, Sendable {
  /// No item: there is no answer.
  case none
  /// One item.
  case one(ExpressionItem)
  /// Several items, never fewer than two.
  case several([ExpressionItem])

  /// Takes a list as what it is.
  public init(_ items: [ExpressionItem]) {
    switch items.count {
    case 0: self = .none
    case 1: self = .one(items[0])
    default: self = .several(items)
    }
  }

  /// The item, or none.
  public init(_ item: ExpressionItem?) { self = item.map { .one($0) } ?? .none }

  /// All of them.
  public var list: [ExpressionItem] {
    switch self {
    case .none: []
    case .one(let item): [item]
    case .several(let items): items
    }
  }

  /// How many there are.
  public var count: Int {
    switch self {
    case .none: 0
    case .one: 1
    case .several(let items): items.count
    }
  }

  /// Whether there is none.
  public var isEmpty: Bool {
    if case .none = self { true } else { false }
  }

  /// The first of them.
  public var first: ExpressionItem? {
    switch self {
    case .none: nil
    case .one(let item): item
    case .several(let items): items[0]
    }
  }

  /// One of them, without a list made of one alone.
  subscript(_ place: Int) -> ExpressionItem {
    switch self {
    case .none: preconditionFailure("there is no item")
    case .one(let item): item
    case .several(let items): items[place]
    }
  }

  /// Adds an item behind the others.
  mutating func append(_ item: ExpressionItem) {
    switch self {
    case .none: self = .one(item)
    case .one(let first): self = .several([first, item])
    case .several(var items):
      // Whoever holds the list alone adds to it in place.
      self = .none
      items.append(item)
      self = .several(items)
    }
  }

  static func boolean(_ bool: Bool?) -> ExpressionItems {
    ExpressionItems(bool.map { .boolean($0) })
  }

  /// A whole number.
  static func integer(_ number: Int) -> ExpressionItems { .one(.integer(Int64(number))) }
}
