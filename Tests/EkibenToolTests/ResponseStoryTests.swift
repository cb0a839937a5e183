import TestSupport
import Testing

@testable import EkibenTool

/// One response and a Bundle of them, and what they cannot hold, word for word. Rules I32 and H21.
@Suite(.timeLimit(.minutes(20))) struct `Responses` {
  private static let form = """
    { "ekiben-form": 1, "form": "op", "sections": [ { "id": "s", "rows": [
      { "id": "d", "component": "Drawing", "title": "D", "value": [1] },
      { "id": "t", "component": "Toggle" },
      { "id": "why", "component": "TextInput", "visible": {"row": "t", "is": true} } ] } ] }
    """

  private static let story = [
    "# Two drafts, one of them with a hidden answer, a final document and a deleted one.",
    "import r.ekiben op.json", "new r.ekiben op --as one", "new r.ekiben op --as two",
    "new r.ekiben op --as done", "new r.ekiben op --as gone", "set r.ekiben one t yes why because",
    "set r.ekiben one t no", "set r.ekiben two t yes", "submit r.ekiben done",
    "delete r.ekiben gone",
    "# Each is dated by what was last done to it, also where that was an undo.",
    "export r.ekiben one --format fhir", "undo r.ekiben two", "export r.ekiben two --format fhir",
    "export r.ekiben one --format fhir --all",
    "# Of many, each loss is told once.",
    "export r.ekiben --form op --format fhir-bundle",
    "export r.ekiben --form op --format fhir-bundle --all",
    "export r.ekiben --form op --format fhir-bundle --status final",
    "export r.ekiben --form op --format fhir-bundle --status deleted",
    "export r.ekiben --form op --format fhir-bundle --status draft",
    "export r.ekiben --form op --format fhir-bundle --status open",
  ]

  @Test func `hold what counts, and say what they cannot hold`() throws {
    let told = try transcript(of: Self.story, with: ["op.json": Self.form])
    expectGolden(told, named: "responses.txt")
  }
}
