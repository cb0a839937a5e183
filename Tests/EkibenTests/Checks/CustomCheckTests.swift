import Ekiben
import EkibenForms
import EkibenTesting
import Observation
import Testing

/// A server that answers when it is told to.
@MainActor private final class Server {
  private(set) var asked: [String] = []
  private var waiting: [CheckedContinuation<Bool, Never>] = []

  /// Whether a name is free.
  func isFree(_ name: String) async -> Bool {
    asked.append(name)
    return await withCheckedContinuation { waiting.append($0) }
  }

  /// Answers a question that was asked, and lets the session hear it.
  func answer(_ number: Int, isFree: Bool) async {
    waiting[number].resume(returning: isFree)
    for _ in 0..<20 { await Task.yield() }
  }

  func reach(_ count: Int) async {
    while asked.count < count { await Task.yield() }
  }

  /// The check of a form with a name that has to be free.
  nonisolated func check(reading rows: Set<RowID> = ["name"]) -> CustomCheck {
    CustomCheck(
      "free", reading: rows,
      later: { [self] document in
        guard let name = document.answer("name") else { return [] }
        if await isFree(name) { return [] }
        return [ValidationIssue(row: "name", rule: .custom(name: "taken", message: "it is taken"))]
      })
  }
}

extension Document {
  fileprivate func answer(_ row: RowID) -> String? {
    sections.lazy.flatMap(\.rows).first { $0.id == row }?.fields[.value]?.asText
  }
}

