import EkibenDocuments
import EkibenExpressions

/// What an expression gives, as `toString` would write it; on nothing, if no focus is said.
func value(
  _ text: String, of focus: ExpressionItems = .none, variables: [String: ExpressionItems] = [:]
) throws(ExpressionError) -> [String] {
  let compiled = try CompiledExpression(fhirPath: text, variables: Set(variables.keys))
  // 2024-02-29T23:30 in Greenwich.
  let environment = ExpressionEnvironment(
    variables: variables, milliseconds: 1_709_249_400_000, offset: 60)
  return try compiled.value(of: focus, in: environment).list.map { item in
    switch item {
    case .boolean(let bool): "\(bool)"
    case .integer(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .text(let text): "'\(text)'"
    case .date(let date): "@\(date)"
    case .amount(let amount): "\(amount)"
    case .element: "an element"
    }
  }
}

/// Why an expression has no value.
func problem(_ text: String) -> ExpressionError? {
  do throws(ExpressionError) {
    _ = try value(text)
    return nil
  } catch {
    return error
  }
}
