import EkibenDocuments

/// Where each header, row and footer of a table begins, by sums in a binary indexed tree.
///
/// A section takes one place for its header, one a row, and one for footer and named supplements.
struct TableLayout {
  private var tree: [Int]
  private var heights: [Int]
  // The first place of each section, and the one after the last.
  private let starts: [Int]

  /// - Complexity: O(n) in the number of places.
  init(sections: [[Int]]) {
    var starts = [0]
    for section in sections { starts.append(starts[starts.count - 1] + section.count) }
    self.starts = starts
    heights = sections.flatMap(\.self)
    tree = [0] + heights
    for index in tree.indices.dropFirst() {
      let parent = index + index & -index
      if parent < tree.count { tree[parent] += tree[index] }
    }
  }

  /// The height of everything.
  var height: Int { top(of: heights.count) }

  /// The place of a row.
  func place(of row: Document.Place) -> Int { starts[row.section] + 1 + row.row }
  /// The place of a header.
  func header(of section: Int) -> Int { starts[section] }
  /// The place of what stands below the rows of a section.
  func footer(of section: Int) -> Int { starts[section + 1] - 1 }

  /// The height of a place.
  func height(of place: Int) -> Int { heights[place] }

  /// Where a place begins.
  ///
  /// - Complexity: O(log n).
  func top(of place: Int) -> Int {
    var (sum, index) = (0, place)
    while index > 0 {
      sum += tree[index]
      index -= index & -index
    }
    return sum
  }

  /// Gives a place another height; whether it had another one.
  ///
  /// - Complexity: O(log n).
  mutating func setHeight(of place: Int, to height: Int) -> Bool {
    let difference = height - heights[place]
    if difference == 0 { return false }
    heights[place] = height
    var index = place + 1
    while index < tree.count {
      tree[index] += difference
      index += index & -index
    }
    return true
  }

  /// The places that lie at least partly between two distances from the top; empty ones do not.
  ///
  /// - Complexity: O(log n + places found).
  func places(from top: Int, to bottom: Int) -> [Int] {
    var place = place(at: top)
    var position = self.top(of: place)
    var found: [Int] = []
    while place < heights.count, position < bottom {
      if heights[place] > 0 { found.append(place) }
      position += heights[place]
      place += 1
    }
    return found
  }

  // The last place that begins at or above a distance and does not end there.
  private func place(at distance: Int) -> Int {
    var (place, rest) = (0, max(0, distance))
    var step = 1
    while step * 2 < tree.count { step *= 2 }
    while step > 0 {
      if place + step < tree.count, tree[place + step] <= rest {
        place += step
        rest -= tree[place]
      }
      step /= 2
    }
    return place
  }

  /// Which section a place belongs to, and where in it: 0 is the header, rows follow.
  ///
  /// - Complexity: O(log sections).
  func part(at place: Int) -> (section: Int, part: Int) {
    var (low, high) = (0, starts.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    return (low, place - starts[low])
  }
}
