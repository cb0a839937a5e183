import EkibenDocuments

extension NaiveHistory {
  /// What taking back a past entry comes to.
  enum Reverting {
    case refused(HistoryError)
    /// What is in the way, and since which entries.
    case conflict([Cell: [Int]])
    /// All records afterwards.
    case done([RecordID: Fields])
  }

  func revert(_ number: Int) -> Reverting {
    guard (1...count).contains(number) else { return .refused(.unknownEntry(number)) }
    guard let node = nodes[number] else {
      return .refused(.notANode(number, head: heads[number]))
    }
    if number == 1 { return .refused(.rootStays) }
    guard wayToRoot(head).contains(number) else {
      return .refused(.notInPresent(number, head: head))
    }
    let later = node.touched.reduce(into: [:]) { $0[$1] = writers(of: $1, since: number) }
      .filter { !$0.value.isEmpty }
    if !later.isEmpty { return .conflict(later) }
    let records = withoutChanges(of: node)
    let homeless = homeless(in: records, since: number, touching: node.touched)
    return homeless.isEmpty ? .done(records) : .conflict(homeless)
  }

  func writers(of cell: Cell, since number: Int) -> [Int] {
    wayToRoot(head).filter { $0 > number }.filter { later in
      (nodes[later]?.touched ?? []).contains {
        $0.record == cell.record && ($0.field == nil || cell.field == nil || $0.field == cell.field)
      }
    }.sorted()
  }

  private func withoutChanges(of node: Node) -> [RecordID: Fields] {
    let past = Self.records(of: nodes[node.parent]?.state ?? Document())
    return node.touched.reduce(into: Self.records(of: state)) { records, cell in
      if let field = cell.field {
        records[cell.record]?[field] = past[cell.record]?[field]
      } else {
        records[cell.record] = past[cell.record]
      }
    }
  }

  /// Rows without a section: they, or else the section, are what is in the way.
  func homeless(
    in records: [RecordID: Fields], since number: Int, touching touched: Set<Cell>
  ) -> [Cell: [Int]] {
    var found: [Cell: Set<Int>] = [:]
    for (record, fields) in records {
      guard case .row = record, let section = fields.text(.section) else { continue }
      let home = Cell(record: .section(SectionID(unchecked: section)))
      guard records[home.record] == nil else { continue }
      let place = Cell(record: record, field: .section)
      if touched.contains(place) || touched.contains(Cell(record: record)) {
        found[place] = Set(writers(of: home, since: number))
      } else {
        found[home, default: []].insert(origin(of: place).entry)
      }
    }
    return found.mapValues { $0.sorted() }
  }
}
