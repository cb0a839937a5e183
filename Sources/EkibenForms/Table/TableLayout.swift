import EkibenDocuments

/// Where each header, row and footer of a table begins: sums of heights within sections, and of sections.
///
/// A section takes one place for its header, one a row, and one for footer and named supplements.
struct TableLayout {
  /// A place in a section: 0 is the header, rows follow, and the last is what stands below them.
  struct Place {
    let section: Int
    let part: Int
  }

  private var sections: [HeightSums]
  private var tops: HeightSums

  /// - Complexity: O(n) in the number of places.
  init(sections: [[Int]]) {
    self.sections = sections.map { HeightSums($0) }
    tops = HeightSums(self.sections.map(\.total))
  }

  var height: Int { tops.total }

  func place(of row: Document.Place) -> Place { Place(section: row.section, part: row.row + 1) }
  func header(of section: Int) -> Place { Place(section: section, part: 0) }
  /// The place of what stands below the rows of a section.
  func footer(of section: Int) -> Place {
    Place(section: section, part: sections[section].heights.count - 1)
  }

  func height(of place: Place) -> Int { sections[place.section].heights[place.part] }

  /// Where a place begins.
  ///
  /// - Complexity: O(log n).
  func top(of place: Place) -> Int {
    tops.top(of: place.section) + sections[place.section].top(of: place.part)
  }

  /// Gives a place another height; whether it had another one.
  ///
  /// - Complexity: O(log n).
  mutating func setHeight(of place: Place, to height: Int) -> Bool {
    let difference = height - self.height(of: place)
    if difference == 0 { return false }
    sections[place.section].add(difference, to: place.part)
    tops.add(difference, to: place.section)
    return true
  }

  /// Becomes the layout of the table after a batch; sections are measured where rows came, went or moved.
  ///
  /// - Complexity: O(sections + places of those that are measured).
  mutating func rearrange(_ operations: TableOperations, heights: (Int) -> [Int]) {
    let moves = SectionMoves(operations, sectionCount: sections.count)
    if moves.areAny { sections = moves.rearranged(sections) { HeightSums(heights($0)) } }
    let left = operations.deleteRows + operations.moveRows.map(\.source)
    let entered = operations.insertRows + operations.moveRows.map(\.target)
    for place in Set(left.map { moves.places[$0.section] } + entered.map(\.section))
    where place >= 0 { sections[place] = HeightSums(heights(place)) }
    tops = HeightSums(sections.map(\.total))
  }

  /// The places that lie at least partly between two distances from the top; empty ones do not.
  ///
  /// - Complexity: O(log n + places found).
  func places(from top: Int, to bottom: Int) -> [Place] {
    let first = tops.place(at: max(0, top))
    guard first.place < sections.count else { return [] }
    var (part, below) = sections[first.place].place(at: first.rest)
    var position = max(0, top) - below
    var found: [Place] = []
    for section in first.place..<sections.count {
      for height in sections[section].heights[part...] {
        if position >= bottom { return found }
        if height > 0 { found.append(Place(section: section, part: part)) }
        position += height
        part += 1
      }
      part = 0
    }
    return found
  }
}

/// Heights in order, and the sums of those before each, in a binary indexed tree.
private struct HeightSums {
  private(set) var heights: [Int]
  private(set) var total: Int
  private var tree: [Int]

  init(_ heights: [Int]) {
    self.heights = heights
    total = heights.reduce(0, +)
    tree = [0] + heights
    for index in tree.indices.dropFirst() {
      let parent = index + index & -index
      if parent < tree.count { tree[parent] += tree[index] }
    }
  }

  /// The sum of the heights before a place.
  func top(of place: Int) -> Int {
    var (sum, index) = (0, place)
    while index > 0 {
      sum += tree[index]
      index -= index & -index
    }
    return sum
  }

  mutating func add(_ difference: Int, to place: Int) {
    heights[place] += difference
    total += difference
    var index = place + 1
    while index < tree.count {
      tree[index] += difference
      index += index & -index
    }
  }

  /// The last place that begins at or above a distance and ends below it, and how far that is inside.
  func place(at distance: Int) -> (place: Int, rest: Int) {
    var (place, rest) = (0, distance)
    var step = 1
    while step * 2 < tree.count { step *= 2 }
    while step > 0 {
      if place + step < tree.count, tree[place + step] <= rest {
        place += step
        rest -= tree[place]
      }
      step /= 2
    }
    return (place, rest)
  }
}
