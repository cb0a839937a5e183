/// A batch that a table view would refuse: the broken rule, a message worded as table views do, and
/// the facts.
public struct TableViolation: Error, Equatable, Sendable, CustomStringConvertible {
  /// The rule that is broken, `U-01` to `U-35`, or `content` where the table shows something else.
  public let rule: String
  /// The number of the batch in its plan, from 1.
  public let stage: Int
  /// The message, worded as table views do.
  public let text: String
  /// The rows of each section before the batch.
  public let oldCounts: [Int]
  /// The rows of each section after the batch.
  public let newCounts: [Int]
  /// The operations of the batch.
  public let operations: TableOperations
  /// The whole plan and its tables, for the ``report``; nil where the host did not keep them.
  public internal(set) var attempt: TableAttempt?

  /// Makes a violation; hosts with rules of their own use this as well.
  public init(
    rule: String, stage: Int, text: String, oldCounts: [Int], newCounts: [Int],
    operations: TableOperations, attempt: TableAttempt? = nil
  ) {
    self.rule = rule
    self.stage = stage
    self.text = text
    self.oldCounts = oldCounts
    self.newCounts = newCounts
    self.operations = operations
    self.attempt = attempt
  }

  /// The rule, the number of the batch and the message.
  public var description: String { "\(rule), batch \(stage): \(text)" }
}
