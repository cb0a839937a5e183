package import EkibenExpressions

/// A form as the Questionnaire that it leaves as: what `%questionnaire` and `%qitem` are.
package struct FormDefinition {
  /// The variables that are part of it.
  package static let names: Set<String> = ["questionnaire", "qitem", "qItem"]
  private let root: ExpressionItem?
  private static let item = Result { () throws(ExpressionError) in
    try CompiledExpression(fhirPath: "repeat(item).where(linkId = %id)", variables: ["id"])
  }

  /// Takes the Questionnaire; nil is none, so that an expression that asks for it fails.
  package init(_ root: ExpressionItem?) { self.root = root }

  /// Its variables for an expression of an item.
  ///
  /// - Complexity: O(n) in the size of the form.
  package func variables(at linkID: String?) -> [String: ExpressionItems] {
    guard let root else { return [:] }
    let questionnaire = ExpressionItems.one(root)
    var (found, item) = (["questionnaire": questionnaire], ExpressionItems.none)
    do throws(ExpressionError) {
      if let linkID {
        let environment = ExpressionEnvironment(variables: ["id": .one(.text(linkID))], now: nil)
        item = try Self.item.get().value(of: questionnaire, in: environment)
      }
      (found["qitem"], found["qItem"]) = (item, item)
    } catch {
      // One that gives up leaves the variables out, so that whoever reads them is told.
    }
    return found
  }
}
