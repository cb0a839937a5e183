/// What a host hands over for the expressions of a form, by the names of variables: launch context such as
/// `patient`, and the results of queries (rule E19).
///
/// It comes with each edit and is not kept: what formulas made of it is. It is made of JSON by
/// `LaunchContext(json:)`, which reads the JSON once.
public struct LaunchContext: Hashable, Sendable {
  /// Nothing is handed over.
  public static let none = LaunchContext(json: [:], read: ())

  /// The JSON, by the names of variables without `%`.
  public let json: [String: String]
  /// What the module that evaluates expressions has read from it; this one knows no expressions.
  package let read: any Sendable

  package init(json: [String: String], read: any Sendable) {
    (self.json, self.read) = (json, read)
  }

  /// Compares what was handed over, as it was written.
  public static func == (left: LaunchContext, right: LaunchContext) -> Bool {
    left.json == right.json
  }

  /// Feeds what was handed over.
  public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}
