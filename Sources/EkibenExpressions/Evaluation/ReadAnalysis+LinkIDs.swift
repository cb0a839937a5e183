import EkibenDocuments

// Which items a filter leaves, as far as it says so by their link ids.
extension ReadAnalysis {
  /// The link ids that a criterion leaves, and what it asks besides; nil where it leaves any.
  func linkIDs(in node: Int) -> (ids: Set<TextKey>, others: [Int])? {
    if let found = compared(in: node) { return found }
    // Answers, and much else, have none.
    guard asksOnlyLinkID(node), !fits(nil, node) else { return nil }
    return (scope.linkIDs.filter { fits($0, node) }, [])
  }

  // A criterion that asks nothing else is decided for each that there is.
  private func fits(_ linkID: TextKey?, _ node: Int) -> Bool {
    var builder = ElementTreeBuilder(type: nil)
    if let linkID { builder.add("linkId", to: 0, .text(linkID.text)) }
    var evaluation = ExpressionEvaluation(expression, ExpressionEnvironment(milliseconds: 0))
    do throws(ExpressionError) {
      let verdict = try evaluation.items(of: node, in: .init(focus: .one(builder.tree.root)))
      return try evaluation.truth(verdict, "where()") == true
    } catch {
      // Then the expression has no value as soon as there is such an item: that is read.
      return true
    }
  }

  private func asksOnlyLinkID(_ node: Int) -> Bool {
    switch expression.nodes[node] {
    case .constant: return true
    case .this, .index, .total, .variable: return false
    case .negative(let operand): return asksOnlyLinkID(operand)
    case .chain(let first, let links):
      return asksOnlyLinkID(first) && links.allSatisfy { asksOnlyLinkID($0.right) }
    case .path(let first, let steps):
      let isOfFocus = if case .this = expression.nodes[first] { true } else { false }
      guard isOfFocus ? steps.first?.kind == .member("linkId") : asksOnlyLinkID(first) else {
        return false
      }
      return steps.allSatisfy { step in
        switch step.kind {
        case .member(let name): name == "linkId"
        case .at(let place): asksOnlyLinkID(place)
        case .type: true
        case .find: false
        case .call(let function, let arguments):
          Self.plain.contains(function) && arguments.allSatisfy { asksOnlyLinkID($0) }
        }
      }
    }
  }

  // Functions of a text and of constants.
  private static let plain: Set<ExpressionFunction> = [
    .startsWith, .endsWith, .contains, .matches, .not, .upper, .lower, .substring, .indexOf,
    .length, .replace, .replaceMatches, .toInteger, .toText, .exists, .empty, .first,
  ]

  private func compared(in node: Int) -> (ids: Set<TextKey>, others: [Int])? {
    guard case .chain(let first, let links) = expression.nodes[node], let link = links.first else {
      return nil
    }
    let operands = [first] + links.map(\.right)
    if links.allSatisfy({ $0.operation == .and }) {
      let parts = operands.map { ($0, linkIDs(in: $0)) }
      let known = parts.compactMap { $0.1?.ids }
      guard let ids = known.dropFirst().reduce(known.first, { $0?.intersection($1) }) else {
        return nil
      }
      return (ids, parts.flatMap { $0.1.map(\.others) ?? [$0.0] })
    }
    if links.allSatisfy({ $0.operation == .or }) {
      let parts = operands.compactMap { linkIDs(in: $0) }
      guard parts.count == operands.count, parts.allSatisfy(\.others.isEmpty) else { return nil }
      return (parts.reduce(into: []) { $0.formUnion($1.ids) }, [])
    }
    guard links.count == 1, link.operation == .equal || link.operation == .isIn else { return nil }
    let nodes = expression.nodes
    for (name, list) in [(first, link.right), (link.right, first)] {
      if nodes.isLinkID(name), let texts = nodes.texts(in: list, most: .max) {
        return (Set(texts.map { TextKey($0) }), [])
      }
      if link.operation == .isIn { break }
    }
    return nil
  }
}
