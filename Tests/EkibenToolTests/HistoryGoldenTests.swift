import TestSupport
import Testing

@testable import EkibenTool

/// The commands that travel in the history, word for word.
@Suite(.timeLimit(.minutes(20))) struct HistoryGoldenTests {
  static let story = [
    "# Three answers, two of them marked.",
    "import clinic.ekiben visit-form.json", "new clinic.ekiben intake --as visit",
    "set clinic.ekiben visit name Ada", "mark clinic.ekiben visit first␣draft",
    "mark clinic.ekiben visit first␣draft", "set clinic.ekiben visit age 36 --author Grace",
    "set clinic.ekiben visit consent yes --author Grace", "mark clinic.ekiben visit sent",
    "mark clinic.ekiben visit first␣draft",
    "# Another branch, and to and fro.",
    "checkout clinic.ekiben visit first␣draft", "set clinic.ekiben visit age 40 --author Lin",
    "checkout clinic.ekiben visit sent --reason it␣was␣better", "checkout clinic.ekiben visit sent",
    "checkout clinic.ekiben visit 8", "checkout clinic.ekiben visit 3", "undo clinic.ekiben visit",
    "redo clinic.ekiben visit --to sent", "redo clinic.ekiben visit --to sent",
    "mark clinic.ekiben visit first␣draft --move",
    "# One entry is taken back, though others came later.",
    "set clinic.ekiben visit name Eve", "revert clinic.ekiben visit 3",
    "revert clinic.ekiben visit 2", "revert clinic.ekiben visit 8",
    "revert clinic.ekiben visit 4 --author Lin --reason wrong␣person",
    "# What differs.",
    "diff clinic.ekiben visit sent", "diff clinic.ekiben visit 1 sent",
    "diff clinic.ekiben visit 15 8", "diff clinic.ekiben visit sent 6 --exit-code",
    "diff clinic.ekiben visit 1 2 --exit-code",
    "# Made equal to a description, and back.",
    "apply clinic.ekiben visit described.json --dry-run",
    "apply clinic.ekiben visit described.json",
    "apply clinic.ekiben visit described.json", "show clinic.ekiben visit",
    "undo clinic.ekiben visit", "apply clinic.ekiben visit visit-form.json",
    "# Who did what, and all of it again.",
    "log clinic.ekiben visit", "log clinic.ekiben visit --graph", "blame clinic.ekiben visit",
    "blame clinic.ekiben visit --at sent", "blame clinic.ekiben visit name --at 2",
    "replay clinic.ekiben visit --verbose", "replay clinic.ekiben visit --from sent --to 8",
    "# Deleted, and brought back.",
    "delete clinic.ekiben visit", "delete clinic.ekiben visit",
    "set clinic.ekiben visit name Ada", "list clinic.ekiben", "list clinic.ekiben --deleted",
    "undo clinic.ekiben visit", "list clinic.ekiben",
    "# The same again under another name.",
    "duplicate clinic.ekiben visit --as copy", "log clinic.ekiben copy",
    "duplicate clinic.ekiben visit",
    "verify clinic.ekiben", "certify clinic.ekiben", "upgrade clinic.ekiben",
    "upgrade clinic.ekiben --keep",
    "# One's own step is taken back, and what others did stays.",
    "set clinic.ekiben copy name Ada", "set clinic.ekiben copy age 7 --author Grace",
    "set clinic.ekiben copy consent yes", "set clinic.ekiben copy consent no --author Grace",
    "undo clinic.ekiben copy --mine", "undo clinic.ekiben copy --mine --author Grace",
    "undo clinic.ekiben copy --mine", "undo clinic.ekiben copy --mine",
    "undo clinic.ekiben copy --mine --author Lin", "log clinic.ekiben copy",
  ]

  // Rules H3, H6, H7, H17, H18 and H22.
  @Test func `the story of a history`() throws {
    expectGolden(try transcript(of: Self.story), named: "history.txt")
  }

  @Test func `the story of a history, for scripts`() throws {
    let story = Self.story.filter { !$0.contains("--graph") }
      .map { $0.hasPrefix("#") ? $0 : $0 + " --json" }
    expectGolden(try transcript(of: story), named: "history-json.txt")
  }
}
