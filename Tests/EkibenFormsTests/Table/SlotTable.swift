import EkibenDocuments
import EkibenForms

/// A table as a person would keep it with slips of paper, and what is wrong with a batch for it: the
/// slow, obvious reference of the table's rules, written from the rules U-01 to U-35 alone.
///
/// Every place before and after a batch is a slot, and every operation lays a claim to its slots.
/// What is wrong is then seen by looking at the slots: claims on no slot, two claims on one slot,
/// slots that nobody fills or slips that find no slot, and slips in sections that are on the move.
struct SlotTable {
  /// A slip: a row, and what it was last told to say.
  struct Slip: Equatable {
    let id: RowID
    var says: Fields
  }

  /// A section: a slip with a header and a footer, and rows under it.
  struct Board: Equatable {
    let id: SectionID
    var says: Fields
    var slips: [Slip]

    init(_ section: Document.Section) {
      id = section.id
      says = section.fields
      slips = section.rows.map { Slip(id: $0.id, says: $0.fields) }
    }
  }

  private(set) var boards: [Board]

  init(_ document: Document) { boards = document.sections.map { Board($0) } }

  /// Does a batch, or says which rules it breaks: those of the first group of §3C that has any.
  mutating func perform(
    _ stage: TablePlan.Stage, under strictness: TableStrictness
  ) -> Set<String> {
    let claims = SlotClaims(stage, on: self)
    for group in [claims.nowhere, claims.twice] where !group.isEmpty { return group }
    guard let sections = claims.sections() else { return ["U-10"] }
    var after: [Board] = []
    for (at, origin) in sections.enumerated() {
      guard let rows = claims.rows(at: at, from: origin) else { return ["U-11"] }
      let wanted = Board(stage.table.sections[at])
      var board = origin.map { boards[$0] } ?? wanted
      board.slips = rows.map { row in
        switch row {
        case .old(let place): boards[place.section].slips[place.row]
        case .new(let row): wanted.slips[row]
        }
      }
      after.append(board)
    }
    let strict = claims.broken(under: strictness)
    if !strict.isEmpty { return strict }
    say(stage, on: &after)
    boards = after
    return []
  }

  private func say(_ stage: TablePlan.Stage, on boards: inout [Board]) {
    for place in stage.operations.updateRows {
      let says = stage.table.sections[place.section].rows[place.row].fields
      boards[place.section].slips[place.row].says = says
    }
    // A reload is a deletion and an insertion, so the slip is a new one, whoever stood there (U-04).
    for place in stage.operations.replaceViews {
      let slips = Board(stage.table.sections[place.section]).slips
      boards[place.section].slips[place.row] = slips[place.row]
    }
    for supplement in stage.operations.supplements {
      let says = stage.table.sections[supplement.section].fields[supplement.name]
      boards[supplement.section].says[supplement.name] = says
    }
  }
}
