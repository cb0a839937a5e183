// What goes by which elements there are, and not by what is read in them.
extension ReadAnalysis {
  /// Whether a part asks for the place of what is gone through where it stands; what it goes through itself has
  /// places of its own.
  func asksForIndex(_ node: Int) -> Bool {
    switch expression.nodes[node] {
    case .index: return true
    case .constant, .this, .total, .variable: return false
    case .negative(let operand): return asksForIndex(operand)
    case .chain(let first, let links):
      return asksForIndex(first) || links.contains { asksForIndex($0.right) }
    case .path(let first, let steps):
      return asksForIndex(first)
        || steps.contains { step in
          switch step.kind {
          case .member, .type, .find: false
          case .at(let place): asksForIndex(place)
          case .call(let function, let arguments):
            !Self.numbering.contains(function) && arguments.contains(where: asksForIndex)
          }
        }
    }
  }

  private static let numbering: Set<ExpressionFunction> = [.where, .select, .all, .exists]

  /// Whether a part gives nothing of an element in which nothing is: a path down from it, and what is calculated
  /// from such a path.
  func staysEmpty(_ node: Int) -> Bool {
    switch expression.nodes[node] {
    case .this: return true
    case .constant, .index, .total, .variable: return false
    case .negative(let operand): return staysEmpty(operand)
    case .chain(let first, let links):
      let operands = [first] + links.map(\.right)
      if links.allSatisfy({ $0.operation == .union }) { return operands.allSatisfy(staysEmpty) }
      return links.allSatisfy { Self.needingBoth.contains($0.operation) }
        && operands.contains(where: staysEmpty)
        && operands.allSatisfy { staysEmpty($0) || isConstant($0) }
    case .path(let first, let steps):
      return staysEmpty(first)
        && steps.allSatisfy { step in
          switch step.kind {
          case .member, .type, .find: true
          case .at(let place): isConstant(place)
          case .call(let function, _): Self.needingInput.contains(function)
          }
        }
    }
  }

  private func isConstant(_ node: Int) -> Bool {
    if case .constant = expression.nodes[node] { true } else { false }
  }

  // What gives nothing where one side, or the input, is nothing.
  private static let needingBoth: Set<ExpressionOperator> = [
    .multiply, .divide, .wholeQuotient, .remainder, .add, .subtract, .less, .atMost, .greater,
    .atLeast, .equal, .unequal,
  ]
  private static let needingInput: Set<ExpressionFunction> = [
    .where, .select, .repeat, .children, .descendants, .first, .last, .tail, .single, .distinct,
    .trace, .sum, .min, .max, .avg, .not, .toText, .toInteger, .toDecimal,
  ]
}
