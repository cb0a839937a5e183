import TestSupport
import Testing

@testable import EkibenTool

/// Adding, removing and moving, word for word.
@Suite(.timeLimit(.minutes(20))) struct `The commands of structure` {
  /// The ids follow from the seed, so the story asks for them as it goes.
  private static func story(_ ids: [String]) -> [String] {
    let (ada, bob, visit, phone) = (ids[0], ids[1], ids[2], ids[3])
    return [
      "# A document begins with as many members as it must have.",
      "import h.ekiben household.json", "new h.ekiben household --as house",
      "show h.ekiben house --ids",
      "# Members come, with visits of their own.",
      "add h.ekiben house members --author Ada --reason asked",
      "set h.ekiben house \(ada)/name Ada \(ada)/age 36 \(bob)/name Bob",
      "add h.ekiben house \(bob)/visits", "set h.ekiben house \(visit)/place Hospital",
      "add h.ekiben house phone", "set h.ekiben house \(phone) 555 \(phone)/owner mine",
      "show h.ekiben house",
      "# They change places, go, and come back.",
      "move h.ekiben house \(bob) --before \(ada)", "remove h.ekiben house \(ada)",
      "undo h.ekiben house", "show h.ekiben house", "blame h.ekiben house \(ada)/name",
      "move h.ekiben house done --before note", "remove h.ekiben house note",
      "undo h.ekiben house -n 2",
      "# What cannot be done is said.",
      "add h.ekiben house members", "add h.ekiben house members", "add h.ekiben house address",
      "add h.ekiben house nowhere", "add h.ekiben house visits", "set h.ekiben house name Ada",
      "remove h.ekiben house \(ada)/name", "remove h.ekiben house name",
      "move h.ekiben house \(ada) --after \(visit)", "move h.ekiben house \(ada)",
      "move h.ekiben house note --to members", "move h.ekiben house note --to home",
      "# For scripts, and all of it again.",
      "show h.ekiben house --json", "add h.ekiben house phone --json", "log h.ekiben house",
      "export h.ekiben house --format json", "replay h.ekiben house", "verify h.ekiben",
      "# What repeats goes with all its instances, unless there have to be some.",
      "remove h.ekiben house members", "remove h.ekiben house phone", "log h.ekiben house",
      "undo h.ekiben house",
    ]
  }

  // Rules F40, F41, F42 and F43.
  @Test func `add, remove and move, and say how to take it back`() throws {
    expectGolden(try transcript(of: Self.story(Self.ids)), named: "repeats.txt")
  }

  private static let ids = [
    "members/ga8xmnn4w6", "members/66w0bph1jk", "members/66w0bph1jk/visits/xhwsbct658",
    "phone/cd93b89e9a",
  ]
}
