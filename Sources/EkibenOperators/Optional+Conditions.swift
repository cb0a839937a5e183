/// Parts of a form that are there under a condition only.
extension Optional {
  /// What a closure makes where a condition holds; else it is not called, and there is nothing.
  ///
  /// ```swift
  /// Section("person") |---? .iff(isGuest) { TextInput(.host, title: "Host") }
  /// ```
  public static func iff(_ condition: Bool, _ make: () throws -> Wrapped) rethrows -> Wrapped? {
    condition ? try make() : nil
  }

  /// A value where a condition holds; else it is not worked out, and there is nothing.
  public static func iff(
    _ condition: Bool, _ value: @autoclosure () throws -> Wrapped
  ) rethrows -> Wrapped? {
    condition ? try value() : nil
  }

  /// What a closure makes of another value, where there is one.
  public static func some<Other>(
    _ other: Other?, _ make: (Other) throws -> Wrapped
  ) rethrows -> Wrapped? {
    try other.map(make)
  }
}
