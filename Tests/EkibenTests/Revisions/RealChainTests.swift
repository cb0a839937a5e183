import Ekiben
import EkibenDocuments
import EkibenInterchange
import EkibenStore
import EkibenTesting
import Foundation
import TestSupport
import Testing

private let chain: [URL] = {
  guard let folder = formsFolder?.appending(path: "versions/mdot") else { return [] }
  return (1...11).map { folder.appending(path: ($0 < 10 ? "0" : "") + "\($0).json") }
    .filter { FileManager.default.fileExists(atPath: $0.path) }
}()

/// Rules D18 to D20 on a form that people changed ten times in five years.
@Suite(.enabled(if: chain.count == 11, "set EKIBEN_FORMS"), .timeLimit(.minutes(20)))
struct `A document of a form that was changed ten times` {
  @Test func `goes through all revisions there and back, and loses no answer`() throws {
    try withTemporaryStore { store in
      var journey = try Journey(store, chain)
      for revision in 1...11 {
        try journey.migrate(to: revision)
        try journey.fill()
      }
      #expect(journey.answers.count > 50, "\(journey.answers.count)")
      let atTheEnd = journey.document.content
      for revision in (1...10).reversed() { try journey.migrate(to: revision) }
      // What the first revision asks is shown, and all that others asked is retired.
      #expect(try journey.shown == journey.asked(by: 1))
      #expect(journey.retired.count + journey.shown.count == journey.answers.count)
      try journey.migrate(to: 11)
      #expect(journey.document.content.answered == atTheEnd.answered)
      #expect(try store.verify().findings == [])
      _ = try Replay(of: journey.document, in: store).run(checking: .whole)
    }
  }
}

private struct Journey {
  private let store: Store
  private var revisions: [Int] = []
  private(set) var document: StoredDocument
  /// All that was ever answered.
  private(set) var answers: [RowID: Value] = [:]

  static var metadata: EditMetadata { EditMetadata(author: "Ada", time: 1) }

  init(_ store: Store, _ files: [URL]) throws {
    self.store = store
    for file in files {
      let form = try SchemaForm(try JSON(parsing: fileBytes(at: file))).document()
      revisions.append(try store.publish("mdot", form, by: Self.metadata).revision)
      guard revisions.count == 1 else { continue }
      let uid = [UInt8](repeating: 1, count: 16)
      _ = try store.create("d", from: "mdot", uid: uid, by: Self.metadata)
    }
    document = try store.document("d")
  }

  mutating func migrate(to version: Int) throws {
    let (old, new) = ("email" as RowID, "vetEmail" as RowID)
    let target = revisions[version - 1]
    let form = try store.revisionHistory(of: "mdot")[target - 1].content
    var renames: [RowRename] = []
    for (from, to) in [(old, new), (new, old)]
    where form.row(to) != nil && form.row(from) == nil && document.formContent.row(from) != nil
      && answers[from] != nil
    {
      renames.append(RowRename(from, to: to))
    }
    let before = document
    let entry = try store.perform(
      .migrate(to: target, renaming: renames), on: &document, by: Self.metadata)
    guard entry != nil else { return }
    for rename in renames { answers[rename.new] = answers.removeValue(forKey: rename.old) }
    let found = document.content.answered
    #expect(found == answers, "to version \(version)")
    let undone = try store.preview(.undo(steps: 1), of: document, by: Self.metadata)
    #expect(undone.content == before.content && undone.revision == before.revision)
  }

  /// Answers what is not answered yet, with two instances of what repeats.
  mutating func fill() throws {
    for section in document.content.sections
    where section.fields.isTrue(.repeats) && document.structure.instances(of: section.id).isEmpty {
      for seed in [1, 2] as [UInt8] {
        let add = Edit.add(
          to: .section(section.id), at: .last, seed: [seed] + Array("\(section.id)".utf8))
        _ = try store.perform(add, on: &document, by: Self.metadata)
      }
    }
    var given: [(row: RowID, value: Value?)] = []
    let structure = document.structure
    for row in document.content.sections.flatMap(\.rows)
    where row.fields[.value] == nil && structure.template(around: row) == nil
      && structure.retirement(of: .row(row.id)) == nil
    {
      let fields = structure.definition(of: row)
      guard let input = ComponentRegistry.standard.component(row.id, fields).input else { continue }
      let option = input.inputTraits.options?.first?.code
      for text in [option, "yes", "12", "Ada"].compactMap(\.self) {
        do throws(InputError) {
          given.append((row.id, try input.accept(input.value(reading: text))))
          break
        } catch { continue }
      }
    }
    guard !given.isEmpty else { return }
    _ = try store.perform(.answers(given), on: &document, by: Self.metadata)
    for (row, value) in given { answers[row] = value }
  }

  /// The answers of rows that the document's revision has.
  var shown: Set<RowID> { answered { $0 == nil } }
  var retired: Set<RowID> { answered { $0 != nil } }

  private func answered(_ isWanted: (Int?) -> Bool) -> Set<RowID> {
    let rows = document.content.sections.flatMap(\.rows).filter { row in
      row.fields[.value] != nil && isWanted(document.structure.retirement(of: .row(row.id)))
    }
    return Set(rows.map(\.id))
  }

  /// The rows with an answer that a version asks for, instances among them.
  func asked(by version: Int) throws -> Set<RowID> {
    let form = try store.revisionHistory(of: "mdot")[revisions[version - 1] - 1].content
    return Set(
      document.content.sections.flatMap(\.rows).filter { row in
        let name = row.fields.text(.template).map { RowID(unchecked: $0) } ?? row.id
        return row.fields[.value] != nil && form.row(name) != nil
      }.map(\.id))
  }
}

extension Document {
  fileprivate var answered: [RowID: Value] {
    var found: [RowID: Value] = [:]
    for row in sections.flatMap(\.rows) { found[row.id] = row.fields[.value] }
    return found
  }
}
