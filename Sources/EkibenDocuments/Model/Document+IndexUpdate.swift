/// What came, went and moved between two documents, as far as an index has to know.
package struct IndexUpdate: Sendable {
  /// Sections that are not at their places any more, by old place, ascending.
  var leaving: [(place: Int, section: SectionID)] = []
  /// Sections that are at new places, by new place, ascending.
  var coming: [(place: Int, section: SectionID)] = []
  /// Sections whose parent, or whose place under it, is another one.
  var regrouped: [(section: SectionID, before: Fields?, after: Fields?)] = []
  var gone: [RowID] = []
  /// Sections whose rows changed places, from a certain one on.
  var rows: [(section: SectionID, from: Int)] = []
  /// Whether something that came, or changed, repeats.
  var bringsRepeat = false
}

extension Document.Index {
  /// Becomes the index of the document that the changes led to.
  ///
  /// - Complexity: O(changes), a few nanoseconds for each section behind the first that comes or goes,
  ///   and O(rows) behind the first that changes in a section.
  package mutating func update(_ update: IndexUpdate, to document: Document) {
    contents.update(update, to: document)
  }
}

extension Document.Index.Contents {
  fileprivate mutating func update(_ update: IndexUpdate, to document: Document) {
    mayRepeat = mayRepeat || update.bringsRepeat
    for row in update.gone { homes[row] = nil }
    for (section, before, _) in update.regrouped {
      guard let (parent, isCopy) = before?.standing else { continue }
      self[under: parent, isCopy].removeAll { $0 == section }
      if self[under: parent, isCopy].isEmpty { forget(parent, isCopy) }
    }
    moveSections(update)
    for (section, _, after) in update.regrouped {
      guard let place = place(of: section), let (parent, isCopy) = after?.standing else { continue }
      let siblings = self[under: parent, isCopy]
      let at = siblings.firstPlace { (self.place(of: $0) ?? 0) > place }
      self[under: parent, isCopy].insert(section, at: at)
    }
    for (section, first) in update.rows {
      guard let number = numbers[section], let place = place(of: section) else { continue }
      let rows = document.sections[place].rows
      for row in first..<rows.count {
        homes[rows[row].id] = .init(section: number, row: Int32(truncatingIfNeeded: row))
      }
    }
  }

  private mutating func moveSections(_ update: IndexUpdate) {
    let moved = Set(update.coming.map(\.section))
    for (place, section) in update.leaving.reversed() {
      let number = order.remove(at: place)
      if moved.contains(section) { continue }
      numbers[section] = nil
      unused.append(number)
    }
    for (place, section) in update.coming {
      let number = numbers[section] ?? newNumber()
      numbers[section] = number
      order.insert(number, at: place)
    }
    let first = min(update.leaving.first?.place ?? .max, update.coming.first?.place ?? .max)
    guard first < order.count else { return }
    for place in first..<order.count { places[Int(order[place])] = place }
  }

  private mutating func newNumber() -> Int32 {
    if let number = unused.popLast() { return number }
    places.append(0)
    return Int32(truncatingIfNeeded: places.count - 1)
  }

  private mutating func forget(_ parent: SectionID, _ isCopy: Bool) {
    if isCopy { copies[parent] = nil } else { parts[parent] = nil }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first place of which something holds, where it holds for all behind it; the end where it
  /// holds for none.
  ///
  /// - Complexity: O(log n).
  @inlinable package func firstPlace(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
