import EkibenDocuments

/// Functions on collections (FHIRPath 2.0, §5.1, §5.3 and §5.4).
extension ExpressionEvaluation {
  /// What a function on a collection gives; nil of all other functions.
  mutating func callOnList(
    _ function: ExpressionFunction, _ values: [ExpressionItems], on input: ExpressionItems
  ) throws(ExpressionError) -> ExpressionItems? {
    try count((input.count + (values.first?.count ?? 0)) / 32)
    switch function {
    case .empty: return .boolean(input.isEmpty)
    case .count: return .integer(input.count)
    case .not: return .boolean(try truth(input, "not()").map { !$0 })
    case .allTrue: return .boolean(try truths(input, function).allSatisfy { $0 })
    case .allFalse: return .boolean(try truths(input, function).allSatisfy { !$0 })
    case .anyTrue: return .boolean(try truths(input, function).contains(true))
    case .anyFalse: return .boolean(try truths(input, function).contains(false))
    case .subsetOf: return .boolean(try contains(values[0], all: input))
    case .supersetOf: return .boolean(try contains(input, all: values[0]))
    case .distinct: return try distinct(input.list)
    case .isDistinct: return .boolean(try distinct(input.list).count == input.count)
    case .union: return try distinct(input.list + values[0].list)
    case .combine: return try collected(input.list + values[0].list)
    case .intersect: return try distinct(kept(input, in: values[0], isWanted: true))
    case .exclude: return ExpressionItems(try kept(input, in: values[0], isWanted: false))
    case .children: return try children(of: input)
    case .descendants: return try descendants(of: input)
    case .trace: return input
    case .type: return types(of: input)
    case .extension: return try extensions(of: input, values[0])
    case .hasValue: return .boolean(hasValue(input))
    case .weight:
      return ExpressionItems(input.list.compactMap { $0.element?.weight.map { .decimal($0) } })
    case .now: return ExpressionItems(environment.now.map { .date($0) })
    case .today: return time(as: .date)
    case .timeOfDay: return time(as: .time)
    default: return try part(function, values, of: input)
    }
  }

  private func part(
    _ function: ExpressionFunction, _ values: [ExpressionItems], of input: ExpressionItems
  ) throws(ExpressionError) -> ExpressionItems? {
    switch function {
    case .first: return ExpressionItems(input.first)
    case .last: return ExpressionItems(input.list.last)
    case .tail: return ExpressionItems(Array(input.list.dropFirst()))
    case .single:
      if case .several = input { throw error(.several("single()")) }
      return input
    case .skip:
      guard let count = try integer(values[0], "skip()") else { return .some(.none) }
      return ExpressionItems(Array(input.list.dropFirst(Int(clamping: max(0, count)))))
    case .take:
      guard let count = try integer(values[0], "take()") else { return .some(.none) }
      return ExpressionItems(Array(input.list.prefix(Int(clamping: max(0, count)))))
    default: return nil
    }
  }

  /// Each item once.
  mutating func distinct(_ items: [ExpressionItem]) throws(ExpressionError) -> ExpressionItems {
    var found = ItemSet()
    for item in items { try found.insert(item, &self) }
    return try collected(found.items)
  }

  private func truths(
    _ input: ExpressionItems, _ function: ExpressionFunction
  ) throws(ExpressionError) -> [Bool] {
    try input.list.map { item throws(ExpressionError) in
      guard case .boolean(let bool) = item.plain else {
        throw refuse(function.rawValue + "()", item)
      }
      return bool
    }
  }

  private mutating func contains(
    _ items: ExpressionItems, all others: ExpressionItems
  ) throws(ExpressionError) -> Bool {
    try kept(others, in: items, isWanted: true).count == others.count
  }

  private mutating func kept(
    _ items: ExpressionItems, in others: ExpressionItems, isWanted: Bool
  ) throws(ExpressionError) -> [ExpressionItem] {
    var set = ItemSet()
    for other in others.list { try set.insert(other, &self) }
    try count(items.count / 4)
    var kept: [ExpressionItem] = []
    for item in items.list where try set.contains(item, &self) == isWanted { kept.append(item) }
    return kept
  }

  private mutating func extensions(
    of input: ExpressionItems, _ url: ExpressionItems
  ) throws(ExpressionError) -> ExpressionItems {
    guard let url = try text(url, "extension()") else { return .none }
    return ExpressionItems(
      try members("extension", of: input).list.filter { item in
        item.element?.children(named: "url").contains { $0.value == .text(url) } ?? false
      })
  }

  private func hasValue(_ input: ExpressionItems) -> Bool {
    guard case .one(let item) = input else { return false }
    return item.element.map { $0.value != nil } ?? true
  }

  private func time(as kind: DateText.Kind) -> ExpressionItems {
    ExpressionItems(environment.now?.converted(to: kind).map { .date($0) })
  }
}
