import EkibenDocuments

/// Who claims which slots in one batch.
struct SlotClaims {
  /// What an operation does to a slot.
  enum Act { case delete, insert, move }

  /// A section before or after a batch: what happens to it and to each of its rows.
  struct Section {
    var acts: [Act] = []
    var rows: [[Act]]
    /// Where the rows that move here come from.
    var sources: [Int: Document.Place] = [:]
    /// Where the section comes from, if it moves here.
    var source: Int?
    /// Rows that are told to say something: whether each time in a view of another kind.
    var told: [Int: [Bool]] = [:]
    var supplements: [FieldName] = []

    init(rows: Int) { self.rows = Array(repeating: [], count: rows) }

    var isNew: Bool { acts.contains { if case .insert = $0 { true } else { false } } }
    var isGone: Bool { acts.contains { if case .delete = $0 { true } else { false } } }
    var isMoving: Bool { acts.contains { if case .move = $0 { true } else { false } } }
  }

  private var before: [Section]
  private var after: [Section]
  /// Rules broken by claims on places that are not there.
  private(set) var nowhere: Set<String> = []

  init(_ stage: TablePlan.Stage, on table: SlotTable) {
    before = table.boards.map { Section(rows: $0.slips.count) }
    after = stage.table.sections.map { Section(rows: $0.rows.count) }
    let operations = stage.operations
    for at in operations.deleteSections { leave(at, .delete) }
    for at in operations.insertSections { come(at, .insert) }
    for move in operations.moveSections {
      leave(move.source, .move)
      come(move.target, .move)
      if after.indices.contains(move.target) { after[move.target].source = move.source }
    }
    for place in operations.deleteRows { leave(place, .delete, "U-12") }
    for place in operations.insertRows { come(place, .insert) }
    for move in operations.moveRows {
      leave(move.source, .move, "U-14")
      come(move.target, .move)
      if has(move.target) { after[move.target.section].sources[move.target.row] = move.source }
    }
    for place in operations.updateRows { tell(place, anotherView: false) }
    for place in operations.replaceViews { tell(place, anotherView: true) }
    for supplement in operations.supplements {
      guard after.indices.contains(supplement.section) else {
        nowhere.insert("U-13")
        continue
      }
      after[supplement.section].supplements.append(supplement.name)
    }
  }

  private mutating func leave(_ at: Int, _ act: Act) {
    if before.indices.contains(at) { before[at].acts.append(act) } else { nowhere.insert("U-12") }
  }

  private mutating func come(_ at: Int, _ act: Act) {
    if after.indices.contains(at) { after[at].acts.append(act) } else { nowhere.insert("U-13") }
  }

  private mutating func leave(_ place: Document.Place, _ act: Act, _ rule: String) {
    guard before.indices.contains(place.section),
      before[place.section].rows.indices.contains(place.row)
    else {
      nowhere.insert(rule)
      return
    }
    before[place.section].rows[place.row].append(act)
  }

  private mutating func come(_ place: Document.Place, _ act: Act) {
    if has(place) {
      after[place.section].rows[place.row].append(act)
    } else {
      nowhere.insert("U-13")
    }
  }

  private mutating func tell(_ place: Document.Place, anotherView: Bool) {
    guard has(place) else {
      nowhere.insert("U-13")
      return
    }
    after[place.section].told[place.row, default: []].append(anotherView)
  }

  private func has(_ place: Document.Place) -> Bool {
    after.indices.contains(place.section) && after[place.section].rows.indices.contains(place.row)
  }

