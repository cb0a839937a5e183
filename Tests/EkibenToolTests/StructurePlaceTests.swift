import TestSupport
import Testing

@testable import EkibenTool

/// Where instances, rows and sections go, and what each is called there, word for word. Rules F40 to F43.
@Suite(.timeLimit(.minutes(20))) struct `The places of instances` {
  /// A row and a section have one id, and what repeats has rows and sections in it.
  private static let club = """
    { "ekiben-form": 1, "form": "club", "title": "Club", "sections": [
      { "id": "top", "header": "Top", "rows": [
        { "id": "phone", "component": "TextInput", "title": "Phone", "repeats": true,
          "instanceLabel": "Number" },
        { "id": "owner", "component": "TextInput", "title": "Whose?", "parentRow": "phone" },
        { "id": "guests", "component": "Toggle", "title": "Guests?" } ] },
      { "id": "guests", "header": "Guests", "repeats": true, "instanceLabel": "Guest", "rows": [
        { "id": "name", "component": "TextInput", "title": "Name" } ] },
      { "id": "stays", "parent": "guests", "header": "Stays", "repeats": true, "rows": [
        { "id": "place", "component": "TextInput", "title": "Where" } ] },
      { "id": "end", "title": "The end", "rows": [
        { "id": "note", "component": "TextInput", "title": "Note" } ] } ] }
    """

  /// The ids follow from the seed, so the story asks for them as it goes.
  private static func story(_ one: String, _ two: String, _ guest: String) -> [String] {
    let placed = [
      "# Two telephone numbers change places.",
      "import p.ekiben club.json", "new p.ekiben club --as c",
      "add p.ekiben c phone", "add p.ekiben c phone", "move p.ekiben c \(one) --after \(two)",
      "move p.ekiben c \(one) --before \(two)",
      "# Others come before and behind, and into another.",
      "add p.ekiben c phone --before \(one)", "add p.ekiben c phone --after \(one) --json",
      "add p.ekiben c section:guests", "add p.ekiben c \(guest)/stays",
      "add p.ekiben c section:guests --before \(guest)",
      "add p.ekiben c section:guests --before section:\(guest)", "show p.ekiben c --ids",
      "# Sections and rows move, too.",
      "move p.ekiben c section:end --before section:top",
      "move p.ekiben c end --after section:guests",
      "move p.ekiben c guests --to end", "move p.ekiben c note --to section:end",
    ]
    let refused = [
      "# Of a row and a section of one id the row is meant; what is not there is named.",
      "add p.ekiben c guests", "add p.ekiben c phone --before x", "add p.ekiben c x",
      "move p.ekiben c note --to nowhere", "move p.ekiben c note --to section:nowhere",
      "move p.ekiben c note --before nowhere",
      "move p.ekiben c section:nowhere --before top", "remove p.ekiben c nowhere",
      "move p.ekiben c end --before top --after top",
      "add p.ekiben c phone --before \(one) --after \(one)",
    ]
    let removed = [
      "# What repeats goes with its instances, and a section with its rows.",
      "remove p.ekiben c section:guests", "log p.ekiben c", "undo p.ekiben c",
      "remove p.ekiben c end", "show p.ekiben c --ids",
    ]
    return placed + refused + removed
  }

  @Test func `are said as a person names them`() throws {
    let story = Self.story("phone/cdm40zpj3x", "phone/h3ae7968rs", "guests/3z49xmn51a")
    let told = try transcript(of: story, with: ["club.json": Self.club])
    expectGolden(told, named: "places.txt")
  }
}
