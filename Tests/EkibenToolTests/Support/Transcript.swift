import Foundation
import TestSupport

@testable import EkibenTool

/// What a terminal would show: each call behind `$`, then what it says; `!` marks standard error,
/// and an exit code that is not 0 stands in brackets. In a call, `|` is an empty word and `␣` a
/// space. A story may bring files of its own; `FOLDER` stands for the path of where it is told.
func transcript(of story: [String], with files: [String: String] = [:]) throws -> String {
  try ToolFolder.with { folder in
    for (name, text) in files { try folder.write(text, to: name) }
    try folder.write(try fixture("visit-form.json"), to: "visit-form.json")
    try folder.write(try clinicIntake(), to: "clinic-intake.json")
    try folder.write(try fixture("kinds-form.json"), to: "kinds.json")
    try folder.write(sparse, to: "sparse.json")
    try folder.write(other, to: "other.json")
    try folder.write(described, to: "described.json")
    try folder.write(household, to: "household.json")
    try folder.write(travel, to: "travel.json")
    try folder.write(trip, to: "trip.json")
    try folder.write(earlier, to: "household-1.json")
    for name in ["bmi-form.json", "survey-1.json", "survey-2.json", "scores.json"] {
      try folder.write(try fixture(name), to: name)
    }
    try folder.write("code,label\nAT,Austria\nAU,Australia\n", to: "countries.csv")
    try folder.write(
      "code,label,parent\nW,Vienna,AT\nL,Linz,AT\nS,Sydney,AU\n", to: "cities.csv")
    var folder = folder
    var lines: [String] = []
    for (at, line) in story.enumerated() {
      if line.hasPrefix("#") {
        lines += (at == 0 ? [] : [""]) + [line, ""]
        continue
      }
      // A minute passes with every call.
      let minute = String("\(100 + at % 60)".suffix(2))
      folder.environment["EKIBEN_NOW"] = "2026-11-21T\(at < 60 ? "10" : "11"):\(minute):00Z"
      lines += try call(line, in: folder)
    }
    return lines.joined(separator: "\n").replacing(folder.url.path, with: "FOLDER") + "\n"
  }
}

/// Where somebody went, with countries and cities that stand in sets of their own.
private let travel = """
  { "ekiben-form": 1, "form": "travel", "title": "Travel", "sections": [
    { "id": "s", "rows": [
      { "id": "country", "component": "Choice", "title": "Country", "valueSet": "countries" },
      { "id": "city", "component": "Choice", "title": "City", "valueSet": "cities",
        "optionsOf": "country" },
      { "id": "shoes", "component": "Choice", "title": "Shoes", "valueSet": "shoes" } ] } ] }

  """

/// A trip with guests, and checks of both.
private let trip = """
  { "ekiben-form": 1, "form": "trip", "title": "Trip",
    "checks": [
      { "id": "reachable", "formula": { "any": [
        { "row": "phone", "exists": true }, { "row": "email", "exists": true } ] } } ],
    "sections": [
    { "id": "plan", "header": "Plan",
      "checks": [{ "id": "order", "formula": { "row": "end", "atLeastRow": "start" } }],
      "rows": [
      { "id": "start", "component": "DateInput", "title": "Start" },
      { "id": "end", "component": "DateInput", "title": "End" },
      { "id": "phone", "component": "TextInput", "title": "Phone" },
      { "id": "email", "component": "TextInput", "title": "Email" } ] },
    { "id": "guests", "header": "Guests", "repeats": true, "instanceLabel": "Guest",
      "checks": [
        { "id": "old", "formula": { "row": "age", "atMost": 120 }, "severity": "warning",
          "message": "nobody is as old as that" },
        { "id": "passport", "unique": "passport" } ],
      "rows": [
      { "id": "passport", "component": "TextInput", "title": "Passport" },
      { "id": "age", "component": "TextInput", "kind": "integer", "title": "Age" } ] } ] }

  """

