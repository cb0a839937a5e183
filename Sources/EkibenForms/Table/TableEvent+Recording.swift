import EkibenDocuments

extension TableEvent {
  /// What a batch is about to do to these cells: first what goes, then what comes, then content.
  ///
  /// Sources are named by the cells that stand there, targets by the table after the batch.
  static func events(of stage: TablePlan.Stage, on cells: [SectionSlot]) -> [TableEvent] {
    let operations = stage.operations
    return sections(operations, stage.table, cells) + rows(operations, stage.table, cells)
      + content(operations, stage.table)
  }

  private static func sections(
    _ operations: TableOperations, _ table: Document, _ cells: [SectionSlot]
  ) -> [TableEvent] {
    operations.deleteSections.map { .deleteSection(cells[$0].id, at: $0) }
      + operations.insertSections.map { .insertSection(table.sections[$0].id, at: $0) }
      + operations.moveSections.map {
        .moveSection(cells[$0.source].id, from: $0.source, to: $0.target)
      }
  }

  private static func rows(
    _ operations: TableOperations, _ table: Document, _ cells: [SectionSlot]
  ) -> [TableEvent] {
    func source(_ place: Document.Place) -> (id: RowID, spot: Spot) {
      let section = cells[place.section]
      return (section.rows[place.row].id, Spot(section.id, place))
    }
    let deleted = operations.deleteRows.map { place in
      let (id, spot) = source(place)
      return TableEvent.deleteRow(id, spot)
    }
    let inserted = operations.insertRows.map { TableEvent.insertRow(table[$0].id, spot($0, table)) }
    let moved = operations.moveRows.map { move in
      let (id, spot) = source(move.source)
      return TableEvent.moveRow(id, from: spot, to: self.spot(move.target, table))
    }
    return deleted + inserted + moved
  }

  private static func content(_ operations: TableOperations, _ table: Document) -> [TableEvent] {
    operations.updateRows.map { .updateRow(table[$0].id, spot($0, table)) }
      + operations.replaceViews.map { .replaceView(table[$0].id, spot($0, table)) }
      + operations.supplements.map { .supplement(table.sections[$0.section].id, $0.name) }
  }

  private static func spot(_ place: Document.Place, _ table: Document) -> Spot {
    Spot(table.sections[place.section].id, place)
  }
}
