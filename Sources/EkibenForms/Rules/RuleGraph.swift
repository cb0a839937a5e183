/// Which records of a form decide which others are shown or calculated, by number: what is asked first, and
/// what goes in circles (rules F37 and E15).
///
/// A record depends on what it stands in, and on the rows that the formula for its visibility reads. The answer
/// of a calculated row is a node of its own behind the records: it depends on the rows that its expression
/// reads, and on whether its row is shown.
struct RuleGraph: Sendable {
  /// A record and what it depends on.
  struct Node {
    /// The section and the row that it stands in; -1 is none.
    var section = -1
    var row = -1
    /// What its formula reads, if hidden answers do not count.
    var reads: [Int] = []
  }

  /// The circles, each as a path that leads back to where it begins.
  private(set) var cycles: [[Int]] = []
  // What depends on another level's records has a higher one; those of a circle share a number.
  private var levels: [Int] = []
  private var circles: [Int: Int] = [:]
  private var calculations: [Int: Int] = [:]
  private var calculatingCircles: Set<Int> = []

  /// Looks at all nodes that some depend on, with those of calculated answers by their rows' records.
  ///
  /// - Complexity: O(all nodes, and dependencies found).
  init(
    of count: Int, from owners: [Int], calculating calculations: [Int: Int] = [:],
    _ node: (Int) -> Node
  ) {
    var search = ConnectedRecords(count)
    for owner in owners { search.visit(owner, node) }
    levels = Array(repeating: 0, count: count)
    self.calculations = calculations
    for part in search.parts { add(part, search.nodes) }
    for node in calculations.values {
      if let circle = circles[node] { calculatingCircles.insert(circle) }
    }
    let records = Dictionary(uniqueKeysWithValues: calculations.map { ($1, $0) })
    cycles = cycles.map { path in
      path.map { records[$0] ?? $0 }
        .reduce(into: []) { path, record in if path.last != record { path.append(record) } }
    }.map { $0.count == 1 ? $0 + $0 : $0 }
  }

  /// How many rules at most have to be asked one after the other before that of a record.
  func level(of record: Int) -> Int { levels[record] }

  /// The node of a row's calculated answer; nil where it is not calculated.
  func node(calculating row: Int) -> Int? { calculations[row] }

  /// Whether two nodes decide about each other: then one's visibility is not asked for the other's.
  func isInCircle(_ node: Int) -> Bool { circles[node] != nil }

  /// Whether two stand in the same one.
  func areInOneCircle(_ node: Int, _ other: Int) -> Bool {
    circles.isEmpty ? false : circles[node].map { $0 == circles[other] } ?? false
  }

  /// The node's circle, if answers are calculated in it: it is gone through until nothing changes.
  func calculatingCircle(of node: Int) -> Int? {
    calculatingCircles.isEmpty
      ? nil : circles[node].flatMap { calculatingCircles.contains($0) ? $0 : nil }
  }

  private mutating func add(_ part: [Int], _ nodes: [Node]) {
    let isCircle = part.count > 1 || nodes[part[0]].reads.contains(part[0])
    let members = isCircle ? Set(part) : []
    var level = 0
    for record in part {
      let node = nodes[record]
      if node.section >= 0 { level = max(level, levels[node.section]) }
      if node.row >= 0 { level = max(level, levels[node.row]) }
      for other in node.reads where !members.contains(other) {
        level = max(level, levels[other] + 1)
      }
    }
    for record in part {
      levels[record] = level
      if isCircle { circles[record] = cycles.count }
    }
    if isCircle { cycles.append(Self.path(among: members, from: part.min() ?? part[0], nodes)) }
  }

  // The shortest, breadth first.
  private static func path(among members: Set<Int>, from start: Int, _ nodes: [Node]) -> [Int] {
    var (cameFrom, waiting) = ([Int: Int](), [start])
    while !waiting.isEmpty {
      var next: [Int] = []
      for record in waiting {
        for other in nodes[record].reads + [nodes[record].row, nodes[record].section]
        where members.contains(other) && cameFrom[other] == nil {
          cameFrom[other] = record
          if other == start { return path(back: cameFrom, to: start) }
          next.append(other)
        }
      }
      waiting = next
    }
    return [start]
  }

  private static func path(back cameFrom: [Int: Int], to start: Int) -> [Int] {
    var path = [start]
    while let before = cameFrom[path[path.count - 1]], before != start { path.append(before) }
    return [start] + path.dropFirst().reversed() + [start]
  }
}

/// Records that depend on each other in a circle, by Tarjan's algorithm: what others depend on first.
///
/// It keeps its own stack, since chains are as long as a form says.
private struct ConnectedRecords {
  private(set) var parts: [[Int]] = []
  private(set) var nodes: [RuleGraph.Node]
  // From 1; 0 is one that was not seen.
  private var numbers: [Int]
  private var lowest: [Int]
  private var count = 0
  private var open: [Int] = []
  private var isOpen: [Bool]

  init(_ count: Int) {
    nodes = Array(repeating: RuleGraph.Node(), count: count)
    numbers = Array(repeating: 0, count: count)
    lowest = numbers
    isOpen = Array(repeating: false, count: count)
  }

  mutating func visit(_ start: Int, _ node: (Int) -> RuleGraph.Node) {
    if numbers[start] != 0 { return }
    enter(start, node(start))
    var steps = [(record: start, next: 0)]
    while let (record, next) = steps.last {
      guard next < 2 + nodes[record].reads.count else {
        steps.removeLast()
        if lowest[record] == numbers[record] { close(record) }
        if let above = steps.last?.record { lowest[above] = min(lowest[above], lowest[record]) }
        continue
      }
      steps[steps.count - 1].next += 1
      let around = next == 0 ? nodes[record].row : nodes[record].section
      let other = next > 1 ? nodes[record].reads[next - 2] : around
      if other < 0 { continue }
      if numbers[other] == 0 {
        enter(other, node(other))
        steps.append((other, 0))
      } else if isOpen[other] {
        lowest[record] = min(lowest[record], numbers[other])
      }
    }
  }

  private mutating func enter(_ record: Int, _ node: RuleGraph.Node) {
    nodes[record] = node
    count += 1
    (numbers[record], lowest[record]) = (count, count)
    open.append(record)
    isOpen[record] = true
  }

  private mutating func close(_ record: Int) {
    var part: [Int] = []
    while let other = open.popLast() {
      isOpen[other] = false
      part.append(other)
      if other == record { break }
    }
    parts.append(part)
  }
}