  /// Rules broken by two claims on one slot.
  var twice: Set<String> {
    var broken: Set<String> = []
    for section in before {
      for acts in [section.acts] + section.rows where acts.count > 1 {
        broken.formUnion(Self.clashes(of: acts, "U-15"))
      }
    }
    for section in after {
      for acts in [section.acts] + section.rows where acts.count > 1 {
        broken.formUnion(Self.clashes(of: acts, "U-16"))
      }
      for (row, views) in section.told {
        if views.count > 1 { broken.insert("U-18") }
        for act in section.rows[row] {
          switch act {
          case .insert, .delete: broken.insert("U-16")
          case .move: broken.formUnion(views.map { $0 ? "U-30" : "U-29" })
          }
        }
        if section.isNew { broken.insert("U-16") }
      }
      if section.isNew, !section.supplements.isEmpty { broken.insert("U-16") }
      if Set(section.supplements).count < section.supplements.count { broken.insert("U-18") }
    }
    return broken
  }

  // Two moves have a rule of their own.
  private static func clashes(of acts: [Act], _ rule: String) -> Set<String> {
    var broken: Set<String> = []
    for (at, first) in acts.enumerated() {
      for second in acts.dropFirst(at + 1) {
        if case (.move, .move) = (first, second) {
          broken.insert("U-17")
        } else {
          broken.insert(rule)
        }
      }
    }
    return broken
  }

  /// Which section stands in each slot, nil for a new one; nil where slots and sections do not match.
  func sections() -> [Int?]? {
    var waiting = before.indices.filter { before[$0].acts.isEmpty }
    var filled: [Int?] = []
    for slot in after {
      if slot.isNew {
        filled.append(nil)
      } else if let source = slot.source {
        filled.append(source)
      } else if waiting.isEmpty {
        return nil
      } else {
        filled.append(waiting.removeFirst())
      }
    }
    return waiting.isEmpty ? filled : nil
  }

  /// What stands in a slot for a row: the one from a place before, or the one that comes here.
  enum Filling {
    case old(Document.Place)
    case new(Int)
  }

  /// What stands in each slot of a section; nil where slots and rows do not match.
  func rows(at section: Int, from origin: Int?) -> [Filling]? {
    var waiting: [Document.Place] = []
    if let origin {
      waiting = before[origin].rows.indices.filter { before[origin].rows[$0].isEmpty }
        .map { Document.Place(section: origin, row: $0) }
    }
    var filled: [Filling] = []
    for (row, acts) in after[section].rows.enumerated() {
      if let source = after[section].sources[row] {
        filled.append(.old(source))
      } else if !acts.isEmpty || origin == nil {
        filled.append(.new(row))
      } else if waiting.isEmpty {
        return nil
      } else {
        filled.append(.old(waiting.removeFirst()))
      }
    }
    return waiting.isEmpty ? filled : nil
  }

  /// Rules broken by what happens in sections that come, go or move.
  func broken(under strictness: TableStrictness) -> Set<String> {
    var broken: Set<String> = []
    for section in before where section.rows.contains(where: { !$0.isEmpty }) {
      if section.isGone, strictness.contains(.moveOutOfDeleted) { broken.insert("U-20") }
      if section.isMoving, strictness.contains(.rowOpsInMovedSection) { broken.insert("U-25") }
    }
    for section in after {
      for acts in section.rows where !acts.isEmpty {
        if section.isMoving, strictness.contains(.rowOpsInMovedSection) { broken.insert("U-25") }
        guard section.isNew else { continue }
        for act in acts {
          switch act {
          case .move: if strictness.contains(.moveIntoInserted) { broken.insert("U-21") }
          case .insert, .delete:
            if strictness.contains(.rowOpsInInsertedSection) { broken.insert("U-22") }
          }
        }
      }
      guard section.isMoving, strictness.contains(.reloadInMovedSection) else { continue }
      if !section.told.isEmpty { broken.insert("U-23") }
      if !section.supplements.isEmpty { broken.insert("U-26") }
    }
    let comesOrGoes = before.contains(where: \.isGone) || after.contains(where: \.isNew)
    let moves = after.contains(where: \.isMoving)
    if moves, comesOrGoes, strictness.contains(.mixSectionMoveAndInsertDelete) {
      broken.insert("U-27")
    }
    return broken
  }
}
