import TestSupport
import Testing

@testable import EkibenTool

// Rule C12.
@Suite(.timeLimit(.minutes(20))) struct `A word that was mistyped` {
  private static let commands = Dispatcher.commands.map { $0.spec.name }

  @Test(
    arguments: [
      ("lst", "list"), ("shwo", "show"), ("SHOW", "show"), ("verfy", "verify"),
      ("exprot", "export"),
      ("recalulate", "recalculate"), ("dupliacte", "duplicate"), ("blaem", "blame"),
      ("histroy", "history"), ("complete", nil), ("xyz", nil), ("nothing", nil),
      ("frobnicate", nil),
      ("", nil), ("l", nil), ("ge", nil),
      // As near to get as to set.
      ("edo", "redo"), ("ret", nil),
    ] as [(String, String?)])
  func `is met with the one command that is nearest`(typed: String, meant: String?) {
    #expect(Suggestion.word(for: typed, among: Self.commands) == meant)
  }

  @Test(
    arguments: [
      ("get STORE visit name --jsn", "unknown option --jsn; did you mean --json?"),
      ("get STORE visit name -json", "unknown option -json; did you mean --json?"),
      ("undo STORE visit --mnie", "unknown option --mnie; did you mean --mine?"),
      ("undo STORE visit --steps 3", "unknown option --steps"),
      ("lst STORE", "unknown command lst; did you mean list?"),
      ("--versoin", "unknown option --versoin; did you mean --version?"),
      ("help shwo", "unknown command shwo; did you mean show?"),
      (
        "set STORE visit name x --autor Ada",
        "unknown option --autor (if it is a value, write -- before it); did you mean --author?"
      ),
    ])
  func `is said with what may have been meant`(line: String, message: String) throws {
    try ToolFolder.withVisit { folder in
      let result = try folder.run(line)
      #expect(result.status == 64 && result.stdout == "")
      #expect(result.stderr.split(separator: "\n").first.map(String.init) == "error: \(message)")
    }
  }

  @Test(
    arguments: [
      ("remove STORE visit nmae", "there is no row or section nmae; did you mean name?"),
      ("remove STORE visit persno", "there is no row or section persno; did you mean person?"),
      ("move STORE visit nmae --to study", "there is no row or section nmae; did you mean name?"),
      ("move STORE visit name --to stduy", "there is no section stduy; did you mean study?"),
      ("move STORE visit name --after aeg", "there is no row or section aeg; did you mean age?"),
      ("add STORE visit persno", "there is no section or question persno; did you mean person?"),
      ("remove STORE visit section:persno", "there is no section persno; did you mean person?"),
      ("remove STORE visit x", "there is no row or section x; \(Self.rows) lists what there is"),
      ("checkout STORE visit frist", "there is no mark frist; did you mean first?"),
      ("get STORE visit name --at frist", "there is no mark frist; did you mean first?"),
      ("checkout STORE visit x", "there is no mark x; ekiben log STORE visit lists what there is"),
    ])
  func `names what is there, be it a row, a section or a mark`(line: String, message: String) throws
  {
    try ToolFolder.withVisit { folder in
      try folder.succeed("mark STORE visit first")
      let result = try folder.run(line)
      #expect(result.status == 1 && result.stderr == "error: \(message)\n", "\(result.stderr)")
    }
  }

  private static let rows = "ekiben show STORE visit --all --ids"

  /// The obvious definition, which takes an exponential number of steps.
  private func distance(_ old: Substring, _ new: Substring) -> Int {
    guard let first = old.first, let other = new.first else { return old.count + new.count }
    let (rest, others) = (old.dropFirst(), new.dropFirst())
    var least = min(
      distance(rest, new) + 1, distance(old, others) + 1,
      distance(rest, others) + (first == other ? 0 : 1))
    if rest.first == other, others.first == first {
      least = min(least, distance(rest.dropFirst(), others.dropFirst()) + 1)
    }
    return least
  }

  @Test(arguments: ["abcd", "bacd", "abc", "dcba", "aabb", "xyz", "abdc", "acbd"])
  func `begins so, or is as near as the edit distance says`(typed: String) {
    let words = ["abcd", "bcd", "dabc", "aab", "zzzz", "cab"]
    let begun = words.filter { $0.hasPrefix(typed) }
    let distances = words.map { distance(typed[...], $0[...]) }
    let least = distances.min() ?? 0
    let nearest = words.indices.filter { distances[$0] == least }
    let near = least <= 1 && nearest.count == 1 ? words[nearest[0]] : nil
    let expected = begun.count == 1 ? begun[0] : near
    #expect(Suggestion.word(for: typed, among: words) == expected)
  }
}
