extension Pattern {
  /// Whether a part of a text matches.
  ///
  /// - Complexity: O(n · m) in the lengths of text and pattern, which is counted.
  func isFound(
    in text: String, _ evaluation: inout ExpressionEvaluation
  ) throws(ExpressionError) -> Bool {
    let scalars = Array(text.unicodeScalars)
    return try firstMatch(in: scalars, from: 0, &evaluation, isAnyEnough: true) != nil
  }

  /// The parts of a text that match: from the left, each that an engine which goes back would find first,
  /// none of them empty.
  ///
  /// - Complexity: O(n · m) for each, which is counted.
  func matches(
    in scalars: [Unicode.Scalar], _ evaluation: inout ExpressionEvaluation
  ) throws(ExpressionError) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = 0
    while place <= scalars.count,
      let range = try firstMatch(in: scalars, from: place, &evaluation, isAnyEnough: false)
    {
      if !range.isEmpty { found.append(range) }
      place = range.upperBound + (range.isEmpty ? 1 : 0)
    }
    return found
  }

  // Ways that begin at every place are followed side by side, in the order in which they would be tried one
  // by one. Two that come to the same step go on alike, so that the first stands for both; once one has
  // matched, none is followed that would be tried behind it.
  private func firstMatch(
    in scalars: [Unicode.Scalar], from start: Int, _ evaluation: inout ExpressionEvaluation,
    isAnyEnough: Bool
  ) throws(ExpressionError) -> Range<Int>? {
    var (now, next) = (Ways(steps.count), Ways(steps.count))
    var found: Range<Int>?
    for place in start...scalars.count {
      if found == nil, now.match == nil {
        add(0, from: place, to: &now, at: place, of: scalars.count)
      }
      try evaluation.count(1 + now.threads.marked / 16)
      if let first = now.match {
        found = first..<place
        if isAnyEnough { return found }
      }
      guard place < scalars.count, found == nil || !now.threads.places.isEmpty else { return found }
      next.clear()
      var ranges = 0
      for (step, first) in zip(now.threads.places, now.starts) where next.match == nil {
        guard case .scalars(let set) = steps[step] else { continue }
        ranges += set.ranges.count
        if set.contains(scalars[place]) {
          add(step + 1, from: first, to: &next, at: place + 1, of: scalars.count)
        }
      }
      try evaluation.count(ranges / 64)
      swap(&now, &next)
    }
    return found
  }

  private func add(_ step: Int, from start: Int, to ways: inout Ways, at place: Int, of count: Int)
  {
    add(step, to: &ways.threads, isFirst: place == 0, isLast: place == count)
    while ways.starts.count < ways.threads.places.count { ways.starts.append(start) }
    if ways.threads.hasMatch { ways.match = start }
  }

  /// The places that are reached at once, and where each way to one began.
  private struct Ways {
    var threads: Threads
    var starts: [Int] = []
    /// Where the way began that has matched.
    var match: Int?

    init(_ count: Int) { threads = Threads(count, endAtMatch: true) }

    mutating func clear() {
      threads.clear()
      starts.removeAll(keepingCapacity: true)
      match = nil
    }
  }
}
