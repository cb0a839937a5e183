package import EkibenDocuments
import EkibenForms

/// The rows that a query over many documents can ask for, and the columns that their answers take
/// (rules I26, I27 and E4).
package struct QueryColumns: Sendable {
  private let columns: [RowID: [ExportColumn]]
  private let repeating: Set<RowID>

  /// All rows that take answers: as their tables have them, those of the documents first.
  package let rows: [RowID]

  /// Finds the columns of all forms that are asked, as if they were revisions of one.
  package init(of tables: ExportTables) {
    var (rows, columns, repeating) = ([RowID](), [RowID: [ExportColumn]](), Set<RowID>())
    for table in tables.tables {
      for column in table.columns {
        guard let row = column.row else { continue }
        if columns[row] == nil { rows.append(row) }
        columns[row, default: []].append(column)
        if table.template != nil { repeating.insert(row) }
      }
    }
    (self.rows, self.columns, self.repeating) = (rows, columns, repeating)
  }

  /// Whether there is such a row.
  package func has(_ row: RowID) -> Bool { columns[row] != nil }

  /// Whether a row may have several answers, in one instance or in all of them.
  package func takesSeveral(_ row: RowID) -> Bool {
    repeating.contains(row) || columns[row]?.contains { $0.takesSeveral } ?? false
  }

  /// What columns are called, those of some rows behind others.
  package func header(behind first: [String], of rows: [RowID]) -> [String] {
    ExportTables.Table.header(first, rows.flatMap { columns[$0] ?? [] })
  }

  /// What stands in the columns of a row.
  ///
  /// - Complexity: O(n) in the length of the answers.
  package func cells(of answers: [Value], to row: RowID) -> [CSVWriter.Cell] {
    let several = answers.isEmpty ? nil : Value.list(answers)
    let value = takesSeveral(row) ? several : answers.first
    return (columns[row] ?? []).map { column in value.map { column.cell(of: $0) } ?? .missing }
  }
}
