extension SlowEvaluator {
  /// The children of an item in document order, with their places.
  func children(of item: SlowItem) -> [SlowItem] {
    guard case .element(_, .object(let members), let path) = item else { return [] }
    var result: [SlowItem] = []
    for (position, member) in members.enumerated() where member.0 != "resourceType" {
      guard case .array(let items) = member.1 else {
        result.append(.element(name: member.0, json: member.1, path: path + [position, 0]))
        continue
      }
      for (place, json) in items.enumerated() {
        result.append(.element(name: member.0, json: json, path: path + [position, place]))
      }
    }
    return result
  }

  func members(of item: SlowItem, named name: String) -> [SlowItem] {
    children(of: item).filter { child in
      guard case .element(let found, _, _) = child else { return false }
      return found == name || (name == "value" && SlowItem.elementTypes[found] != nil)
    }
  }

  func descendants(of item: SlowItem) -> [SlowItem] {
    children(of: item).flatMap { [$0] + descendants(of: $0) }
  }

  func repeated(
    _ list: [SlowItem], _ projection: SlowExpression, _ found: inout [SlowItem]
  ) throws {
    var round: [SlowItem] = []
    for item in list {
      let scope = SlowScope(focus: [item], index: nil)
      for next in try evaluate(projection, scope) where try !SlowRelation.has(found, next) {
        found.append(next)
        round.append(next)
        if !repeatsByLevel { try repeated([next], projection, &found) }
      }
    }
    if repeatsByLevel && !round.isEmpty { try repeated(round, projection, &found) }
  }
}
