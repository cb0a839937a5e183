import TestSupport
import Testing

@testable import EkibenTool

/// Which documents `query` and `list` name, and what of them, word for word. Rules H21, I22 and F14.
@Suite(.timeLimit(.minutes(20))) struct `Questions to all documents` {
  private static let form = """
    { "ekiben-form": 1, "form": "q", "title": "Questions", "sections": [ { "id": "s", "rows": [
      { "id": "text", "component": "TextInput", "title": "Text" },
      { "id": "day", "component": "DateInput", "title": "Day" },
      { "id": "why", "component": "TextInput", "visible": {"row": "text", "exists": true} },
      { "id": "picks", "component": "Choice", "multiple": true, "options": [
        {"code": "a"}, {"code": "b"}] } ] } ] }
    """
  private static let other = """
    { "ekiben-form": 1, "form": "other", "sections": [ { "id": "s", "rows": [
      { "id": "text", "component": "TextInput" } ] } ] }
    """

  private static let story = [
    "# One document is final, one is a draft with a hidden answer, and one is deleted.",
    "import q.ekiben q.json", "import q.ekiben plain.json", "new q.ekiben q --as one",
    "new q.ekiben q --as two", "new q.ekiben q --as three", "new q.ekiben other --as four",
    "set q.ekiben one text 2024 day 2024-03-05 why because picks [\"a\",\"b\"]",
    "set q.ekiben two text 2023", "set q.ekiben two why hidden", "clear q.ekiben two text",
    "set q.ekiben four text 2024", "submit q.ekiben one", "delete q.ekiben three",
    "# A text is compared as a text, and a day as a day.",
    "query q.ekiben --where {\"row\":\"text\",\"is\":\"2024\"}",
    "query q.ekiben --where {\"row\":\"day\",\"atLeast\":\"2024-03-01\"}",
    "query q.ekiben --where {\"row\":\"text\",\"is\":\"2024\"} --form q day",
    "# What is hidden counts with --all alone.",
    "query q.ekiben why", "query q.ekiben why --all", "query q.ekiben --form q",
    "query q.ekiben --form q --all", "query q.ekiben --where {\"row\":\"why\",\"exists\":true}",
    "query q.ekiben --where {\"row\":\"why\",\"exists\":true} --all",
    "# Of one status, at a time, and in the columns' order.",
    "query q.ekiben --status final", "query q.ekiben --status draft text day",
    "query q.ekiben --status deleted", "query q.ekiben --at 2026-11-21T10:07:30Z text",
    "query q.ekiben --at 2026-11-20", "query q.ekiben --form q day text picks",
    "# For scripts, and as a table.",
    "query q.ekiben picks why --form q --jsonl", "query q.ekiben picks why --form q --json",
    "query q.ekiben --form q --csv", "query q.ekiben --csv --status final",
    "query q.ekiben --where {\"row\":\"text\",\"is\":\"2024\"} --csv",
    "# What cannot be asked.",
    "query q.ekiben --csv --jsonl", "query q.ekiben --where null", "query q.ekiben --status none",
    "query q.ekiben picks --form other", "query q.ekiben nowhere",
    "# The documents themselves.",
    "list q.ekiben", "list q.ekiben --status draft", "list q.ekiben --status deleted --deleted",
    "list q.ekiben --status final --json", "list q.ekiben --deleted --json",
  ]

  @Test func `name those that meet a condition, with what was asked of them`() throws {
    let files = ["q.json": Self.form, "plain.json": Self.other]
    expectGolden(try transcript(of: Self.story, with: files), named: "queries.txt")
  }
}
