/// Assignments to properties of a value, in order; applying them returns their inverse.
///
/// A patch does what its assignments would do one after the other. Key paths may overlap, as
/// `\.frame` and `\.frame.origin` do: the inverse puts everything back in reverse order. Each key path
/// stands once; setting it again moves it to the end, where that assignment would have come.
///
/// ```swift
/// var label = Label(text: "Ad", colour: .black)
/// let inverse = Patch<Label>().setting(\.text, to: "Ada").setting(\.colour, to: .red)
///   .apply(to: &label)
/// inverse.apply(to: &label)  // "Ad" and black again
/// ```
public struct Patch<Root>: Equatable, Sendable {
  private var assignments: [any Assignment<Root>] = []

  /// Makes a patch that does nothing.
  public init() {}

  private init(_ assignments: [any Assignment<Root>]) { self.assignments = assignments }

  /// Whether there is nothing to assign.
  public var isEmpty: Bool { assignments.isEmpty }
  /// How many properties are assigned.
  public var count: Int { assignments.count }

  /// Adds an assignment; an earlier one of the same property is dropped.
  ///
  /// - Complexity: O(n) in the number of assignments.
  public mutating func set<Value: Equatable & Sendable>(
    _ path: any WritableKeyPath<Root, Value> & Sendable, to value: Value
  ) {
    removeValue(for: path)
    assignments.append(PathAssignment(path: path, value: value))
  }

  /// Returns a copy with an assignment added, as ``set(_:to:)`` does.
  public func setting<Value: Equatable & Sendable>(
    _ path: any WritableKeyPath<Root, Value> & Sendable, to value: Value
  ) -> Patch {
    var copy = self
    copy.set(path, to: value)
    return copy
  }

  /// What a property is assigned; nil is no assignment.
  ///
  /// For an optional property the result is doubly optional: no assignment is not one of nil.
  public func value<Value: Equatable & Sendable>(for path: WritableKeyPath<Root, Value>) -> Value? {
    let found = assignments.first { $0.anyPath == path }
    return (found as? PathAssignment<Root, Value>)?.value
  }

  /// Drops the assignment of a property, if there is one.
  public mutating func removeValue<Value>(for path: WritableKeyPath<Root, Value>) {
    assignments.removeAll { $0.anyPath == path }
  }

  /// Makes the assignments in order.
  ///
  /// - Returns: The patch that takes them back.
  /// - Complexity: O(n) in the number of assignments.
  @discardableResult public func apply(to root: inout Root) -> Patch {
    Patch(assignments.map { $0.apply(to: &root) }.reversed())
  }

  /// The same properties get equal values in the same order; texts are equal by their bytes.
  public static func == (left: Patch, right: Patch) -> Bool {
    left.assignments.count == right.assignments.count
      && zip(left.assignments, right.assignments).allSatisfy { $0.isEqual(to: $1) }
  }
}

/// One assignment, whatever the type of its property.
private protocol Assignment<Root>: Sendable {
  associatedtype Root
  var anyPath: PartialKeyPath<Root> { get }
  /// Does it, and returns the one that takes it back.
  func apply(to root: inout Root) -> any Assignment<Root>
  func isEqual(to other: any Assignment<Root>) -> Bool
}

private struct PathAssignment<Root, Value: Equatable & Sendable>: Assignment {
  let path: any WritableKeyPath<Root, Value> & Sendable
  let value: Value

  var anyPath: PartialKeyPath<Root> { path }

  func apply(to root: inout Root) -> any Assignment<Root> {
    let before = root[keyPath: path]
    root[keyPath: path] = value
    return PathAssignment(path: path, value: before)
  }

  func isEqual(to other: any Assignment<Root>) -> Bool {
    guard let other = other as? Self, path == other.path, value == other.value else { return false }
    // Swift takes two spellings of a text for one (rule D2).
    guard let text = value as? String, let otherText = other.value as? String else { return true }
    return ByteText.equal(text, otherText)
  }
}
