import EkibenDocuments

extension NaiveHistory {
  /// What taking back an author's own last step comes to.
  enum TakingBack {
    case nothing
    /// The step's newest entry; what is in the way, and since which entries.
    case conflict(Int, [Cell: [Int]])
    /// The step's newest entry, and all records afterwards.
    case done(Int, [RecordID: Fields])
  }

  func takeBackOwnStep(of author: String) -> TakingBack {
    var rest = wayToRoot(head).filter { $0 > 1 }
    while let newest = rest.first {
      let step = rest.filter { nodes[$0]?.step == nodes[newest]?.step }
      rest.removeFirst(step.count)
      let takenBack = entriesTakenBack(after: newest)
      let isOwn = step.allSatisfy { Array(nodes[$0]?.author.utf8 ?? "".utf8) == Array(author.utf8) }
      let kinds = Set(step.compactMap { nodes[$0]?.kind })
      guard isOwn, !takenBack.contains(newest), !kinds.isDisjoint(with: [.edit, .apply, .import])
      else { continue }
      let before = contentsBefore(step.filter { !takenBack.contains($0) })
      if before.isEmpty { continue }
      return takeBack(before, newest, of: Set(step.filter { !takenBack.contains($0) }))
    }
    return .nothing
  }

  private func entriesTakenBack(after number: Int) -> Set<Int> {
    Set(wayToRoot(head).filter { $0 > number }.compactMap { nodes[$0]?.reverted })
  }

  private func takeBack(
    _ before: [Cell: Fields?], _ newest: Int, of members: Set<Int>
  ) -> TakingBack {
    let real = nodes[head]?.realWriters ?? [:]
    let touched = before.keys.filter { cell in
      if cell.field != nil { return !members.contains(real[cell] ?? 0) }
      return writers(of: cell, since: newest).contains { later in
        nodes[later]?.touched.contains(cell) ?? false
      } || real.contains { $0.key.record == cell.record && !members.union([0]).contains($0.value) }
    }
    let later = touched.reduce(into: [:]) { $0[$1] = writers(of: $1, since: newest) }
    if !later.isEmpty { return .conflict(newest, later) }
    let records = before.reduce(into: Self.records(of: state)) { records, content in
      if let field = content.key.field {
        records[content.key.record]?[field] = content.value?[field]
      } else {
        records[content.key.record] = content.value
      }
    }
    let homeless = homeless(in: records, since: newest, touching: Set(before.keys))
    return homeless.isEmpty ? .done(newest, records) : .conflict(newest, homeless)
  }

  /// Who wrote each field, where what a revert brought back is that of who had written it before.
  func realWriters(at number: Int, _ node: Node) -> [Cell: Int] {
    var real = nodes[node.parent]?.realWriters ?? [:]
    for cell in node.touched where cell.field == nil {
      real = real.filter { $0.key.record != cell.record }
      for name in Self.records(of: node.state)[cell.record]?.names ?? [] {
        real[Cell(record: cell.record, field: name)] = number
      }
    }
    for cell in node.touched where cell.field != nil {
      real[cell] = writerBroughtBack(cell, by: node) ?? number
    }
    return real
  }

  private func writerBroughtBack(_ cell: Cell, by revert: Node) -> Int? {
    guard let last = revert.reverted else { return nil }
    let step = wayToRoot(last).filter { nodes[$0]?.step == nodes[last]?.step }
    for number in step.reversed() {
      guard let node = nodes[number], node.touched.contains(cell), let field = cell.field,
        let past = nodes[node.parent]?.state
      else { continue }
      let (then, now) = (Self.records(of: past), Self.records(of: revert.state))
      if then[cell.record]?[field] == now[cell.record]?[field] {
        return nodes[node.parent]?.realWriters[cell] ?? 0
      }
    }
    return nil
  }

  /// The records before some entries, for all that these changed together; newest first.
  private func contentsBefore(_ entries: [Int]) -> [Cell: Fields?] {
    var found: [Cell: Fields?] = [:]
    let cells = Set(entries.flatMap { nodes[$0]?.touched ?? [] })
    // A record that came or went is looked at whole.
    for cell in cells where cell.field == nil || !cells.contains(Cell(record: cell.record)) {
      let touching = entries.filter { number in
        (nodes[number]?.touched ?? []).contains {
          $0.record == cell.record
            && ($0.field == nil || cell.field == nil || $0.field == cell.field)
        }
      }
      guard let first = touching.last, let last = touching.first else { continue }
      let past = Self.records(of: nodes[nodes[first]?.parent ?? 0]?.state ?? Document())
      let then = Self.records(of: nodes[last]?.state ?? Document())
      let (before, after) = (past[cell.record], then[cell.record])
      guard let before, let after else {
        if before != nil || after != nil { found[Cell(record: cell.record)] = .some(before) }
        continue
      }
      // A record that went and came again has the fields of both.
      let names = cell.field.map { [$0] } ?? Array(Set(before.names + after.names))
      for name in names where before[name] != after[name] {
        found[Cell(record: cell.record, field: name)] = .some(before)
      }
    }
    return found
  }
}
