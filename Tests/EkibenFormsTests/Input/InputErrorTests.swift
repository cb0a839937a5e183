import EkibenDocuments
import EkibenForms
import Testing

private let options = [Choice.Option("m", label: "Male"), Choice.Option("f", label: "Female")]

private let shared = [
  Choice.Option("a", label: "One", system: "s"), Choice.Option("a", label: "One", system: "t"),
  Choice.Option("b", label: "One"),
]

/// Each problem, whether it is about what was given, and its words: `ROW` is the row, `NAMES` are the
/// options, and what was given stands in ‹ and ›.
private let wordings: [(InputProblem, Bool, String)] = [
  (.notShown, false, "the table shows no row ROW"),
  (.offScreen, false, "ROW is not on the screen; scroll there first"),
  (.notOffered(action: "tap"), false, "ROW does not offer ‹tap›"),
  (.notEditing, false, "ROW can be moved in edit mode only"),
  (.refused(action: "delete"), false, "delete of ROW was refused"),
  (.noAnswer(component: "Button"), false, "ROW is a Button: it has no answer"),
  (.readOnly, false, "ROW is read-only"),
  (
    .notEditable(component: "Slider"), false,
    "ROW is kept as it came (Slider) and not editable here"
  ),
  (
    .unreadable(takes: "a year as in 2024", text: "x"), true,
    "ROW takes a year as in 2024, not ‹x›"
  ),
  (.tooLarge(text: "99"), true, "ROW: 99 is outside the range of 64-bit whole numbers"),
  (
    .outOfRange(text: "1e400"), true,
    "ROW: 1e400 is outside the range of decimal numbers, 1e-307 to 1e308"
  ),
  (.noSuchDate(text: "2024-02-30"), true, "ROW: there is no date or time 2024-02-30"),
  (.notAnOption(text: "x", options: options), true, "ROW has no option ‹x›; it has NAMES"),
  (.notAnOption(text: "x", options: []), true, "ROW has no option ‹x›"),
  (.optionTwice(text: "m"), true, "ROW: the option ‹m› is named twice"),
  (.notAUnit(text: "", units: options), true, "ROW needs a unit; it has NAMES"),
  (.notAUnit(text: "kg", units: options), true, "ROW has no unit ‹kg›; it has NAMES"),
  // By code for everybody: the labels are what cannot be told apart.
  (
    .ambiguousLabel(text: "One", options: shared), true,
    "ROW: several options are called ‹One›; name a code: s|a, t|a, b"
  ),
  (
    .unavailable(set: "codes", reason: "it is locked"), false,
    "ROW: the options of codes cannot be read: it is locked"
  ),
]

// Rule F21.
@Suite(.timeLimit(.minutes(20))) struct `What a row says where it takes no input` {
  @Test(arguments: wordings)
  func `names rows by title and options by label for a person, and by id and code in a log`(
    problem: InputProblem, isAboutContent: Bool, words: String
  ) {
    func filled(_ row: String, _ names: String, _ open: String, _ close: String) -> String {
      words.replacing("ROW", with: row).replacing("NAMES", with: names)
        .replacing("‹", with: open).replacing("›", with: close)
    }
    let error = InputError(row: "sex", title: "Your sex", problem)
    #expect(error.description == filled("sex", "m, f", "\"", "\""))
    #expect(error.message == filled("“Your sex”", "Male, Female", "“", "”"))
    #expect(problem.isAboutContent == isAboutContent)
  }

  @Test func `names a row without a title by its id`() {
    #expect(InputError(row: "sex", .readOnly).message == "sex is read-only")
    let row = Document.Row(id: "sex", fields: [.title: "Your sex"])
    #expect(InputError(row, .readOnly) == InputError(row: "sex", title: "Your sex", .readOnly))
  }
}
