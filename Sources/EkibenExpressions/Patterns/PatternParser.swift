/// Reads a pattern as the steps of a machine; nil wherever something else stands there.
struct PatternParser {
  private static let mostSteps = 5_000
  private static let mostGroups = 100

  private let scalars: [Unicode.Scalar]
  private var place = 0
  private var depth = 0

  private let dot: ScalarClass

  init(_ text: String, dotMatchesLineFeed: Bool) {
    scalars = Array(text.unicodeScalars)
    dot = dotMatchesLineFeed ? ScalarClass(isNegated: true) : .any
  }

  mutating func parse() -> [Pattern.Step]? {
    guard let steps = readEither(), place == scalars.count, steps.count < Self.mostSteps else {
      return nil
    }
    return steps + [.match]
  }

  private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    place += 1
    return true
  }

  // `a|b`: targets are counted from where the part begins, and moved when it is put somewhere.
  private mutating func readEither() -> [Pattern.Step]? {
    guard var steps = readSequence() else { return nil }
    while take("|") {
      guard let other = readSequence() else { return nil }
      let start = steps.count + 2
      steps =
        [.split(1, start)] + steps.moved(by: 1) + [.jump(start + other.count)]
        + other.moved(by: start)
      guard steps.count < Self.mostSteps else { return nil }
    }
    return steps
  }

  private mutating func readSequence() -> [Pattern.Step]? {
    var steps: [Pattern.Step] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      guard let part = readRepeated() else { return nil }
      steps += part.moved(by: steps.count)
      guard steps.count < Self.mostSteps else { return nil }
    }
    return steps
  }

  private mutating func readRepeated() -> [Pattern.Step]? {
    guard let part = readOne() else { return nil }
    guard let scalar = next, "*+?{".unicodeScalars.contains(scalar) else { return part }
    place += 1
    let range: (least: Int, most: Int?)? =
      switch scalar {
      case "*": (0, nil)
      case "+": (1, nil)
      case "?": (0, 1)
      default: readBraces()
      }
    guard let range else { return nil }
    // Which way is tried first makes no difference to whether there is one.
    _ = take("?")
    if let scalar = next, "*+{".unicodeScalars.contains(scalar) { return nil }
    return repeated(part, range.least, range.most)
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

  private func repeated(_ part: [Pattern.Step], _ least: Int, _ most: Int?) -> [Pattern.Step]? {
    guard (max(least, most ?? 0) + 1) * (part.count + 2) < Self.mostSteps else { return nil }
    var steps: [Pattern.Step] = []
    for _ in 0..<least { steps += part.moved(by: steps.count) }
    guard let most else {
      let start = steps.count
      steps.append(.split(start + 1, start + part.count + 2))
      return steps + part.moved(by: start + 1) + [.jump(start)]
    }
    let end = steps.count + (most - least) * (part.count + 1)
    for _ in least..<most {
      steps.append(.split(steps.count + 1, end))
      steps += part.moved(by: steps.count)
    }
    return steps
  }

  private mutating func readOne() -> [Pattern.Step]? {
    guard let scalar = next else { return nil }
    place += 1
    switch scalar {
    case "^": return [.begin]
    case "$": return [.end]
    case ".": return [.scalars(dot)]
    case "[": return readClass().map { [.scalars($0)] }
    case "(": return readGroup()
    case "\\": return readEscape().map { [.scalars($0)] }
    case "*", "+", "?", "{", "}", "]": return nil
    default: return [.scalars(ScalarClass(ranges: [scalar.value...scalar.value]))]
    }
  }

  private mutating func readGroup() -> [Pattern.Step]? {
    if take("?") { guard take(":") else { return nil } }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostGroups, let steps = readEither(), take(")") else { return nil }
    return steps
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

extension [Pattern.Step] {
  fileprivate func moved(by count: Int) -> [Pattern.Step] {
    count == 0
      ? self
      : map { step in
        switch step {
        case .split(let one, let other): .split(one + count, other + count)
        case .jump(let target): .jump(target + count)
        case .scalars, .begin, .end, .match: step
        }
      }
  }
}
