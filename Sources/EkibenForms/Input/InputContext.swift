public import EkibenDocuments
package import EkibenExpressions

/// What reading, printing and checking an answer may depend on besides the row itself.
///
/// It is a value that is passed in, so the same text gives the same answer on any thread and in any
/// test. Whoever asks a component fills in what it knows; ``standard`` knows nothing.
public struct InputContext: Sendable {
  /// Finds options of a set by what they are called; throws ``InputProblem/unavailable(set:reason:)``.
  public typealias OptionLookup =
    @Sendable (_ set: String, _ text: String) throws(InputProblem) -> [Choice.Option]?

  /// Of a set that is kept outside the form, named by URL or name, the options that a text can mean by
  /// code, `system|code` or label; nil where the set is not known (rule F53).
  ///
  /// It is asked for one text at a time, so that no set has to be read as a whole.
  public var options: OptionLookup
  /// The time, in UTC milliseconds since 1970; nil where there is no clock.
  public var time: Int64?
  /// How far local time is ahead of UTC, in minutes.
  public var offset: Int
  /// The languages to show texts in, the preferred one first, as in `de-AT`; empty is the form's own.
  public var languages: [String]
  /// What to write for a unit, by its code; one that is not in it is written as its code.
  public var units: [String: String]

  /// The launch context for expressions.
  public var launchContext: LaunchContext

  /// What expressions are evaluated with; without a time where there is no clock.
  package var expressionEnvironment: ExpressionEnvironment {
    ExpressionEnvironment(
      launchContext, now: time.flatMap { PartialDate(milliseconds: $0, offset: offset) })
  }

  /// Nothing is known: no clock, UTC, the form's own language, no options but the form's.
  public static let standard = InputContext()

  /// Makes a context.
  public init(
    options: @escaping OptionLookup = { _, _ in nil }, time: Int64? = nil, offset: Int = 0,
    languages: [String] = [], units: [String: String] = [:], launchContext: LaunchContext = .none
  ) {
    (self.options, self.time, self.offset) = (options, time, offset)
    (self.languages, self.units, self.launchContext) = (languages, units, launchContext)
  }
}
