/// Rows of text in aligned columns; the last column is not padded, and one long cell widens no other line.
struct TextTable {
  private var rows: [[FittedLine]] = []
  // What is longer is not waited for: a list of rows, or a text.
  private static let widest = 40

  mutating func add(_ cells: String...) { add(cells) }
  mutating func add(_ cells: [String]) { add(cells.map { FittedLine($0) }) }
  mutating func add(_ cells: [FittedLine]) { rows.append(cells) }

  var lines: [FittedLine] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.compactMap { $0.dropFirst(column).first?.width }
        .filter { $0 <= Self.widest }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { at, cell in
        at == row.count - 1 ? cell : cell.padded(to: widths[at])
      }
      return FittedLine(cells, separator: "  ")
    }
  }
}
