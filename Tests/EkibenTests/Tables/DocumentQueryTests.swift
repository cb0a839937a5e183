import Ekiben
import EkibenTesting
import Testing

extension Field<Bool> { fileprivate static let owns = Field("owns") }
extension Field<String> {
  fileprivate static let pet = Field("pet")
  fileprivate static let note = Field("note")
}

private let form = Form("pets") {
  Section("s") {
    Toggle(.consent, title: "I agree")
    TextInput(.age, title: "Age")
    TextInput(.note, title: "Note").visible(when: .consent == true)
  }
  Repeat("pets", label: "Pet") {
    Toggle(.owns, title: "Owns one")
    TextInput(.pet, title: "Called").visible(when: .owns == true)
  }
}

/// What a document holds, as a test wrote it.
private struct Written: Equatable {
  var consent: Bool?
  var age: Int?
  var note: String?
  var pets: [(owns: Bool?, name: String?)] = []

  /// The names that show.
  var names: [String] { pets.filter { $0.owns == true }.compactMap(\.name) }
  var shownNote: String? { consent == true ? note : nil }

  static func == (left: Written, right: Written) -> Bool {
    left.consent == right.consent && left.age == right.age && left.note == right.note
      && left.pets.elementsEqual(right.pets, by: ==)
  }
}

/// Conditions with what they mean, written down once more in Swift.
private let conditions: [(formula: Formula, meets: @Sendable (Written) -> Bool)] = [
  (.age >= 18, { ($0.age ?? 0) >= 18 }),
  (.consent == true && .age < 18, { $0.consent == true && $0.age.map { $0 < 18 } ?? false }),
  (.note == "a", { $0.shownNote == "a" }),
  (.not(.exists(.init(Field.note.row), true)), { $0.shownNote == nil }),
  (.pet == "b", { $0.names.contains("b") }),
  (
    .anyOf(.init(Field.pet.row, .every), [.text("a"), .text("b")]),
    { written in
      written.names.allSatisfy { ["a", "b"].contains($0) } && written.names.count == written.owning
    }
  ),
  (.all([]), { _ in true }),
]

extension Written {
  fileprivate var owning: Int { pets.count { $0.owns == true } }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `A query over all documents` {
  // Rule E4.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `finds those of which the condition is true, now and then`(seed: UInt64) throws {
    try withTemporaryStore { store in
      var random = SeededGenerator(seed: seed)
      var (now, then): ([DocumentName: Written], [DocumentName: Written]) = ([:], [:])
      for number in 1...40 {
        let name = DocumentName(unchecked: "d\(number)")
        let session = try store.open(name, from: form, in: environment(1_000, &random))
        let states = try write(in: session, &random)
        then[name] = states.last
        now[name] = states.last
        if states.count == 1 || random.once(in: 2) { continue }
        let later = try store.editor(name, in: environment(9_000, &random))
        if random.once(in: 2) {
          try later.undo()
          now[name] = states.dropLast().last
        } else {
          try later.set(.age, to: 99)
          now[name]?.age = 99
        }
      }
      for (formula, meets) in conditions {
        let query = DocumentQuery(
          [Field<Int>.age.row, Field.note.row, Field.pet.row], where: formula)
        try expect(query, store, at: nil, now, meets)
        try expect(query, store, at: 5_000, then, meets)
        try expect(query, store, at: 10, [:], meets)
      }
    }
  }

  @Test(arguments: [false, true])
  func `reads what is hidden where the form says that it counts`(counts: Bool) throws {
    var policies = RulePolicies()
    policies.hiddenAnswersCount = counts
    try withTemporaryStore { store in
      let session = try store.open("d", from: form.policies(policies), in: .fixed())
      try session.set(.consent, to: true)
      try session.set(.note, to: "a")
      try session.set(.consent, to: false)
      let query = DocumentQuery([Field.note.row], where: .note == "a")
      _ = try store.eachDocument(of: "pets", at: nil) { document, _, _ in
        #expect(query.answers(of: document) == (counts ? [["a"]] : nil))
        return true
      }
    }
  }

