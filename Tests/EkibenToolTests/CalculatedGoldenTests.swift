import TestSupport
import Testing

@testable import EkibenTool

/// A form that works answers out, and people who know better, word for word.
@Suite(.timeLimit(.minutes(20))) struct CalculatedGoldenTests {
  static let story = [
    "# What formulas give is part of the entry that caused it.",
    "import clinic.ekiben bmi-form.json", "new clinic.ekiben bmi --as visit",
    "set clinic.ekiben visit weight 70", "why clinic.ekiben visit bmi",
    "set clinic.ekiben visit height 1.70", "set clinic.ekiben visit weight 71",
    "show clinic.ekiben visit", "log clinic.ekiben visit", "log clinic.ekiben visit --graph",
    "diff clinic.ekiben visit 3", "blame clinic.ekiben visit", "why clinic.ekiben visit bmi",
    "why clinic.ekiben visit heavy",
    "# Somebody knows better, and that stays.",
    "set clinic.ekiben visit bmi 20 --author Grace --reason measured",
    "set clinic.ekiben visit weight 72", "show clinic.ekiben visit",
    "show clinic.ekiben visit --at 4", "show clinic.ekiben visit --at 5",
    "blame clinic.ekiben visit bmi heavy", "blame clinic.ekiben visit bmi --at 4",
    "why clinic.ekiben visit bmi",
    "# Back to the formula.",
    "recalculate clinic.ekiben visit weight", "recalculate clinic.ekiben visit nobody",
    "recalculate clinic.ekiben visit bmi --reason asked", "recalculate clinic.ekiben visit",
    "undo clinic.ekiben visit", "redo clinic.ekiben visit", "undo clinic.ekiben visit -n 3",
    "checkout clinic.ekiben visit 7", "clear clinic.ekiben visit bmi",
    "why clinic.ekiben visit bmi", "recalculate clinic.ekiben visit",
    "log clinic.ekiben visit --limit 3",
    "# A condition that nobody can evaluate.",
    "show clinic.ekiben visit", "validate clinic.ekiben visit",
    "why clinic.ekiben visit guardian", "submit clinic.ekiben visit",
    "submit clinic.ekiben visit --unchecked --reason grown␣up",
    "log clinic.ekiben visit --limit 1", "log clinic.ekiben visit --graph --limit 1",
    "recalculate clinic.ekiben visit bmi", "list clinic.ekiben",
    "# All of it again.",
    "replay clinic.ekiben visit --from 3 --to 5 --verbose", "verify clinic.ekiben",
    "verify clinic.ekiben --calculations",
  ]

  // Rules E13, E16 and E18.
  @Test func `the story of a form that calculates`() throws {
    expectGolden(try transcript(of: Self.story), named: "calculated.txt")
  }

  @Test func `the story of a form that calculates, for scripts`() throws {
    let story = Self.story.filter { !$0.contains("--graph") && !$0.contains("--limit") }
      .map { $0.hasPrefix("#") ? $0 : $0 + " --json" }
    expectGolden(try transcript(of: story), named: "calculated-json.txt")
  }
}
