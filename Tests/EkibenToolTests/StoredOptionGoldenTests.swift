import EkibenInterchange
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

  // Rule F54.
  @Test func `a row under another one has as many more options as belong to that answer`() throws {
    try ToolFolder.with { folder in
      let towns = (1...14).map { "T\($0),Town \($0),AT\n" }.joined()
      try folder.write("code,label\nAT,Austria\nAU,Australia\n", to: "countries.csv")
      try folder.write("code,label,parent\n\(towns)S,Sydney,AU\n", to: "cities.csv")
      let country = #"{"id":"country","component":"Choice","valueSet":"countries"}"#
      let city = #"{"id":"city","component":"Choice","valueSet":"cities","optionsOf":"country"}"#
      try folder.write(
        #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[\#(country),\#(city)]}]}"#,
        to: "f.json")
      for set in ["countries", "cities"] {
        try folder.succeed("import STORE \(set).csv --format options")
      }
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as d")
      for (code, more) in [("AT", "2"), ("AU", nil)] as [(String, String?)] {
        try folder.succeed("set STORE d country \(code)")
        let shown = try JSON(parsing: Array(folder.succeed("show STORE d --json").utf8))
        let row = try #require(shown["sections"]?.array?.first?["rows"]?.array?.last)
        #expect(row["id"]?.string == "city" && row["moreOptions"]?.number == more)
      }
    }
  }
}
