import EkibenDocuments

/// An element of a resource, such as an item of a response or the value of an answer.
///
/// It is a place in a tree; the tree says what is there.
public struct ExpressionElement: Hashable, Sendable {
  /// The tree that it is in.
  public let tree: ElementTree
  /// Its number in the tree.
  public let id: Int

  /// The place of a number in a tree.
  package init(tree: ElementTree, id: Int) { (self.tree, self.id) = (tree, id) }

  /// Its name as it is written; empty of the root.
  public var name: String { tree.nodes[id].name }

  /// The name of its type, if it is known.
  public var type: String? { tree.nodes[id].type }

  /// Whether it is an item or an answer of a response, which are of no type with a name of its own.
  var isPartOfResponse: Bool {
    (name == "item" || name == "answer") && tree.nodes[0].type == "QuestionnaireResponse"
  }

  /// What it says by itself; nil of what only has elements below it.
  public var value: ExpressionItem? { tree.nodes[id].value }

  /// Its elements, in order.
  public var elements: [ExpressionElement] { Array(children) }

  /// Its elements, in order, without a list of them.
  var children: some Sequence<ExpressionElement> {
    tree.nodes[id].children.lazy.map { at(Int($0)) }
  }

  /// Its elements by name, those of one name in their order: that of the members of JSON says nothing.
  var childrenByName: [ExpressionElement] {
    children.sorted { left, right in
      ByteText.equal(left.name, right.name)
        ? left.id < right.id : ByteText.precedes(left.name, right.name)
    }
  }

  /// Its elements of a name; of `value` also `valueInteger` and what else has its type behind its name.
  func children(named name: String) -> [ExpressionElement] {
    var found: [ExpressionElement] = []
    eachChild(named: name) { found.append($0) }
    return found
  }

  func eachChild(named name: String, _ body: (ExpressionElement) -> Void) {
    for child in tree.nodes[id].children where tree.nodes[Int(child)].isNamed(name) {
      body(at(Int(child)))
    }
  }

  /// The quantity that it is; nil where it is only a bound of one.
  var amount: Amount? {
    guard let type, ElementTypes.type(type, is: "Quantity") else { return nil }
    guard first("comparator") == nil, case .decimal(let number)? = first("value")?.number else {
      return nil
    }
    let code = first("code")?.text ?? first("unit")?.text
    return Amount(number, unit: code ?? Amount.one)
  }

  /// What it counts: by its form, or as an extension of it says; of an answer what its value does.
  var weight: DecimalNumber? {
    if let weight = tree.nodes[id].weight { return weight }
    for element in children(named: "extension") {
      guard let url = element.first("url")?.text,
        ["itemWeight", "ordinalValue"].contains(String(url.split(separator: "/").last ?? "")),
        case .decimal(let weight)? = element.first("value")?.number
      else { continue }
      return weight
    }
    return name == "answer" ? children(named: "value").first?.weight : nil
  }

  private func at(_ id: Int) -> ExpressionElement { ExpressionElement(tree: tree, id: id) }

  private func first(_ name: String) -> ExpressionItem? { children(named: name).first?.value }

  /// Whether both are the same place.
  public static func == (left: Self, right: Self) -> Bool {
    left.tree === right.tree && left.id == right.id
  }

  /// Hashes the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(tree))
    hasher.combine(id)
  }
}
