import EkibenDocuments

/// Equality, equivalence and order (FHIRPath 2.0, §6.1 and §6.2).
extension ExpressionEvaluation {
  /// Whether both are the same items in the same order; nil where nothing says so.
  mutating func areEqual(
    _ left: ExpressionItems, _ right: ExpressionItems
  ) throws(ExpressionError) -> Bool? {
    if left.isEmpty || right.isEmpty { return nil }
    if case .one(let left) = left, case .one(let right) = right { return try areEqual(left, right) }
    guard left.count == right.count else { return false }
    var verdict: Bool? = true
    for (left, right) in zip(left.list, right.list) {
      switch try areEqual(left, right) {
      case true?: break
      case false?: return false
      case nil: verdict = nil
      }
    }
    return verdict
  }

  /// Whether both are the same; nil where nothing says so.
  mutating func areEqual(
    _ left: ExpressionItem, _ right: ExpressionItem
  ) throws(ExpressionError) -> Bool? {
    try count(1)
    let (first, second) = Self.alike(left, right)
    switch (first, second) {
    case (.boolean(let left), .boolean(let right)): return left == right
    case (.integer(let left), .integer(let right)): return left == right
    case (.text(let left), .text(let right)): return left.utf8.elementsEqual(right.utf8)
    case (.date(let left), .date(let right)):
      if (left.kind == .time) != (right.kind == .time) { return false }
      return left.compared(to: right).map { $0 == .same }
    case (.amount, .amount), (.amount, .integer), (.amount, .decimal), (.integer, .amount),
      (.decimal, .amount):
      guard let (left, right) = Self.amounts(first, second) else { return nil }
      return try aligned(left, right).map { $0.left.isEqual(to: $0.right) }
    case (.element(let left), .element(let right)): return try areEqual(left, right)
    default: break
    }
    if case .decimal(let left)? = first.number, case .decimal(let right)? = second.number {
      return left.isEqual(to: right)
    }
    return false
  }

  // The same elements below them, by the same names, those of one name in the same order; on a list, so that
  // depth costs no stack.
  private mutating func areEqual(
    _ left: ExpressionElement, _ right: ExpressionElement
  ) throws(ExpressionError) -> Bool? {
    var waiting = [(left, right)]
    while let (left, right) = waiting.popLast() {
      if left == right { continue }
      try count(1)
      if left.value != nil || right.value != nil {
        guard let mine = left.value, let theirs = right.value, try areEqual(mine, theirs) == true
        else { return false }
      }
      let (mine, theirs) = (left.childrenByName, right.childrenByName)
      guard mine.count == theirs.count,
        zip(mine, theirs).allSatisfy({ $0.name.utf8.elementsEqual($1.name.utf8) })
      else { return false }
      waiting += zip(mine, theirs)
    }
    return true
  }

  /// Whether both are the same but for order, case, white space, and digits that only one has.
  mutating func areEquivalent(
    _ left: ExpressionItems, _ right: ExpressionItems
  ) throws(ExpressionError) -> Bool {
    guard left.count == right.count else { return false }
    var rest = right.list
    for item in left.list {
      var found: Int?
      for (place, other) in rest.enumerated() where try areEquivalent(item, other) {
        found = place
        break
      }
      guard let found else { return false }
      rest.remove(at: found)
    }
    return true
  }

  private mutating func areEquivalent(
    _ left: ExpressionItem, _ right: ExpressionItem
  ) throws(ExpressionError) -> Bool {
    try count(1)
    let (first, second) = Self.alike(left, right)
    switch (first, second) {
    case (.text(let left), .text(let right)):
      try count((left.utf8.count + right.utf8.count) / 64 + 1)
      return Self.folded(left) == Self.folded(right)
    case (.amount(let left), .amount(let right)):
      // Of a word of the calendar and a code both are so many seconds (FHIRPath, “Quantity Equivalence”).
      let isMixed = left.isCalendar != right.isCalendar
      let (mine, theirs) = isMixed ? (left.definite, right.definite) : (left, right)
      guard let (left, right) = try aligned(mine, theirs) else { return false }
      return try areClose(left, right)
    default: break
    }
    if case .decimal(let left)? = first.number, case .decimal(let right)? = second.number {
      return try areClose(left, right)
    }
    return try areEqual(left, right) ?? false
  }

