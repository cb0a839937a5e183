import Ekiben

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
  private let way: Set<Int>

  init(_ reading: DocumentReading) {
    self.reading = reading
    way = Set(reading.document.history.path(from: 0, to: reading.document.head).down)
  }

  /// Draws the nodes among some entries, a line each; what travels has no line of its own.
  func draw(_ shown: Set<Int>?, _ write: (String) -> Void) throws {
    let history = reading.document.history
    // Only forks need a list: everywhere else the child visited last is the only one.
    var children: [Int: [Int]] = [:]
    for number in stride(from: 2, through: history.count, by: 1) {
      guard let parent = history.parent(of: number) else { continue }
      children[parent, default: []].append(number)
    }
    // Branches still to draw, the next one last; a stack, since a history can be deep.
    var open: [(node: Int, indent: String, isBranch: Bool)] = []
    if history.isNode(1) { open.append((1, "", false)) }
    while let next = open.popLast() {
      if shown?.contains(next.node) ?? true {
        write(next.indent + (next.isBranch ? "├─" : "") + (try line(of: next.node)))
      }
      let inner = next.indent + (next.isBranch ? "│ " : "")
      let branches = children[next.node] ?? []
      let main = history.visitedChild(of: next.node)
      if let main { open.append((main, inner, false)) }
      for branch in branches.reversed() where branch != main {
        open.append((branch, inner, true))
      }
    }
  }

  private func line(of number: Int) throws -> String {
    let entry = try reading.entry(number)
    let mark = way.contains(entry.number) ? "●" : "○"
    let what = entry.changes.isEmpty ? "" : "  " + HistoryText.changes(entry.changes)
    let names = reading.document.history.names(of: number).map {
      "  ⚑ " + Notation.shown($0.rawValue)
    }
    let head = entry.number == reading.document.head ? "  ← head" : ""
    return "\(mark) \(entry.number) \(entry.kind.rawValue)\(HistoryText.reverted(entry))\(what)  "
      + HistoryText.stamp(entry) + names.joined() + head
  }
}
