import Ekiben
import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SessionError {
  /// What is in the way of a revert.
  var revertConflict: RevertConflict? {
    guard case .store(let error) = self, case .history(let refusal) = error else { return nil }
    guard case .conflict(let conflict) = refusal else { return nil }
    return conflict
  }
}

/// Edits that two sessions make on one document, beside a model that knows no records.
@MainActor private final class RandomRepeats {
  private var random: SeededGenerator
  private let sessions: [Session]
  private let table = HeadlessTable()
  private var model: NaiveInstance
  private var states: [Int: NaiveInstance] = [:]
  private var everKnown: Set<String> = []

  init(_ store: Store, seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    sessions = [
      try store.open("doc", from: nestedRepeats, in: .fixed(author: "Ada", seed: seed)),
      try store.open("doc", in: .fixed(author: "Bob", seed: seed &+ 1_000_000)),
    ]
    sessions[0].attach(table)
    model = NaiveInstance(sessions[0])
    states[sessions[0].document.head] = model
  }

  var session: Session { sessions[0] }

  func step(checking isChecked: Bool) throws {
    let session = random.pick(sessions)
    switch random.number(in: 1...22) {
    case 1...6: try fill(session)
    case 7...10: try add(session)
    case 11...13: try remove(session)
    case 14...16: try move(session)
    case 17...18 where session.canUndo: try session.undo()
    case 19 where session.canRedo: try session.redo()
    case 21...22: try revert(session)
    case 20: try session.perform(.checkout(random.pick(states.keys.sorted().suffix(40))))
    default: return
    }
    let head = session.document.head
    if let known = states[head] { model = known } else { states[head] = model }
    if states.count > 400 { states = states.filter { $0.key > head - 300 } }
    guard isChecked else { return }
    for session in sessions { #expect(NaiveInstance(session) == model) }
    // Which issues show is what was done in the session that has the table.
    expectFresh(table, sessions[0])
    expectIndex(of: session.document)
  }

  // What was brought up to date edit by edit is what reading the document anew gives.
  private func expectIndex(of document: StoredDocument) {
    let fresh = Document.Index(document.content)
    for section in document.content.sections {
      #expect(document.index[section.id] == fresh[section.id])
      for row in section.rows { #expect(document.index[row.id] == fresh[row.id]) }
    }
    #expect(document.index.rowCount == fresh.rowCount)
  }

  private func fill(_ session: Session) throws {
    let (path, name) = random.pick(model.rows())
    let text = "\(random.number(in: 0...9))"
    let row = RowID(
      unchecked: name == "value"
        ? path.last ?? "" : ([path.last].compactMap(\.self) + [name]).joined(separator: "/"))
    try session.set([(row, .text(text))])
    model.change(at: path[...]) { $0.answers[name] = text }
  }

  private func anchor(_ path: [String], _ kind: String) -> String {
    ([path.last].compactMap(\.self) + [kind]).joined(separator: "/")
  }

  private func siblings(_ path: [String], _ kind: String) -> [NaiveInstance] {
    var found: [NaiveInstance] = []
    var copy = model
    copy.change(at: path[...]) { found = $0.inside[kind] ?? [] }
    return found
  }

  private func add(_ session: Session) throws {
    let (path, kind) = random.pick(model.places())
    let others = siblings(path, kind)
    let id: String
    let isFull = others.count >= NaiveInstance.greatest[kind] ?? .max
    let beside =
      others.isEmpty || random.once(in: 2) ? nil : random.pick(others.indices.map(\.self))
    let isSection = NaiveInstance.shape[kind] != nil
    do {
      if isSection {
        let place: InstancePlace<Instance> =
          beside.map { .before(Instance(SectionID(unchecked: others[$0].id))) } ?? .last
        id = try session.add(to: SectionID(unchecked: anchor(path, kind)), at: place).section
          .rawValue
      } else {
        let field = Field<String>(RowID(unchecked: anchor(path, kind)))
        id = try session.add(
          to: field, at: beside.map { .before(Field(RowID(unchecked: others[$0].id))) } ?? .last
        ).row.rawValue
      }
    } catch {
      #expect(isFull, "\(error)")
      return
    }
    #expect(!isFull)
    var made = isSection ? NaiveInstance(session, id, as: kind) : NaiveInstance(id: id)
    #expect(made.rows(as: isSection ? kind : "-").allSatisfy { $0.path.count % 2 == 0 })
    for id in made.ids { #expect(everKnown.insert(id).inserted, "\(id) comes twice") }
    for (name, least) in NaiveInstance.least
    where NaiveInstance.shape[kind]?.repeats.contains(name) ?? false {
      #expect(made.inside[name]?.count == least)
    }
    made.clear()
    model.change(at: path[...]) {
      $0.inside[kind, default: []].insert(made, at: beside ?? others.count)
    }
  }

  private func remove(_ session: Session) throws {
    guard let (path, kind, others, at) = pickInstance() else { return }
    let isLeast = others.count <= NaiveInstance.least[kind] ?? 0
    do { try edit(session, .remove(record(others[at].id, kind))) } catch {
      #expect(isLeast, "\(error)")
      return
    }
    #expect(!isLeast)
    model.change(at: path[...]) { _ = $0.inside[kind]?.remove(at: at) }
  }

  private func move(_ session: Session) throws {
    guard let (path, kind, others, at) = pickInstance() else { return }
    let target = random.pick(others.indices.map(\.self))
    let isBefore = random.once(in: 2)
    let other = record(others[target].id, kind)
    try edit(
      session, .move(record(others[at].id, kind), to: isBefore ? .before(other) : .after(other)))
    if target == at { return }
    model.change(at: path[...]) { instance in
      guard let moved = instance.inside[kind]?.remove(at: at) else { return }
      let place = target > at ? target - 1 : target
      instance.inside[kind]?.insert(moved, at: isBefore ? place : place + 1)
    }
  }

  /// Takes a past entry back. The model cannot say what that comes to; it knows what must hold then.
  private func revert(_ session: Session) throws {
    let number = max(2, session.document.count - random.number(in: 0...30))
    do {
      guard try session.perform(.revert(number)) != nil else { return }
    } catch {
      for obstacle in error.revertConflict?.obstacles ?? [] {
        #expect(!obstacle.later.isEmpty && obstacle.later.allSatisfy { $0 > number })
      }
      return
    }
    model = NaiveInstance(session)
    // Nothing stands where nobody comes to, and there are as many instances as there may be.
    let kept = session.document.content.sections.flatMap(\.rows)
      .filter { $0.fields[.template] != nil }
    #expect(model.instanceRows() == kept.count)
    // And each section behind the one that it stands in, with only what stands in that between.
    var open: [String] = []
    for section in session.document.content.sections {
      let parent = section.fields[.parent]?.asText
      open.removeLast(open.reversed().firstIndex(of: parent ?? "") ?? open.count)
      #expect(parent == nil || !open.isEmpty, "\(section.id)")
      open.append(section.id.rawValue)
    }
    for (path, kind) in model.places() {
      let count = siblings(path, kind).count
      #expect(count <= NaiveInstance.greatest[kind] ?? .max)
      #expect(count >= NaiveInstance.least[kind] ?? 0)
    }
    everKnown.formUnion(model.ids)
  }

  private func edit(_ session: Session, _ edit: Edit) throws {
    try session.perform(edit)
  }

  private func record(_ id: String, _ kind: String) -> RecordID {
    NaiveInstance.shape[kind] != nil
      ? .section(SectionID(unchecked: id)) : .row(RowID(unchecked: id))
  }

  private func pickInstance() -> ([String], String, [NaiveInstance], Int)? {
    let places = model.places().filter { !siblings($0.path, $0.kind).isEmpty }
    if places.isEmpty { return nil }
    let (path, kind) = random.pick(places)
    let others = siblings(path, kind)
    return (path, kind, others, random.number(in: 0...(others.count - 1)))
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `Random edits of nested repeats` {
  // `make repeats` does 100,000, on as many documents as make 500 each.
  nonisolated static let operations =
    ProcessInfo.processInfo.environment["EKIBEN_REPEATS"].flatMap { Int($0) } ?? 480
  nonisolated static let documents = max(4, operations / 500)

  // Rules F40, F41, F43 and T7.
  @Test(arguments: 1...UInt64(documents))
  func `never mix instances, never give an id twice, and show what a fresh render shows`(
    seed: UInt64
  ) throws {
    try withTemporaryStore { store in
      let work = try RandomRepeats(store, seed: seed)
      for _ in 0..<(Self.operations / Self.documents) { try work.step(checking: true) }
      #expect(try store.verify().findings.isEmpty)
      #expect(
        try store.document("doc").content.isIdentical(to: work.session.document.content))
      try expectReplay(of: work.session.document, in: store)
    }
  }
}
