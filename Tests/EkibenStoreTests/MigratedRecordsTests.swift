import EkibenDocuments
import EkibenTesting
import Foundation
import RandomWork
import Testing

@testable import EkibenStore

// Rules D19, D20, P16 and P19: edits of all kinds on a document that goes between revisions while its old lines
// are archived.
@Suite(.timeLimit(.minutes(20))) struct `Old lines of a document that goes between revisions` {
  /// `EKIBEN_MIGRATED_LINES=1...1000` for a long run.
  static let seeds: ClosedRange<UInt64> = {
    let text = ProcessInfo.processInfo.environment["EKIBEN_MIGRATED_LINES"] ?? ""
    let numbers = text.split(separator: ".").compactMap { UInt64($0) }
    return numbers.count == 2 ? numbers[0]...numbers[1] : 1...24
  }()

  private static let revisions = 6

  private struct Work {
    let store: Store
    var document: StoredDocument
    var work: RandomWork
    /// What there was to know after each entry, from the first.
    var states: [Everything] = []
    /// What each entry changed, as it was written.
    var changes: [Changeset] = []

    mutating func step() throws {
      if work.random.once(in: 9) {
        _ = try store.archiveOldEntries(of: &document, keeping: work.random.number(in: 0...9))
      }
      let known = document.count
      let edit = try edit()
      do throws(StoreError) {
        _ = try store.perform(edit, on: &document, by: by())
      } catch {
        switch error {
        case .history, .deleted, .conflict, .retired, .unknownRow: return
        default: throw error
        }
      }
      if document.count > known { try note() }
    }

    private mutating func edit() throws -> Edit {
      if document.status != .deleted, work.random.once(in: 5) {
        return .migrate(to: work.random.number(in: 1...revisions))
      }
      return try work.edit(document)
    }

    mutating func note() throws {
      states.append(Everything(document))
      let entry = try store.entry(document.count, of: document)
      changes.append(try store.changes(of: entry, in: document))
      try expectSame(try store.document(document.name), states[states.count - 1])
    }

    func expectSame(_ read: StoredDocument, _ state: Everything) throws {
      try #require(Everything(read) == state, "entry \(document.count)")
    }

    /// Every question has the answer that it had.
    func ask() throws {
      for number in 1...document.count {
        let entry = try store.entry(number, of: document)
        let known = changes[number - 1]
        try #require(try store.changes(of: entry, in: document) == known, "entry \(number)")
        let content = try store.content(of: document, at: number)
        let isSame = content.isIdentical(to: states[number - 1].content)
        try #require(isSame, "the content after entry \(number)")
        let targets = RandomWork.rows.map { Change.Target(.row($0), .value) }
        for (target, field) in zip(targets, try store.fields(targets, of: document, at: number)) {
          guard case .row(let row) = target.record else { continue }
          #expect(field.value == content.row(row)?.fields[.value], "\(row) after entry \(number)")
        }
      }
    }
  }

  @Test(arguments: seeds)
  func `say what they said, and undo and redo come back to the byte`(seed: UInt64) throws {
    try withVisit { store, _ in
      for number in 0..<Self.revisions {
        _ = try store.publish("form", try RandomWork.form(number), by: by())
      }
      let uid = [UInt8](repeating: 9, count: 16)
      let document = try store.create("filled", from: "form", uid: uid, by: by())
      var work = Work(store: store, document: document, work: RandomWork(seed: seed))
      try work.note()
      for _ in 0..<70 { try work.step() }
      try work.ask()
      try goBackAndForth(&work)
      while try store.archiveOldEntries(of: &work.document) {}
      try work.ask()
      try store.expectSound()
    }
  }

  private func goBackAndForth(_ work: inout Work) throws {
    let full = work.document.content
    let steps = work.document.history.undoableSteps
    guard steps > 0 else { return }
    for edit in [Edit.undo(steps: steps), .redo(steps: steps)] {
      try work.store.perform(edit, on: &work.document, by: by())
      try work.note()
    }
    let isSame = work.document.content.isIdentical(to: full)
    try #require(isSame, "all undone and all redone")
  }

  // Rule D20.
  @Test func `keep who wrote them where a description had them back and that is undone`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"))
      try store.set(&document, ("name", nil))
      let form = try Document(sketch: "person: age consent | study: phone note extra")
      _ = try store.publish("visit", form, by: by())
      try store.perform(.migrate(), on: &document, by: by())
      let origins = document.origins
      try store.perform(.apply(try visitForm()), on: &document, by: by())
      let undo = try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(document.origin("name") == Origins.Origin(entry: 3, via: undo?.number))
      #expect(Set(document.origins.targets) == Set(origins.targets))
      try store.expectSound()
    }
  }
}
