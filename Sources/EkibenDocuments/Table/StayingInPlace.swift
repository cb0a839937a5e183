/// Finds what need not move: as much as possible, and of several such choices one that keeps
/// what is wanted.
///
/// What says something else should rather not move, since both in one batch is illegal (rules T14
/// and T15). Where that cannot be had for nothing, the choice is the one of the diff.
///
/// The values are the old places of what is in both lists, in the new order and all different; of the wishes, which say
/// what positions should be kept, the best set comes first.
///
/// - Returns: The positions that stay, in order.
/// - Complexity: O(wishes · n log n).
func positionsThatStay(_ values: [Int], places: [Int], wanting wishes: [[Bool]]) -> [Int] {
  let usual = longestIncreasingSubsequence(values, places: places)
  if usual.count == values.count { return usual }
  for wanted in wishes {
    if usual.reduce(0, { $0 + (wanted[$1] ? 1 : 0) }) == wanted.count(where: \.self) {
      return usual
    }
    if let other = stay(values, places, with: wanted), other.count == usual.count { return other }
  }
  return usual
}

// A longest increasing run with all that is wanted; nil where that is out of order in itself. It is
// a longest run of what fits between the wanted ones: none of those is then in the way of another.
private func stay(_ values: [Int], _ places: [Int], with wanted: [Bool]) -> [Int]? {
  let pins = values.indices.filter { wanted[$0] }
  if zip(pins, pins.dropFirst()).contains(where: { values[$0] > values[$1] }) { return nil }
  var upper = [Int](repeating: .max, count: values.count)
  var next = Int.max
  for position in values.indices.reversed() {
    upper[position] = next
    if wanted[position] { next = values[position] }
  }
  var lower = -1
  var fitting: [Int] = []
  for position in values.indices
  where values[position] > lower && values[position] < upper[position] {
    fitting.append(position)
    if wanted[position] { lower = values[position] }
  }
  return longestIncreasingSubsequence(
    fitting.map { values[$0] }, places: fitting.map { places[$0] }
  ).map { fitting[$0] }
}
