import TestSupport
import Testing

@testable import EkibenTool

/// Answers from sets of options in the store, word for word (rules F53 and F54).
@Suite(.timeLimit(.minutes(20))) struct `The story of stored options` {
  private static let story = [
    "# Options that forms share come in as sets of their own.",
    "import t.ekiben countries.csv --format options", "import t.ekiben cities.csv --format options",
    "import t.ekiben travel.json", "new t.ekiben travel --as trip",
    "options t.ekiben trip country", "options t.ekiben trip country aust",
    "options t.ekiben trip country austri --json",
    "# They are taken by code or label, and shown by label.",
    "set t.ekiben trip country Austria", "options t.ekiben trip city",
    "set t.ekiben trip city L", "get t.ekiben trip city", "show t.ekiben trip",
    "log t.ekiben trip", "blame t.ekiben trip",
    "# What is no option is refused, where the options are known.",
    "set t.ekiben trip country FR", "set t.ekiben trip city S", "set t.ekiben trip shoes brown",
    "options t.ekiben trip shoes",
    "# An answer that does not fit any more stays, and is said.",
    "set t.ekiben trip country AU", "show t.ekiben trip", "set t.ekiben trip city Sydney",
    "show t.ekiben trip --json", "undo t.ekiben trip -n 2", "set t.ekiben trip country AU city S",
    "# Values as JSON.",
    "set t.ekiben trip city \"S\" --json-value", "set t.ekiben trip city S --json-value",
    "set t.ekiben trip city 5 --json-value", "set t.ekiben trip city \"W\" --json-value",
    "replay t.ekiben trip", "verify t.ekiben",
    "# What can be chosen is listed where it fits; of a city, what stands under the country.",
    "clear t.ekiben trip city", "show t.ekiben trip", "clear t.ekiben trip country",
    "show t.ekiben trip",
  ]

  @Test func `sets are imported, chosen from and searched`() throws {
    expectGolden(try transcript(of: Self.story), named: "options.txt")
  }
}
