/// What happens to the sections and rows of one table, as signs.
struct TableMarks {
  private(set) var sections: [Int: String] = [:]
  /// By section, then by row.
  private(set) var rows: [Int: [Int: String]] = [:]

  /// Marks what leaves its place in the table before a batch.
  init(leaving operations: TableOperations) {
    for at in operations.deleteSections { mark(at, "-") }
    for move in operations.moveSections { mark(move.source, ">") }
    for place in operations.deleteRows { mark(place, "-") }
    for move in operations.moveRows { mark(move.source, ">") }
  }

  /// Marks what is new at its place in the table after a batch.
  init(coming operations: TableOperations) {
    for at in operations.insertSections { mark(at, "+") }
    for move in operations.moveSections { mark(move.target, ">") }
    for supplement in operations.supplements { mark(supplement.section, "~") }
    for place in operations.insertRows { mark(place, "+") }
    for move in operations.moveRows { mark(move.target, ">") }
    for place in operations.updateRows { mark(place, "~") }
    for place in operations.replaceViews { mark(place, "!") }
  }

  /// The longest run of signs at one place.
  var width: Int {
    let signs = Array(sections.values) + rows.values.flatMap(\.values)
    return max(1, signs.map(\.count).max() ?? 1)
  }

  // What is done twice at one place is worth seeing; done ten times it is not.
  private mutating func mark(_ section: Int, _ sign: String) {
    if sections[section, default: ""].count < 3 { sections[section, default: ""] += sign }
  }

  private mutating func mark(_ place: Document.Place, _ sign: String) {
    let known = rows[place.section]?[place.row] ?? ""
    if known.count < 3 { rows[place.section, default: [:]][place.row] = known + sign }
  }
}

/// One table of a report: its sections and rows by name, with signs where something happens.
struct TableColumn {
  private(set) var lines: [String] = []
  private let marks: TableMarks

  // Longer lists show only what takes part, with its neighbours.
  private static let longest = 8

  init(_ table: Document, _ marks: TableMarks) {
    self.marks = marks
    let touched = Set(marks.sections.keys).union(marks.rows.keys)
    draw(table.sections.count, touched, "sections", indent: "") { column, at in
      column.draw(table.sections[at], at: at)
    }
  }

  private mutating func draw(_ section: Document.Section, at: Int) {
    add(marks.sections[at], "\(at) \(Notation.name(section.id.rawValue))")
    let signs = marks.rows[at] ?? [:]
    draw(section.rows.count, Set(signs.keys), "rows", indent: "  ") { column, row in
      column.add(signs[row], "  \(row) \(Notation.name(section.rows[row].id.rawValue))")
    }
  }

  // Draws each of some things, or says how many are left out.
  private mutating func draw(
    _ count: Int, _ touched: Set<Int>, _ noun: String, indent: String,
    _ drawOne: (inout TableColumn, Int) -> Void
  ) {
    var hidden = 0
    for at in 0..<count {
      let near = [at - 1, at, at + 1].contains { touched.contains($0) }
      if count > Self.longest, !near, at > 0, at < count - 1 {
        hidden += 1
        continue
      }
      if hidden > 0 { add(nil, "\(indent)⋮ \(hidden) \(noun)") }
      hidden = 0
      drawOne(&self, at)
    }
  }

  private mutating func add(_ signs: String?, _ text: String) {
    let signs = signs ?? ""
    lines.append(signs + String(repeating: " ", count: marks.width + 1 - signs.count) + text)
  }
}
