import TestSupport
import Testing

@testable import EkibenTool

/// What `show` says of a form beside its answers, word for word. Rules F53 and H5.
@Suite(.timeLimit(.minutes(20))) struct `What show says` {
  private static let facts = """
    { "ekiben-form": 1, "form": "facts", "sections": [ { "id": "s", "rows": [
      { "id": "text", "component": "TextInput", "title": "Text", "prefix": "1.", "minLength": 2,
        "maxLength": 9, "pattern": "[a-z]+", "placeholder": "abc", "instructions": "Say it.",
        "help": "Help.", "example": "abc", "legal": "Law.", "hint": "Hint.", "flyover": "Fly.",
        "sublabel": "Below." },
      { "id": "number", "component": "TextInput", "kind": "decimal", "title": "Number",
        "unit": "kg", "least": 1, "greatest": 9, "step": 2, "decimals": 1, "control": "slider" },
      { "id": "dose", "component": "Quantity", "title": "Dose", "units": [
        {"code": "mg"}, {"code": "g", "label": "gram"} ] },
      { "id": "pick", "component": "Choice", "title": "Pick", "multiple": true, "minCount": 1,
        "maxCount": 2, "control": "check-box", "orientation": "horizontal", "columns": 2,
        "options": [{"code": "a"}, {"code": "b", "label": "Bee"}] },
      { "id": "town", "component": "Choice", "title": "Town", "valueSet": "towns" },
      { "id": "land", "component": "Choice", "title": "Land", "valueSet": "lands" } ] } ] }
    """

  private static let languages = """
    { "ekiben-form": 1, "form": "tr", "title": "One", "language": "en",
      "translations": {
        "de": {"title": "Eins"}, "fr": {"title": "Un"}, "it": {"title": "Uno"} }, "sections": [ { "id": "s", "rows": [
      { "id": "a", "component": "TextInput", "title": "A",
        "translations": {"de": {"title": "Ä"}} },
      { "id": "b", "component": "TextInput", "title": "B",
        "translations": {"fr": {"title": "Bé"}} } ] } ] }
    """

  private static func csv(_ count: Int) -> String {
    (1...count).reduce("code,label\n") { $0 + "T\($1),Town \($1)\n" }
  }

  private static let story = [
    "# All that a form can say of a row; of a set of options the first twelve.",
    "import s.ekiben towns.csv --format options", "import s.ekiben lands.csv --format options",
    "import s.ekiben facts.json", "new s.ekiben facts --as f", "show s.ekiben f --json",
    "show s.ekiben f", "show s.ekiben f --ids",
    "# In another language, as far as there is one, which is said.",
    "import s.ekiben tr.json", "new s.ekiben tr --as t", "show s.ekiben t --language de",
    "show s.ekiben t --language en", "show s.ekiben t --language fr",
    "show s.ekiben t --language de,fr", "show s.ekiben t --language de-AT,fr",
    "show s.ekiben t --language it --json",
    "import s.ekiben plain.json", "new s.ekiben plain --as p", "show s.ekiben p --language de",
    "# As it stood at a name or a time.",
    "set s.ekiben t a x", "mark s.ekiben t now", "mark s.ekiben t kept", "set s.ekiben t a y",
    "submit s.ekiben t",
    "show s.ekiben t --at kept", "show s.ekiben t --at 2",
    "show s.ekiben t --at 2026-11-21T10:18:00Z",
    "show s.ekiben t --at 2026-11-21T10:21:00Z", "show s.ekiben t --at 2026-11-21T10:09:00Z",
  ]

  @Test func `is all that the form says of its rows, in its languages`() throws {
    let plain = Self.languages.replacing(#""language": "en","#, with: "")
      .replacing(#""form": "tr""#, with: #""form": "plain""#)
    let files = [
      "facts.json": Self.facts, "tr.json": Self.languages, "plain.json": plain,
      "towns.csv": Self.csv(14), "lands.csv": Self.csv(12),
    ]
    expectGolden(try transcript(of: Self.story, with: files), named: "facts.txt")
  }
}