/// Rule F49.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A check of a program's own` {
  private func form(_ checks: CustomCheck...) -> Form {
    let form = Form("visit") {
      Section("person") {
        TextInput(.name, title: "Name")
        TextInput(.phone, title: "Phone").visible(when: .name != "hidden")
      }
    }
    return checks.reduce(form) { $0.check($1) }
  }

  private func pending(_ row: RowID) -> [ValidationIssue] {
    [ValidationIssue(row: row, rule: .pending(check: "free"))]
  }

  @Test func `is asked when an answer changed that it reads, of what is shown`() throws {
    let asked = Recorder()
    let check = CustomCheck("alike", reading: ["name", "phone"]) { document in
      let (name, phone) = (document.answer("name"), document.answer("phone"))
      asked.note("\(name ?? "-") \(phone ?? "-")")
      if name != phone || name == nil { return [] }
      return [ValidationIssue(row: "phone", rule: .custom(name: "alike", message: "not so"))]
    }
    try withTemporaryStore { store in
      let session = try store.open("visit", from: form(check), in: .fixed(author: "Ada"))
      #expect(session.issues.isEmpty && asked.lines == ["- -"])
      try session.set(.name, to: "Ada")
      try session.set(.phone, to: "Ada")
      #expect(session.issues.map(\.ruleName) == ["alike"])
      #expect(session.issues.map(\.row) == ["phone"])
      #expect(asked.lines == ["- -", "Ada -", "Ada Ada"])
      #expect(throws: SessionError.incomplete(session.issues)) { try session.submit() }
      try session.set([("phone", "hidden"), ("name", "hidden")])
      #expect(asked.lines.last == "hidden -")
      try session.submit()
    }
  }

  @Test func `says nothing of rows that the document has not, and keeps it from nothing`() throws {
    let check = CustomCheck("sure", reading: ["phone"]) { _ in
      ["phone", "person", "name"].map {
        ValidationIssue(row: $0, rule: .check(id: "sure", message: "not sure"), severity: .warning)
      } + [ValidationIssue(row: "phone", rule: .check(id: "sure", message: "not so"))]
    }
    try withTemporaryStore { store in
      let older = Form("visit") { Section("person") { TextInput(.name) } }
      _ = try store.open("visit", from: older, in: .fixed())
      let session = try store.open("visit", from: form(check), in: .fixed(author: "Ada"))
      #expect(session.issues.map(\.row) == ["person", "name"])
      try session.perform(.migrate())
      #expect(session.issues.map(\.row) == ["person", "name", "phone", "phone"])
      try session.undo()
      #expect(session.issues.map(\.row) == ["person", "name"])
      try session.submit()
    }
  }

  @Test func `that takes its time is pending until it comes back, and is never waited for`()
    async throws
  {
    let server = Server()
    try await withTemporaryStore { store in
      let session = try store.open("visit", from: form(server.check()), in: .fixed(author: "Ada"))
      #expect(session.pendingRows == ["name"] && session.issues == pending("name"))
      await settle(session)
      #expect(session.issues.isEmpty && server.asked.isEmpty)
      try session.set(.phone, to: "1")
      #expect(session.pendingRows.isEmpty)
      try session.set(.name, to: "Ada")
      #expect(session.pendingRows == ["name"] && session.issues == pending("name"))
      #expect(throws: SessionError.incomplete(pending("name"))) { try session.submit() }
      await server.reach(1)
      let told = Recorder()
      withObservationTracking {
        _ = session.issues
      } onChange: {
        told.note("issues")
      }
      await server.answer(0, isFree: false)
      #expect(told.lines == ["issues"])
      #expect(session.pendingRows.isEmpty && session.issues.map(\.ruleName) == ["taken"])
      #expect(throws: SessionError.incomplete(session.issues)) { try session.submit() }
      try session.set(.name, to: "Eve")
      #expect(session.issues == pending("name"))
      await server.reach(2)
      await server.answer(1, isFree: true)
      #expect(session.issues.isEmpty && server.asked == ["Ada", "Eve"])
      try session.submit()
    }
  }

  @Test func `is nothing that a table complains of as long as it is pending`() async throws {
    let server = Server()
    try await withTemporaryStore { store in
      let session = try store.open("visit", from: form(server.check()), in: .fixed(author: "Ada"))
      let table = HeadlessTable()
      session.attach(table)
      @MainActor func shown() -> [String] {
        table.displays.flatMap(\.rows).flatMap(\.look.issues).map(\.ruleName)
      }
      await settle(session)
      try session.set(.name, to: "Ada")
      #expect(session.pendingRows == ["name"] && shown() == [])
      await server.reach(1)
      await server.answer(0, isFree: false)
      #expect(session.pendingRows.isEmpty && shown() == ["taken"])
    }
  }

  private func settle(_ session: Session) async {
    while !session.pendingRows.isEmpty { await Task.yield() }
  }

  @Test func `that takes its time begins when a draft is opened, and not for what is final`()
    async throws
  {
    let server = Server()
    try await withTemporaryStore { store in
      let form = form(server.check())
      let first = try store.open("visit", from: form, in: .fixed(author: "Ada"))
      await settle(first)
      try first.set(.name, to: "Ada")
      await server.reach(1)
      await server.answer(0, isFree: true)
      let second = try store.open("visit", from: form, in: .fixed(author: "Bob"))
      #expect(second.pendingRows == ["name"] && first.pendingRows.isEmpty)
      #expect(throws: SessionError.incomplete(pending("name"))) { try second.submit() }
      await server.reach(2)
      try second.set(.name, to: "Eve")
      await server.reach(4)
      await server.answer(1, isFree: false)
      #expect(second.issues == pending("name"), "what it says of Ada is not heard")
      await server.answer(2, isFree: true)
      await server.answer(3, isFree: true)
      #expect(second.issues.isEmpty && first.issues.isEmpty)
      try second.submit()
      let third = try store.open("visit", from: form, in: .fixed(author: "Lin"))
      #expect(third.pendingRows.isEmpty)
      try third.perform(.reopen, reason: "again")
      #expect(third.pendingRows == ["name"])
      await server.reach(7)
      #expect(server.asked == ["Ada", "Ada", "Eve", "Eve", "Eve", "Eve", "Eve"])
      for question in 4...6 { await server.answer(question, isFree: true) }
      #expect(third.issues.isEmpty)
    }
  }

  @Test func `is ignored where the answer has changed since, in whatever order it comes back`()
    async throws
  {
    let server = Server()
    try await withTemporaryStore { store in
      let session = try store.open("visit", from: form(server.check()), in: .fixed(author: "Ada"))
      for (at, name) in ["Ada", "Eve", "Lin"].enumerated() {
        try session.set(.name, to: name)
        await server.reach(at + 1)
      }
      await server.answer(1, isFree: false)
      #expect(session.issues == pending("name"))
      await server.answer(2, isFree: true)
      #expect(session.issues.isEmpty)
      await server.answer(0, isFree: false)
      #expect(session.issues.isEmpty)
      // What undo brings back is another answer, too.
      try session.undo()
      #expect(session.pendingRows == ["name"])
      await server.reach(4)
      await server.answer(3, isFree: false)
      #expect(session.issues.map(\.ruleName) == ["taken"] && server.asked.last == "Eve")
    }
  }

  // A row that is gone can have no issue; the check that its answer began is under way all the same.
  @Test func `is pending in the other rows that it reads where the one that began it is gone`()
    async throws
  {
    let server = Server()
    let form = Form("visit") {
      Section("person") {
        TextInput(.name, title: "Name")
        TextInput(.phone, title: "Phone").repeated()
      }
    }.check(server.check(reading: ["name", "phone"]))
    try await withTemporaryStore { store in
      let session = try store.open("visit", from: form, in: .fixed(author: "Ada"))
      await settle(session)
      try session.set(.name, to: "Ada")
      await server.reach(1)
      await server.answer(0, isFree: false)
      #expect(session.issues.map(\.ruleName) == ["taken"])
      let phones = [try session.add(to: .phone), try session.add(to: .phone)]
      try session.set(phones[0], to: "1")
      #expect(session.pendingRows == Set(phones.map(\.row)))
      try session.remove(phones[1])
      #expect(session.pendingRows == [phones[0].row] && session.issues == pending(phones[0].row))
      try session.remove(phones[0])
      #expect(session.pendingRows == ["name"] && session.issues == pending("name"))
      #expect(session.formState["name"].isPending && !session.formState[phones[0].row].isPending)
      #expect(throws: SessionError.incomplete(pending("name"))) { try session.submit() }
      await server.reach(6)
      for question in 1...4 { await server.answer(question, isFree: true) }
      #expect(session.issues == pending("name"))
      await server.answer(5, isFree: false)
      #expect(session.pendingRows.isEmpty && session.issues.map(\.ruleName) == ["taken"])
      #expect(throws: SessionError.incomplete(session.issues)) { try session.submit() }
    }
  }
}
