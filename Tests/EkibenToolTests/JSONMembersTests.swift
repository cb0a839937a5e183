import Ekiben
import EkibenInterchange
import TestSupport
import Testing

/// The members that each command's JSON holds at least: the contract's table as data.
@Suite(.timeLimit(.minutes(20))) struct JSONMembersTests {
  struct Expected: CustomTestStringConvertible {
    let call: String
    /// The way to the objects that are meant, through the elements of lists; empty is the whole.
    let place: String
    /// What each of them has.
    let members: [String]
    /// What only some of them have.
    let some: [String]

    var testDescription: String { place.isEmpty ? call : "\(call): \(place)" }

    init(_ call: String, at place: String = "", _ members: String, some: String = "") {
      self.call = call
      self.place = place
      self.members = words(of: members)
      self.some = words(of: some)
    }
  }

  static let table = [
    Expected("import S form.json", "form revision created sections rows opaque warnings"),
    Expected("new S intake", "document uid form revision entry"),
    Expected("list S", "forms documents"),
    Expected("list S", at: "documents", "id form head entries modified"),
    Expected("show S visit", "document form revision head status sections"),
    Expected("show S visit", at: "sections", "id level header footer rows"),
    Expected(
      "show S visit", at: "sections.rows",
      "id component title value text visible readOnly required issues", some: "kind options"),
    Expected("show S visit", at: "sections.rows.options", "code label"),
    Expected("show S visit", at: "sections.rows.issues", "row rule severity message"),
    Expected("get S visit name", "row value entry author time"),
    Expected("set S visit name Lin", "entry head changes"),
    Expected("set S visit name Lin", at: "changes", "record field before after"),
    Expected("set S visit name Ada", "entry head changes"),
    Expected("clear S visit name", "entry head changes"),
    Expected("clear S visit name", at: "changes", "record field before after"),
    Expected("undo S visit", "entry head of changes"),
    Expected("undo S visit", at: "changes", "record field before after"),
    Expected("undo S visit --mine", "entry head of changes"),
    Expected("redo S visit", "entry head of changes"),
    Expected("checkout S visit 1", "entry head of changes"),
    Expected("checkout S visit 1", at: "changes", "record field before after"),
    Expected("revert S visit 2", "entry head changes"),
    Expected("revert S visit 2", at: "changes", "record field before after"),
    Expected("mark S visit sent", "entry mark"),
    Expected("diff S visit 1", "from to changes"),
    Expected("upgrade S", "from to copy"),
    Expected("diff S visit 1", at: "changes", "record field before after"),
    Expected("apply S visit form.json", "entry head changes plan"),
    Expected("apply S visit other.json", "entry head changes plan"),
    Expected("apply S visit other.json --dry-run", "entry head changes plan"),
    Expected(
      "apply S visit other.json --dry-run", at: "plan.stages",
      "deleteSections insertSections moveSections deleteRows insertRows moveRows updateRows "
        + "replaceViews supplements rowsAfter"),
    Expected("compact S", "before after"),
    Expected("backup S copy.ekiben", "bytes"),
    Expected("stats S", "fileBytes entries archivedEntries"),
    Expected("doctor S", "checks"),
    Expected("duplicate S visit", "document uid form revision entry"),
    Expected("validate S empty", "issues"),
    Expected("submit S empty", "entry status issues"),
    Expected("reopen S empty --reason wrong", "entry status issues"),
    Expected("delete S visit", "entry head changes"),
    Expected("export S visit", "ekiben-form form sections"),
    Expected("export S visit", at: "sections.rows", "id component", some: "value"),
    Expected("export S --form intake", "ekiben-form form sections"),
    Expected("log S visit", "entry kind parent head of author time reason step changes"),
    Expected("log S visit", at: "changes", "record field before after"),
    Expected("blame S visit", "rows"),
    Expected("blame S visit", at: "rows", "row value entry via author time reason"),
    Expected("why S visit name", "row visible required readOnly because issues"),
    Expected("replay S visit", "entries batches operations ok"),
    Expected("replay S visit", at: "operations", "insert delete move update"),
    Expected("verify S", "ok documents entries findings"),
  ]

  @Test(arguments: table)
  func `a command's JSON holds at least what the contract says`(expected: Expected) throws {
    try ToolFolder.with { folder in
      try folder.write(Self.form, to: "form.json")
      try folder.write(Self.form.replacing("Header", with: "Heading"), to: "other.json")
      for line in [
        "import S form.json", "new S intake --as visit", "set S visit name Ada choice a",
        "set S visit name Grace", "undo S visit", "new S intake --as empty",
      ] { try folder.succeed(line) }
      let output = try folder.succeed(expected.call + " --json")
      // An export is one value on many lines, everything else is a value a line.
      let texts = expected.call.hasPrefix("export") ? [output[...]] : output.split(separator: "\n")
      let lines = try texts.map { try JSON(parsing: Array($0.utf8)) }
      let objects = expected.place.split(separator: ".").reduce(lines) { objects, name in
        objects.compactMap { $0[String(name)] }.flatMap { $0.array ?? [$0] }
      }
      #expect(!objects.isEmpty)
      for object in objects {
        for name in expected.members { #expect(object[name] != nil, "\(name): \(output)") }
      }
      for name in expected.some { #expect(objects.contains { $0[name] != nil }, "\(name)") }
    }
  }

  private static let form = """
    {
      "ekiben-form": 1, "form": "intake", "sections": [{ "id": "s", "header": "Header", "rows": [
        { "id": "name", "component": "TextInput", "title": "Name", "maxLength": 2 },
        { "id": "choice", "component": "Choice", "title": "Choice", "options": [
          { "code": "a", "label": "A" }, { "code": "b", "label": "B" }] }] }]
    }
    """
}
