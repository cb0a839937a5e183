import Ekiben
import EkibenDocuments

/// The undo tree as indented branches, oldest first.
///
/// ```text
/// ● 1 create  (Ada, …)
/// ● 2 edit  name: – → "Ad"  (Ada, …)
/// ├─○ 3 edit  name: "Ad" → "Ada"  (Ada, …)
/// ● 5 edit  name: "Ad" → "Grace"  (Grace, …)  ← head
/// ```
///
/// The branch last visited goes straight down, older ones are indented. `●` is on the way from the
/// root to the head.
struct HistoryGraph {
  private let reading: DocumentReading
  // By number: whether the entry is on the way from the root to the head.
  private let path: [Bool]
  private let names: [Int: [MarkName]]
  private let ids: [EntryID]
  private let words: ChangeWords

  init(_ reading: DocumentReading, _ words: ChangeWords, ids: [EntryID]) {
    (self.reading, self.words, self.ids) = (reading, words, ids)
    let history = reading.document.history
    var path = Array(repeating: false, count: history.count + 1)
    for node in history.path(from: 0, to: history.head).down { path[node] = true }
    self.path = path
    names = Dictionary(grouping: history.marks.keys.sorted()) { history.marks[$0] ?? 0 }
  }

  /// Draws the nodes among some entries, a line each, as long as somebody wants more of them; what
  /// travels has no line of its own.
  func draw(_ shown: Set<Int>?, _ write: (FittedLine) -> Bool) throws {
    let history = reading.document.history
    // Only forks need a list: everywhere else the child visited last is the only one.
    var children: [Int: [Int]] = [:]
    for number in stride(from: 2, through: history.count, by: 1) {
      guard let parent = history.parent(of: number), history.visitedChild(of: parent) != number
      else { continue }
      children[parent, default: []].append(number)
    }
    // Branches still to draw, the next one last; a stack, since a history can be deep.
    var open: [(node: Int, indent: String, isBranch: Bool)] = []
    if history.isNode(1) { open.append((1, "", false)) }
    while let next = open.popLast() {
      if shown?.contains(next.node) ?? true {
        let line = try line(of: next.node)
        guard write("\(next.indent)\(next.isBranch ? "├─" : "")\(line)") else { return }
      }
      let inner = next.indent + (next.isBranch ? "│ " : "")
      let branches = children[next.node] ?? []
      let main = history.visitedChild(of: next.node)
      if let main { open.append((main, inner, false)) }
      open += branches.reversed().map { ($0, inner, true) }
    }
  }

  private func line(of number: Int) throws -> FittedLine {
    let entry = try reading.entry(number)
    let mark = path[entry.number] ? "●" : "○"
    let changes = try HistoryText.changes(entry.changes, entry.calculated, words)
    let what: FittedLine = entry.changes.isEmpty ? "" : "  \(changes)"
    let marks = (names[number] ?? []).map {
      "  ⚑ \(name: Notation.shown($0.rawValue))" as FittedLine
    }
    let head = entry.number == reading.document.head ? "  ← head" : ""
    let kind = HistoryText.kind(entry) + HistoryText.reverted(entry)
    let end: FittedLine =
      "  \(HistoryText.attribution(entry))\(FittedLine(marks, separator: ""))\(head)"
    return "\(mark) \(entry.number) \(kind)\(what)\(end: end)\(HistoryText.id(entry, ids))"
  }
}
