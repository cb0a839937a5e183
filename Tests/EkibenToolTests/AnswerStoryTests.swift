import TestSupport
import Testing

@testable import EkibenTool

/// What giving answers, asking what can be chosen and asking why say beside the great stories, word for word.
@Suite(.timeLimit(.minutes(20))) struct `Answers one by one` {
  private static let ruled = """
    { "ekiben-form": 1, "form": "w",
      "checks": [{ "id": "many", "formula": {"row": "n", "atMost": 9}, "severity": "warning",
        "message": "that is much" }], "sections": [ { "id": "s", "header": "S", "rows": [
      { "id": "t", "component": "Toggle", "title": "T" },
      { "id": "a", "component": "TextInput", "title": "A", "required": {"row": "t", "is": true} },
      { "id": "b", "component": "TextInput", "title": "B", "readOnly": {"row": "t", "is": true} },
      { "id": "c", "component": "TextInput", "title": "C", "readOnly": true },
      { "id": "n", "component": "TextInput", "kind": "integer", "title": "N", "least": 3 },
      { "id": "h", "component": "TextInput", "title": "H", "hidden": true },
      { "id": "pin", "component": "TextInput", "kind": "secret", "title": "PIN" } ] } ] }
    """

  private static let given = [
    "# Values as words and as JSON; what a row does not take is said before what it is.",
    "import g.ekiben visit-form.json", "new g.ekiben intake --as v",
    "set g.ekiben v name \"Ada\" age 36 consent true --json-value",
    "set g.ekiben v name \"\" name \"\" --json-value", "set g.ekiben v name| name|",
    "set g.ekiben v name a name b", "set g.ekiben v readonly \" --json-value",
    "set g.ekiben v opaque { --json-value", "set g.ekiben v name { --json-value",
    "set g.ekiben v age \"36\" --json-value", "set g.ekiben v consent 1 --json-value --json",
    "set g.ekiben v heading \"x\" --json-value", "clear g.ekiben v name name",
    "# What else stands in a call.",
    "set g.ekiben v", "set g.ekiben v name", "set g.ekiben v name Ada --changes x",
    "set g.ekiben v --changes x --json-value",
    "# Several issues of one answer are told once, also where the row is named twice.",
    "import g.ekiben w.json", "new g.ekiben w", "set g.ekiben w n 1 n 2", "set g.ekiben w h x h y",
    "# Of more than ten changes eight are told.",
    "import g.ekiben kinds.json", "new g.ekiben kinds",
    "set g.ekiben kinds born 1815-12-10 woke 07:15 since 2024-03 year 2024 colour r pets cat "
      + "work none dose 5␣mg weight 71 code AB-1",
    "set g.ekiben kinds born 1815-12-11 woke 07:16 since 2024-04 year 2025 colour b pets dog "
      + "work nurse dose 6␣mg weight 72 code AB-2 odd x",
  ]

  private static let asked = [
    "# What can be chosen, group by group, and in which units.",
    "import k.ekiben kinds.json", "new k.ekiben kinds --as k", "options k.ekiben k pets",
    "options k.ekiben k pets --json", "options k.ekiben k pets no␣th", "options k.ekiben k pets x",
    "options k.ekiben k dose", "options k.ekiben k dose --json", "options k.ekiben k work",
    "options k.ekiben k nowhere", "options k.ekiben k colour b --language de",
    "options k.ekiben k born --json",
    "# Why a row is as it is.",
    "import k.ekiben w.json", "new k.ekiben w", "set k.ekiben w t yes n 1", "why k.ekiben w t",
    "why k.ekiben w a", "why k.ekiben w b", "why k.ekiben w c", "why k.ekiben w n",
    "why k.ekiben w h", "why k.ekiben w h --json", "why k.ekiben w b --json",
    "why k.ekiben w nowhere", "set k.ekiben w t no n 3", "why k.ekiben w a", "why k.ekiben w b",
    "validate k.ekiben w", "validate k.ekiben w --json",
    "# What is only a warning is in the way of nothing.",
    "set k.ekiben w n 10 n 12", "why k.ekiben w n", "validate k.ekiben w",
    "validate k.ekiben w --json", "submit k.ekiben w --json", "submit k.ekiben w --json",
    "reopen k.ekiben w --reason more", "submit k.ekiben w", "why k.ekiben w a",
    "why k.ekiben w a --json",
    "reopen k.ekiben w --reason more --json",
  ]

  private static let secret = [
    "# A secret is kept nowhere, so that a row comes back without it.",
    "import s.ekiben w.json", "new s.ekiben w", "set s.ekiben w pin 1234", "remove s.ekiben w pin",
    "undo s.ekiben w", "redo s.ekiben w", "checkout s.ekiben w 2", "revert s.ekiben w 2",
    "undo s.ekiben w", "undo s.ekiben w --mine", "set s.ekiben w pin 99",
    "clear s.ekiben w pin", "remove s.ekiben w a", "undo s.ekiben w",
  ]

  @Test func `are given as words and as JSON, and said in one line`() throws {
    expectGolden(try transcript(of: Self.given, with: ["w.json": Self.ruled]), named: "given.txt")
  }

  @Test func `are asked for with what they may be, and why`() throws {
    expectGolden(try transcript(of: Self.asked, with: ["w.json": Self.ruled]), named: "asked.txt")
  }

  // Rule H19.
  @Test func `that are secrets do not come back, which is said`() throws {
    expectGolden(try transcript(of: Self.secret, with: ["w.json": Self.ruled]), named: "secret.txt")
  }
}
