import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenStore
import EkibenTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sessions that stay open while their document, and its form, become whatever may be described.
@MainActor private final class DescribedSessions {
  private var descriptions: RandomDescriptions
  private var random: SeededGenerator
  private let store: Store
  private let sessions: [Session]
  private let tables: [HeadlessTable]
  private(set) var done: [String] = []
  private var violations: [TableViolation] = []

  init(_ store: Store, seed: UInt64) throws {
    self.store = store
    random = SeededGenerator(seed: seed)
    descriptions = RandomDescriptions(seed: seed)
    var form = try descriptions.next()
    // One in which a secret begins with an answer is refused.
    while form.sections.contains(where: { $0.rows.contains { $0.fields[.kind] == "secret" } }) {
      form = try descriptions.next()
    }
    _ = try store.publish("form", form, by: EditMetadata(author: "Ada", time: 1))
    _ = try store.create(
      "d", from: "form", uid: Array(1...16), by: EditMetadata(author: "Ada", time: 2))
    let environments = [("Ada", seed), ("Bob", seed &+ 1_000_000)].map {
      SessionEnvironment.fixed(author: $0, seed: $1)
    }
    sessions = try environments.map { try store.open("d", in: $0) }
    tables = sessions.map { _ in HeadlessTable() }
    for (session, table) in zip(sessions, tables) {
      session.onViolation = { [unowned self] in violations.append($0) }
      session.attach(table)
    }
  }

  /// Does something, or is refused it.
  func step() throws {
    let at = random.number(in: 0...1)
    do throws(SessionError) {
      switch random.number(in: 1...20) {
      case 1...6: try apply(sessions[at])
      case 7...12: try answer(sessions[at])
      case 13...15: try restructure(sessions[at])
      case 16 where sessions[at].canUndo: try undo(sessions[at])
      case 17 where sessions[at].canRedo: try redo(sessions[at])
      case 18: try travel(sessions[at])
      case 19: try migrate(sessions[at])
      default: try finish(sessions[at])
      }
    } catch { done[done.count - 1] += ": \(error)" }
  }

  private func note(_ words: String, _ body: () throws(SessionError) -> Entry?)
    throws(SessionError)
  {
    done.append(words)
    let entry = try body()
    done[done.count - 1] += entry.map { " = \($0.number)" } ?? ", nothing"
  }

  private func apply(_ session: Session) throws(SessionError) {
    let description: Document
    do { description = try descriptions.next() } catch { return done.append("\(error)") }
    let changes = Changeset(from: session.document.content, to: description).changes
    try note("apply \(changes.map { "\($0.target) = \($0.after.map { "\($0)" } ?? "nil")" })") {
      () throws(SessionError) in try session.perform(.apply(description), reason: "r")
    }
  }

  private func answer(_ session: Session) throws(SessionError) {
    let rows = session.document.content.sections.flatMap { $0.rows.map(\.id) }
    guard !rows.isEmpty else { return }
    let row = random.pick(rows)
    let text = random.pick(["", "1", "2", "7", "text", "true"])
    try note("type \(text) in \(row)") { () throws(SessionError) in
      try session.type(text, in: Field<String>(row), reason: "r")
    }
  }

  private func restructure(_ session: Session) throws(SessionError) {
    let content = session.document.content
    let sections = content.sections.map { RecordID.section($0.id) }
    let rows = content.sections.flatMap { $0.rows.map { RecordID.row($0.id) } }
    guard !rows.isEmpty else { return }
    let (one, other) = (random.pick(sections + rows), random.pick(sections + rows))
    let seed = [UInt8(random.number(in: 0...255)), UInt8(random.number(in: 0...255))]
    let edit: Edit =
      random.once(in: 4)
      ? .remove(one)
      : random.once(in: 4)
        ? .move(one, to: .before(other)) : .add(to: one, at: .last, seed: seed)
    try note("\(edit)") { () throws(SessionError) in try session.perform(edit, reason: "r") }
  }

  private func undo(_ session: Session) throws(SessionError) {
    try note("undo") { () throws(SessionError) in try session.undo(reason: "r") }
  }

  private func redo(_ session: Session) throws(SessionError) {
    try note("redo") { () throws(SessionError) in try session.redo(reason: "r") }
  }

  private func travel(_ session: Session) throws(SessionError) {
    let number = random.number(in: 1...session.document.count)
    if random.once(in: 2) {
      try note("checkout \(number)") { () throws(SessionError) in
        try session.perform(.checkout(number), reason: "r")
      }
    } else {
      try note("revert \(number)") { () throws(SessionError) in
        try session.perform(.revert(number), reason: "r")
      }
    }
  }

  private func migrate(_ session: Session) throws(SessionError) {
    do {
      let form = try descriptions.next()
      _ = try store.publish("form", form, by: EditMetadata(author: "Ada", time: 3))
    } catch { return done.append("publish: \(error)") }
    try note("migrate") { () throws(SessionError) in try session.perform(.migrate(), reason: "r") }
  }

  private func finish(_ session: Session) throws(SessionError) {
    switch session.document.status {
    case .draft: try note("submit") { () throws(SessionError) in try session.submit(reason: "r") }
    case .final:
      try note("reopen") { () throws(SessionError) in try session.perform(.reopen, reason: "r") }
    case .deleted: break
    }
  }

  /// Expects of both sessions that they are as one that reads all anew.
  func expectFresh() throws {
    for session in sessions { try session.refresh() }
    try #require(violations == [], "\(done.suffix(3))")
    let other = try Store(store.path, access: .readOnly)
    let read = try other.open("d", in: .fixed())
    let index = Document.Index(read.document.content)
    for (session, table) in zip(sessions, tables) {
      let document = session.document
      try #require(Facts(document) == Facts(read.document), "\(done.suffix(3))")
      try #require(document.content.reproduction == read.document.content.reproduction)
      try #require(session.issues == read.issues, "\(done.suffix(3))")
      let fresh = HeadlessTable(document.content.drawn(session.formState, session.components))
      let isDrawn = table.displays == fresh.displays
      try #require(
        isDrawn, "\(done.suffix(3)):\n\(table.snapshot())\nin place of\n\(fresh.snapshot())")
      let structure = DocumentStructure(document.content, index)
      for section in document.content.sections {
        try #require(document.index[section.id] == index[section.id])
        try #require(
          document.structure.sections(standingIn: section.id)
            == structure.sections(standingIn: section.id), "\(done.suffix(3))")
        for row in section.rows { try #require(document.index[row.id] == index[row.id]) }
      }
      try #require(document.index.mayRepeat || !index.mayRepeat, "\(done.suffix(3))")
    }
    try other.close()
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `A session whose form changes under it` {
  /// `EKIBEN_DESCRIPTIONS=1...2000` for long runs.
  nonisolated static let seeds: [UInt64] = {
    let text = ProcessInfo.processInfo.environment["EKIBEN_DESCRIPTIONS"] ?? ""
    let ends = text.split(separator: ".").compactMap { UInt64($0) }
    return ends.count == 2 ? Array(ends[0]...ends[1]) : Array(1...46)
  }()

  // Rules F17, F43, F48 and H23.
  @Test(arguments: seeds) func `is after each edit as one that reads all anew`(seed: UInt64) throws
  {
    try withTemporaryStore { store in
      let sessions = try DescribedSessions(store, seed: seed)
      for _ in 0..<40 {
        try sessions.step()
        try sessions.expectFresh()
      }
      #expect(try store.verify().findings == [])
    }
  }
}
