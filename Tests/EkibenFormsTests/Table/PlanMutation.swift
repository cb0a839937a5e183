import EkibenDocuments
import EkibenForms
import EkibenTesting

/// One operation of a batch, so that all kinds can be changed alike.
enum LooseOperation {
  case deleteSection(Int)
  case insertSection(Int)
  case moveSection(Int, Int)
  case deleteRow(Document.Place)
  case insertRow(Document.Place)
  case moveRow(Document.Place, Document.Place)
  case updateRow(Document.Place)
  case replaceView(Document.Place)
  case supplement(Int, FieldName)

  static func all(of operations: TableOperations) -> [LooseOperation] {
    operations.deleteSections.map { .deleteSection($0) }
      + operations.insertSections.map { .insertSection($0) }
      + operations.moveSections.map { .moveSection($0.source, $0.target) }
      + operations.deleteRows.map { .deleteRow($0) }
      + operations.insertRows.map { .insertRow($0) }
      + operations.moveRows.map { .moveRow($0.source, $0.target) }
      + operations.updateRows.map { .updateRow($0) }
      + operations.replaceViews.map { .replaceView($0) }
      + operations.supplements.map { .supplement($0.section, $0.name) }
  }

  func add(to operations: inout TableOperations) {
    switch self {
    case .deleteSection(let at): operations.deleteSections.append(at)
    case .insertSection(let at): operations.insertSections.append(at)
    case .moveSection(let source, let target):
      operations.moveSections.append(.init(from: source, to: target))
    case .deleteRow(let place): operations.deleteRows.append(place)
    case .insertRow(let place): operations.insertRows.append(place)
    case .moveRow(let source, let target):
      operations.moveRows.append(.init(from: source, to: target))
    case .updateRow(let place): operations.updateRows.append(place)
    case .replaceView(let place): operations.replaceViews.append(place)
    case .supplement(let section, let name):
      operations.supplements.append(.init(section: section, name: name))
    }
  }
}

/// A plan that is changed at random, mostly for the worse.
struct PlanMutation {
  var random: SeededGenerator
  /// The table before the plan.
  let old: Document
  private(set) var stages: [(operations: [LooseOperation], table: Document)]

  init(_ plan: TablePlan, from old: Document, seed: UInt64) {
    random = SeededGenerator(seed: seed)
    self.old = old
    stages = plan.stages.map { (LooseOperation.all(of: $0.operations), $0.table) }
  }

  var plan: TablePlan {
    TablePlan(
      stages: stages.map { stage in
        var operations = TableOperations()
        for operation in stage.operations { operation.add(to: &operations) }
        return TablePlan.Stage(operations: operations, table: stage.table)
      })
  }

  /// Changes something; what would change nothing here leaves the plan as it is.
  mutating func mutate() {
    switch random.number(in: 0...16) {
    case 0, 1: changeIndex()
    case 2: withOperation { $0.remove(at: $1) }
    case 3: withOperation { $0.append($0[$1]) }
    case 4: swapOperations()
    case 5: moveToAnotherStage()
    case 6: changeTable()
    case 7: swapStages()
    case 8: mergeStages()
    case 9, 10: for at in stages.indices { stages[at].operations.shuffle(using: &random) }
    case 11: addEmptyStage()
    case 12, 13: sayAgain()
    case 14: moveWhatStays()
    case 15: insertWhatIsBrought()
    default: changeKind()
    }
  }

  private mutating func withOperation(_ change: (inout [LooseOperation], Int) -> Void) {
    guard let (stage, at) = pick() else { return }
    change(&stages[stage].operations, at)
  }

  private mutating func pick() -> (stage: Int, at: Int)? {
    let all = stages.enumerated().flatMap { stage, batch in
      batch.operations.indices.map { (stage: stage, at: $0) }
    }
    return all.randomElement(using: &random)
  }

  private mutating func changeIndex() {
    guard let (stage, at) = pick() else { return }
    let step = random.pick([-2, -1, -1, 1, 1, 2])
    let inRow = random.once(in: 2)
    let atSource = random.once(in: 2)
    func moved(_ place: Document.Place) -> Document.Place {
      Document.Place(
        section: place.section + (inRow ? 0 : step), row: place.row + (inRow ? step : 0))
    }
    let changed: LooseOperation =
      switch stages[stage].operations[at] {
      case .deleteSection(let at): .deleteSection(at + step)
      case .insertSection(let at): .insertSection(at + step)
      case .moveSection(let source, let target):
        atSource ? .moveSection(source + step, target) : .moveSection(source, target + step)
      case .deleteRow(let place): .deleteRow(moved(place))
      case .insertRow(let place): .insertRow(moved(place))
      case .moveRow(let source, let target):
        atSource ? .moveRow(moved(source), target) : .moveRow(source, moved(target))
      case .updateRow(let place): .updateRow(moved(place))
      case .replaceView(let place): .replaceView(moved(place))
      case .supplement(let section, let name): .supplement(section + step, name)
      }
    stages[stage].operations[at] = changed
  }

