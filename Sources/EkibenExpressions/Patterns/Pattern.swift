/// A regular expression that a whole text matches or not, in time that grows with text and pattern only.
///
/// All paths through the pattern are followed side by side, one Unicode scalar at a time (Thompson,
/// Pike), so matching never backtracks. A pattern may hold what forms use:
///
/// ```text
/// a \. \n \t          a scalar, or one that is escaped
/// . \d \w \s \D \W \S any but a line feed, digits, words, spaces (of ASCII), and all others
/// [a-z_] [^0-9]       one of these, none of these
/// ab a|b (a) (?:a)    one after the other, either, groups
/// a* a+ a? a{2,5}     as often as can be; with `?` behind them, as seldom
/// ^ $                 begin and end
/// ```
///
/// Anything else is refused: back-references, look-around, word boundaries, named classes, and
/// patterns of more than 5,000 steps.
public struct Pattern: Sendable {
  enum Step: Sendable {
    case scalars(ScalarClass)
    /// Two ways to go on, as far from here; the first is tried first.
    case split(Int, Int)
    /// Goes on as far from here.
    case jump(Int)
    case begin
    case end
    case match
  }

  let steps: [Step]
  /// What reading it took, in scalars and steps.
  let cost: Int

  /// Reads a pattern; nil where it is malformed, or only a backtracking engine could match it.
  ///
  /// - Complexity: O(n), after what `{2,5}` repeats is written out.
  public init?(_ text: String) { self.init(text, dotMatchesLineFeed: false) }

  /// Reads a pattern whose `.` stands for a line feed, too, as in FHIRPath.
  init?(_ text: String, dotMatchesLineFeed: Bool) {
    var parser = PatternParser(text, dotMatchesLineFeed: dotMatchesLineFeed)
    guard let steps = parser.parse() else { return nil }
    (self.steps, cost) = (steps, parser.cost)
  }

  /// Whether a whole text matches.
  ///
  /// - Complexity: O(n · m) in the lengths of text and pattern.
  public func matches(_ text: String) -> Bool {
    var (now, next) = (Threads(steps.count), Threads(steps.count))
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    add(0, to: &now, isFirst: true, isLast: index == scalars.endIndex)
    while index != scalars.endIndex, !now.places.isEmpty {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      next.clear()
      for place in now.places {
        if case .scalars(let set) = steps[place], set.contains(scalar) {
          add(place + 1, to: &next, isFirst: false, isLast: index == scalars.endIndex)
        }
      }
      swap(&now, &next)
    }
    return index == scalars.endIndex && now.hasMatch
  }

  // With a list of its own instead of calls in calls, since patterns are data.
  func add(_ start: Int, to threads: inout Threads, isFirst: Bool, isLast: Bool) {
    var waiting = [start]
    while let place = waiting.popLast() {
      guard threads.mark(place) else { continue }
      switch steps[place] {
      case .scalars: threads.places.append(place)
      case .split(let one, let other): waiting += [place + other, place + one]
      case .jump(let distance): waiting.append(place + distance)
      case .begin: if isFirst { waiting.append(place + 1) }
      case .end: if isLast { waiting.append(place + 1) }
      case .match:
        threads.hasMatch = true
        if threads.endAtMatch { return }
      }
    }
  }

  /// The places that are reached at once, each of them once, in the order in which they are tried.
  struct Threads {
    var places: [Int] = []
    /// Whether nothing counts that would be tried behind a way that has matched.
    let endAtMatch: Bool
    var hasMatch = false
    /// How many steps were gone through to reach them.
    private(set) var marked = 0
    private var seen: [Int]
    private var round = 1

    init(_ count: Int, endAtMatch: Bool = false) {
      (self.endAtMatch, seen) = (endAtMatch, [Int](repeating: 0, count: count))
    }

    mutating func mark(_ place: Int) -> Bool {
      if seen[place] == round { return false }
      seen[place] = round
      marked += 1
      return true
    }

    mutating func clear() {
      places.removeAll(keepingCapacity: true)
      (hasMatch, marked) = (false, 0)
      round += 1
    }
  }
}

/// Scalars by ranges, or all others.
struct ScalarClass: Sendable {
  var ranges: [ClosedRange<UInt32>] = []
  var isNegated = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) } != isNegated
  }

  static let any = ScalarClass(ranges: [10...10], isNegated: true)

  /// What stands for a letter behind a backslash; nil where it is not one of these.
  static func escape(_ scalar: Unicode.Scalar) -> ScalarClass? {
    let ranges: [ClosedRange<UInt32>]
    switch scalar {
    case "d", "D": ranges = [48...57]
    case "w", "W": ranges = [48...57, 65...90, 95...95, 97...122]
    case "s", "S": ranges = [9...13, 32...32]
    default: return nil
    }
    return ScalarClass(ranges: ranges, isNegated: scalar.properties.isUppercase)
  }
}
