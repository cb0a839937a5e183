import TestSupport
import Testing

@testable import EkibenTool

/// Tables of answers, word for word.
@Suite(.timeLimit(.minutes(20))) struct `Tables of answers` {
  private static func story(_ ids: [String]) -> [String] {
    let (old, ada, visit, phone) = (ids[0], ids[1], ids[2], ids[3])
    return [
      "# Two revisions of a form, with a document each.",
      "import h.ekiben household-1.json", "new h.ekiben household --as first",
      "set h.ekiben first address Elm␣Street␣4,␣Linz rooms 3 note =1+1",
      "add h.ekiben first members", "set h.ekiben first \(old)/name Bob \(old)/born 1980-05",
      "import h.ekiben household.json", "new h.ekiben household --as second",
      "set h.ekiben second note| done yes \(ada)/name \"Ada\" \(ada)/age -5",
      "add h.ekiben second \(ada)/visits", "set h.ekiben second \(visit)/place Hospital",
      "add h.ekiben second phone", "set h.ekiben second \(phone) +43␣555 \(phone)/owner mine",
      "# A line a document, over all revisions; then what repeats.",
      "export h.ekiben --form household --format csv",
      "export h.ekiben --form household --format csv --repeat members",
      "export h.ekiben --form household --format csv --repeat visits --labels",
      "export h.ekiben --form household --format csv --repeat phone --raw",
      "# All of them as files, and as JSON Lines.",
      "export h.ekiben --form household --format csv -o tables",
      "export h.ekiben --form household --format csv -o tables",
      "export h.ekiben --form household --format csv -o tables --force --json",
      "export h.ekiben --form household --format jsonl",
      "export h.ekiben --form household --format csv --repeat pets",
      "# Which documents answered what; of what repeats one instance is enough.",
      "query h.ekiben", "query h.ekiben address rooms --where {\"row\":\"rooms\",\"atLeast\":3}",
      "query h.ekiben name --form household --where {\"row\":\"age\",\"lessThan\":0} --json",
      "query h.ekiben --where {\"row\":\"born\",\"lessThan\":\"1981-01-01\"} --all",
      "query h.ekiben note phone --csv", "query h.ekiben --at 2026-11-21T10:03:30Z",
      "query h.ekiben nobody", "query h.ekiben --where rooms>3", "query h.ekiben --where {}",
      "query h.ekiben --form pets", "query h.ekiben --csv --json", "query h.ekiben --at noon",
      "query h.ekiben --where {\"row\":\"pets\",\"exists\":true} --form household",
      "# Final and deleted ones.",
      "delete h.ekiben first", "export h.ekiben --form household --format csv --status deleted",
      "export h.ekiben --form household --format csv --status final",
      "# Codes and labels, several answers, a text of one's own, units, another language.",
      "import kinds.ekiben kinds.json", "new kinds.ekiben kinds --as ada",
      "set kinds.ekiben ada born 1980-02-01 colour r pets [\"dog\",\"cat\"] dose 5.0␣mg",
      "set kinds.ekiben ada work sailor␣\"at␣sea\" weight 71.50",
      "export kinds.ekiben --form kinds --format csv",
      "export kinds.ekiben --form kinds --format csv --labels --language de",
    ]
  }

  // Rules I22, I23, I24, I27 and I28.
  @Test func `documents become tables and lines of JSON`() throws {
    expectGolden(try transcript(of: Self.story(Self.ids)), named: "tables.txt")
  }

  private static let ids = [
    "members/6x3w4pcn4g", "members/0048eg7mg5", "members/0048eg7mg5/visits/r1s2rwnfwv",
    "phone/vdycq0bcqq",
  ]
}
