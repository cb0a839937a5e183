public import EkibenDocuments
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
      read[name] = ExpressionItems(root.node.items)
    }
    self.init(json: json, read: read)
  }
}

extension JSON {
  // Lists in lists are one; a value that is no resource stands in one, since elements do.
  fileprivate var items: [ExpressionItem] {
    var (found, waiting) = ([ExpressionItem](), [self])
    while let next = waiting.popLast() {
      switch next.content {
      case .null: continue
      case .array(let list): waiting += list.reversed()
      case .object: found.append(next.elements.root)
      case .bool, .number, .string, .kept:
        let tree = JSON.object([("value", next)]).elements
        found.append(.element(ExpressionElement(tree: tree, id: 1)))
      }
    }
    return found
  }
}
