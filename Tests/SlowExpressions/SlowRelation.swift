/// The relations between two items.
enum SlowRelation {
  /// `=` for two items; nil when it is not known.
  static func equal(_ left: SlowItem, _ right: SlowItem) throws -> Bool? {
    if let a = left.number, let b = right.number { return a == b }
    if let a = left.amount, let b = right.amount {
      return try SlowUnit.common(a, b).map { $0.0 == $0.1 }
    }
    switch (left.plain, right.plain) {
    case (.bool(let a), .bool(let b)): return a == b
    case (.text(let a), .text(let b)): return SlowText.same(a, b)
    case (.date(let a), .date(let b)):
      let (first, second) = (SlowDate(a), SlowDate(b))
      guard first.isTime == second.isTime else { return false }
      let order = SlowDate.order(first, second)
      return order == .unknown ? nil : order == .same
    case (.element(_, let a, _), .element(_, let b, _)): return SlowJSON.same(a, b)
    default: return false
    }
  }

  /// `=` for two lists; nil when it is not known. Both lists have items.
  static func equal(_ left: [SlowItem], _ right: [SlowItem]) throws -> Bool? {
    guard left.count == right.count else { return false }
    let answers = try zip(left, right).map { try equal($0, $1) }
    if answers.contains(where: { $0 == false }) { return false }
    return answers.contains(where: { $0 == nil }) ? nil : true
  }

  /// `~` for two items.
  static func equivalent(_ left: SlowItem, _ right: SlowItem) throws -> Bool {
    if let a = left.number, let b = right.number { return SlowNumber.alike(a, b) }
    if case .text(let a) = left.plain, case .text(let b) = right.plain {
      return SlowText.same(SlowText.folded(a), SlowText.folded(b))
    }
    if let a = left.amount, let b = right.amount, a.isCalendar != b.isCalendar {
      return try SlowUnit.common(a.inDays(), b.inDays()).map { $0.0 == $0.1 } ?? false
    }
    return try equal(left, right) == true
  }

  /// `~` for two lists: there is a way to pair every left item with a right one of its own.
  static func equivalent(_ left: [SlowItem], _ right: [SlowItem]) throws -> Bool {
    guard left.count == right.count else { return false }
    let table = try left.map { a in try right.map { b in try equivalent(a, b) } }
    var partner: [Int?] = right.map { _ in nil }
    for row in left.indices {
      var tried = Set<Int>()
      guard findPartner(row, table, &partner, &tried) else { return false }
    }
    return true
  }

  static func findPartner(
    _ row: Int, _ table: [[Bool]], _ partner: inout [Int?], _ tried: inout Set<Int>
  ) -> Bool {
    for column in partner.indices where table[row][column] && !tried.contains(column) {
      tried.insert(column)
      guard let holder = partner[column] else {
        partner[column] = row
        return true
      }
      if findPartner(holder, table, &partner, &tried) {
        partner[column] = row
        return true
      }
    }
    return false
  }

  /// The order of two items; kinds that have no common order are refused.
  static func order(_ left: SlowItem, _ right: SlowItem) throws -> SlowOrder {
    if let a = left.number, let b = right.number { return SlowOrder.of(a, b) }
    if let a = left.amount, let b = right.amount {
      return try SlowUnit.common(a, b).map { SlowOrder.of($0.0, $0.1) } ?? .unknown
    }
    switch (left.plain, right.plain) {
    case (.text(let a), .text(let b)): return SlowText.order(a, b)
    case (.date(let a), .date(let b)):
      guard SlowDate.isTime(a) == SlowDate.isTime(b) else { throw SlowRefusal.refused }
      return SlowDate.order(SlowDate(a), SlowDate(b))
    default: throw SlowRefusal.refused
    }
  }

  /// Whether two items are one and the same for `|`, `distinct` and the like.
  static func once(_ left: SlowItem, _ right: SlowItem) throws -> Bool {
    if left.isPlace || right.isPlace {
      guard case .element(_, _, let a) = left, case .element(_, _, let b) = right else {
        return false
      }
      return a == b
    }
    return try equal(left, right) == true
  }

  static func has(_ list: [SlowItem], _ item: SlowItem) throws -> Bool {
    for other in list where try once(other, item) { return true }
    return false
  }

  /// Each item once, in order of first occurrence.
  static func distinct(_ list: [SlowItem]) throws -> [SlowItem] {
    var result: [SlowItem] = []
    for item in list where try !has(result, item) { result.append(item) }
    return result
  }

  /// Whether two results count as the same when two evaluators are compared.
  static func sameResult(_ left: [SlowItem], _ right: [SlowItem]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { sameResult($0, $1) }
  }

  static func sameResult(_ left: SlowItem, _ right: SlowItem) -> Bool {
    if let a = left.number, let b = right.number { return a == b }
    switch (left.plain, right.plain) {
    case (.bool(let a), .bool(let b)): return a == b
    case (.text(let a), .text(let b)), (.date(let a), .date(let b)): return SlowText.same(a, b)
    case (.quantity(let a, let unit, _), .quantity(let b, let other, _)):
      return a == b && unit == other
    case (.element(_, let a, _), .element(_, let b, _)): return SlowJSON.same(a, b)
    default: return false
    }
  }
}
