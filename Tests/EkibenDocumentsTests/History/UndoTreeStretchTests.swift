import EkibenTesting
import Testing

@testable import EkibenDocuments

/// The undo tree keeps entries that are alike as stretches; a list of all entries is its slow twin.
@Suite(.timeLimit(.minutes(20))) struct UndoTreeStretchTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `says of every entry what a list of entries says`(seed: UInt64) throws {
    var comparison = TreeComparison(seed: seed)
    for _ in 0..<400 { comparison.operate() }
    comparison.compare()
    // Several chunks.
    #expect(comparison.list.count > 1100)
  }

  @Test(arguments: [1, 2, 1022, 1023, 1024, 1025, 5000], [nil, 1, 2] as [Int?])
  func `nodes that come at once are as those that come one by one`(number: Int, step: Int?) {
    var (atOnce, oneByOne) = (UndoTree(), UndoTree())
    atOnce.append(nodeAfter: 0, step: 1, isBarrier: false)
    oneByOne.append(nodeAfter: 0, step: 1, isBarrier: false)
    atOnce.append(nodeAfter: 1, step: step ?? 2, isBarrier: false)
    oneByOne.append(nodeAfter: 1, step: step ?? 2, isBarrier: false)
    atOnce.append(nodes: number, step: step)
    for node in 3..<3 + number {
      oneByOne.append(nodeAfter: node - 1, step: step ?? node, isBarrier: false)
    }
    #expect(atOnce == oneByOne)
    #expect(atOnce.count == 3 + number)
  }

  @Test func `trees are alike where their entries are, whichever way they came to be so`() {
    var tree = UndoTree()
    tree.append(nodeAfter: 0, step: 1, isBarrier: false)
    tree.append(nodes: 2000, step: nil)
    var parted = tree
    parted.visit(7, from: 1500)
    #expect(parted != tree)
    #expect(tree[1500].visitedChild == 1501)
    parted.visit(1501, from: 1500)
    #expect(parted == tree)
    parted.append(nodes: 1, step: nil)
    #expect(parted != tree)
  }

  @Test func `a million nodes one after the other are kept in a thousand stretches`() {
    var tree = UndoTree()
    tree.append(nodeAfter: 0, step: 1, isBarrier: false)
    tree.append(nodes: 999_999, step: nil)
    #expect(tree.count == 1_000_001)
    #expect(tree[500_000] == .init(parent: 499_999, step: 500_000, visitedChild: 500_001))
    #expect(tree[1_000_000] == .init(parent: 999_999, step: 1_000_000))
    // One a chunk of 1,024, and one for what stands above the root.
    #expect(tree.chunks.reduce(0) { $0 + $1.count } == 978)
  }
}

/// An undo tree beside a list of its entries.
private struct TreeComparison {
  private(set) var list = [UndoTree.Entry(parent: 0, step: 0)]
  private var tree = UndoTree()
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func operate() {
    let before = (tree, list)
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4: append(after: list.count - 1, number: Int.random(in: 1...6, using: &random))
    case 4: append(after: list.indices.randomElement(using: &random) ?? 0, number: 1)
    case 5: appendMany(Int.random(in: 1...40, using: &random))
    case 6: appendMovement()
    case 7: append(after: list.count - 1, number: 1, isBarrier: true)
    default: visit()
    }
    // A copy stays as it was.
    #expect(before.0.count == before.1.count)
    guard let number = before.1.indices.randomElement(using: &random) else { return }
    #expect(before.0[number] == before.1[number])
  }

  func compare() {
    for number in list.indices { #expect(tree[number] == list[number], "entry \(number)") }
  }

  // Nodes of one step, or each of its own.
  private mutating func append(after parent: Int, number: Int, isBarrier: Bool = false) {
    var parent = parent
    let first = list.count
    let isOneStep = Bool.random(using: &random)
    for _ in 0..<number {
      let step =
        isOneStep ? (list[parent].step == 0 ? list.count : list[parent].step) : list.count
      tree.append(nodeAfter: parent, step: step, isBarrier: isBarrier)
      note(parent, step, isBarrier)
      parent = list.count - 1
    }
    #expect(tree.count == first + number)
  }

  private mutating func appendMany(_ number: Int) {
    append(after: list.count - 1, number: 1)
    let step = Bool.random(using: &random) ? list[list.count - 1].step : nil
    tree.append(nodes: number, step: step)
    for _ in 0..<number { note(list.count - 1, step ?? list.count, false) }
  }

  private mutating func note(_ parent: Int, _ step: Int, _ isBarrier: Bool) {
    if parent != 0 {
      list[parent].visitedChild = list.count
      if step != list.count { list[parent].isContinued = true }
    }
    list.append(UndoTree.Entry(parent: parent, step: step, isBarrier: isBarrier))
  }

  private mutating func appendMovement() {
    let entry = UndoTree.Entry(parent: list.indices.randomElement(using: &random) ?? 0, step: 0)
    tree.append(entry)
    list.append(entry)
  }

  private mutating func visit() {
    guard let parent = list.indices.dropFirst().randomElement(using: &random),
      let child = list.indices.randomElement(using: &random)
    else { return }
    tree.visit(child, from: parent)
    list[parent].visitedChild = child
  }
}
