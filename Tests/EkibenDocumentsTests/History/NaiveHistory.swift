import EkibenDocuments

/// An undo tree that keeps every state whole and asks nothing of the journal: slow and obvious.
struct NaiveHistory {
  /// A field of a record; nil stands for all of them.
  struct Cell: Hashable {
    var record: RecordID
    var field: FieldName?
  }

  struct Node {
    var parent: Int
    var step: Int
    var state: Document
    /// What differs from the parent's state.
    var touched: Set<Cell>
    /// Who wrote each field, as far as anybody did.
    var writers: [Cell: Int]
    /// The answers that formulas gave.
    var calculated: Set<Cell>
    var kind: Entry.Kind
    var author: String
    var reverted: Int?
    /// As ``writers``, but for what reverts brought back.
    var realWriters: [Cell: Int] = [:]
  }

  private(set) var nodes: [Int: Node] = [:]
  private(set) var head = 0
  // The head after each entry; before the first there is none.
  private(set) var heads = [0]
  // By the bytes of the name.
  var marks: [[UInt8]: Int] = [:]
  var typist = NaiveTypist()
  private var lastVisited: [Int: Int] = [:]
  private var via: [Cell: Int] = [:]

  var count: Int { heads.count - 1 }
  var state: Document { nodes[head]?.state ?? Document() }

  mutating func edit(to new: Document, by entry: Entry) {
    heads.append(0)
    let (old, fresh) = (Self.records(of: state), Self.records(of: new))
    var touched: Set<Cell> = []
    var writers = nodes[head]?.writers ?? [:]
    var calculated = nodes[head]?.calculated ?? []
    for record in Set(old.keys).union(fresh.keys) {
      let (before, after) = (old[record], fresh[record])
      if before == nil || after == nil {
        touched.insert(Cell(record: record))
        writers = writers.filter { $0.key.record != record }
        calculated = calculated.filter { $0.record != record }
        via = via.filter { $0.key.record != record }
        for name in after?.names ?? [] { writers[Cell(record: record, field: name)] = count }
      } else if let before, let after {
        for name in Set(before.names + after.names) where before[name] != after[name] {
          let cell = Cell(record: record, field: name)
          touched.insert(cell)
          writers[cell] = count
          calculated.remove(cell)
          via[cell] = nil
        }
      }
    }
    for (change, flags) in zip(entry.changes.changes, entry.flags)
    where flags.contains(.calculated) {
      let cell = Cell(record: change.record, field: .value)
      guard case .row = cell.record, writers[cell] == count else { continue }
      calculated.insert(cell)
    }
    var node = Node(
      parent: head, step: entry.step, state: new, touched: touched, writers: writers,
      calculated: calculated, kind: entry.kind, author: entry.author, reverted: entry.reverted)
    node.realWriters = realWriters(at: count, node)
    nodes[count] = node
    move(to: count)
  }

  mutating func travel(to target: Int) {
    heads.append(0)
    let (from, to) = (wayToRoot(head), wayToRoot(target))
    let crossed = Set(from).symmetricDifference(to)
    move(to: target)
    let touched = Set(crossed.flatMap { nodes[$0]?.touched ?? [] })
    for cell in touched { via[cell] = count }
    for cell in cells where touched.contains(Cell(record: cell.record)) { via[cell] = count }
  }

  /// Every field that can be asked for: those that are there, and those that somebody cleared.
  var cells: [Cell] {
    let present = Self.records(of: state).flatMap { record, fields in
      fields.names.map { Cell(record: record, field: $0) }
    }
    return Array(Set(present).union((nodes[head]?.writers ?? [:]).keys))
  }

  func origin(of cell: Cell) -> Origins.Origin {
    // What nobody wrote nobody brings back.
    guard let writer = nodes[head]?.writers[cell] else { return Origins.Origin(entry: 0) }
    let isCalculated = nodes[head]?.calculated.contains(cell) ?? false
    return Origins.Origin(entry: writer, via: via[cell], isCalculated: isCalculated)
  }

  func undoTarget(steps: Int) -> Int? {
    var target = head
    for _ in 0..<steps {
      let step = nodes[target]?.step
      guard let next = wayToRoot(target).first(where: { nodes[$0]?.step != step }) else {
        return nil
      }
      target = next
    }
    return target
  }

  func redoTarget(steps: Int) -> Int? {
    var target = head
    for _ in 0..<steps {
      guard let next = lastVisited[target] else { return nil }
      let step = nodes[next]?.step
      target = next
      while let below = lastVisited[target], nodes[below]?.step == step { target = below }
    }
    return target
  }

  /// From a node to the root, itself included.
  func wayToRoot(_ number: Int) -> [Int] {
    Array(sequence(first: number) { self.nodes[$0]?.parent }.prefix { $0 != 0 })
  }

  private mutating func move(to target: Int) {
    head = target
    heads[count] = target
    for node in wayToRoot(target) {
      if let parent = nodes[node]?.parent, parent != 0 { lastVisited[parent] = node }
    }
  }

  static func records(of document: Document) -> [RecordID: Fields] {
    var records: [RecordID: Fields] = [.document: document.fields]
    for section in document.sections {
      records[.section(section.id)] = section.record
      for row in section.rows { records[.row(row.id)] = row.record(in: section.id) }
    }
    return records
  }
}
