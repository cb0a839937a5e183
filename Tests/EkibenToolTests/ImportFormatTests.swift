import TestSupport
import Testing

@testable import EkibenTool

/// What `import` takes a file for, what it says came of it, and what `list` says is there then, word for
/// word. Rules I34, I35 and I36.
@Suite(.timeLimit(.minutes(20))) struct `What import reads` {
  private static let files = [
    "two.json": """
    {"ekiben-form": 1, "form": "two", "sections": [{"id": "s", "rows": [
      {"id": "a", "component": "Drawing"}, {"id": "b", "component": "Drawing"}]}]}
    """,
    "set.json": """
    {"ekiben-options": 1, "set": "colours", "url": "http://e.org/colours", "options": [
      {"code": "r", "label": "Red"}]}
    """,
    "codes.json": """
    {"resourceType": "CodeSystem", "id": "codes", "url": "http://e.org/codes", "concept": [
      {"code": "r", "display": "Red"}, {"code": "r", "display": "Rot"},
      {"code": "g", "display": "Green"}]}
    """,
    "response.json": #"{"resourceType": "QuestionnaireResponse", "status": "in-progress"}"#,
    "history.jsonl": #"{"format": "ekiben-history/2"}"#,
    "bad-expression.json": """
    {"resourceType": "Questionnaire", "id": "bad", "url": "http://e.org/bad", "item": [
      {"linkId": "a", "type": "string", "extension": [
        {"url": "http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression",
         "valueExpression": {"language": "text/fhirpath", "expression": "1 + "}}]}]}
    """,
  ]

  private static let forms = [
    "# A form, its next revision, and the first again; and under another name.",
    "import i.ekiben survey-1.json", "import i.ekiben survey-2.json",
    "import i.ekiben survey-1.json",
    "import i.ekiben survey-1.json --json", "history i.ekiben --form survey --json",
    "import i.ekiben survey-1.json --as other --reason asked --author Eve",
    "history i.ekiben --form other",
    "# What it cannot say itself is kept, and a line that it cannot read is shown.",
    "import i.ekiben two.json", "import i.ekiben bad-expression.json",
    "import i.ekiben bad-expression.json --json",
    "# A file that lies beside a new store is another one's log.",
    "import i.ekiben two.json --force", "import new.ekiben two.json",
    "import new.ekiben two.json --force", "import survey.ekiben two.json --force",
    "# What a form is not, by the format that is asked for.",
    "import i.ekiben two.json --format fhir", "import i.ekiben two.json --format jsonl",
    "import i.ekiben two.json --format options", "import i.ekiben two.json --format xml",
    "import i.ekiben two.json --format ekiben",
  ]

  private static let sets = [
    "# Sets of options, by what they say they are.",
    "import i.ekiben set.json", "import i.ekiben set.json --json",
    "import i.ekiben set.json --format ekiben", "import i.ekiben set.json --format jsonl",
    "import i.ekiben set.json --as mine", "import i.ekiben codes.json",
    "import i.ekiben codes.json --json", "import i.ekiben codes.json --format options",
    "import i.ekiben codes.json --format fhir", "import i.ekiben codes.json --format ekiben",
    "# Tables are sets only where that is said.",
    "import i.ekiben countries.csv", "import i.ekiben countries.csv --format options --json",
    "import i.ekiben countries.csv --format options --as lands --author Eve --reason asked",
    "# What is there now.",
    "import i.ekiben two.json", "new i.ekiben two --as drawn --reason asked", "log i.ekiben drawn",
    "list i.ekiben", "list i.ekiben --json", "new i.ekiben colours",
    "# Responses and histories are no forms.",
    "import i.ekiben response.json", "import i.ekiben response.json --format ekiben",
    "import i.ekiben response.json --format fhir", "import i.ekiben history.jsonl",
    "import i.ekiben history.jsonl --format fhir",
  ]

  @Test func `are forms, which come again, and are kept whole`() throws {
    let files = Self.files.merging(["new.ekiben-wal": "left by another file"]) { $1 }
    expectGolden(try transcript(of: Self.forms, with: files), named: "imports.txt")
  }

  @Test func `are sets of options in any of their formats`() throws {
    expectGolden(try transcript(of: Self.sets, with: Self.files), named: "sets.txt")
  }
}
