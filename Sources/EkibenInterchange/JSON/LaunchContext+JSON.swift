public import EkibenDocuments
import EkibenExpressions
import EkibenForms

extension LaunchContext {
  /// Reads what a host hands over.
  ///
  /// - Parameter json: By the names of variables without `%` a FHIR resource, such as a Patient or the Bundle
  ///   that a query gave; a list is as many items, and a text, number or Boolean is one.
  /// - Throws: ``ImportError`` where something is no JSON, or its name is one that the language has.
  /// - Complexity: O(n).
  public init(json: [String: String]) throws(ImportError) {
    var read: [String: ExpressionItems] = [:]
    for (name, text) in json.sorted(by: { $0.key < $1.key }) {
      if CompiledExpression.environment.contains(name) {
        throw ImportError(.content("%\(name) is what expressions are asked on"))
      }
      let root: JSONCursor
      do throws(JSONError) { root = try JSONCursor(parsing: Array(text.utf8)) } catch {
        throw ImportError(error)
      }
      let nodes = root.node.array ?? [root.node]
      read[name] = ExpressionItems(nodes.compactMap(\.item))
    }
    self.init(json: json, read: read)
  }
}

extension JSON {
  // A value that is no resource stands in one, since elements do.
  fileprivate var item: ExpressionItem? {
    if object != nil { return elements.root }
    if case .null = content { return nil }
    return .element(
      ExpressionElement(tree: JSON.object([("value", self)]).elements, id: 1))
  }
}