  // Two moves change their targets, or two operations their batches.
  private mutating func swapOperations() {
    guard let first = pick(), let second = pick() else { return }
    let (one, other) = (
      stages[first.stage].operations[first.at], stages[second.stage].operations[second.at]
    )
    switch (one, other) {
    case (.moveRow(let from, let to), .moveRow(let start, let end)):
      stages[first.stage].operations[first.at] = .moveRow(from, end)
      stages[second.stage].operations[second.at] = .moveRow(start, to)
    case (.moveSection(let from, let to), .moveSection(let start, let end)):
      stages[first.stage].operations[first.at] = .moveSection(from, end)
      stages[second.stage].operations[second.at] = .moveSection(start, to)
    default:
      stages[first.stage].operations[first.at] = other
      stages[second.stage].operations[second.at] = one
    }
  }

  private mutating func moveToAnotherStage() {
    guard let (stage, at) = pick(), stages.count > 1 else { return }
    let operation = stages[stage].operations.remove(at: at)
    stages[random.number(in: 0...(stages.count - 1))].operations.append(operation)
  }

  // The table of another batch, or one row more, less or elsewhere.
  private mutating func changeTable() {
    guard let at = stages.indices.randomElement(using: &random) else { return }
    if random.once(in: 3) {
      stages[at].table = random.pick([old] + stages.map(\.table))
      return
    }
    var sections = Array(stages[at].table.sections)
    guard let section = sections.indices.randomElement(using: &random) else { return }
    if let row = sections[section].rows.indices.randomElement(using: &random), !random.once(in: 3) {
      let row = sections[section].rows.remove(at: row)
      if random.once(in: 2) {
        let target = random.number(in: 0...(sections.count - 1))
        sections[target].rows.append(row)
      }
    } else {
      sections[section].rows.append(Document.Row(id: "extra", fields: [.component: "Toggle"]))
    }
    // Extra rows of two mutations would be one id twice.
    do { stages[at].table = try Document(sections: sections) } catch { return }
  }

  private mutating func swapStages() {
    guard stages.count > 1 else { return }
    let at = random.number(in: 0...(stages.count - 2))
    stages.swapAt(at, at + 1)
  }

  private mutating func mergeStages() {
    guard stages.count > 1 else { return }
    let at = random.number(in: 0...(stages.count - 2))
    let first = stages.remove(at: at)
    stages[at].operations = first.operations + stages[at].operations
  }

  private mutating func addEmptyStage() {
    let at = random.number(in: 0...stages.count)
    stages.insert(([], at == 0 ? old : stages[at - 1].table), at: at)
  }

  // A row or header is told what it says already: needless, but legal where nothing else happens.
  private mutating func sayAgain() {
    guard let stage = stages.indices.randomElement(using: &random) else { return }
    let table = stages[stage].table
    guard let section = table.sections.indices.randomElement(using: &random) else { return }
    guard let row = table.sections[section].rows.indices.randomElement(using: &random) else {
      stages[stage].operations.append(.supplement(section, .header))
      return
    }
    let place = Document.Place(section: section, row: row)
    stages[stage].operations.append(
      random.once(in: 2) ? .updateRow(place) : .replaceView(place))
  }

  // A row is moved to where it would be anyway.
  private mutating func moveWhatStays() {
    guard let stage = stages.indices.randomElement(using: &random) else { return }
    let before = Document.Index(stage == 0 ? old : stages[stage - 1].table)
    let after = Document.Index(stages[stage].table)
    let rows = stages[stage].table.sections.flatMap { $0.rows.map(\.id) }
    let both = rows.filter { before[$0] != nil }.sorted()
    guard let row = both.randomElement(using: &random), let source = before[row],
      let target = after[row]
    else { return }
    stages[stage].operations.append(.moveRow(source, target))
  }

  // A row that comes with its section is inserted by itself: legal for some tables (U-22).
  private mutating func insertWhatIsBrought() {
    let places = stages.enumerated().flatMap { stage, batch in
      batch.operations.flatMap { operation -> [(stage: Int, place: Document.Place)] in
        guard case .insertSection(let at) = operation, batch.table.sections.indices.contains(at)
        else { return [] }
        return batch.table.sections[at].rows.indices.map { (stage, .init(section: at, row: $0)) }
      }
    }
    guard let (stage, place) = places.randomElement(using: &random) else { return }
    stages[stage].operations.append(.insertRow(place))
  }

  private mutating func changeKind() {
    guard let (stage, at) = pick() else { return }
    let other = random.once(in: 2)
    let changed: LooseOperation =
      switch stages[stage].operations[at] {
      case .deleteSection(let at): .insertSection(at)
      case .insertSection(let at): .deleteSection(at)
      case .moveSection(let source, let target):
        other ? .deleteSection(source) : .insertSection(target)
      case .deleteRow(let place): .insertRow(place)
      case .insertRow(let place): other ? .updateRow(place) : .deleteRow(place)
      case .moveRow(let source, let target): other ? .deleteRow(source) : .insertRow(target)
      case .updateRow(let place): .replaceView(place)
      case .replaceView(let place): .updateRow(place)
      case .supplement(let section, let name):
        .supplement(section, name == .header ? .footer : .header)
      }
    stages[stage].operations[at] = changed
  }
}
