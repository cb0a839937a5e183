import Foundation
import TestSupport
import Testing

/// Conditions are kept and not acted on yet, and whoever looks at a document is told (rule F12).
@Suite(.timeLimit(.minutes(20))) struct ConditionNoteTests {
  private static let form = """
    { "ekiben-form": 1, "form": "f", "sections": [
      { "id": "s", "header": "Study", "visible": { "row": "a", "is": true }, "rows": [
        { "id": "a", "component": "Toggle", "title": "Agreed" },
        { "id": "b", "component": "TextInput", "title": "Why", "readOnly": true,
          "visible": { "not": { "row": "a", "is": true } } },
        { "id": "c", "component": "Description", "text": "Thanks.", "visible": { "odd": 1 } } ] },
      { "id": "t", "visible": { "row": "a", "is": true }, "rows": [] } ] }
    """

  @Test(.timeLimit(.minutes(20)))
  func `show says of each condition that it is not acted on`() throws {
    try ToolFolder.with { folder in
      try folder.write(Self.form, to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f")
      let shown = try folder.run("show STORE f").stdout
      #expect(
        shown == """
          f — f (f revision 1, draft, entry 1)

          Study  (its condition is not acted on)
            [–] Agreed
            Why   –  (read-only)  (its condition is not acted on)
            Thanks.  (its condition is not acted on)

          (its condition is not acted on)

          """)
      let json = try folder.run("show STORE f --json").stdout
      #expect(json.ranges(of: #""notes":["its condition is not acted on"]"#).count == 4)
    }
  }
}
