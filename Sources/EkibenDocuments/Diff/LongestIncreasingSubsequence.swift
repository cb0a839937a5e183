/// Finds the positions of a longest increasing subsequence: the records that need not move.
///
/// Patience sorting with back links (Fredman, 1975). Of several longest ones the result is always
/// the same for the same input; an identical sequence keeps everything.
///
/// - Complexity: O(n log n).
func longestIncreasingSubsequence(_ values: [Int]) -> [Int] {
  // tails[k] is the position of the smallest value that ends an increasing run of length k + 1.
  var tails: [Int] = []
  var previous = [Int](repeating: -1, count: values.count)
  for (position, value) in values.enumerated() {
    var low = 0
    var high = tails.count
    while low < high {
      let middle = (low + high) / 2
      if values[tails[middle]] < value { low = middle + 1 } else { high = middle }
    }
    if low > 0 { previous[position] = tails[low - 1] }
    if low == tails.count { tails.append(position) } else { tails[low] = position }
  }
  var kept: [Int] = []
  var position = tails.last ?? -1
  while position >= 0 {
    kept.append(position)
    position = previous[position]
  }
  return kept.reversed()
}
