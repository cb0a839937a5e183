import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

/// What a table view says to some batches on some table.
///
/// The steps are the table, what a batch does, the table after it, and so on.
struct RuleCase: Sendable, CustomTestStringConvertible {
  /// The rule, and a word about the case.
  let name: String
  /// What the table shows, and the batches in between.
  let steps: [String]
  /// Why the batches are refused; nil where they are taken.
  let says: String?
  /// What the table does not take.
  let strictness: TableStrictness
  /// The switch that the table takes the batches without.
  let `switch`: TableStrictness
  /// What the table is reloaded with between the making of the plan and its start.
  let reloaded: String?

  private init(
    _ name: String, _ steps: [String], says: String? = nil,
    under strictness: TableStrictness = .standard, switch: TableStrictness = [],
    reloaded: String? = nil
  ) {
    self.name = name
    self.steps = steps
    self.says = says
    self.strictness = strictness
    self.switch = `switch`
    self.reloaded = reloaded
  }

  static func takes(_ name: String, _ steps: String..., reloaded: String? = nil) -> RuleCase {
    RuleCase(name, steps, reloaded: reloaded)
  }

  /// Every table refuses the batches, if it is only as strict as it must be.
  static func refuses(
    _ name: String, _ steps: String..., reloaded: String? = nil, says: String
  ) -> RuleCase { RuleCase(name, steps, says: says, reloaded: reloaded) }

  /// A table with a switch refuses the batches, and one without it takes them.
  static func refuses(
    _ name: String, _ steps: String..., by switch: TableStrictness, says: String
  ) -> RuleCase { RuleCase(name, steps, says: says, under: .strictest, switch: `switch`) }

  var testDescription: String { "\(name): \(steps.joined(separator: " → "))" }
  /// The number of the rule.
  var rule: String { String(name.prefix { $0 != " " }) }
  /// Whether some table takes the batches.
  var isTakenBySome: Bool { says == nil || !`switch`.isEmpty }

  func plan() throws -> TablePlan {
    TablePlan(
      stages: try stride(from: 1, to: steps.count - 1, by: 2).map { at in
        TablePlan.Stage(
          operations: try TableOperations(reading: steps[at]), table: try table(steps[at + 1]))
      })
  }

  /// The table that the batches find, never loaded where there is nothing in it.
  @MainActor func shown(under strictness: TableStrictness? = nil) throws -> HeadlessTable {
    let shown = HeadlessTable()
    if !steps[0].isEmpty { shown.reload(try table(steps[0])) }
    if let reloaded { shown.reload(try table(reloaded)) }
    shown.strictness = strictness ?? self.strictness
    return shown
  }

  func old() throws -> Document { try table(reloaded ?? steps[0]) }
  func new() throws -> Document { try table(steps.last ?? "") }
}

/// What a table view says when the numbers of its sections do not add up (U-10).
func invalidSections(
  after: Int, before: Int, inserted: Int = 0, deleted: Int = 0
) -> String {
  "Invalid update: invalid number of sections. The number of sections contained in the table view "
    + "after the update (\(after)) must be equal to the number of sections contained in the table "
    + "view before the update (\(before)), plus or minus the number of sections inserted or "
    + "deleted (\(inserted) inserted, \(deleted) deleted)."
}

/// What a table view says when the numbers of rows of a section do not add up (U-11).
func invalidRows(
  in section: Int, after: Int, before: Int, inserted: Int = 0, deleted: Int = 0, movedIn: Int = 0,
  movedOut: Int = 0
) -> String {
  "Invalid update: invalid number of rows in section \(section). The number of rows contained in "
    + "an existing section after the update (\(after)) must be equal to the number of rows "
    + "contained in that section before the update (\(before)), plus or minus the number of rows "
    + "inserted or deleted from that section (\(inserted) inserted, \(deleted) deleted) and plus "
    + "or minus the number of rows moved into or out of that section (\(movedIn) moved in, "
    + "\(movedOut) moved out)."
}
