public import Ekiben

/// A component that leaves a trace in a view that another one has had before it (rule F18).
public struct ContractViolation: Error, Equatable, Sendable, CustomStringConvertible {
  /// The component that was bound first, by its name and record.
  public let first: String
  /// The component that was bound second.
  public let second: String
  /// The property of the view model that kept something, such as `label.title`.
  public let field: String
  /// What a fresh view shows there.
  public let fresh: String
  /// What the view shows that was used again.
  public let reused: String

  /// A report of several lines.
  public var description: String {
    """
    bound after another component, a view looks different from a fresh one: \(field)
      first:   \(first)
      second:  \(second)
      fresh:   \(field) = \(fresh)
      reused:  \(field) = \(reused)
    """
  }
}

/// Checks the contract of components by machine: any of them, bound after any other and on the screen or
/// not, looks exactly as in a fresh view (B-37).
///
/// ```swift
/// try expectContract(of: [TextInput(.name, title: "Name"), TextInput(.age, title: "Age")])
/// ```
///
/// - Parameter components: As many states of as many components as there are; of each pair, both ways.
/// - Throws: ``ContractViolation`` with the first field that kept a trace.
/// - Complexity: O(n²) in the number of components.
@MainActor
public func expectContract(of components: [any Component]) throws(ContractViolation) {
  for first in components {
    for second in components {
      for isDisplaying in [false, true] {
        try expectContract(of: second, after: first, isDisplaying: isDisplaying)
      }
    }
  }
}

/// Checks that a component looks the same whether a view is fresh or another component had it before.
///
/// - Throws: ``ContractViolation`` with the field that kept a trace.
@MainActor
public func expectContract(
  of second: any Component, after first: any Component, isDisplaying: Bool = true
) throws(ContractViolation) {
  var (fresh, reused) = (ViewBinding(), ViewBinding())
  reused.bind(first)
  if isDisplaying {
    fresh.willDisplay()
    reused.willDisplay()
  }
  reused.bind(second)
  fresh.bind(second)
  if isDisplaying { fresh.willDisplay() }
  try compare(fresh.view, reused.view, first, second)
  // What a component does on the screen it takes back there.
  fresh.unbind()
  reused.unbind()
  fresh.bind(second)
  reused.bind(second)
  try compare(fresh.view, reused.view, second, second)
}

private func compare(
  _ fresh: (any ViewModel)?, _ reused: (any ViewModel)?, _ first: any Component,
  _ second: any Component
) throws(ContractViolation) {
  guard let fresh, let reused,
    let (field, left, right) = difference(Mirror(reflecting: fresh), Mirror(reflecting: reused))
  else { return }
  throw ContractViolation(
    first: described(first), second: described(second), field: field, fresh: left, reused: right)
}

private func described(_ component: any Component) -> String {
  "\(component.name) \(Notation.text(of: .record(component.record)))"
}

/// The first property, at any depth, in which two values differ as texts: normalisation counts.
private func difference(
  _ left: Mirror, _ right: Mirror, at path: String = ""
) -> (field: String, left: String, right: String)? {
  let (mine, theirs) = (Array(left.children), Array(right.children))
  for (child, other) in zip(mine, theirs) {
    let (text, otherText) = (String(reflecting: child.value), String(reflecting: other.value))
    if Array(text.utf8) == Array(otherText.utf8) { continue }
    let name = path + (child.label ?? "")
    let inner = difference(
      Mirror(reflecting: child.value), Mirror(reflecting: other.value), at: name + ".")
    return inner ?? (name, text, otherText)
  }
  return nil
}
