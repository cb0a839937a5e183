import EkibenDocuments
import EkibenForms
import EkibenTesting

/// Makes random gestures, mostly such as a person could make at the rows that there are.
struct GestureMaker {
  var random: SeededGenerator
  private var titles = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func gesture(_ reference: ReferenceTable) -> Gesture {
    switch random.number(in: 1...10) {
    case 1...4: rowGesture(reference)
    case 5...6: screen(reference)
    case 7: focus(reference)
    case 8: random.once(in: 2) ? .undo : .redo
    default: .edit(edit(reference.history.list))
    }
  }

  private mutating func rowGesture(_ reference: ReferenceTable) -> Gesture {
    let row = row(reference)
    switch random.number(in: 1...16) {
    case 1...3: return .type(random.pick(["", "7", "Ada", "yes", "m", "Female"]), row)
    case 4: return .toggle(row)
    case 5: return .pick(random.pick(["m", "Female", "x", "nobody", nil]), row)
    case 6: return .tap(row)
    case 7: return .select(row)
    case 8: return random.once(in: 2) ? .deselect(row) : .highlight(row)
    case 9: return random.once(in: 2) ? .unhighlight : .beginSelectingSeveral(row)
    case 10: return .decide(random.pick([.select, .deselectAtOnce, .refuse]))
    case 11...12: return swipe(row)
    case 13: return .delete(row)
    case 14...15: return .drag(row, self.row(reference))
    default:
      let paths = [["Copy"], ["Paste"], ["More"], ["More", "Deep"], ["Copy", "Deep"], ["No"], []]
      return .choose(random.pick(paths), row)
    }
  }

  private mutating func swipe(_ row: RowID) -> Gesture {
    let titles = ["Call", "Later", "Never", "Delete", "No", nil, nil]
    return .swipe(row, random.pick([.leading, .trailing]), random.pick(titles))
  }

  private mutating func screen(_ reference: ReferenceTable) -> Gesture {
    switch random.number(in: 1...10) {
    case 1...4: return .scroll(random.number(in: -10...max(0, reference.contentHeight) + 10))
    case 5: return .scrollTo(anyRow(reference))
    case 6: return .viewport(height: random.number(in: 0...70), obscured: 0)
    case 7:
      let height = random.number(in: 0...70)
      return .viewport(height: height, obscured: random.number(in: 0...30))
    case 8: return random.once(in: 4) ? .noViewport : .allowSeveral(random.once(in: 3))
    case 9: return reference.isAttached ? (random.once(in: 2) ? .detach : .attach) : .attach
    default: return .setEditing(!random.once(in: 4))
    }
  }

  private mutating func focus(_ reference: ReferenceTable) -> Gesture {
    switch random.number(in: 1...6) {
    case 1: .focus(anyRow(reference))
    case 2: .focus(random.once(in: 3) ? nil : row(reference))
    case 3: .pressReturn
    case 4: .command(random.pick(FocusCommand.allCases))
    default:
      .moveFocus(random.pick(FocusDirection.allCases), skippingPopulated: random.once(in: 3))
    }
  }

  // Mostly one that can be touched.
  private mutating func row(_ reference: ReferenceTable) -> RowID {
    let reachable = reference.visible.filter { reference.isReachable($0) }
    return reachable.isEmpty || random.once(in: 8) ? anyRow(reference) : random.pick(reachable)
  }

  private mutating func anyRow(_ reference: ReferenceTable) -> RowID {
    random.once(in: 10) ? "nobody" : random.pick(reference.shown.rows.map(\.id) + ["r1"])
  }
}

extension GestureMaker {
  /// A change of the content.
  mutating func edit(_ list: GestureList) -> GestureList.Edit {
    let (section, at) = (random.number(in: 0...3), random.number(in: 0...5))
    let known = list.rows.map(\.id) + ["r1"]
    switch random.number(in: 1...12) {
    case 1...3: return .insert(newRow(), section: section, at: at)
    case 4: return .remove(random.pick(known))
    case 5...6: return .move(random.pick(known), section: section, at: at)
    case 7 where list.parts.count < 5: return .insertSection(newPart(), at: section)
    case 8: return random.once(in: 3) ? .removeSection(section) : .moveSection(section, to: at)
    default: return .replace(changed(list.row(random.pick(known)) ?? newRow()))
    }
  }

  mutating func newPart() -> GestureList.Part {
    let id = SectionID(unchecked: "s\(random.number(in: 1...6))")
    var rows: [GestureRow] = []
    for _ in 0..<random.number(in: 0...5) {
      let row = newRow()
      if !rows.contains(where: { $0.id == row.id }) { rows.append(row) }
    }
    // By id, so that a section that comes back is what it was.
    let hasHeader = ["s1", "s3", "s4"].contains(id.rawValue)
    return GestureList.Part(id: id, hasHeader: hasHeader, rows: rows)
  }

  private mutating func newRow() -> GestureRow {
    titles += 1
    var row = GestureRow(
      id: RowID(unchecked: "r\(random.number(in: 1...16))"),
      kind: random.pick(GestureRow.Kind.allCases), traits: traits(),
      decision: random.pick(GestureRow.Decision.allCases), title: "Title \(titles)")
    if row.kind == .text, random.once(in: 3) { row.answer = .text("as it was") }
    row.isReadOnly = row.kind != .description && random.once(in: 8)
    row.isLoading = row.kind != .description && random.once(in: 8)
    return row
  }

  private mutating func traits() -> GestureRow.Traits {
    // What nobody can do anything to is rare, so that gestures find something.
    GestureRow.Traits(rawValue: random.number(in: 0...511) | random.number(in: 0...511))
  }

  // It says something else, can do something else, or is another kind of row.
  private mutating func changed(_ row: GestureRow) -> GestureRow {
    var new = newRow()
    switch random.number(in: 1...4) {
    case 1:
      new = row
      new.traits = traits()
    case 2:
      new = row
      new.isReadOnly = row.kind != .description && !row.isReadOnly
    default:
      new = GestureRow(
        id: row.id, kind: random.once(in: 2) ? row.kind : new.kind, traits: new.traits,
        decision: new.decision, title: new.title, isReadOnly: new.isReadOnly,
        isLoading: new.isLoading)
      if new.kind == row.kind { new.answer = row.answer }
    }
    return new
  }
}
