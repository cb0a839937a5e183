import Ekiben

/// A journal as lines, newest first: `12–20 edit  name: – → "Ada"  (Ada, 2026-11-21 10:00:00)`.
struct HistoryList {
  private let journal: Journal

  init(_ journal: Journal) { self.journal = journal }

  /// One line a step, or an entry, for entries that are given newest first.
  func lines(of entries: [Entry], bySteps: Bool) -> [String] {
    var steps: [[Entry]] = []
    for entry in entries {
      if bySteps, let last = steps.last?.last, last.step == entry.step {
        steps[steps.count - 1].append(entry)
      } else {
        steps.append([entry])
      }
    }
    let numbers = steps.map { Wording.numbers($0.map(\.number)) }
    let width = numbers.map(\.count).max() ?? 0
    return zip(numbers, steps).map { number, step in
      String(repeating: " ", count: width - number.count) + number + " " + line(of: step)
    }
  }

  private func line(of step: [Entry]) -> String {
    guard let entry = step.last else { return "" }
    let parts = step.reversed().map { journal.changes(of: $0) }
    // One entry's changes stay in the order in which they were made, as in the graph.
    let changes = parts.count == 1 ? parts[0] : Changeset.squash(parts)
    let what = changes.isEmpty ? "" : "  " + HistoryText.changes(changes)
    return "\(entry.kind.rawValue)\(HistoryText.travel(entry, journal))\(what)  "
      + HistoryText.stamp(entry)
  }
}

/// The parts that list and graph share.
enum HistoryText {
  /// Changes in the one notation, `; ` between them.
  static func changes(_ changeset: Changeset) -> String {
    changeset.changes.map { Notation.text(of: $0) }.joined(separator: "; ")
  }

  /// Where an entry that travels went: ` of 3, head 2`.
  static func travel(_ entry: Entry, _ journal: Journal) -> String {
    travel(HistoryEntry(entry, in: journal))
  }

  /// Where an entry that travels went, as its line in a history says it.
  static func travel(_ line: HistoryEntry) -> String {
    if line.entry.kind.isNode || line.of.isEmpty { return "" }
    return " of \(Wording.numbers(line.of)), head \(line.entry.head)"
  }

  /// Who and when, and why if it was said.
  static func stamp(_ entry: Entry) -> String {
    let reason = entry.reason.map { ": \($0)" } ?? ""
    return "(\(Notation.shown("\(entry.author), \(Timestamp.shown(entry.time))\(reason)")))"
  }
}
