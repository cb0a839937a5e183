package import EkibenDocuments

/// A resource as a tree of elements: what paths go along.
///
/// A name may carry its type behind it, as FHIR writes `valueInteger`: it is found by `value` and is an
/// `integer`. What else has no type in JSON has the one that FHIR gives that name everywhere, or none.
public final class ElementTree: Sendable {
  struct Node: Sendable {
    /// As it is written.
    let name: String
    /// Without the type that stands behind it, if one does.
    let stem: String?
    let type: String?
    let value: ExpressionItem?
    /// The number of the element that it stands in; -1 of the root.
    let parent: Int32
    var children: [Int32] = []
    /// What the option that it names counts, where its form says so.
    var weight: DecimalNumber?

    func isNamed(_ name: String) -> Bool { self.name == name || stem == name }
  }

  let nodes: [Node]
  // The elements that have a link id, in order.
  private let linkIDs: [TextKey: [Int32]]

  init(nodes: [Node]) {
    self.nodes = nodes
    var linkIDs: [TextKey: [Int32]] = [:]
    for node in nodes where node.name == "linkId" {
      if case .text(let id)? = node.value { linkIDs[TextKey(id), default: []].append(node.parent) }
    }
    self.linkIDs = linkIDs
  }

  /// The elements of a link id, in order.
  ///
  /// - Complexity: O(1).
  func elements(linkID: String) -> [Int32] { linkIDs[TextKey(linkID)] ?? [] }

  /// The element that holds all others.
  public var root: ExpressionItem { .element(ExpressionElement(tree: self, id: 0)) }
}

/// Builds a tree, from its root on.
package struct ElementTreeBuilder {
  /// What an element says as it is written.
  package enum Scalar {
    /// True or false.
    case bool(Bool)
    /// The digits of a number.
    case number(String)
    /// A text.
    case text(String)
  }

  private var nodes: [ElementTree.Node] = []

  /// Begins with the root, of a type or of none.
  package init(type: String?) {
    nodes.append(ElementTree.Node(name: "", stem: nil, type: type, value: nil, parent: -1))
  }

  package var tree: ElementTree { ElementTree(nodes: nodes) }

  /// Adds an element behind those that another one has, and returns its number.
  ///
  /// A type is given where the element says it itself.
  @discardableResult package mutating func add(
    _ name: String, to parent: Int, type: String? = nil, _ scalar: Scalar? = nil
  ) -> Int {
    let typed = ElementTypes.typed(name)
    let type = type ?? ElementTypes.byName[name] ?? typed?.type
    let value = scalar.map { Self.value($0, type) }
    nodes.append(
      ElementTree.Node(
        name: name, stem: typed?.stem, type: type ?? value.flatMap(Self.type(of:)), value: value,
        parent: Int32(parent)))
    nodes[parent].children.append(Int32(nodes.count - 1))
    return nodes.count - 1
  }

  /// Says what the option that an element names counts.
  package mutating func setWeight(_ weight: DecimalNumber?, of element: Int) {
    nodes[element].weight = weight
  }

  private static func value(_ scalar: Scalar, _ type: String?) -> ExpressionItem {
    switch scalar {
    case .bool(let bool): return .boolean(bool)
    case .text(let text):
      guard let type, ElementTypes.dates.contains(type), let date = PartialDate(text) else {
        return .text(text)
      }
      let isMoment = type != "date" && type != "time"
      return .date(isMoment ? date.converted(to: .dateTime) ?? date : date)
    case .number(let digits):
      if type != "decimal", let number = Int64(digits) { return .integer(number) }
      return DecimalNumber(digits).map { .decimal($0) } ?? .text(digits)
    }
  }

  // Of texts nothing is known but that they are one of many types.
  private static func type(of value: ExpressionItem) -> String? {
    switch value {
    case .boolean: "boolean"
    case .integer: "integer"
    case .decimal: "decimal"
    default: nil
    }
  }
}
