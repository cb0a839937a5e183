import Ekiben
import EkibenForms
import EkibenTesting
import Testing

/// A host that makes one mistake, and otherwise shows what it should.
private final class CarelessHost: InspectableHost {
  enum Mistake: CaseIterable {
    case forgetsUpdate, bindsNeighbour, dropsLastRow, swapsRows, forgetsSupplement, swapsSections
    case addsRow, losesTheSpelling
  }

  var isAttached: Bool { true }
  var callbacks = TableCallbacks()
  var mistake: Mistake?
  private(set) var sections: [Document.Section] = []

  func reload(_ content: TableContent) { sections = Array(content.document.sections) }

  func perform(_ plan: TablePlan, to content: TableContent) throws(TableViolation) {
    let before = sections
    reload(content)
    guard let last = sections.indices.last, !sections[last].rows.isEmpty else { return }
    switch mistake {
    case nil: break
    case .forgetsUpdate, .forgetsSupplement: sections = before
    case .bindsNeighbour:
      guard let place = plan.stages.last?.operations.updateRows.first else { return }
      sections[place.section].rows[place.row].fields = ["title": "another row's"]
    case .dropsLastRow: sections[last].rows.removeLast()
    case .addsRow: sections[last].rows.append(Document.Row(id: "one-too-many"))
    case .swapsRows: sections[0].rows.swapAt(0, 1)
    case .swapsSections: sections.swapAt(0, 1)
    case .losesTheSpelling:
      guard let place = plan.stages.last?.operations.updateRows.first else { return }
      sections[place.section].rows[place.row].fields[.value] = "e\u{301}"
    }
  }

  func rebind(_ content: TableContent) { reload(content) }
  func focus(_ row: RowID?) -> Bool { false }
  func scroll(to row: RowID) -> Bool { false }

  var sectionIDs: [SectionID] { sections.map(\.id) }
  func boundSection(at index: Int) -> Document.Section { sections[index] }
  func boundRow(at place: Document.Place) -> Document.Row? {
    guard sections.indices.contains(place.section),
      sections[place.section].rows.indices.contains(place.row)
    else { return nil }
    return sections[place.section].rows[place.row]
  }
}

/// Whether a replay sees that a table does not show what it should. Rule T7.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `The check of a replay` {
  private typealias Mistake = CarelessHost.Mistake

  private let old: Document
  private let changed: Document
  private let moved: Document

  init() throws {
    old = try Document(sketch: "s+: a b c | t: d e")
    changed = try Document(sketch: "s++: a b+ c | t: d e")
    moved = try Document(sketch: "s+: a c b | t: d e f")
  }

  private func player(
    _ host: CarelessHost, _ check: Replay.Check
  ) -> Replay.Player<ReplayHost> {
    var player = Replay.Player(in: ReplayHost(host, .standard), checking: check)
    player.begin(showing: old)
    return player
  }

  @Test func `of what an entry touches finds a mistake at its entry`() throws {
    let mistakes: [(CarelessHost.Mistake, Document, String)] = [
      (
        .forgetsUpdate, changed,
        "section 0 shows something else than a fresh render: section:s[header]"
      ),
      (
        .bindsNeighbour, changed,
        "row (0, 1) shows something else than a fresh render: b[title]"
      ),
      (
        .forgetsSupplement, try Document(sketch: "s++: a b c | t: d e"), "section 0 shows something"
      ),
      (.dropsLastRow, moved, "section 1 has 2 rows, in a fresh render 3"),
      (.addsRow, moved, "section 1 has 4 rows, in a fresh render 3"),
      (.swapsRows, moved, "row (0, 0) is c, in a fresh render a"),
      (.swapsSections, moved, "section 0 is t, in a fresh render s"),
    ]
    for (mistake, goal, message) in mistakes {
      for check in [Replay.Check.touched(wholeEvery: .max), .whole] {
        let host = CarelessHost()
        var player = player(host, check)
        try player.show(2, Changeset(from: old, to: changed))
        try player.show(3, Changeset(from: changed, to: old))
        host.mistake = mistake
        let failure = #expect(throws: Replay.Failure.self) {
          try player.show(4, Changeset(from: old, to: goal))
        }
        #expect(failure?.entry == 4)
        #expect(failure?.problem.hasPrefix(message) == true, "\(failure?.problem ?? "nothing")")
      }
    }
  }

  // Rule D2.
  @Test func `tells two spellings of one letter apart`() throws {
    let host = CarelessHost()
    var player = player(host, .touched(wholeEvery: .max))
    host.mistake = .losesTheSpelling
    let change = Change(.row("b"), .value, before: nil, after: "\u{E9}")
    let failure = #expect(throws: Replay.Failure.self) { try player.show(2, Changeset([change])) }
    #expect(failure?.problem.hasPrefix("row (0, 1) shows something else") == true)
  }

  // What an entry does not touch is found when the whole is looked at.
  @Test func `place by place finds the rest, every so many entries`() throws {
    let host = CarelessHost()
    var player = player(host, .touched(wholeEvery: 3))
    host.mistake = .dropsLastRow
    let change = Changeset([Change(.row("a"), .value, before: nil, after: "1")])
    try player.show(2, change)
    try player.show(3, change.inverted)
    let failure = #expect(throws: Replay.Failure.self) { try player.show(4, change) }
    #expect(failure?.problem == "section 1 has 1 rows, in a fresh render 2")
  }

  @Test func `place by place finds the rest at the end`() throws {
    let host = CarelessHost()
    var player = player(host, .touched())
    host.mistake = .dropsLastRow
    try player.show(2, Changeset([Change(.row("a"), .value, before: nil, after: "1")]))
    let failure = #expect(throws: Replay.Failure.self) { try player.finish() }
    #expect(failure?.description == "entry 2: section 1 has 1 rows, in a fresh render 2")
  }

  @Test func `is not made where nobody wants it`() throws {
    let host = CarelessHost()
    var player = player(host, .never)
    host.mistake = .dropsLastRow
    try player.show(2, Changeset(from: old, to: moved))
    try player.finish()
  }

  @Test func `finds a field that only a component of an app shows`() throws {
    let host = CarelessHost()
    var player = player(host, .touched())
    host.mistake = .forgetsUpdate
    let failure = #expect(throws: Replay.Failure.self) {
      try player.show(2, Changeset([Change(.row("a"), "stars", before: nil, after: 5)]))
    }
    #expect(failure?.entry == 2)
  }
}