  // At as many places as the one with fewer has, zeros at the end not counted.
  private func areClose(
    _ left: DecimalNumber, _ right: DecimalNumber
  ) throws(ExpressionError) -> Bool {
    let places = min(left.placesWithoutZeros, right.placesWithoutZeros)
    return try digits(
      try left.rounded(toPlaces: places).isEqual(to: right.rounded(toPlaces: places)))
  }

  private static func folded(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// How both stand to each other; nil where nothing says so.
  func compare(
    _ left: ExpressionItem, _ right: ExpressionItem, _ operation: String
  ) throws(ExpressionError) -> PartialDate.Order? {
    let (first, second) = Self.alike(left, right)
    switch (first, second) {
    case (.integer(let left), .integer(let right)): return Self.order(left, right)
    case (.text(let left), .text(let right)):
      if left.utf8.elementsEqual(right.utf8) { return .same }
      return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars) ? .before : .after
    case (.date(let left), .date(let right)):
      if (left.kind == .time) != (right.kind == .time) { throw refuse(operation, second) }
      return left.compared(to: right)
    default: break
    }
    if case .decimal(let left)? = first.number, case .decimal(let right)? = second.number {
      return Self.order(left, right)
    }
    guard let (left, right) = Self.amounts(first, second) else {
      switch first {
      case .boolean, .element: throw refuse(operation, first)
      default: throw refuse(operation, second)
      }
    }
    return try aligned(left, right).map { Self.order($0.left, $0.right) }
  }

  private static func order(_ left: Int64, _ right: Int64) -> PartialDate.Order {
    left == right ? .same : left < right ? .before : .after
  }

  private static func order(_ left: DecimalNumber, _ right: DecimalNumber) -> PartialDate.Order {
    if left.isLess(than: right) { return .before }
    return right.isLess(than: left) ? .after : .same
  }

  private func aligned(
    _ left: Amount, _ right: Amount
  ) throws(ExpressionError) -> (left: DecimalNumber, right: DecimalNumber)? {
    try digits(try left.aligned(with: right))
  }

  // Both as amounts, if one of them is: a number is one of the unit 1.
  static func amounts(_ left: ExpressionItem, _ right: ExpressionItem) -> (Amount, Amount)? {
    func amount(_ item: ExpressionItem) -> Amount? {
      if case .amount(let amount) = item { return amount }
      guard case .decimal(let number)? = item.number else { return nil }
      return Amount(number, unit: Amount.one)
    }
    guard let left = amount(left), let right = amount(right) else { return nil }
    return (left, right)
  }

  // As they are in a calculation. Of an element's text nobody may have said that it is a date: then what it is
  // compared with says so.
  private static func alike(
    _ left: ExpressionItem, _ right: ExpressionItem
  ) -> (ExpressionItem, ExpressionItem) {
    let (first, second) = (left.plain, right.plain)
    if case .date(let date) = first, let other = right.untypedDate(date.kind) {
      return (first, .date(other))
    }
    if case .date(let date) = second, let other = left.untypedDate(date.kind) {
      return (.date(other), second)
    }
    return (first, second)
  }
}

extension ExpressionItem {
  fileprivate func untypedDate(_ kind: DateText.Kind) -> PartialDate? {
    guard case .element(let element) = self, element.type == nil,
      case .text(let text)? = element.value, let date = PartialDate(text),
      (date.kind == .time) == (kind == .time)
    else { return nil }
    return date
  }
}

extension DecimalNumber {
  /// How many digits stand behind the point, zeros at the end not counted.
  fileprivate var placesWithoutZeros: Int {
    guard let point = digits.utf8.firstIndex(of: UInt8(ascii: ".")) else { return 0 }
    let fraction = digits.utf8[digits.utf8.index(after: point)...]
    return fraction.count - fraction.reversed().prefix { $0 == UInt8(ascii: "0") }.count
  }
}
