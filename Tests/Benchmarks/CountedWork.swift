import Ekiben
import EkibenExpressions

/// Work for a tool that counts from outside what a program does: `ekiben-bench work NAME COUNT` does one thing
/// so many times. What one time takes is the difference of two counts, so that opening does not show.
@MainActor
enum CountedWork {
  private static let works: [(name: String, run: @MainActor (Int) throws -> Void)] = [
    ("keystroke-without-rules", { try type($0, rules: 0) }),
    ("keystroke-beside-expressions", { try type($0, rules: 200, .expressions) }),
    ("keystroke-beside-conditions", { try type($0, rules: 200) }),
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

  private static func evaluate(_ compared: ExpressionBenchmarks.Compared, _ count: Int) throws {
    for _ in 0..<count { _ = try compared.value() }
  }
}
