public import EkibenDocuments

/// One thing that a table did, by identity and place.
public enum TableEvent: Hashable, Sendable, CustomStringConvertible {
  /// Where a row stands: its section's name, and its place by index.
  public struct Spot: Hashable, Sendable {
    /// The section that the row stands in.
    public let section: SectionID
    /// The place of the row.
    public let place: Document.Place

    /// Names a spot.
    public init(_ section: SectionID, _ place: Document.Place) {
      (self.section, self.place) = (section, place)
    }
  }

  /// Everything was shown from scratch.
  case reload(sections: Int, rows: Int)
  /// A section came, to this index, with its new rows.
  case insertSection(SectionID, at: Int)
  /// A section went, from this index, with the rows that were left in it.
  case deleteSection(SectionID, at: Int)
  /// A section moved, with its cells.
  case moveSection(SectionID, from: Int, to: Int)
  /// A row came.
  case insertRow(RowID, Spot)
  /// A row went.
  case deleteRow(RowID, Spot)
  /// A row moved; its cell is the same and still shows what it showed.
  case moveRow(RowID, from: Spot, to: Spot)
  /// A row shows something else in the same cell.
  case updateRow(RowID, Spot)
  /// A row has another component and with it a new cell.
  case replaceView(RowID, Spot)
  /// A header, footer or named supplement came, went or changed.
  case supplement(SectionID, FieldName)

  /// What a batch is about to do to these cells: first what goes, then what comes, then content.
  ///
  /// Sources are named by the cells that stand there, targets by the table after the batch.
  static func events(of stage: TablePlan.Stage, on cells: [SectionSlot]) -> [TableEvent] {
    let (operations, table) = (stage.operations, stage.table)
    func old(_ place: Document.Place) -> Spot { Spot(cells[place.section].id, place) }
    func new(_ place: Document.Place) -> Spot { Spot(table.sections[place.section].id, place) }
    func oldRow(_ place: Document.Place) -> RowID { cells[place.section].rows[place.row].id }
    var events: [TableEvent] = []
    for at in operations.deleteSections { events.append(.deleteSection(cells[at].id, at: at)) }
    for at in operations.insertSections {
      events.append(.insertSection(table.sections[at].id, at: at))
    }
    for move in operations.moveSections {
      events.append(.moveSection(cells[move.source].id, from: move.source, to: move.target))
    }
    for at in operations.deleteRows { events.append(.deleteRow(oldRow(at), old(at))) }
    for at in operations.insertRows { events.append(.insertRow(table[at].id, new(at))) }
    for move in operations.moveRows {
      events.append(.moveRow(oldRow(move.source), from: old(move.source), to: new(move.target)))
    }
    for at in operations.updateRows { events.append(.updateRow(table[at].id, new(at))) }
    for at in operations.replaceViews { events.append(.replaceView(table[at].id, new(at))) }
    for change in operations.supplements {
      events.append(.supplement(table.sections[change.section].id, change.name))
    }
    return events
  }

  /// One line, such as `insert person/name at (0, 1)`.
  public var description: String {
    switch self {
    case .reload(let sections, let rows):
      "reload \(DrawnText.count(sections, "section")), \(DrawnText.count(rows, "row"))"
    case .insertSection(let id, let at): "insert section \(name(id)) at \(at)"
    case .deleteSection(let id, let at): "delete section \(name(id)) at \(at)"
    case .moveSection(let id, let source, let target):
      "move section \(name(id)) from \(source) to \(target)"
    case .insertRow(let id, let spot): "insert \(path(id, spot)) at \(text(spot.place))"
    case .deleteRow(let id, let spot): "delete \(path(id, spot)) at \(text(spot.place))"
    case .moveRow(let id, let source, let target) where source.section == target.section:
      "move \(path(id, source)) from \(text(source.place)) to \(text(target.place))"
    case .moveRow(let id, let source, let target):
      "move \(path(id, source)) from \(text(source.place)) to \(name(target.section)) "
        + text(target.place)
    case .updateRow(let id, let spot): "update \(path(id, spot))"
    case .replaceView(let id, let spot): "replace \(path(id, spot))"
    case .supplement(let id, let field): "\(name(field)) of section \(name(id))"
    }
  }

  private func name(_ id: some RecordName) -> String { Notation.name(id.rawValue) }
  private func path(_ id: RowID, _ spot: Spot) -> String { "\(name(spot.section))/\(name(id))" }
  private func text(_ place: Document.Place) -> String { "(\(place.section), \(place.row))" }
}
