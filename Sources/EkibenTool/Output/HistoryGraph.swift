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
  private let journal: Journal
  private let nodes: [Entry]
  private let way: Set<Int>

  init(_ journal: Journal) {
    self.journal = journal
    nodes = journal.entries.filter(\.kind.isNode)
    way = Set(journal.history.path(from: 0, to: journal.head).down)
  }

  /// The lines of the nodes among some entries; what travels has no line of its own.
  func lines(of shown: Set<Int>) -> [String] {
    let children = Dictionary(grouping: nodes.filter { $0.parent != nil }) { $0.parent ?? 0 }
    var lines: [String] = []
    // Branches still to draw, the next one last; a stack, since a history can be deep.
    var open: [(entry: Entry, indent: String, isBranch: Bool)] = []
    if let root = nodes.first { open.append((root, "", false)) }
    while let next = open.popLast() {
      if shown.contains(next.entry.number) {
        lines.append(next.indent + (next.isBranch ? "├─" : "") + line(of: next.entry))
      }
      let inner = next.indent + (next.isBranch ? "│ " : "")
      let branches = children[next.entry.number] ?? []
      let main = branches.first { $0.number == journal.history.visitedChild(of: next.entry.number) }
      if let main { open.append((main, inner, false)) }
      for branch in branches.reversed() where branch.number != main?.number {
        open.append((branch, inner, true))
      }
    }
    return lines
  }

  private func line(of entry: Entry) -> String {
    let mark = way.contains(entry.number) ? "●" : "○"
    let what = entry.changes.isEmpty ? "" : "  " + HistoryText.changes(entry.changes)
    let head = entry.number == journal.head ? "  ← head" : ""
    return
      "\(mark) \(entry.number) \(entry.kind.rawValue)\(what)  \(HistoryText.stamp(entry))\(head)"
  }
}
