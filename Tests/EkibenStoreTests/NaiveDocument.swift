import EkibenDocuments
import EkibenStore

/// A document that keeps every state whole and asks nothing of the journal: slow and obvious.
struct NaiveDocument {
  struct Node {
    var parent: Int?
    /// What each row holds that anybody has written; nil is cleared.
    var answers: [RowID: Value?]
    var writers: [RowID: Int]
    var touched: Set<RowID>
  }

  /// The node that is head after each entry; entry N is at index N − 1.
  private(set) var heads = [1]
  private(set) var kinds: [Entry.Kind] = [.create]
  private var nodes: [Int: Node] = [1: Node(parent: nil, answers: [:], writers: [:], touched: [])]
  private var visited: [Int: Int] = [:]
  private var via: [RowID: Int] = [:]
  private(set) var marks: [MarkName: Int] = [:]

  var count: Int { heads.count }
  var head: Int { heads[heads.count - 1] }

  func answer(_ row: RowID, at entry: Int? = nil) -> Value? {
    nodes[heads[(entry ?? count) - 1]]?.answers[row] ?? nil
  }

  func origin(_ row: RowID) -> Origins.Origin {
    guard let writer = nodes[head]?.writers[row] else { return Origins.Origin(entry: 0) }
    return Origins.Origin(entry: writer, via: via[row])
  }

  /// Says whether there is an entry.
  mutating func edit(
    _ answers: [(row: RowID, value: Value?)], as kind: Entry.Kind = .edit
  ) -> Bool {
    guard var node = nodes[head] else { return false }
    var wanted: [RowID: Value?] = [:]
    for answer in answers { wanted.updateValue(answer.value, forKey: answer.row) }
    let changed = wanted.filter { $0.value != answer($0.key) }
    if changed.isEmpty { return false }
    let number = count + 1
    for (row, value) in changed {
      node.answers.updateValue(value, forKey: row)
      node.writers[row] = number
      via[row] = nil
    }
    node.parent = head
    node.touched = Set(changed.keys)
    nodes[number] = node
    go(to: number, kind)
    return true
  }

  func undoTarget(_ steps: Int) -> Int? {
    var target = head
    for _ in 0..<steps {
      guard let parent = nodes[target]?.parent else { return nil }
      target = parent
    }
    return target
  }

  func redoTarget(_ steps: Int) -> Int? {
    var target = head
    for _ in 0..<steps {
      guard let child = visited[target] else { return nil }
      target = child
    }
    return target
  }

  func isBelowHead(_ number: Int) -> Bool {
    number != head && nodes[number] != nil && wayUp(from: number).contains(head)
  }

  func isNode(_ number: Int) -> Bool { nodes[number] != nil }

  /// What taking an entry back gives each row that it wrote; nil where that cannot be.
  func reverting(_ number: Int) -> [(row: RowID, value: Value?)]? {
    guard number != 1, let node = nodes[number], let parent = node.parent.flatMap({ nodes[$0] }),
      wayUp(from: head).contains(number),
      node.touched.allSatisfy({ nodes[head]?.writers[$0] == number })
    else { return nil }
    return node.touched.map { ($0, parent.answers[$0] ?? nil) }
  }

  /// Says whether there is an entry.
  mutating func mark(_ name: MarkName) -> Bool {
    if marks[name] == head { return false }
    marks[name] = head
    heads.append(head)
    kinds.append(.mark)
    return true
  }

  mutating func travel(to target: Int, _ kind: Entry.Kind) {
    let crossed = Set(wayUp(from: head)).symmetricDifference(wayUp(from: target))
    for row in crossed.flatMap({ nodes[$0]?.touched ?? [] }) { via[row] = count + 1 }
    go(to: target, kind)
  }

  private func wayUp(from number: Int) -> [Int] {
    var path = [number]
    while let parent = nodes[path[path.count - 1]]?.parent { path.append(parent) }
    return path
  }

  private mutating func go(to target: Int, _ kind: Entry.Kind) {
    for node in wayUp(from: target) {
      if let parent = nodes[node]?.parent { visited[parent] = node }
    }
    heads.append(target)
    kinds.append(kind)
  }
}
