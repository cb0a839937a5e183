import EkibenDocuments
import EkibenStore
import Foundation
import TestSupport
import Testing

// Rule P26: a flipped bit is an error, also where it takes an option out of what is found.
@Suite(.timeLimit(.minutes(20))) struct `An option whose line has changed on disk` {
  /// Makes a closed store of a set of six options in its second revision, where each is called otherwise.
  private func makeStore(_ path: String, withParents: Bool) throws {
    let store = try Store(path, now: 0)
    let labels = ["walnut", "hazelnut", "pecan", "almond", "cashew", "walnut half"]
    for labels in [labels.map { "old \($0)" }, labels] {
      _ = try store.publish("kinds", try set(labels, withParents: withParents), by: by())
    }
    try store.close()
  }

  private func set(_ labels: [String], withParents: Bool) throws -> Document {
    try OptionSetDocument.document(
      fields: [:],
      options: labels.enumerated().map { number, label in
        var option: Fields = ["code": .text("kind-\(number % 5)"), "label": .text(label)]
        option["system"] = .text("system-\(number / 5)")
        if withParents, number > 3 { option["parent"] = "kind-1" }
        return option
      })
  }

  private typealias Question = @Sendable (Store, OptionSetSummary) throws -> [Fields]

  private static func query(_ query: OptionQuery) -> Question { { try $0.options(of: $1, query) } }

  private static func meaning(_ text: String) -> Question {
    { store, _ in
      let found = try store.options(called: text, of: "kinds")
      return found?.map { $0.fields } ?? [["code": "no set"]]
    }
  }

  /// What can be asked of the options, each in words.
  private static let questions: [(words: String, ask: Question)] = [
    ("all", query(OptionQuery())),
    ("the first two", query(OptionQuery(limit: 2))),
    ("a word", query(OptionQuery("walnut"))),
    ("the beginning of a word", query(OptionQuery("wal"))),
    ("two words", query(OptionQuery("kind walnut"))),
    ("a parent", query(OptionQuery(parent: "kind-1"))),
    ("a word of a parent", query(OptionQuery("walnut", parent: "kind-1"))),
    ("a label", meaning("walnut")), ("the label of another", meaning("pecan")),
    ("a code that two have", meaning("kind-0")), ("a code", meaning("kind-2")),
    ("a code with its system", meaning("system-1|kind-0")),
    (
      "what a code says",
      { store, set in
        guard let found = try store.option("kind-0", system: "system-1", of: set) else { return [] }
        return [found.fields]
      }
    ),
  ]

  // What is answered: nil where that is refused.
  private func answers(_ path: String) -> [[Fields]?] {
    do {
      let store = try Store(path, access: .readOnly, now: 0)
      defer { do { try store.close() } catch {} }
      let set = try store.optionSet("kinds")
      return Self.questions.map { question in
        do { return try set.map { try question.ask(store, $0) } } catch { return nil }
      }
    } catch { return Self.questions.map { _ in nil } }
  }

  @Test(arguments: [("walnut", true), ("kind-2", false)])
  func `is missed by nobody who looks for it`(_ text: String, _ withParents: Bool) throws {
    try withStorePath { path in
      try makeStore(path, withParents: withParents)
      let whole = try fileBytes(at: URL(filePath: path))
      let expected = answers(path)
      #expect(!expected.contains(nil) && expected.count { $0 != [] } >= 11)
      let found = places(of: text, in: whole)
      #expect(found.count >= 2)
      // SQLite takes a column of a type that it reserves for NULL, and passes over entries of an index whose key has
      // one: one bit an entry hides a record from who looks for its id, and verifying alone tells.
      var hidden: Set<Int> = []
      for at in Set(found.flatMap { $0 - 32..<$0 + text.utf8.count + 4 }) {
        for bit in 0..<8 {
          var bytes = whole
          bytes[at] ^= 1 << UInt8(bit)
          try Data(bytes).write(to: URL(filePath: path))
          for (question, (now, before)) in zip(Self.questions, zip(answers(path), expected))
          where now != nil && now != before {
            let isHiddenKey = whole[at] == 9 && bytes[at] == 11
            #expect(isHiddenKey, "\(question.words), byte \(at), bit \(bit)")
            hidden.insert(at)
            let store = try Store(path, access: .readOnly, now: 0)
            #expect(try !store.verify().findings.isEmpty)
            try store.close()
          }
        }
      }
      // So many entries begin in what is flipped around one of them.
      #expect(hidden.count <= 3)
    }
  }
}
