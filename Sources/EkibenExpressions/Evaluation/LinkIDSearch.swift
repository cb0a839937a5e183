import EkibenDocuments

/// A path down to the elements with some link ids, as half of all paths in forms go: `item`, `repeat(item)` or
/// `descendants()`, and a filter that compares `linkId` with texts.
///
/// Walking takes time in proportion to the form; a look-up by the link id does not.
struct LinkIDSearch: Hashable, Sendable {
  /// What may lie on the way.
  enum Axis: Hashable, Sendable {
    /// Nothing.
    case child
    /// Elements of these names.
    case through([String])
    /// Anything.
    case any
  }

  let linkIDs: [String]
  let axis: Axis

  /// The elements that are found below an element, in order; of a text that names one link id twice each once.
  func found(
    below start: ExpressionElement, _ evaluation: inout ExpressionEvaluation
  ) throws(ExpressionError) -> ExpressionItems {
    // One alone needs no list, which would cost more than the search.
    if linkIDs.count > 1 { return try found(of: linkIDs, below: start, &evaluation) }
    var found = ExpressionItems.none
    let candidates = start.tree.elements(linkID: linkIDs[0])
    try evaluation.count(1 + candidates.count)
    for id in candidates where leads(from: id, to: start) {
      found.append(.element(ExpressionElement(tree: start.tree, id: Int(id))))
    }
    return found
  }

  private func found(
    of linkIDs: [String], below start: ExpressionElement, _ evaluation: inout ExpressionEvaluation
  ) throws(ExpressionError) -> ExpressionItems {
    var found: [Int32] = []
    for linkID in linkIDs {
      let candidates = start.tree.elements(linkID: linkID)
      try evaluation.count(1 + candidates.count)
      found += candidates.filter { leads(from: $0, to: start) }
    }
    return ExpressionItems(
      found.sorted().map { .element(ExpressionElement(tree: start.tree, id: Int($0))) })
  }

  private func leads(from element: Int32, to start: ExpressionElement) -> Bool {
    let nodes = start.tree.nodes
    var id = Int(element)
    while true {
      let (name, parent) = (nodes[id].name, Int(nodes[id].parent))
      if parent < 0 { return false }
      switch axis {
      case .child: return parent == start.id && name == "item"
      case .through(let names): if !names.contains(name) { return false }
      case .any: break
      }
      if parent == start.id { return true }
      id = parent
    }
  }
}

extension [ExpressionNode] {
  /// The same parts with such steps as look-ups.
  var searching: [ExpressionNode] {
    map { node in
      guard case .path(let start, let steps) = node else { return node }
      var written: [ExpressionNode.Step] = []
      for step in steps {
        if let last = written.last, let axis = axis(of: last), let ids = linkIDs(comparedBy: step) {
          written[written.count - 1] = .init(
            kind: .find(LinkIDSearch(linkIDs: ids, axis: axis), [last, step]), offset: last.offset)
        } else {
          written.append(step)
        }
      }
      return .path(start, written)
    }
  }

  private func axis(of step: ExpressionNode.Step) -> LinkIDSearch.Axis? {
    switch step.kind {
    case .member("item"): .child
    case .call(.descendants, _): .any
    case .call(.repeat, let arguments): names(goneThroughBy: arguments[0]).map { .through($0) }
    default: nil
    }
  }

  // `item`, or `item | answer`.
  private func names(goneThroughBy node: Int) -> [String]? {
    union(node) { part in
      guard case .path(let start, let steps) = part, case .this = self[start], steps.count == 1,
        case .member(let name) = steps[0].kind, name == "item" || name == "answer"
      else { return nil }
      return name
    }
  }

  // What is read of a part, or of each that a union joins; nil where it cannot be read of one.
  private func union<Found>(_ node: Int, _ read: (ExpressionNode) -> Found?) -> [Found]? {
    guard case .chain(let first, let links) = self[node] else {
      return read(self[node]).map { [$0] }
    }
    return links.reduce(union(first, read)) { found, link in
      guard link.operation == .union, let more = union(link.right, read) else { return nil }
      return found.map { $0 + more }
    }
  }

  private func linkIDs(comparedBy step: ExpressionNode.Step) -> [String]? {
    guard case .call(.where, let arguments) = step.kind,
      case .chain(let first, let links) = self[arguments[0]], links.count == 1
    else { return nil }
    let ids: [String]?
    switch links[0].operation {
    case .equal where isLinkID(first): ids = texts(in: links[0].right, most: 1)
    case .equal where isLinkID(links[0].right): ids = texts(in: first, most: 1)
    case .isIn where isLinkID(first): ids = texts(in: links[0].right, most: .max)
    default: ids = nil
    }
    return ids.flatMap {
      $0.isEmpty || Set($0.lazy.map { TextKey($0) }).count < $0.count ? nil : $0
    }
  }

  /// Whether a part is `linkId` of the focus.
  func isLinkID(_ node: Int) -> Bool {
    guard case .path(let start, let steps) = self[node], case .this = self[start] else {
      return false
    }
    return steps.count == 1 && steps[0].kind == .member("linkId")
  }

  /// The texts that a part is, whatever it is evaluated on: one, or a union of at most so many.
  func texts(in node: Int, most: Int) -> [String]? {
    let found = union(node) { part in
      if case .constant(.one(.text(let text))) = part { text } else { nil }
    }
    return found.flatMap { $0.count > most ? nil : $0 }
  }
}
