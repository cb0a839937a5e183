/// A batch that a table view would refuse: the broken rule, a message worded as table views do, and
/// the facts.
public struct TableViolation: Error, Equatable, Sendable, CustomStringConvertible {
  /// The rule that is broken, or `content` where the table shows something else than it should.
  ///
  /// - `U-10`, `U-11`: the numbers of sections, and of rows in a section, add up.
  /// - `U-12`, `U-13`, `U-14`: indices lie in the table before the batch, in the one after it, and
  ///   rows that move are there.
  /// - `U-15` to `U-18`: each index is deleted, inserted, moved and updated at most once.
  /// - `U-20` to `U-27`: what a ``TableStrictness`` forbids; its switches name these.
  /// - `U-29`, `U-30`: a row that moves is not updated, nor its view replaced, in the same batch.
  /// - `U-05`, `U-31`: no batch begins while another one is under way, or in a table without a window.
  ///
  /// Hosts may have rules of their own.
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
    (self.rule, self.stage, self.text, self.oldCounts) = (rule, stage, text, oldCounts)
    (self.newCounts, self.operations, self.attempt) = (newCounts, operations, attempt)
  }

  /// The rule, the number of the batch and the message.
  public var description: String { "\(rule), batch \(stage): \(text)" }
}
