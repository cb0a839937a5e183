import TestSupport
import Testing

@testable import EkibenTool

/// A document that is validated, submitted and reopened, word for word.
@Suite(.timeLimit(.minutes(20))) struct FinalityGoldenTests {
  static let story = [
    "# Something is missing.",
    "import clinic.ekiben visit-form.json", "new clinic.ekiben intake --as visit",
    "validate clinic.ekiben visit", "submit clinic.ekiben visit",
    "# Final, for everybody.",
    "set clinic.ekiben visit name Ada", "validate clinic.ekiben visit",
    "submit clinic.ekiben visit --reason complete", "submit clinic.ekiben visit",
    "list clinic.ekiben", "list clinic.ekiben --status draft", "list clinic.ekiben --status final",
    "set clinic.ekiben visit name Eve", "undo clinic.ekiben visit",
    "checkout clinic.ekiben visit 1", "revert clinic.ekiben visit 2",
    "apply clinic.ekiben visit described.json", "delete clinic.ekiben visit",
    "mark clinic.ekiben visit sent", "export clinic.ekiben visit",
    "# A draft again, and nothing goes back behind that.",
    "reopen clinic.ekiben visit", "reopen clinic.ekiben visit --reason wrong␣name",
    "undo clinic.ekiben visit", "revert clinic.ekiben visit 2",
    "set clinic.ekiben visit name Eve", "undo clinic.ekiben visit",
    "checkout clinic.ekiben visit sent", "log clinic.ekiben visit",
    "log clinic.ekiben visit --graph", "verify clinic.ekiben",
    "# What is final is drawn so.",
    "submit clinic.ekiben visit", "show clinic.ekiben visit", "why clinic.ekiben visit age",
  ]

  // Rule F16.
  @Test func `the story of a document that becomes final`() throws {
    expectGolden(try transcript(of: Self.story), named: "finality.txt")
  }

  @Test func `the story of a document that becomes final, for scripts`() throws {
    let story = Self.story.filter { !$0.contains("--graph") && !$0.contains("export") }
      .map { $0.hasPrefix("#") ? $0 : $0 + " --json" }
    expectGolden(try transcript(of: story), named: "finality-json.txt")
  }
}
