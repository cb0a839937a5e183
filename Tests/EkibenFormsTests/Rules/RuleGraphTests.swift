import EkibenDocuments
import EkibenExpressions
@testable import EkibenForms
import Testing

// Rules F17, F37 and E15.
@Suite(.timeLimit(.minutes(20))) struct `The graph of rules` {
  private typealias Node = RuleGraph.Node

  @Test func `asks what others read before them, and what stands in something with that`() {
    let nodes = [
      Node(), Node(reads: [0]), Node(section: 1), Node(reads: [2]), Node(row: 3),
      Node(section: 4, row: 0, reads: [1]),
    ]
    let graph = RuleGraph(of: 6, from: [5, 4, 3]) { nodes[$0] }
    #expect((0..<6).map(graph.level) == [0, 1, 1, 2, 2, 2])
    #expect(graph.cycles == [])
    #expect(!graph.isInCircle(3) && graph.calculatingCircle(of: 3) == nil)
  }

  @Test func `finds the shortest way round each circle`() {
    let nodes = [
      Node(reads: [1]), Node(reads: [2, 3]), Node(reads: [0]), Node(reads: [1, 4]), Node(),
      Node(reads: [5]), Node(section: 0), Node(reads: [6]),
    ]
    let graph = RuleGraph(of: 8, from: [7, 5]) { nodes[$0] }
    #expect(Set(graph.cycles) == [[0, 1, 2, 0], [5, 5]])
    #expect((0..<8).map(graph.isInCircle) == [true, true, true, true, false, true, false, false])
    #expect(graph.areInOneCircle(0, 3) && !graph.areInOneCircle(0, 5))
    #expect(!graph.areInOneCircle(4, 6))
    #expect((0..<8).map(graph.level) == [1, 1, 1, 1, 0, 0, 1, 2])
    #expect(graph.calculatingCircle(of: 0) == nil)
  }

  @Test func `knows which circles give answers, and names their rows`() {
    let nodes = [Node(), Node(), Node(reads: [0, 3]), Node(reads: [1, 2])]
    let graph = RuleGraph(of: 4, from: [2, 3], calculating: [0: 2, 1: 3]) { nodes[$0] }
    #expect(graph.cycles == [[0, 1, 0]])
    #expect(graph.node(calculating: 0) == 2 && graph.node(calculating: 2) == nil)
    #expect(graph.calculatingCircle(of: 2) != nil)
    #expect(graph.calculatingCircle(of: 2) == graph.calculatingCircle(of: 3))
    #expect(graph.calculatingCircle(of: 0) == nil)
    #expect(graph.level(of: 2) == 1)
  }

  @Test func `of a row that is shown by its own calculated answer names it twice`() {
    let nodes = [Node(reads: [0, 1]), Node(reads: [0])]
    let graph = RuleGraph(of: 2, from: [0, 1], calculating: [0: 1]) { nodes[$0] }
    #expect(graph.cycles == [[0, 0]])
    #expect(graph.calculatingCircle(of: 0) != nil)
  }

  @Test func `of a form names records that show each other, unless hidden answers count`() throws {
    func circles(_ policies: RulePolicies) throws -> [[RecordID]] {
      try Form("f") {
        Section("s") {
          TextInput(Field<String>("a")).visible(when: Field<String>("b").isAnswered)
          TextInput(Field<String>("b")).visible(when: Field<String>("a").isAnswered)
        }
        Section("t") { TextInput(Field<String>("c")) }.visible(when: Field<String>("c").isAnswered)
      }.policies(policies).circles()
    }
    var counting = RulePolicies()
    counting.hiddenAnswersCount = true
    #expect(
      try Set(circles(RulePolicies())) == [
        [.row("a"), .row("b"), .row("a")], [.section("t"), .row("c"), .section("t")],
      ])
    #expect(try circles(counting) == [])
  }
}

@Suite(.timeLimit(.minutes(20))) struct `Rules that wait` {
  @Test func `are asked by level, then in the order of the form, each once`() {
    var waiting = WaitingRules()
    for (rule, level) in [(3, 1), (1, 1), (5, 2), (2, 0), (3, 1)] { waiting.add(rule, level) }
    let first = [waiting.next(), waiting.next()]
    #expect(first == [2, 1])
    // What comes while others are asked takes its place among them.
    waiting.add(4, 1)
    waiting.add(0, 0)
    let rest = (0..<5).map { _ in waiting.next() }
    #expect(rest == [0, 3, 4, 5, nil])
  }

  @Test func `are taken out by level`() {
    var waiting = WaitingRules()
    for (rule, level) in [(1, 1), (2, 1), (3, 1), (4, 2)] { waiting.add(rule, level) }
    let taken = waiting.take(level: 1) { $0 != 2 }
    #expect(taken.sorted() == [1, 3])
    let none = waiting.take(level: 5) { _ in true }
    let rest = (0..<3).map { _ in waiting.next() }
    #expect(none == [] && rest == [2, 4, nil])
  }
}
