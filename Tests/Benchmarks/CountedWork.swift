import Ekiben
import EkibenDocuments
import EkibenExpressions
import EkibenTesting

/// Work for a tool that counts from outside what a program does: `ekiben-bench work NAME COUNT` does one thing
/// so many times. What one time takes is the difference of two counts, so that opening does not show.
@MainActor
enum CountedWork {
  private static let works: [(name: String, run: @MainActor (Int) throws -> Void)] = [
    ("keystroke-without-rules", { try type($0, rules: 0) }),
    ("keystroke-beside-expressions", { try type($0, rules: 200, .expressions) }),
    ("keystroke-beside-conditions", { try type($0, rules: 200) }),
    ("bare-update", bareUpdate),
    ("edit", edit),
    ("edit-of-five", editOfFive),
    ("edit-in-session", editInSession),
    ("first-answer", firstAnswer),
    ("undo", undo),
    ("entry-replayed", replay),
    ("variables-compared", { try evaluate(ExpressionBenchmarks.Compared(), $0) }),
    ("path-compared", { try evaluate(ExpressionBenchmarks.Compared(.path), $0) }),
  ]

  static func run(_ words: ArraySlice<String>) throws {
    guard let name = words.first, let work = works.first(where: { $0.name == name }),
      let count = words.dropFirst().first.flatMap(Int.init)
    else {
      print("usage: ekiben-bench work NAME COUNT; names: \(works.map(\.name))")
      throw Unknown()
    }
    try work.run(count)
  }

  private struct Unknown: Error {}

  private static func type(
    _ count: Int, rules: Int, _ kind: Questions.Rules = .conditions
  ) throws {
    let questions = try Questions(rows: 800, rules: rules, kind)
    defer { questions.remove() }
    try questions.type(count, in: "row-1")
  }

  /// What an edit is put beside.
  private static func bareUpdate(_ count: Int) throws {
    try withFixture { fixture in
      let bare = try StoreBenchmarks.bareTable(fixture, "bare")
      try bare.update(count)
    }
  }

  private static func edit(_ count: Int) throws {
    try withFixture { fixture in
      try fixture.grow(to: StoreFixture.rows)
      try fixture.edit(count)
    }
  }

  /// Five rows that stand far from each other.
  private static func editOfFive(_ count: Int) throws {
    try withFixture { fixture in
      try fixture.grow(to: StoreFixture.rows)
      let metadata = EditMetadata(author: "ada", time: 0)
      for _ in 0..<count {
        let edit = Edit.answers(fixture.nextAnswers(5, apart: 2000))
        try fixture.store.perform(edit, on: &fixture.document, by: metadata)
      }
    }
  }

  private static func firstAnswer(_ count: Int) throws {
    try withFixture { fixture in try fixture.edit(count) }
  }

  /// Five edits are undone and redone, one after the other.
  private static func undo(_ count: Int) throws {
    try withFixture { fixture in
      try fixture.grow(to: 10)
      let metadata = EditMetadata(author: "ada", time: 0)
      for number in 0..<count {
        let edit = number % 10 < 5 ? Edit.undo(steps: 1) : .redo(steps: 1)
        try fixture.store.perform(edit, on: &fixture.document, by: metadata)
      }
    }
  }

  private static func editInSession(_ count: Int) throws {
    try withFixture { fixture in
      try fixture.grow(to: StoreFixture.rows)
      let session = try fixture.store.open("bench", in: .fixed(author: "ada"))
      let observation = try fixture.store.observe(.document("bench")) { _ in }
      defer { observation.cancel() }
      for number in 0..<count {
        try session.set([fixture.answer(StoreFixture.rows + number)])
      }
    }
  }

  /// The same store whatever the count is, of which only so many entries are shown.
  private static func replay(_ count: Int) throws {
    try withFixture { fixture in
      try fixture.grow(to: 2000)
      let replay = Replay(of: fixture.document, in: fixture.store)
      try replay.run(.forwards(to: count))
    }
  }

  private static func withFixture(_ body: (StoreFixture) throws -> Void) throws {
    let fixture = try StoreFixture(name: "counted")
    defer { fixture.remove() }
    try body(fixture)
  }

  private static func evaluate(_ compared: ExpressionBenchmarks.Compared, _ count: Int) throws {
    for _ in 0..<count { _ = try compared.value() }
  }
}