  // For a condition there is nothing in it all the same.
  @Test func `reads out an empty text as the answer that it is, and none where it was cleared`()
    throws
  {
    try withTemporaryStore { store in
      let environment = SessionEnvironment.fixed()
      for (name, note) in [("empty", ""), ("cleared", nil), ("asked", "a")]
        as [(DocumentName, String?)]
      {
        let session = try store.open(name, from: form, in: environment)
        try session.set(.consent, to: true)
        try session.set(.note, to: note ?? "b")
        if note == nil { try session.clear(.note) }
      }
      _ = try store.open("new", from: form, in: environment)
      var (found, queried): ([DocumentName: [Value]], [DocumentName: [[Value]]]) = ([:], [:])
      _ = try store.answers(to: Field.note.row, in: "pets") { name, answers in
        found[name] = answers
        return true
      }
      _ = try store.eachDocument(of: "pets") { document, _, _ in
        queried[document.name] = DocumentQuery([Field.note.row]).answers(of: document)
        #expect(
          DocumentQuery([], where: .exists(.init(Field.note.row), true)).answers(of: document)
            == (document.name == "asked" ? [] : nil))
        return true
      }
      #expect(found == ["empty": [""], "cleared": [], "asked": ["a"], "new": []])
      #expect(queried == found.mapValues { [$0] })
    }
  }

  private func environment(_ time: Int64, _ random: inout SeededGenerator) -> SessionEnvironment {
    .fixed(start: time, step: 1, seed: random.next())
  }

  /// Answers some questions, a step each; what it holds after each.
  private func write(
    in session: Session, _ random: inout SeededGenerator
  ) throws -> [Written] {
    var states = [Written()]
    for _ in 1...random.number(in: 1...9) {
      var written = states[states.count - 1]
      let word = random.pick(["a", "b", "c"])
      switch random.number(in: 1...6) {
      case 1: written.consent = !(written.consent ?? false)
      case 2: written.age = random.number(in: 0...40)
      case 3: written.note = word
      case 4: written.pets.append((nil, nil))
      case 5 where !written.pets.isEmpty:
        let at = random.number(in: 0...written.pets.count - 1)
        written.pets[at].owns = !(written.pets[at].owns ?? false)
      default:
        guard !written.pets.isEmpty else { continue }
        written.pets[random.number(in: 0...written.pets.count - 1)].name = word
      }
      if written == states[states.count - 1] { continue }
      try bring(session, from: states[states.count - 1], to: written)
      states.append(written)
    }
    return states
  }

  private func bring(_ session: Session, from old: Written, to new: Written) throws {
    if old.consent != new.consent { try session.set(.consent, to: new.consent) }
    if old.age != new.age { try session.set(.age, to: new.age) }
    if old.note != new.note { try session.set(.note, to: new.note) }
    if old.pets.count < new.pets.count { try session.add(to: "pets") }
    for (at, pet) in session.instances(of: "pets").enumerated() where at < old.pets.count {
      if old.pets[at].owns != new.pets[at].owns {
        try session.set(.owns, in: pet, to: new.pets[at].owns)
      }
      if old.pets[at].name != new.pets[at].name {
        try session.set(.pet, in: pet, to: new.pets[at].name)
      }
    }
  }

  private func expect(
    _ query: DocumentQuery, _ store: Store, at time: Int64?, _ written: [DocumentName: Written],
    _ meets: (Written) -> Bool
  ) throws {
    var found: [DocumentName: [[Value]]] = [:]
    _ = try store.eachDocument(of: "pets", at: time) { document, _, _ in
      found[document.name] = query.answers(of: document)
      return true
    }
    let expected = written.filter { meets($0.value) }.mapValues { written -> [[Value]] in
      [
        written.age.map { [.integer(Int64($0))] } ?? [],
        written.shownNote.map { [.text($0)] } ?? [], written.names.map(Value.text),
      ]
    }
    #expect(found == expected, "\(String(describing: query.condition)) at \(time ?? -1)")
  }
}
