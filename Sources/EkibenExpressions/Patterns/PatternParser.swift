/// Reads a pattern as the steps of a machine; nil wherever something else stands there.
struct PatternParser {
  private static let mostSteps = 5_000
  private static let mostGroups = 100

  private let scalars: [Unicode.Scalar]
  private var place = 0
  private var depth = 0
  private var steps: [Pattern.Step] = []
  /// How many scalars were read, and steps written once more.
  private(set) var cost: Int

  private let dot: ScalarClass

  init(_ text: String, dotMatchesLineFeed: Bool) {
    scalars = Array(text.unicodeScalars)
    cost = scalars.count
    dot = dotMatchesLineFeed ? ScalarClass(isNegated: true) : .any
  }

  mutating func parse() -> [Pattern.Step]? {
    guard readEither(), place == scalars.count, steps.count < Self.mostSteps else { return nil }
    return steps + [.match]
  }

  private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    place += 1
    return true
  }

  // `a|b`: each way but the last begins with where to go instead, and ends by going behind all of them.
  private mutating func readEither() -> Bool {
    var ends: [Int] = []
    var start = steps.count
    guard readSequence() else { return false }
    while take("|") {
      steps.insert(.split(1, steps.count - start + 2), at: start)
      ends.append(steps.count)
      steps.append(.jump(0))
      start = steps.count
      guard readSequence(), steps.count < Self.mostSteps else { return false }
    }
    for end in ends { steps[end] = .jump(steps.count - end) }
    return true
  }

  private mutating func readSequence() -> Bool {
    while let scalar = next, scalar != "|", scalar != ")" {
      guard readRepeated(), steps.count < Self.mostSteps else { return false }
    }
    return true
  }

  private mutating func readRepeated() -> Bool {
    let start = steps.count
    guard readOne() else { return false }
    guard let scalar = next, "*+?{".unicodeScalars.contains(scalar) else { return true }
    place += 1
    let range: (least: Int, most: Int?)? =
      switch scalar {
      case "*": (0, nil)
      case "+": (1, nil)
      case "?": (0, 1)
      default: readBraces()
      }
    guard let range else { return false }
    let isLazy = take("?")
    if let scalar = next, "*+{".unicodeScalars.contains(scalar) { return false }
    return repeatSteps(from: start, range.least, range.most, isLazy)
  }

  private mutating func readBraces() -> (least: Int, most: Int?)? {
    guard let least = readNumber() else { return nil }
    if take("}") { return (least, least) }
    guard take(",") else { return nil }
    if take("}") { return (least, nil) }
    guard let most = readNumber(), most >= least, take("}") else { return nil }
    return (least, most)
  }

  private mutating func readNumber() -> Int? {
    var digits = ""
    while let scalar = next, ("0"..."9").contains(scalar), digits.utf8.count < 5 {
      digits.unicodeScalars.append(scalar)
      place += 1
    }
    return Int(digits)
  }

  // What stands behind a place, so often; what is lazy tries first to go on behind it.
  private mutating func repeatSteps(
    from start: Int, _ least: Int, _ most: Int?, _ isLazy: Bool
  ) -> Bool {
    let part = Array(steps[start...])
    func split(_ again: Int, _ behind: Int) -> Pattern.Step {
      isLazy ? .split(behind, again) : .split(again, behind)
    }
    defer { cost += part.count + steps.count - start }
    guard (max(least, most ?? 0) + 1) * (part.count + 2) < Self.mostSteps else { return false }
    steps.removeLast(part.count)
    for _ in 0..<least { steps += part }
    guard let most else {
      if least == 0 { steps += [split(1, part.count + 2)] + part }
      steps.append(split(-part.count, 1))
      return true
    }
    for left in (least..<most).reversed() {
      steps += [split(1, (left - least + 1) * (part.count + 1))] + part
    }
    return true
  }

  private mutating func readOne() -> Bool {
    guard let scalar = next else { return false }
    place += 1
    let step: Pattern.Step?
    switch scalar {
    case "^": step = .begin
    case "$": step = .end
    case ".": step = .scalars(dot)
    case "[": step = readClass().map { .scalars($0) }
    case "(": return readGroup()
    case "\\": step = readEscape().map { .scalars($0) }
    case "*", "+", "?", "{", "}", "]": step = nil
    default: step = .scalars(ScalarClass(ranges: [scalar.value...scalar.value]))
    }
    guard let step else { return false }
    steps.append(step)
    return true
  }

  private mutating func readGroup() -> Bool {
    if take("?") { guard take(":") else { return false } }
    depth += 1
    defer { depth -= 1 }
    return depth <= Self.mostGroups && readEither() && take(")")
  }

  private mutating func readEscape() -> ScalarClass? {
    guard let scalar = next else { return nil }
    place += 1
    if let known = ScalarClass.escape(scalar) { return known }
    let controls: [Unicode.Scalar: UInt32] = ["n": 10, "r": 13, "t": 9, "f": 12, "v": 11]
    if let value = controls[scalar] { return ScalarClass(ranges: [value...value]) }
    // Letters and digits mean something else, which this does not know.
    if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) { return nil }
    return ScalarClass(ranges: [scalar.value...scalar.value])
  }

  private mutating func readClass() -> ScalarClass? {
    var set = ScalarClass()
    set.isNegated = take("^")
    var isFirst = true
    while let scalar = next, isFirst || scalar != "]" {
      isFirst = false
      place += 1
      if scalar == "[" { return nil }
      let low =
        scalar == "\\" ? readEscape() : ScalarClass(ranges: [scalar.value...scalar.value])
      guard let low, !low.isNegated else { return nil }
      set.ranges += low.ranges
      guard next == "-", place + 1 < scalars.count, scalars[place + 1] != "]" else { continue }
      place += 1
      guard low.ranges.count == 1, let first = low.ranges.first, first.count == 1,
        let last = readRangeEnd(), first.lowerBound <= last
      else { return nil }
      set.ranges.append(first.lowerBound...last)
    }
    return take("]") ? set : nil
  }

  private mutating func readRangeEnd() -> UInt32? {
    guard let scalar = next else { return nil }
    place += 1
    if scalar != "\\" { return scalar.value }
    guard let set = readEscape(), !set.isNegated, set.ranges.count == 1, set.ranges[0].count == 1
    else { return nil }
    return set.ranges[0].lowerBound
  }
}
