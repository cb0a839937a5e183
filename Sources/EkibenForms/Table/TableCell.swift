public import EkibenDocuments

/// A view of a row or supplement as it stands on the screen: who it is, and what it shows.
///
/// A cell that moves is the same cell and shows the same; only an update binds it to something else
/// (U-29), and only to another state of the same row.
public struct TableCell: Sendable {
  /// Tells cells of one table apart: a row gets another one whenever it comes to the screen anew.
  public let token: Int
  /// Tells the views of one table apart: one view can be used for many cells, one after the other.
  public let viewToken: Int
  /// The row that the cell stands for; of a supplement, the section.
  public let id: RowID
  /// What the view shows.
  public let view: any ViewModel
  /// The component that the view is bound to.
  public let component: any Component

  /// What the cell looks like.
  public var display: RowDisplay { RowDisplay(row, of: component, look: view.look) }

  var row: Document.Row { Document.Row(id: id, fields: component.record) }
}

/// The cells of a section that are on the screen, with its header, footer and named supplements.
public struct TableCells: Sendable {
  /// The section that they stand for.
  public let id: SectionID
  /// The cells of rows, in order.
  public let cells: [TableCell]
  /// The cells of header, footer and named supplements.
  public let supplements: [FieldName: TableCell]
}
