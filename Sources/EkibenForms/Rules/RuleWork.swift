import EkibenDocuments

/// What an edit has yet to ask, and what has come of it so far.
struct RuleWork {
  private let index: RuleIndex
  private var waiting = WaitingRules()
  /// The records of which something else may hold than before.
  var affected: Set<Int> = []
  /// The answers that formulas give; nil where answers stay as they are.
  var calculation: Calculation?
  // The circle that is gone through, and what of it has to be asked once more.
  private var circle: Int?
  private var again: Set<Int> = []

  init(_ index: RuleIndex, calculating calculation: Calculation? = nil) {
    (self.index, self.calculation) = (index, calculation)
  }

  var calculates: Bool { calculation != nil }
  var isDone: Bool { waiting.isEmpty }

  mutating func next() -> Int? { waiting.next() }

  mutating func add(_ rule: Int) {
    if index.rules[rule].aspect == .calculated, !calculates { return }
    if index.rules[rule].aspect == .initial { return }
    // Who works answers out shows no texts.
    if calculates, index.rules[rule].aspect == .text { return }
    if let circle, index.calculatingCircle(of: rule) == circle {
      again.insert(rule)
    } else {
      waiting.add(rule, index.rules[rule].level)
    }
  }

  /// Adds what reads the answer of a row; not the row's own calculation, which would read it for ever.
  mutating func addReaders(of row: Int) {
    let own = calculates ? index.calculations[row] : nil
    for rule in index.readers(of: row) where rule != own { add(rule) }
  }

  /// Goes through a circle: its rules wait for ``takeAgain()``.
  mutating func begin(_ circle: Int, from rule: Int) {
    self.circle = circle
    let others = waiting.take(level: index.rules[rule].level) { [index] in
      index.calculatingCircle(of: $0) == circle
    }
    again = Set(others).union([rule])
  }

  /// The rules of the circle that have to be asked, in the order of the document.
  mutating func takeAgain() -> [Int] {
    defer { again = [] }
    return again.sorted()
  }

  /// A rule of the circle is asked now.
  mutating func asks(_ rule: Int) { again.remove(rule) }

  mutating func end() { (circle, again) = (nil, []) }
}

/// Rules that have to be asked, each once: those first that others depend on.
struct WaitingRules {
  private var known: Set<Int> = []
  private var rules: [Int: [Int]] = [:]
  // The levels to which rules came since they were put in order.
  private var unordered: Set<Int> = []
  // Descending.
  private var levels: [Int] = []

  var isEmpty: Bool { known.isEmpty }

  mutating func add(_ rule: Int, _ level: Int) {
    guard known.insert(rule).inserted else { return }
    unordered.insert(level)
    if rules[level]?.append(rule) == nil {
      rules[level] = [rule]
      levels.insert(level, at: levels.firstPlace { $0 < level })
    }
  }

  /// Takes those of a level out that meet a condition.
  mutating func take(level: Int, where isWanted: (Int) -> Bool) -> [Int] {
    let taken = rules[level, default: []].filter(isWanted)
    rules[level]?.removeAll(where: isWanted)
    return taken
  }

  mutating func next() -> Int? {
    guard let level = levels.last else { return nil }
    // Within a level as they stand in the form, the last of the list first.
    if unordered.remove(level) != nil { rules[level]?.sort(by: >) }
    if let rule = rules[level]?.popLast() { return rule }
    rules[level] = nil
    levels.removeLast()
    return next()
  }
}
