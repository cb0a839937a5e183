import Ekiben
import EkibenTesting
import Testing

extension Field<Bool> {
  fileprivate static let agreed = Field("agreed")
}
extension Field<String> {
  fileprivate static let some = Field("some")
  fileprivate static let all = Field("all")
  fileprivate static let last = Field("last")
}

/// Rows that are shown while some child agreed, while every one did, and while the last one did.
private func family(clearing: Bool = true, _ shown: Formula? = nil) -> Form {
  var policies = RulePolicies()
  policies.clearsOnHide = clearing
  func agreed(_ reach: Formula.Reach) -> Formula {
    .compares(Formula.Reference("agreed", reach), .equal, .value(true))
  }
  return Form("family") {
    Repeat("child", header: "Child") { Toggle(.agreed) }
    Section("rest") {
      TextInput(.some).visible(when: shown ?? agreed(.any))
      TextInput(.all).visible(when: shown ?? agreed(.every))
      TextInput(.last).visible(when: shown ?? agreed(.nearest))
    }
  }.policies(policies)
}

// Rule F39.
@Suite(.timeLimit(.minutes(20))) struct `Answers that are given at once` {
  @Test func `stay, though one of them hides the row of another`() throws {
    var policies = RulePolicies()
    policies.clearsOnHide = true
    let form = Form("some") {
      Section("s") {
        Toggle(.agreed)
        TextInput(.some).visible(when: .agreed == true)
      }
    }.policies(policies)
    try withTemporaryStore { store in
      let editor = try store.editor("d", from: form, in: .fixed())
      try editor.set([("agreed", true), ("some", "a")])
      try editor.set([("agreed", false), ("some", "b")])
      #expect(editor["some"] == "b")
      try editor.set([("agreed", true)])
      try editor.set([("agreed", false)])
      #expect(editor["some"] == nil)
    }
  }
}

/// Rule F39, for edits of records: what they hide loses its answer in the same entry.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Answers that an edit of records hides` {
  enum Edit: String, CaseIterable, Sendable { case add, remove, move, apply }

  // Of two children the last agreed; of the three rows those are shown that this allows.
  private func with(
    _ form: Form, _ body: (Session, _ one: Instance, _ two: Instance) throws -> Void
  ) throws {
    try withTemporaryStore { store in
      let session = try store.open("d", from: form, in: .fixed())
      let (one, two) = (try session.add(to: "child"), try session.add(to: "child"))
      try session.set(.agreed, in: one, to: true)
      try session.set(.agreed, in: two, to: true)
      for field in [Field.some, .all, .last] { try session.set(field, to: "yes") }
      try body(session, one, two)
    }
  }

  private func answers(_ session: Session) -> [String?] {
    [session[.some], session[.all], session[.last]]
  }

  private func perform(
    _ edit: Edit, _ session: Session, _ one: Instance, _ two: Instance
  ) throws {
    switch edit {
    case .add: try session.add(to: "child")
    case .remove:
      try session.set(.agreed, in: one, to: nil)
      try session.remove(two)
    case .move:
      try session.set(.agreed, in: one, to: nil)
      try session.move(two, to: .before(one))
    case .apply:
      try session.perform(.apply(try family(Field.some == "no").document()))
    }
  }

  @Test(
    arguments: [
      (Edit.add, ["yes", nil, nil]), (.remove, [nil, nil, nil]), (.move, ["yes", nil, nil]),
      (.apply, [nil, nil, nil]),
    ] as [(Edit, [String?])])
  func `go with the edit, in its entry, and come back with it`(
    edit: Edit, left: [String?]
  ) throws {
    try with(family()) { session, one, two in
      try perform(edit, session, one, two)
      #expect(answers(session) == left)
      let count = session.document.count
      try session.undo()
      let before: [String?] =
        edit == .add || edit == .apply ? ["yes", "yes", "yes"] : ["yes", nil, "yes"]
      #expect(answers(session) == before && session.document.count == count + 1)
      try session.redo()
      #expect(answers(session) == left)
      #expect(try session.store.verify().findings == [])
    }
  }

  @Test(arguments: [Edit.add, .remove, .move])
  func `stay where the form does not ask for that`(edit: Edit) throws {
    try with(family(clearing: false)) { session, one, two in
      try perform(edit, session, one, two)
      #expect(answers(session) == ["yes", "yes", "yes"])
    }
  }

  @Test func `an answer that a description gives to what it hides stays`() throws {
    try with(family()) { session, _, _ in
      var description = try family(Field.some == "no").document()
      try description.apply(
        Changeset([Change(.row("all"), .value, before: nil, after: "kept")]))
      try session.perform(.apply(description))
      #expect(answers(session) == [nil, "kept", nil])
    }
  }
}
