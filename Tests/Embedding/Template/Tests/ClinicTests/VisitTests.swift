import Clinic
import Ekiben
import EkibenTesting
import Foundation
import Observation
import Synchronization
import Testing

/// What the author of an app tries first, in the order in which he meets it.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct VisitTests {
  @Test func `a screen reads, sets and undoes, and says what it cannot do`() throws {
    try withTemporaryStore(registry: .clinic) { store in
      let visit = try VisitModel("v", in: store)
      #expect(!visit.canUndo)
      try visit.session.set(.name, to: "Ada")
      try visit.session.set(.rating, to: 4)
      try visit.session.set(.site, to: .north)
      #expect(visit.title == "Ada")
      #expect(visit.session[.site] == .north)
      #expect(visit.session.undoTitle == "Undo Site")
      try visit.session.set(.site, to: nil)
      #expect(visit.session[.site] == nil)
      try visit.session.undo()
      #expect(visit.session[.site] == .north)
      #expect(visit.canUndo && visit.session.canRedo)
      visit.name.value = nil
      #expect(visit.session.issues.map(\.ruleName) == ["required"])
      try visit.session.type("41", in: .age)
      #expect(visit.session[.age] == 41)
    }
  }

  @Test func `what is typed and no answer is kept, and said with the row's title`() throws {
    try withTemporaryStore(registry: .clinic) { store in
      let visit = try VisitModel("v", in: store)
      let table = HeadlessTable()
      visit.session.attach(table)
      try table.type("twelve", into: "age")
      #expect(visit.session[.age] == nil && visit.session.draft(in: "age") == "twelve")
      let issue = visit.session.issues.first { $0.row == "age" }
      #expect(issue?.message == "“Age” takes a whole number, not “twelve”")
      let error = #expect(throws: (any Error).self) { try table.type("x", into: "nowhere") }
      #expect(error?.localizedDescription == "the table shows no row nowhere")
      try table.type("12", into: "age")
      #expect(visit.session[.age] == 12)
      try table.type("4", into: "rating")
      #expect(visit.session[.rating] == 4)
    }
  }

  @Test func `a store draws its rows without the form, by its registry`() throws {
    try withTemporaryStore(registry: .clinic) { store in
      try VisitModel("v", in: store).session.set(.rating, to: 5)
      let again = try store.open("v")
      let table = HeadlessTable()
      again.attach(table)
      #expect(table.snapshot().contains("Your last visit   ★★★★★"))
      try expectReplay(of: again.document, in: store)
    }
  }

  @Test func `a failed expectation begins with its own place`() throws {
    do {
      try expectTable(HeadlessTable(), equals: "About you")
      Issue.record("an empty table looks like a text")
    } catch {
      let place = "ClinicTests/VisitTests.swift:\(#line - 3): "
      #expect(error.description.hasPrefix(place))
    }
  }

  @Test func `a store is opened with the components of the app`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
    let store = try Store(folder.appending(path: "visits.ekiben").path, registry: .clinic)
    try VisitModel("v", in: store).session.set(.rating, to: 2)
    try store.close()
  }

  @Test func `a table of the app's own follows, and is answered in`() throws {
    try withTemporaryStore(registry: .clinic) { store in
      let visit = try VisitModel("v", in: store)
      let table = ListTable()
      visit.session.attach(table)
      try visit.session.set(.name, to: "Ada")
      #expect(table.lines.first == "Name: Ada")
      try table.answer("age", with: 41)
      #expect(table.lines[1] == "Age: 41")
      #expect(throws: (any Error).self) { try table.answer("age", with: "many") }
      #expect(visit.refusals.count == 1)
      // Another policy, without a reload.
      visit.session.policy = RenderPolicy(display: .listed([]))
      #expect(table.lines == [])
      visit.session.policy = RenderPolicy()
      #expect(table.lines.count == 5)
      #expect(table.reloads == 1)
    }
  }

  @Test func `closures of rows live on the main actor`() throws {
    try withTemporaryStore(registry: .clinic) { store in
      let visit = try VisitModel("v", in: store)
      let form = Form("one") { Section("s") { visit.row() } }
      let table = HeadlessTable(try form.content())
      #expect(visit.taps == 1)
      try table.tap("name")
      #expect(visit.taps == 2)
    }
  }

  @Test func `whoever reads an answer is told of its changes`() throws {
    try withTemporaryStore(registry: .clinic) { store in
      let visit = try VisitModel("v", in: store)
      let told = Counter()
      withObservationTracking {
        _ = visit.title
      } onChange: {
        told.count()
      }
      try visit.session.set(.age, to: 3)
      #expect(told.number == 0)
      try visit.session.set(.name, to: "Ada")
      #expect(told.number == 1)
    }
  }

  @Test func `a section comes and goes with another answer, by hand`() throws {
    let table = HeadlessTable()
    let renderer = Renderer(table)
    try renderer.render(try visitForm())
    #expect(table.sections.map(\.id) == ["person"])
    try renderer.render(try visitForm(asksForDetails: true))
    #expect(table.sections.map(\.id) == ["person", "details"])
    #expect(table.log.last?.description == "insert section details at 1")
    try renderer.render(try visitForm())
    #expect(table.sections.map(\.id) == ["person"])
  }

  @Test func `the loop over changes ends when the store closes`() async throws {
    try await withTemporaryStore(registry: .clinic) { store in
      let visit = try VisitModel("v", in: store)
      let changes = visit.session.changes
      try visit.session.set(.name, to: "Ada")
      try store.close()
      var entries: [Int] = []
      for await change in changes { entries.append(change.entry.number) }
      #expect(entries == [2])
    }
  }

  @Test func `documents are listed with title, status and dates`() throws {
    try withTemporaryStore(registry: .clinic) { store in
      let before = Date.now
      _ = try VisitModel("v", in: store)
      let listed = try #require(try store.documents().first)
      #expect(listed.name == "v")
      #expect(listed.title == "Visit")
      #expect(listed.status == .draft)
      #expect(abs(listed.modifiedDate.timeIntervalSince(before)) < 600)
    }
  }
}

/// Counts from any thread.
private final class Counter: Sendable {
  private let value = Mutex(0)

  var number: Int { value.withLock(\.self) }
  func count() { value.withLock { $0 += 1 } }
}
