/// Finds the positions of a longest increasing subsequence: the records that need not move.
///
/// Of several longest ones it takes one that keeps most of the values that equal their place: rows
/// whose index stays (rule D13). An increasing sequence keeps everything.
///
/// - Complexity: O(n log n).
@usableFromInline
func longestIncreasingSubsequence(_ values: [Int], places: [Int]) -> [Int] {
  if zip(values, values.dropFirst()).allSatisfy({ $0 < $1 }) { return Array(values.indices) }
  let kept = patienceSorted(values)
  var stable = values.indices.count { values[$0] == places[$0] }
  if stable > 0 { stable -= kept.count { values[$0] == places[$0] } }
  return stable == 0 ? kept : mostStable(values, places)
}

/// Patience sorting with back links (Fredman, 1975).
private func patienceSorted(_ values: [Int]) -> [Int] {
  // tails[k] is the position of the smallest value that ends an increasing run of length k + 1.
  var tails: [Int] = []
  var previous = [Int](repeating: -1, count: values.count)
  for (position, value) in values.enumerated() {
    var low = 0
    var high = tails.count
    // Mostly sorted sequences go on at the end.
    if let last = tails.last, values[last] < value { low = high }
    while low < high {
      let middle = (low + high) / 2
      if values[tails[middle]] < value { low = middle + 1 } else { high = middle }
    }
    if low > 0 { previous[position] = tails[low - 1] }
    if low == tails.count { tails.append(position) } else { tails[low] = position }
  }
  return chain(endingAt: tails.last, previous)
}

/// The same by length and number of stable values together, with a Fenwick tree of best ends.
private func mostStable(_ values: [Int], _ places: [Int]) -> [Int] {
  guard let least = values.min(), let most = values.max() else { return [] }
  let size = most - least + 1
  var best = [Int](repeating: -1, count: size + 1)
  // Length above, stable values below: one number to compare.
  var scores = [Int](repeating: 0, count: values.count)
  var previous = [Int](repeating: -1, count: values.count)
  var end = -1
  for (position, value) in values.enumerated() {
    var slot = value - least
    while slot > 0 {
      let candidate = best[slot]
      if candidate >= 0, previous[position] < 0 || scores[candidate] > scores[previous[position]] {
        previous[position] = candidate
      }
      slot &= slot - 1
    }
    let before = previous[position] < 0 ? 0 : scores[previous[position]]
    scores[position] = before + (1 << 32) + (value == places[position] ? 1 : 0)
    if end < 0 || scores[position] > scores[end] { end = position }
    slot = value - least + 1
    while slot <= size {
      if best[slot] < 0 || scores[best[slot]] < scores[position] { best[slot] = position }
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
