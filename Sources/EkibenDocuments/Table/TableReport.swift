extension TableViolation {
  /// All that helps to understand the violation, as text of at most 80 columns.
  ///
  /// ```text
  /// U-12, batch 1: attempt to delete row 2 from section 0 which only contains 2 rows
  /// before the update
  ///
  ///   before                  batch 1                       after
  ///     0 person              delete (0, 2)                   0 person
  ///   >   0 name              move (0, 0) to (1, 0)             0 age
  ///       1 age                                               1 study
  ///     1 study                                           >     0 name
  ///
  /// try expectBatch("delete (0, 2); move (0, 0) to (1, 0)", from: [2, 0], to: [1, 1], under: .standard)
  /// ```
  ///
  /// `-` marks what goes, `+` what comes, `>` what moves, `~` what says something else, `!` what has
  /// another view. Long runs that take no part and whatever is beyond 60 lines are left out, long names
  /// are cut, and what could drive a terminal is escaped. The last line does it again in a test that imports `EkibenTesting`; it
  /// is not cut. Widths are counted in Characters.
  ///
  /// - Complexity: O(n) in the rows of both tables.
  public var report: String {
    let head = TableReport.wrapped(Notation.shown(description))
    guard let attempt else {
      let counts = ["", "  rows before: \(oldCounts)", "  rows after:  \(newCounts)"]
      let lines = operations.lines.map { "  " + TableReport.cut($0, to: 76) }
      return (head + counts + lines).joined(separator: "\n")
    }
    let report = TableReport(attempt, batch: rule == "content" ? nil : stage)
    let line = attempt.reproduction(ofBatch: rule == "content" ? 0 : stage)
    return (head + [""] + report.lines + ["", line ?? attempt.reproduction]).joined(separator: "\n")
  }
}

/// Old table, what was to be done, and new table, side by side.
struct TableReport {
  let lines: [String]

  private static let width = 80
  private static let tableWidth = 22
  private static let batchWidth = 30
  private static let height = 60

  /// Draws one batch, or all of the plan.
  init(_ attempt: TableAttempt, batch number: Int?) {
    let stages = attempt.plan.stages
    var (before, after) = (attempt.table, attempt.target)
    var (first, last) = (stages.first?.operations, stages.last?.operations)
    var title = stages.count == 1 ? "batch 1" : "\(stages.count) batches"
    var middle = stages.count == 1 ? stages[0].operations.lines : []
    if let number, let batch = attempt.batch(number) {
      (before, after) = (batch.before, batch.after)
      (first, last) = (batch.operations, batch.operations)
      title = stages.count == 1 ? "batch 1" : "batch \(number) of \(stages.count)"
      middle = batch.operations.lines
    } else if stages.count > 1 {
      middle = stages.enumerated().flatMap { at, stage in
        ["batch \(at + 1):"] + stage.operations.lines.map { "  " + $0 }
      }
    }
    let old = TableColumn(before, TableMarks(leaving: first ?? TableOperations()))
    let new = TableColumn(after, TableMarks(coming: last ?? TableOperations()))
    lines = Self.beside(
      [["before"] + old.lines, [title] + middle, ["after"] + new.lines],
      widths: [Self.tableWidth, Self.batchWidth, Self.tableWidth])
  }

  private static func beside(_ columns: [[String]], widths: [Int]) -> [String] {
    let columns = zip(columns, widths).map { column, width in
      ended(column).map { cut($0, to: width) }
    }
    let widths = columns.map { $0.map(\.count).max() ?? 0 }
    return (0..<(columns.map(\.count).max() ?? 0)).map { at in
      var line = ""
      var start = 2
      for (column, width) in zip(columns, widths) {
        if at < column.count, !column[at].isEmpty {
          line += String(repeating: " ", count: start - line.count) + column[at]
        }
        start += width + 2
      }
      return line
    }
  }

  // What takes part may be all of a long table.
  private static func ended(_ column: [String]) -> [String] {
    if column.count <= height { return column }
    return column.prefix(height - 1) + ["⋮ \(column.count - height + 1) lines"]
  }

  static func cut(_ text: String, to width: Int) -> String {
    text.count <= width ? text : text.prefix(width - 1) + "…"
  }

  /// A text in lines of the report's width, broken at spaces; a word that is longer is cut.
  static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ").map({ cut(String($0), to: width) }) {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}
