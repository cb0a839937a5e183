/// What a host hands over for the expressions of a form, by the names of variables: launch context such as
/// `patient`, and the results of queries (rule E19).
///
/// It comes with each edit and is not stored; what formulas made of it is. `LaunchContext(json:)`
/// makes it of JSON, and reads the JSON once.
public struct LaunchContext: Hashable, Sendable {
  /// An empty context, with no variables.
  public static let none = LaunchContext(json: [:], read: ())

  /// The JSON text of each variable, by its name without `%`.
  public let json: [String: String]
  /// The JSON as the module that evaluates expressions has read it; this module knows no
  /// expressions.
  package let read: any Sendable

  package init(json: [String: String], read: any Sendable) { (self.json, self.read) = (json, read) }

  /// Whether both have the same variables with the same JSON text.
  public static func == (left: LaunchContext, right: LaunchContext) -> Bool {
    left.json == right.json
  }

  /// Hashes the JSON text of the variables.
  public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}
