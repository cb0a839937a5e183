import Ekiben
import EkibenTesting
import Testing

extension Field<String> {
  fileprivate static let postcode = Field("postcode")
  fileprivate static let slot = Field("slot")
  fileprivate static let guest = Field("guest")
  fileprivate static let diet = Field("diet")
}

// Rule F55.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A rule of a program's own` {
  /// Where goods are delivered is no matter of the form.
  private func form(_ rules: CustomRule...) -> Form {
    let form = Form("order") {
      Section("where") {
        TextInput(.postcode, title: "Postcode")
        TextInput(.slot, title: "Time").required()
        TextInput(.age, title: "Age").visible(when: Field<String>.slot.isAnswered)
      }
      Repeat("guests", label: "Guest") {
        TextInput(.guest, title: "Name")
        TextInput(.diet, title: "Diet").visible(when: Field<String>.guest.isAnswered)
      }
    }
    return rules.reduce(form) { $0.rule($1) }
  }

  private var delivers: CustomRule {
    CustomRule(.visible, of: .row("slot"), "it is delivered there", reading: ["postcode"]) {
      $0[.postcode]?.hasPrefix("10") ?? false
    }
  }

  private func withOrder(
    _ rules: CustomRule..., body: (Session, HeadlessTable) throws -> Void
  ) throws {
    try withTemporaryStore { store in
      let form = rules.reduce(form()) { $0.rule($1) }
      let session = try store.open("order", from: form, in: .fixed(author: "Ada"))
      let table = HeadlessTable()
      session.attach(table)
      try body(session, table)
      expectFresh(table, session)
    }
  }

  private func rows(_ table: HeadlessTable) -> [String] {
    table.displays.flatMap(\.rows).map(\.id.rawValue)
  }

  @Test func `shows, hides and asks as a formula does, and formulas that depend on it follow`()
    throws
  {
    try withOrder(delivers) { session, table in
      #expect(rows(table).starts(with: ["postcode"]) && !rows(table).contains("slot"))
      #expect(session.issues.isEmpty)
      try session.set(.postcode, to: "10115")
      #expect(rows(table).contains("slot") && !rows(table).contains("age"))
      #expect(session.issues.map(\.ruleName) == ["required"])
      try session.set(.slot, to: "noon")
      #expect(rows(table).contains("age"))
      try session.set(.postcode, to: "80331")
      #expect(!rows(table).contains("slot") && !rows(table).contains("age"))
      #expect(session[.slot] == "noon")
      try session.submit()
      #expect(session.document.status == .final)
    }
  }

  // Rule F37.
  @Test func `closes a circle that the form names`() throws {
    let shown = CustomRule(.visible, of: .row("a"), "b was given", reading: ["b"]) {
      $0[Field<String>("b")] != nil
    }
    let form = Form("f") {
      Section("s") {
        TextInput(Field<String>("a"), title: "A")
        TextInput(Field<String>("b"), title: "B").visible(when: Field<String>("a").isAnswered)
      }
    }
    #expect(try form.circles() == [])
    #expect(try form.rule(shown).circles() == [[.row("a"), .row("b"), .row("a")]])
  }

  @Test func `says why in the program's words, with the answers that it read`() throws {
    try withOrder(delivers) { session, _ in
      try session.set(.postcode, to: "80331")
      let why = try session.why("slot")
      #expect(why.compactMap(\.words) == ["it is delivered there"])
      #expect(
        why.map(\.sentence) == [
          "hidden because “Postcode” is 80331, answered by Ada on 1 January 2026, entry 2",
          "required, as the form says",
        ])
    }
  }

  @Test func `holds together with a formula of the form, in each instance`() throws {
    let eats = CustomRule(.visible, of: .row("diet"), "it eats", reading: ["guest"]) {
      $0[.guest].map { !$0.isEmpty && $0 != "cat" } ?? true
    }
    try withOrder(eats) { session, table in
      var diets: [RowID] = []
      for name in ["Ada", "cat", nil] as [String?] {
        try session.add(to: "guests")
        let rows = session.document.content.sections.last.map { Array($0.rows.map(\.id)) } ?? []
        try session.set([(rows[0], name.map(Value.text))])
        diets.append(rows[1])
      }
      #expect(diets.map { rows(table).contains($0.rawValue) } == [true, false, false])
      #expect(try session.why(diets[1]).map(\.words) == ["“Name” is answered and it eats"])
    }
  }

  @Test func `makes a row required or read-only, and refuses what nobody may type`() throws {
    let closed = CustomRule(.readOnly, of: .row("postcode"), "it is sent", reading: ["slot"]) {
      $0[.slot] == "sent"
    }
    let asked = CustomRule(.required, of: .row("postcode"), "there is a time", reading: ["slot"]) {
      $0[.slot] != nil
    }
    try withOrder(closed, asked) { session, table in
      try session.set(.slot, to: "noon")
      #expect(session.issues.map(\.row) == ["postcode"])
      try session.set(.postcode, to: "10115")
      try session.set(.slot, to: "sent")
      #expect(throws: SessionError.self) { try session.set(.postcode, to: "1") }
      #expect(throws: (any Error).self) { try table.type("1", into: "postcode") }
    }
  }

  @Test func `takes answers away that it hides, if the form asks for that`() throws {
    try withTemporaryStore { store in
      var policies = RulePolicies()
      policies.clearsOnHide = true
      let session = try store.open("d", from: form(delivers).policies(policies))
      try session.set(.postcode, to: "10115")
      try session.set(.slot, to: "noon")
      try session.set(.postcode, to: "80331")
      #expect(session[.slot] == nil)
      try session.undo()
      #expect(session[.slot] == "noon" && session[.postcode] == "10115")
    }
  }

  @Test func `sees no answer that it does not say it reads, and none that is hidden`() throws {
    let never = CustomRule(.visible, of: .row("slot"), "it is never so", reading: []) {
      $0[.postcode] != nil
    }
    let hidden = CustomRule(.readOnly, of: .row("postcode"), "there is a time", reading: ["slot"]) {
      $0[.slot] != nil || !$0.all(.slot).isEmpty
    }
    try withOrder(never, hidden) { session, table in
      try session.set(.postcode, to: "10115")
      #expect(!rows(table).contains("slot"))
      try session.set([("slot", "noon")])
      try session.set(.postcode, to: "80331")
      #expect(session[.postcode] == "80331")
    }
  }
}
