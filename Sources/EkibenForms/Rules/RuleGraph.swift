import EkibenDocuments

/// Which records of a form decide which others are shown: what is asked first, and what goes in circles
/// (rule F37).
///
/// A record depends on what it stands in, and on the rows that the formula for its visibility reads.
struct RuleGraph {
  /// A record and what it depends on.
  struct Node {
    /// What it stands in.
    var around: [RecordID] = []
    /// What its formula reads, if hidden answers do not count.
    var reads: [RecordID] = []
  }

  /// The circles, each as a way that leads back to where it begins.
  private(set) var cycles: [[RecordID]] = []
  // What depends on another level's records has a higher one; those of a circle share a number.
  private var levels: [RecordID: Int] = [:]
  private var circles: [RecordID: Int] = [:]

  /// Looks at all records that some depend on.
  ///
  /// - Complexity: O(records and dependencies found).
  init(from owners: [RecordID], _ node: (RecordID) -> Node) {
    var search = ConnectedRecords()
    for owner in owners { search.visit(owner, node) }
    for part in search.parts { add(part, search.nodes) }
  }

  /// How many rules at most have to be asked one after the other before that of a record.
  func level(of record: RecordID) -> Int { levels[record] ?? 0 }

  /// Whether two records decide about each other: then one's visibility is not asked for the other's.
  func areInOneCircle(_ record: RecordID, _ other: RecordID) -> Bool {
    circles[record].map { $0 == circles[other] } ?? false
  }

  private mutating func add(_ part: [RecordID], _ nodes: [RecordID: Node]) {
    let members = Set(part)
    let isCircle = part.count > 1 || nodes[part[0]]?.reads.contains(part[0]) ?? false
    var level = 0
    for record in part {
      for other in nodes[record]?.around ?? [] { level = max(level, levels[other] ?? 0) }
      for other in nodes[record]?.reads ?? [] where !members.contains(other) {
        level = max(level, (levels[other] ?? 0) + 1)
      }
    }
    for record in part {
      levels[record] = level
      if isCircle { circles[record] = cycles.count }
    }
    if isCircle { cycles.append(Self.way(among: members, from: part.min() ?? part[0], nodes)) }
  }

  // The shortest, breadth first.
  private static func way(
    among members: Set<RecordID>, from start: RecordID, _ nodes: [RecordID: Node]
  ) -> [RecordID] {
    var (cameFrom, waiting) = ([RecordID: RecordID](), [start])
    while !waiting.isEmpty {
      var next: [RecordID] = []
      for record in waiting {
        for other in nodes[record].map({ $0.reads + $0.around }) ?? []
        where members.contains(other) && cameFrom[other] == nil {
          cameFrom[other] = record
          if other == start { return way(back: cameFrom, to: start) }
          next.append(other)
        }
      }
      waiting = next
    }
    return [start]
  }

  private static func way(back cameFrom: [RecordID: RecordID], to start: RecordID) -> [RecordID] {
    var way = [start]
    while let before = cameFrom[way[way.count - 1]], before != start { way.append(before) }
    return [start] + way.dropFirst().reversed() + [start]
  }
}

/// Records that depend on each other in a circle, by Tarjan's algorithm: what others depend on first.
///
/// It keeps its own stack, since chains are as long as a form says.
private struct ConnectedRecords {
  private struct Step {
    let record: RecordID
    var next = 0
  }

  private(set) var parts: [[RecordID]] = []
  private(set) var nodes: [RecordID: RuleGraph.Node] = [:]
  private var numbers: [RecordID: Int] = [:]
  private var lowest: [RecordID: Int] = [:]
  private var open: [RecordID] = []
  private var isOpen: Set<RecordID> = []

  mutating func visit(_ start: RecordID, _ node: (RecordID) -> RuleGraph.Node) {
    if numbers[start] != nil { return }
    var steps = [enter(start, node(start))]
    while let step = steps.last {
      let record = step.record
      let others = nodes[record].map { $0.around + $0.reads } ?? []
      guard step.next < others.count else {
        steps.removeLast()
        if lowest[record] == numbers[record] { close(record) }
        if let above = steps.last?.record { lower(above, to: lowest[record]) }
        continue
      }
      steps[steps.count - 1].next += 1
      let other = others[step.next]
      if numbers[other] == nil {
        steps.append(enter(other, node(other)))
      } else if isOpen.contains(other) {
        lower(record, to: numbers[other])
      }
    }
  }

  private mutating func enter(_ record: RecordID, _ node: RuleGraph.Node) -> Step {
    nodes[record] = node
    (numbers[record], lowest[record]) = (numbers.count, numbers.count)
    open.append(record)
    isOpen.insert(record)
    return Step(record: record)
  }

  private mutating func lower(_ record: RecordID, to number: Int?) {
    if let number { lowest[record] = min(lowest[record] ?? number, number) }
  }

  private mutating func close(_ record: RecordID) {
    var part: [RecordID] = []
    while let other = open.popLast() {
      isOpen.remove(other)
      part.append(other)
      if other == record { break }
    }
    parts.append(part)
  }
}
