extension BatchCheck {
  /// Every index lies in the table that it is counted in (rule T4).
  func bounds() throws(TableViolation) {
    try sectionBounds()
    try rowBounds(operations.deleteRows, in: before, "U-12") { place, rows in
      "attempt to delete row \(place.row) from section \(place.section) which only contains "
        + "\(rows) rows before the update"
    }
    try rowBounds(operations.moveRows.map(\.source), in: before, "U-14") { place, rows in
      "attempt to move index path \(place.path) that does not exist – there "
        + "are only \(rows) rows in section \(place.section) before the update"
    }
    let coming = operations.insertRows + operations.moveRows.map(\.target)
    try rowBounds(coming + content, in: after, "U-13") { place, rows in
      "attempt to insert row \(place.row) into section \(place.section), but there are only "
        + "\(rows) rows in section \(place.section) after the update"
    }
  }

  private func sectionBounds() throws(TableViolation) {
    try refuse(operations.deleteSections, "U-12", if: { !before.indices.contains($0) }) {
      "attempt to delete section \($0), but there are only \(before.count) sections before the "
        + "update"
    }
    let sources = operations.moveSections.map(\.source)
    try refuse(sources, "U-12", if: { !before.indices.contains($0) }) {
      "attempt to move section \($0), but there are only \(before.count) sections before the update"
    }
    try refuse(comingSections, "U-13", if: { !after.indices.contains($0) }) {
      "attempt to insert section \($0), but there are only \(after.count) sections after the update"
    }
    try refuse(operations.supplements, "U-13", if: { !after.indices.contains($0.section) }) {
      "attempt to show the \($0.shownName) of section \($0.section), but there are only "
        + "\(after.count) sections after the update"
    }
  }

  private func rowBounds(
    _ places: [Document.Place], in counts: [Int], _ rule: String,
    _ text: (Document.Place, Int) -> String
  ) throws(TableViolation) {
    func rows(_ section: Int) -> Int { counts.indices.contains(section) ? counts[section] : 0 }
    try refuse(places, rule, if: { !(0..<rows($0.section)).contains($0.row) }) {
      text($0, rows($0.section))
    }
  }
}
