/// The figures of a group as a table that a person can read.
package struct ResultTable {
  private let group: String
  private let measurements: [BenchmarkResult]

  /// Makes the table of a group; its name stands in the corner, and not before each workload.
  package init(group: String, measurements: [BenchmarkResult]) {
    (self.group, self.measurements) = (group, measurements)
  }

  private static let headings = ["", "", "beside", "ratio", "middle half", "target", ""]

  /// A line of headings and one for each figure; columns are as wide as what stands in them.
  package var lines: [String] {
    var rows = [Self.headings] + measurements.map(cells)
    rows[0][0] = group
    let widths = Self.headings.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return Self.isNumber(column) ? space + cell : cell + space
      }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func isNumber(_ column: Int) -> Bool { ![0, 2, 6].contains(column) }

  private func cells(_ measurement: BenchmarkResult) -> [String] {
    let name = measurement.workload
    let prefix = group + " "
    let beside = measurement.baseline.map { baseline in
      "\(Self.digits(baseline)) \(measurement.unit)  \(measurement.against ?? "")"
    }
    // What has no ratio has its target in its own unit.
    let unit = measurement.baseline == nil ? " \(measurement.unit)" : ""
    let half = measurement.low.flatMap { low in
      measurement.high.map { "\(Self.digits(low))–\(Self.digits($0))" }
    }
    return [
      name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name,
      "\(Self.digits(measurement.value)) \(measurement.unit)", beside ?? "",
      measurement.baseline == nil ? "" : Self.digits(measurement.figure), half ?? "",
      measurement.target.map { Self.digits($0) + unit } ?? "", measurement.isMissed ? "missed" : "",
    ]
  }

  /// A number with three digits that count: more is more than a machine can promise.
  static func digits(_ value: Double) -> String {
    let places = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    if places == 0 { return "\(Int(rounded))" }
    let digits = "\(rounded)"
    let fraction = digits.split(separator: ".").dropFirst().first?.count ?? 0
    return digits + String(repeating: "0", count: max(0, places - fraction))
  }
}
