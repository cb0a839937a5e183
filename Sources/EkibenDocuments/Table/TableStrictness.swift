/// What a table view must not be told in one batch, although its documentation does not forbid it.
///
/// Each switch is a case that crashed or misled some table view; it names the rule that a
/// ``TableViolation`` then has. ``standard`` is what a plan keeps unless it is asked for something
/// else.
public struct TableStrictness: OptionSet, Hashable, Sendable {
  /// The switches that are on, as bits.
  public let rawValue: Int

  /// Takes switches as bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// No row leaves a section that is deleted in the same batch, or is deleted there (U-20).
  public static let moveOutOfDeleted = TableStrictness(rawValue: 1 << 0)
  /// No row moves into a section that is inserted in the same batch (U-21).
  public static let moveIntoInserted = TableStrictness(rawValue: 1 << 1)
  /// No row is inserted into a section that is inserted in the same batch: it brings them (U-22).
  public static let rowOpsInInsertedSection = TableStrictness(rawValue: 1 << 2)
  /// Nothing is shown anew in a section that moves in the same batch (U-23, U-26).
  public static let reloadInMovedSection = TableStrictness(rawValue: 1 << 3)
  /// No row comes, goes or moves in a section that moves in the same batch (U-25).
  public static let rowOpsInMovedSection = TableStrictness(rawValue: 1 << 4)
  /// No section comes or goes in the batch in which another one moves (U-27).
  public static let mixSectionMoveAndInsertDelete = TableStrictness(rawValue: 1 << 5)

  /// All but ``mixSectionMoveAndInsertDelete``: what is documented as legal, and is reliable.
  public static let standard: TableStrictness = [
    .moveOutOfDeleted, .moveIntoInserted, .rowOpsInInsertedSection, .reloadInMovedSection,
    .rowOpsInMovedSection,
  ]
  /// All switches.
  public static let strictest: TableStrictness = [.standard, .mixSectionMoveAndInsertDelete]
}
