import Ekiben
import EkibenDocuments
public import EkibenForms

/// A component that leaves a trace in a view (rule F18).
public struct ContractViolation: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is asked of a component; the raw value says what one does that does not keep it.
  public enum Promise: String, Sendable, CaseIterable {
    /// What another component drew is gone when one is drawn.
    case erases = "bound after another component, a view looks different from a fresh one"
    /// What was done to a view when it was mounted or shown is taken back when it goes.
    case takesBack = "taken off again, a view looks different from one that was only drawn in"
    /// What was done to a view when it came to the screen is taken back when it leaves that.
    case leavesScreen = "off the screen again, a view looks different from one that was never there"
    /// A view that comes to the screen again looks as it did the first time.
    case comesBack = "on the screen again, a view looks different from the first time"
  }

  /// What was not kept.
  public let promise: Promise
  /// The component that was bound first, by its name and record.
  public let first: String
  /// The component that was bound second.
  public let second: String
  /// The property of the view model that kept something, such as `label.title`; `self` where none shows it.
  public let field: String
  /// What a fresh view shows there.
  public let fresh: String
  /// What the view shows that was used again.
  public let reused: String

  /// A report of several lines.
  public var description: String {
    """
    \(promise.rawValue): \(field)
      first:   \(first)
      second:  \(second)
      fresh:   \(field) = \(fresh)
      reused:  \(field) = \(reused)
    """
  }
}

/// Checks the contract of components by machine: any of them, bound after any other and on the screen or
/// not, looks exactly as in a fresh view, and takes back what it did to a view besides drawing.
///
/// ```swift
/// try expectContract(of: [TextInput(.name, title: "Name"), TextInput(.age, title: "Age")])
/// ```
///
/// - Parameter components: As many states of as many components as there are; of each pair, both ways.
/// - Throws: ``ContractViolation`` with the first field that kept a trace.
/// - Complexity: O(n²) in the number of components.
@MainActor public func expectContract(of components: [any Component]) throws(ContractViolation) {
  for component in components { try expectLife(of: component) }
  for isDisplaying in [false, true] {
    let fresh = components.map { FreshView(of: $0, isDisplaying: isDisplaying) }
    for first in components {
      for second in fresh { try second.expectSame(after: first) }
    }
  }
}

/// Checks that a component looks the same whether a view is fresh or another component had it before, and
/// that both take back what they do.
///
/// - Throws: ``ContractViolation`` with the field that kept a trace.
@MainActor public func expectContract(
  of second: any Component, after first: any Component, isDisplaying: Bool = true
) throws(ContractViolation) {
  try FreshView(of: second, isDisplaying: isDisplaying).expectSame(after: first)
  for component in [first, second] { try expectLife(of: component) }
}

/// A component in a view that no other one has had before it.
@MainActor private struct FreshView {
  let component: any Component
  let isDisplaying: Bool
  let looks: Looks?

  init(of component: any Component, isDisplaying: Bool) {
    (self.component, self.isDisplaying) = (component, isDisplaying)
    var binding = ViewBinding()
    binding.bind(component)
    if isDisplaying { binding.willDisplay() }
    looks = Looks(binding.view)
  }

  /// Checks that the component looks the same where another one was before it.
  func expectSame(after first: any Component) throws(ContractViolation) {
    var reused = ViewBinding()
    reused.bind(first)
    if isDisplaying { reused.willDisplay() }
    reused.bind(component)
    try compare(looks, reused.view, .erases, first, component)
  }
}

/// Follows one component from drawing to its end: each step is taken back by its opposite.
@MainActor private func expectLife(of component: any Component) throws(ContractViolation) {
  let drawn = Looks(component.drawn(over: nil))
  var binding = ViewBinding()
  binding.bind(component)
  let mounted = Looks(binding.view)
  binding.willDisplay()
  let displayed = Looks(binding.view)
  binding.didEndDisplaying()
  try compare(mounted, binding.view, .leavesScreen, component, component)
  binding.willDisplay()
  try compare(displayed, binding.view, .comesBack, component, component)
  binding.unbind()
  try compare(drawn, binding.view, .takesBack, component, component)
}

/// A view and all of it as a text, by which two are told apart: normalisation counts.
private struct Looks {
  let view: any ViewModel
  let text: String

  init?(_ view: (any ViewModel)?) {
    guard let view else { return nil }
    (self.view, text) = (view, String(reflecting: view))
  }

  func isSame(as other: Looks) -> Bool {
    // What a view says of itself may be less than it holds.
    view.isEqual(to: other.view) && text.utf8.elementsEqual(other.text.utf8)
  }
}

private func compare(
  _ fresh: Looks?, _ reused: (any ViewModel)?, _ promise: ContractViolation.Promise,
  _ first: any Component, _ second: any Component
) throws(ContractViolation) {
  guard let fresh, let reused = Looks(reused), !fresh.isSame(as: reused) else { return }
  let found =
    difference(Mirror(reflecting: fresh.view), Mirror(reflecting: reused.view))
    ?? ("self", fresh.text, reused.text)
  throw ContractViolation(
    promise: promise, first: described(first), second: described(second), field: found.field,
    fresh: found.left, reused: found.right)
}

private func described(_ component: any Component) -> String {
  "\(component.name) \(Notation.text(of: .record(component.record)))"
}

private typealias Difference = (field: String, left: String, right: String)

/// The first property, at any depth, in which two values differ as texts: normalisation counts.
private func difference(_ left: Mirror, _ right: Mirror, at path: String = "") -> Difference? {
  let (mine, theirs) = (Array(left.children), Array(right.children))
  for (place, (child, other)) in zip(mine, theirs).enumerated() {
    let (text, otherText) = (String(reflecting: child.value), String(reflecting: other.value))
    if text.utf8.elementsEqual(otherText.utf8) { continue }
    let name = path + (child.label ?? "\(place)")
    let inner = difference(
      Mirror(reflecting: child.value), Mirror(reflecting: other.value), at: name + ".")
    return inner ?? (name, text, otherText)
  }
  return nil
}
