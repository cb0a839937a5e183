/// Finds the positions of a longest increasing subsequence: the records that need not move.
///
/// Of several longest ones it takes one that keeps most of the values that equal their place: rows
/// whose index stays (rule D13). An increasing sequence keeps everything.
///
/// - Complexity: O(n log n).
@usableFromInline func longestIncreasingSubsequence(_ values: [Int], places: [Int]) -> [Int] {
  if zip(values, values.dropFirst()).allSatisfy({ $0 < $1 }) { return Array(values.indices) }
  let hasStable = zip(values, places).contains { $0 == $1 }
  return hasStable ? mostStable(values, places) : patienceSorted(values)
}

/// Patience sorting with back links (Fredman, 1975).
private func patienceSorted(_ values: [Int]) -> [Int] {
  // ends[k] is the smallest value that ends an increasing run of length k + 1, and tails[k] its position: looked for
  // is among the values alone, which stand beside each other.
  var (ends, tails): ([Int], [Int]) = ([], [])
  var previous = [Int](repeating: -1, count: values.count)
  for position in values.indices {
    let value = values[position]
    // Mostly sorted sequences go on at the end.
    guard let last = ends.last, last >= value else {
      if let tail = tails.last { previous[position] = tail }
      ends.append(value)
      tails.append(position)
      continue
    }
    let place = ends.firstPlace { $0 >= value }
    if place > 0 { previous[position] = tails[place - 1] }
    (ends[place], tails[place]) = (value, position)
  }
  return chain(endingAt: tails.last, previous)
}

/// The same by length and number of stable values together, with a Fenwick tree of best ends.
private func mostStable(_ values: [Int], _ places: [Int]) -> [Int] {
  guard let least = values.min(), let most = values.max() else { return [] }
  // Length above, stable values below: one number to compare. 0 is an empty run.
  var bestScore = [Int](repeating: 0, count: most - least + 2)
  var bestEnd = [Int32](repeating: -1, count: most - least + 2)
  var previous = [Int](repeating: -1, count: values.count)
  var (score, end) = (0, -1)
  for (position, value) in values.enumerated() {
    var before = 0
    var slot = value - least
    while slot > 0 {
      if bestScore[slot] > before {
        before = bestScore[slot]
        previous[position] = Int(bestEnd[slot])
      }
      slot &= slot - 1
    }
    let own = before + (1 << 32) + (value == places[position] ? 1 : 0)
    if own > score { (score, end) = (own, position) }
    slot = value - least + 1
    while slot < bestScore.count {
      if bestScore[slot] < own {
        bestScore[slot] = own
        bestEnd[slot] = Int32(truncatingIfNeeded: position)
      }
      slot += slot & -slot
    }
  }
  return chain(endingAt: end < 0 ? nil : end, previous)
}

private func chain(endingAt end: Int?, _ previous: [Int]) -> [Int] {
  var kept: [Int] = []
  var position = end ?? -1
  while position >= 0 {
    kept.append(position)
    position = previous[position]
  }
  return kept.reversed()
}
