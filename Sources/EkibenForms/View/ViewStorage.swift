/// A name for something that a component keeps beside a view while it is mounted there.
///
/// ```swift
/// enum Started: ViewStorageKey { typealias Value = Int }
/// storage[TextInput.self, Started.self] = 3
/// ```
public protocol ViewStorageKey {
  /// What is kept under the name.
  associatedtype Value
}

/// Scratch space of one view, for the component that is mounted in it.
///
/// Each type of component has names of its own in it, so a decorator and what it wraps never meet.
/// It is empty when a component is mounted, and cleared when the component was unmounted: what was
/// kept is released then.
public struct ViewStorage {
  // By the types of component and name.
  private var values: [[ObjectIdentifier]: Any] = [:]

  /// Makes an empty storage.
  public init() {}

  /// Whether nothing is kept.
  public var isEmpty: Bool { values.isEmpty }

  /// What a type of component keeps under a name.
  ///
  /// - Complexity: O(1).
  public subscript<Kept: Component, Name: ViewStorageKey>(
    component: Kept.Type, name: Name.Type
  ) -> Name.Value? {
    get { values[[ObjectIdentifier(component), ObjectIdentifier(name)]] as? Name.Value }
    set { values[[ObjectIdentifier(component), ObjectIdentifier(name)]] = newValue }
  }

  mutating func clear() { values = [:] }
}
