import TestSupport
import Testing

@testable import EkibenTool

/// Checks of a form on the command line, word for word. Rules F47 and F48.
@Suite(.timeLimit(.minutes(20))) struct `The commands on a form with checks` {
  private static func story(_ ids: [String]) -> [String] {
    let (one, two) = (ids[0], ids[1])
    return [
      "# One of two has to be answered; nothing else is wrong with a form that nobody has filled in.",
      "import c.ekiben trip.json", "new c.ekiben trip --as trip", "validate c.ekiben trip",
      "set c.ekiben trip phone 555 --author Ada", "validate c.ekiben trip",
      "# The end comes before the start: somebody said one, somebody else the other.",
      "set c.ekiben trip start 2026-05-03 --author Ada",
      "set c.ekiben trip end 2026-05-01 --author Grace",
      "validate c.ekiben trip", "submit c.ekiben trip", "why c.ekiben trip end",
      "set c.ekiben trip end 2026 --author Grace", "validate c.ekiben trip",
      "set c.ekiben trip end 2026-05-01 --author Grace",
      "# Guests with one passport, and one who is very old: that is only a warning.",
      "add c.ekiben trip guests", "add c.ekiben trip guests",
      "set c.ekiben trip \(one)/passport P1 \(two)/passport P1 --author Ada",
      "set c.ekiben trip \(two)/age 131 --author Ada",
      "validate c.ekiben trip", "why c.ekiben trip \(two)/passport", "why c.ekiben trip \(two)/age",
      "validate c.ekiben trip --json", "why c.ekiben trip end --json",
      "# Warnings are in nobody's way.",
      "set c.ekiben trip end 2026-05-04 \(two)/passport P2 --author Grace",
      "validate c.ekiben trip", "submit c.ekiben trip", "reopen c.ekiben trip --reason again",
      "submit c.ekiben trip --json", "export c.ekiben --form trip --format json",
    ]
  }

  @Test func `say what is wrong, and who answered it`() throws {
    expectGolden(try transcript(of: Self.story(Self.ids)), named: "checks.txt")
  }

  private static let ids = ["guests/ccgnd1bh54", "guests/ahgjm4hc18"]

  @Test func `a check that nobody understands is kept, and named`() throws {
    try ToolFolder.with { folder in
      let form = """
        { "ekiben-form": 1, "form": "f", "checks": [{ "id": "sum", "formula": { "plus": 1 } }],
          "sections": [{ "id": "s", "checks": [{ "id": "odd", "severity": "fatal", "unique": "a" }],
            "rows": [{ "id": "a", "component": "TextInput" }] }] }
        """
      try folder.write(form, to: "f.json")
      let outcome = try folder.run("import STORE f.json")
      #expect(
        outcome.stderr.contains(#"the form has the check "sum", which is kept but not asked"#))
      #expect(outcome.stderr.contains(#"section:s has the check "odd", which is kept"#))
      try folder.succeed("new STORE f --as v")
      try folder.succeed("validate STORE v")
      #expect(try folder.run("export STORE --form f --format json").stdout.contains(#""plus": 1"#))
    }
  }
}
