import EkibenDocuments
import EkibenStore
import Foundation
import RandomWork
import TestSupport

/// A store that is to rot, with all that it answers while it is whole.
final class RotShape {
  let name: String
  /// The file, and as it was some edits earlier.
  let bytes: [UInt8]
  let older: [UInt8]
  let answers: [String]
  private let folder: URL
  private var outcomes: [String: [String]] = [:]

  private init(_ name: String, _ path: String, older: [UInt8], in folder: URL) throws {
    self.name = name
    self.folder = folder
    self.older = older
    bytes = try fileBytes(at: URL(filePath: path))
    let store = try Store(path, access: .readOnly, now: 0)
    answers = try RotShape.answers(of: store)
    try store.close()
  }

  /// How a store is made: `edits` of each document, and what follows.
  private struct Recipe {
    let name: String
    var documents = 1
    var edits = 40
    var isArchived = false
    var isCompacted = false
    /// The format of a fixture that is upgraded instead.
    var format: Int?
  }

  /// Small and large, new and archived, with own rows, marks, branches and long texts, and some that were
  /// upgraded from older formats.
  static func all(in folder: URL) throws -> [RotShape] {
    let recipes = [
      Recipe(name: "small", edits: 8), Recipe(name: "lines", edits: 80),
      Recipe(name: "archived", edits: 160, isArchived: true),
      Recipe(name: "documents", documents: 12, edits: 12),
      Recipe(name: "compacted", documents: 2, edits: 150, isCompacted: true),
      Recipe(name: "upgraded", format: 1), Recipe(name: "format-2", format: 2),
    ]
    return try recipes.enumerated().map { seed, recipe in
      try make(recipe, seed: UInt64(seed + 1), in: folder)
    }
  }

  private static func make(_ recipe: Recipe, seed: UInt64, in folder: URL) throws -> RotShape {
    let path = folder.appending(path: "\(recipe.name).ekiben").path
    if let format = recipe.format {
      let fixture = projectRoot.appending(
        path: "Tests/EkibenStoreTests/Fixtures/format-\(format).ekiben")
      try FileManager.default.copyItem(atPath: fixture.path, toPath: path)
      let store = try Store(path, now: 0, id: Array(1...16))
      // Rows of format 1 have no checksums before.
      if format == 1 { _ = try store.compact() }
      try store.close()
      return try RotShape(
        recipe.name, path, older: try fileBytes(at: fixture), in: folder)
    }
    try makeStore(path, documents: recipe.documents)
    var work = RandomWork(seed: seed)
    try edit(path, recipe.edits, &work)
    let older = try fileBytes(at: URL(filePath: path))
    try edit(path, recipe.edits / 4, &work)
    let store = try Store(path, now: 0)
    if recipe.isCompacted { _ = try store.compact() }
    if recipe.isArchived {
      for summary in try store.documents() {
        var document = try store.document(summary.name)
        while try store.archiveOldEntries(of: &document, keeping: 20) {}
      }
    }
    try store.close()
    return try RotShape(recipe.name, path, older: older, in: folder)
  }

  private static func edit(_ path: String, _ count: Int, _ work: inout RandomWork) throws {
    let store = try Store(path, now: 0)
    for name in try (store.documents() + store.documents(deleted: true)).map(\.name) {
      var document = try store.document(name)
      for time in 0..<count {
        let edit = try work.edit(document)
        let metadata = EditMetadata(author: "Ada", time: Int64(document.count * 10 + time % 7))
        do throws(StoreError) { try store.perform(edit, on: &document, by: metadata) } catch {
          switch error {
          case .history, .conflict, .unknownRow, .deleted: break
          default: throw error
          }
        }
      }
    }
    try store.close()
  }

  /// All that reading calls say of a store, in lines.
  static func answers(of store: Store) throws -> [String] {
    var lines = try store.forms().map { "\($0) \(try store.form($0.name).content)" }
    for summary in try store.documents() + store.documents(deleted: true) {
      let document = try store.document(summary.name)
      lines.append("\(summary) \(document.uid)")
      lines += CanonicalDump(document).lines
      lines += document.history.marks.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      for entry in try store.entries(of: document, 1...Int.max) {
        lines.append("\(entry) \(try store.changes(of: entry, in: document))")
        if let child = document.history.visitedChild(of: entry.number) { lines.append("\(child)") }
        if entry.number % 8 == 0 {
          lines.append("\(try store.content(of: document, at: entry.number))")
        }
      }
    }
    lines.append("needs reasons: \(try store.settings().needsReasons)")
    return lines
  }

  // MARK: What may write

  /// Something that changes a store, from opening it to closing it.
  struct Work {
    let name: String
    let edit: Edit?

    /// What its documents hold afterwards.
    func outcome(_ path: String) throws -> [String] {
      let store = try Store(path, access: .readWrite, timeout: 100, now: 0)
      do {
        if let edit {
          for summary in try store.documents() { try perform(edit, on: summary.name, store) }
        } else {
          _ = try store.compact()
        }
        let names = try (store.documents() + store.documents(deleted: true)).map(\.name)
        let lines = try names.flatMap { try CanonicalDump(store.document($0)).lines }
        try store.close()
        return lines
      } catch {
        do { try store.close() } catch {}
        throw error
      }
    }

    private func perform(_ edit: Edit, on name: DocumentName, _ store: Store) throws {
      var document = try store.document(name)
      do throws(StoreError) {
        try store.perform(edit, on: &document, by: EditMetadata(author: "Eve", time: 9))
      } catch {
        switch error {
        case .history(.broken): throw error
        // One of the fixture is submitted.
        case .history, .conflict, .final: break
        default: throw error
        }
      }
    }
  }

  static let works = [
    Work(name: "undo", edit: .undo(steps: 2)), Work(name: "redo", edit: .redo(steps: 1)),
    Work(name: "checkout", edit: .checkout(5)), Work(name: "revert", edit: .revert(4)),
    Work(name: "undo of one's own", edit: .undoOwnStep), Work(name: "compact", edit: nil),
  ]

  /// What a work leaves of the store while it is whole.
  func outcome(of work: Work) throws -> [String] {
    if let known = outcomes[work.name] { return known }
    let path = folder.appending(path: "whole.ekiben").path
    try Data(bytes).write(to: URL(filePath: path))
    let outcome = try work.outcome(path)
    outcomes[work.name] = outcome
    return outcome
  }
}