/// Members with their visits, and several telephone numbers.
let household = """
  { "ekiben-form": 1, "form": "household", "title": "Household", "sections": [
    { "id": "home", "header": "Home", "rows": [
      { "id": "address", "component": "TextInput", "title": "Address" },
      { "id": "phone", "component": "TextInput", "title": "Phone", "repeats": true, "maxOccurs": 2 },
      { "id": "owner", "component": "TextInput", "title": "Whose?", "parentRow": "phone" } ] },
    { "id": "members", "header": "Members", "repeats": true, "instanceLabel": "Member",
      "minOccurs": 1, "maxOccurs": 3, "rows": [
      { "id": "name", "component": "TextInput", "title": "Name", "required": true },
      { "id": "age", "component": "TextInput", "kind": "integer", "title": "Age" } ] },
    { "id": "visits", "parent": "members", "header": "Visits", "repeats": true,
      "instanceLabel": "Visit", "rows": [
      { "id": "place", "component": "TextInput", "title": "Where" } ] },
    { "id": "end", "rows": [
      { "id": "note", "component": "TextInput", "title": "Note" },
      { "id": "done", "component": "Toggle", "title": "Done" } ] } ] }
  """

/// The household as it was first: with a row that is gone, and without the visits.
private let earlier = """
  { "ekiben-form": 1, "form": "household", "title": "Household", "sections": [
    { "id": "home", "header": "Home", "rows": [
      { "id": "address", "component": "TextInput", "title": "Address" },
      { "id": "rooms", "component": "TextInput", "kind": "integer", "title": "Rooms" } ] },
    { "id": "members", "header": "Members", "repeats": true, "rows": [
      { "id": "name", "component": "TextInput", "title": "Name" },
      { "id": "born", "component": "DateInput", "title": "Born" } ] },
    { "id": "end", "rows": [
      { "id": "note", "component": "TextInput", "title": "Note" } ] } ] }
  """

private func call(_ line: String, in folder: ToolFolder) throws -> [String] {
  let words = line.replacing("|", with: " |").split(separator: " ").map { word in
    word == "|" ? "" : String(word).replacing("␣", with: " ")
  }
  let result = try folder.run(words)
  var lines = [Wording.command(words == [""] ? [] : words)].map { "$ \($0)" }
  lines += printed(result.stderr).map { "! \($0)" } + printed(result.stdout)
  if result.status != 0 { lines.append("[\(result.status)]") }
  return lines
}

// Lines of tables end in CRLF.
private func printed(_ text: String) -> [String] {
  text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    .dropLast().map(String.init)
}

private func clinicIntake() throws -> [UInt8] {
  try fileBytes(at: projectRoot.appending(path: "Sources/EkibenTool/Demo/clinic-intake.json"))
}

private let sparse = """
  {
    "resourceType": "Questionnaire", "id": "sparse", "status": "draft",
    "item": [
      { "linkId": "a", "text": "Twice", "type": "string" },
      { "linkId": "a", "text": "Twice", "type": "string" },
      { "text": "Without a name", "type": "boolean" },
      { "linkId": "b", "text": "Without options", "type": "choice" }
    ]
  }
  """

private let other = """
  { "ekiben-form": 1, "form": "intake", "url": "https://ekiben.example/another", "sections": [] }
  """

/// The visit form as somebody wants it to become: another title, order and row, one row gone, and one
/// answer given.
private let described = """
  {
    "ekiben-form": 1, "form": "intake", "title": "Clinic intake",
    "sections": [
      { "id": "study", "footer": "You can stop at any time.", "rows": [
        { "id": "consent", "component": "Toggle", "title": "I agree to take part", "states": 3 } ] },
      { "id": "person", "header": "About you", "rows": [
        { "id": "heading", "component": "Description", "text": "Please answer what you can." },
        { "id": "age", "component": "TextInput", "kind": "integer", "title": "Age", "value": 37 },
        { "id": "name", "component": "TextInput", "title": "Full name", "required": true },
        { "id": "phone", "component": "TextInput", "kind": "phone", "title": "Phone" },
        { "id": "readonly", "component": "TextInput", "title": "Record number", "readOnly": true }
      ] }
    ]
  }
  """
