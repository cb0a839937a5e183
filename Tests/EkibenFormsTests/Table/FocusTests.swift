import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

/// A component that says itself whether it can have the focus.
private struct Picker: Decorator, FocusDeciding {
  var base: Toggle
  let focusEligibility: FocusEligibility
}

/// A table of random rows, and where the focus may go, worked out from a list.
@MainActor private struct RandomFocus {
  let table: HeadlessTable
  let rows: [(id: RowID, eligibility: FocusEligibility)]

  init(_ random: inout SeededGenerator) throws {
    var (rows, sections) = ([(id: RowID, eligibility: FocusEligibility)](), [Section]())
    for section in 0..<random.number(in: 1...5) {
      var components: [any Component] = []
      for row in 0..<random.number(in: 0...4) {
        let id = RowID(unchecked: "r\(section)-\(row)")
        let (component, eligibility) = Self.row(id, &random)
        components.append(random.once(in: 2) ? Self.decorated(component) : component)
        rows.append((id, eligibility))
      }
      sections.append(Section(SectionID(unchecked: "s\(section)")) { components })
    }
    table = HeadlessTable(try Form("f") { sections }.content())
    table.viewport = TableViewport(height: 3)
    self.rows = rows
  }

  // A decorator more changes nothing.
  private static func decorated(_ component: some Component) -> any Component {
    component.on(willDisplay: {})
  }

  private static func row(
    _ id: RowID, _ random: inout SeededGenerator
  ) -> (any Component, FocusEligibility) {
    let input = TextInput(Field<String>(id))
    let toggle = Toggle(Field<Bool>(id))
    switch random.number(in: 1...9) {
    case 1: return (Description(id, "Words"), .ineligible)
    case 2: return (input.readOnly().setting(.value, to: "x"), .ineligible)
    case 3: return (Picker(base: toggle, focusEligibility: .ineligible), .ineligible)
    case 4: return (Picker(base: toggle, focusEligibility: .populated), .populated)
    case 5: return (input.setting(.value, to: ""), .empty)
    case 6: return (input.setting(.value, to: "x"), .populated)
    case 7: return (input.setting(.draft, to: "2"), .populated)
    case 8: return (toggle.setting(.value, to: false), .populated)
    default: return (input, .empty)
    }
  }

  /// Where the focus has to go, read off the list.
  func expected(_ direction: FocusDirection, _ skippingPopulated: Bool) -> RowID? {
    let list = direction == .next ? rows : rows.reversed()
    let start = list.firstIndex { $0.id == table.focusedRow }.map { $0 + 1 } ?? 0
    return list[start...].first { row in
      switch row.eligibility {
      case .ineligible: false
      case .empty: true
      case .populated: !skippingPopulated
      }
    }?.id
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `The focus of a table` {
  // Rule F64: over sections without rows, past what cannot have it, and around no end.
  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `goes to the nearest row that can have it, and brings that to the screen`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let focus = try RandomFocus(&random)
    let table = focus.table
    for _ in 1...30 {
      let (direction, skips) = (random.pick(FocusDirection.allCases), random.once(in: 3))
      let (before, expected) = (table.focusedRow, focus.expected(direction, skips))
      #expect(table.canMoveFocus(direction, skippingPopulated: skips) == (expected != nil))
      #expect(table.moveFocus(direction, skippingPopulated: skips) == (expected != nil))
      #expect(table.focusedRow == expected ?? before)
      if let expected { #expect(table.cell(expected) != nil, "\(expected) is off the screen") }
      if random.once(in: 6) { table.focus(nil) }
    }
  }

  private static let form = Form("f") {
    Section("s") {
      TextInput(Field<String>("a"))
      TextInput(Field<String>("b"), kind: .multiline).setting(.value, to: "x")
      TextInput(Field<String>("c"))
    }
  }

  @Test func `is moved by a toolbar that offers just what can be done`() throws {
    let table = HeadlessTable(try Self.form.content())
    #expect(table.focusCommands == [] && !table.perform(.next))
    #expect(table.focus("a") && table.focusCommands == [.next, .done])
    #expect(table.perform(.next) && table.focusedRow == "b")
    #expect(table.focusCommands == [.previous, .next, .done])
    #expect(table.perform(.next) && !table.perform(.next) && table.focusedRow == "c")
    #expect(table.perform(.previous) && table.perform(.done) && table.focusedRow == nil)
    table.detach()
    #expect(table.focusCommands == [] && !table.moveFocus(.next))
  }

  // The key goes on to what is not answered, and is a part of longer texts.
  @Test func `goes on with the return key`() throws {
    let table = HeadlessTable(try Self.form.content())
    #expect(!table.pressReturn())
    table.focus("a")
    #expect(table.pressReturn() && table.focusedRow == "c")
    #expect(table.pressReturn() && table.focusedRow == nil)
    table.focus("b")
    #expect(!table.pressReturn() && table.focusedRow == "b")
  }

  // What can have the focus is asked again after each render.
  @Test func `is offered anew after each render`() throws {
    let table = HeadlessTable(try Self.form.content())
    var offered: [Set<FocusCommand>] = []
    table.onRendered = { offered.append(table.focusCommands) }
    table.focus("a")
    let less = try Form("f") {
      Section("s") { TextInput(Field<String>("a")) }
    }.content()
    let plan = TablePlan(from: try Self.form.content().document, to: less.document)
    try table.perform(plan, to: less)
    table.reload(TableContent())
    #expect(offered == [[.done], []])
    #expect(!table.moveFocus(.next) && !table.moveFocus(.previous))
  }
}
