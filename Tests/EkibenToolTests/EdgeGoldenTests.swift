import TestSupport
import Testing

@testable import EkibenTool

/// Whole outputs where there is little, nothing or nothing any more to say.
@Suite(.timeLimit(.minutes(20))) struct `Commands at their edges` {
  /// Answers that came and went, a document that does, and one that is made from it.
  private static let documents = [
    "# An answer that was taken away, one that was never given, and what has none.",
    "import c.ekiben visit-form.json", "new c.ekiben intake --as visit",
    "set c.ekiben visit name Ada --reason asked", "set c.ekiben visit age 36 --author Grace",
    "clear c.ekiben visit age",
    "blame c.ekiben visit", "blame c.ekiben visit age name", "blame c.ekiben visit age --json",
    "blame c.ekiben visit consent heading", "blame c.ekiben visit consent --json",
    "blame c.ekiben visit --at 1", "blame c.ekiben visit --at 2", "blame c.ekiben visit age --at 3",
    "blame c.ekiben visit nobody", "blame c.ekiben visit nobody --at 2",
    "get c.ekiben visit age", "get c.ekiben visit age --json", "get c.ekiben visit age --at 3",
    "get c.ekiben visit consent --json", "get c.ekiben visit opaque",
    "get c.ekiben visit opaque --json", "get c.ekiben visit name --at 2 --json",
    "get c.ekiben visit name --at 1 --json", "get c.ekiben visit heading",
    "get c.ekiben visit heading --at 1", "get c.ekiben visit nobody",
    "get c.ekiben visit nobody --at 1",
    "# No difference, one, and two.",
    "diff c.ekiben visit 1 1", "diff c.ekiben visit 1 1 --json --exit-code",
    "diff c.ekiben visit 3 --exit-code", "diff c.ekiben visit 1 3 --exit-code --json",
    "diff c.ekiben visit 3 1",
    "# Off the list, twice, and back; a name with a blank.",
    "delete c.ekiben visit --json --reason gone", "delete c.ekiben visit --json",
    "log c.ekiben visit --limit 1", "undo c.ekiben visit", "new c.ekiben intake --as a␣b",
    "delete c.ekiben a␣b --author Eve", "delete c.ekiben a␣b",
    "# Another one that holds the same, by somebody else and for a reason.",
    "duplicate c.ekiben visit --as two --author Eve --reason again", "log c.ekiben two",
    "duplicate c.ekiben visit --json", "duplicate c.ekiben visit --as visit",
    "duplicate c.ekiben a␣b", "list c.ekiben",
    "# Made equal to a description, which is of one format and no other.",
    "apply c.ekiben visit described.json --format fhir",
    "apply c.ekiben visit described.json --format jsonl",
    "apply c.ekiben visit described.json --format ekiben --dry-run --json",
    "apply c.ekiben visit described.json --author Eve --json",
    "apply c.ekiben visit described.json --dry-run",
    "apply c.ekiben visit described.json --dry-run --json",
    "apply c.ekiben visit described.json --json",
    "# Gone from the table, and still blamed as it stood.",
    "blame c.ekiben visit", "blame c.ekiben visit opaque", "blame c.ekiben visit opaque --at 2",
    "apply c.ekiben visit other.json", "blame c.ekiben visit", "blame c.ekiben visit --at 2",
    "blame c.ekiben visit name", "blame c.ekiben visit name --at 2", "get c.ekiben visit name",
    "get c.ekiben visit name --at 2", "get c.ekiben visit name --at 2 --json",
    "get c.ekiben visit heading --at 2", "get c.ekiben visit nobody --at 2",
    "show c.ekiben visit",
  ]

  // Rules H10, H11 and C9.
  @Test func `tell of answers and documents that come and go`() throws {
    expectGolden(try transcript(of: Self.documents), named: "edges.txt")
  }

  /// Revisions of a form, one of which comes back, and what a form and its documents say.
  private static let forms = [
    "# A revision that comes back is the current one again.",
    "import s.ekiben survey-1.json --author Ada", "new s.ekiben survey --as first",
    "import s.ekiben survey-2.json --author Cid --reason shorter␣names",
    "import s.ekiben survey-1.json --author Eve", "history s.ekiben --form survey",
    "history s.ekiben --form survey --json", "new s.ekiben survey --as second",
    "history s.ekiben --form survey", "history s.ekiben", "history s.ekiben --form nobody",
    "history s.ekiben --form|", "form s.ekiben survey", "form s.ekiben survey --ids",
    "form s.ekiben survey --expressions", "form s.ekiben survey --json",
    "# In another language, with hidden rows, and with nothing at all.",
    "import kinds.ekiben kinds.json", "form kinds.ekiben kinds --language de",
    "import b.ekiben bmi-form.json", "form b.ekiben bmi --ids", "form b.ekiben bmi --expressions",
    "form b.ekiben bmi --json", "import o.ekiben other.json", "form o.ekiben intake",
    "form o.ekiben intake --expressions", "form o.ekiben intake --json",
    "# Values of expressions, and what they read.",
    "new b.ekiben bmi --as visit", "set b.ekiben visit weight 70 height 1.70",
    "eval b.ekiben visit item.first().linkId", "eval b.ekiben visit item.item.answer.value",
    "eval b.ekiben visit item.item.answer.value --at 1",
    "eval b.ekiben visit item.item.answer.value --reads",
    "eval b.ekiben visit %context.answer.value --row bmi",
    "eval b.ekiben visit %context.answer.value --row bmi --reads --json",
    "eval b.ekiben visit %context --row nobody", "eval b.ekiben visit item.first()",
    "eval b.ekiben visit 1␣+", "eval b.ekiben visit @2020␣+␣1", "eval b.ekiben nobody 1",
  ]

  @Test func `tell of revisions, forms and expressions`() throws {
    expectGolden(try transcript(of: Self.forms), named: "edges-forms.txt")
  }
}
