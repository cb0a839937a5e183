public import EkibenDocuments

/// A view of a row: it has an identity of its own, and shows what it was last bound to.
///
/// A cell that moves is the same cell and shows the same; only an update binds it to something else
/// (U-29), and only to another state of the same row.
public struct TableCell: Sendable {
  /// Tells cells of one table apart; never used twice.
  public let token: Int
  /// The row that the cell stands for.
  public let id: RowID
  /// The record that it was last bound to.
  var fields: Fields

  /// What the cell shows.
  public var display: RowDisplay { RowDisplay(row) }

  var row: Document.Row { Document.Row(id: id, fields: fields) }

  // Most cells are bound to the very record, which is seen without looking into it.
  func shows(_ row: Document.Row) -> Bool {
    id == row.id
      && (fields == row.fields || RowDisplay.shown(fields) == RowDisplay.shown(row.fields))
  }
}

/// The cells of a section, with its header, footer and named supplements.
public struct TableCells: Sendable {
  /// The section that they stand for.
  public let id: SectionID
  /// The record that its supplements were last bound to.
  var fields: Fields
  /// The cells, in order.
  public internal(set) var cells: [TableCell]

  /// What the section shows.
  ///
  /// - Complexity: O(n) in the number of cells.
  public var display: SectionDisplay {
    SectionDisplay(id: id, fields: fields, rows: cells.map(\.display))
  }

  mutating func rebind(_ supplement: FieldName, to fields: Fields) {
    self.fields[supplement] = fields[supplement]
    if supplement == .header { self.fields[.level] = fields[.level] }
  }
}
