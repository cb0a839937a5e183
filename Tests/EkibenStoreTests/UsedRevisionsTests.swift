import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

// Rule D19: what a document says about the revisions that it used, and what happens when that is a lie.
@Suite(.timeLimit(.minutes(20))) struct `The revisions that a document used` {
  private static let lists: [(text: String, from: Int, others: [Int])] = [
    ("1", 1, []), ("1,2", 2, [1]), ("1,2", 1, [2]), ("3,1,2", 1, [3, 2]), ("3,1,2", 2, [1, 3]),
    ("3,1,2", 3, [1, 2]), ("3,1,2", 9, [2, 1, 3]),
  ]

  @Test(arguments: lists) func `are looked through backwards first, and then forwards`(
    list: (text: String, from: Int, others: [Int])
  ) throws {
    let used = try #require(UsedRevisions(list.text))
    #expect(used.others(than: list.from) == list.others)
    #expect(used.description == list.text)
    #expect(used.haveOthers == (used.numbers.count > 1))
    #expect(used.numbers.map { used.number(at: used.place(of: $0)) } == used.numbers)
  }

  // Rule I12: a place is the same in every store.
  @Test(arguments: [(1, 3), (2, 1), (3, 2), (0, 0), (4, 4), (-1, -1), (.min, .min), (.max, .max)])
  func `are known by their places, and what is none is a number`(place: Int, number: Int) throws {
    let used = try #require(UsedRevisions("3,1,2"))
    #expect(used.number(at: place) == number)
    #expect([3, 1, 2, 9].map(used.place(of:)) == [1, 2, 3, 4])
  }

  @Test(arguments: ["", ",", "1,", "0", "-1", "1,1", "1, 2", "a", "1,2,1", "99999999999999999999"])
  func `are positive numbers, each once, and no other text`(text: String) {
    #expect(UsedRevisions(text) == nil)
  }

  @Test(arguments: [
    ("1,1,2", "are no list of numbers with its own"), ("1,", "are no list of numbers with its own"),
    ("1", "are no list of numbers with its own"), ("1,9", "are no list of numbers with its own"),
    ("2,1", "used the revisions 2,1, its journal says 2"),
    ("1,2,9", "used the revisions 1,2,9, its journal says 1,2"), ("9,2", "revision"),
  ])
  func `are a finding where a file says others than its journal`(
    fault: (text: String, finding: String)
  ) throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      _ = try store.publish("visit", try visitForm(), by: by())
      var document = try store.create("d", from: "visit", uid: uid(2), by: by())
      try store.set(&document, ("name", "Ada"))
      _ = try store.publish("visit", try Document(sketch: "person: name mail"), by: by())
      try store.perform(.migrate(), on: &document, by: by())
      #expect(document.usedRevisions.description == "1,2")
      try store.expectSound()
      try store.close()
      try tamper(path, "UPDATE document SET revisions = '\(fault.text)' WHERE name = 'd'")
      let damaged = try Store(path, access: .readOnly, now: 0)
      let findings = try damaged.verify().findings
      #expect(findings.contains { $0.contains(fault.finding) }, "\(findings)")
      try damaged.close()
    }
  }
}
