import Ekiben
import EkibenStore
import EkibenTesting

/// A form whose revisions are made at random: rows come, go, come back, move, change their kind or their name.
struct RevisionChain {
  private(set) var revisions: [Document] = []
  /// For each revision, the rows of the one before that have another name in it.
  private(set) var renames: [[RowRename]] = []

  private var rows: [Row] = []
  private var dropped: [Row] = []
  private var random: SeededGenerator
  private var made = 0

  private struct Row {
    var id: RowID
    var section: Int
    var kind: Int
    var title: String
  }

  private static let kinds: [Fields] = [
    ["component": "TextInput"], ["component": "Toggle"],
    ["component": "TextInput", "kind": "integer"],
    ["component": "Choice", "options": ["red", "green"]],
    ["component": "TextInput", "maxLength": 3],
  ]

  init(seed: UInt64, count: Int) throws {
    random = SeededGenerator(seed: seed)
    for _ in 0..<6 { rows.append(newRow()) }
    try publish([])
    for _ in 1..<count {
      var renamed: [RowRename] = []
      for _ in 0...random.number(in: 0...3) { change(&renamed) }
      try publish(renamed)
    }
  }

  private mutating func newRow() -> Row {
    made += 1
    return Row(
      id: RowID(unchecked: "r\(made)"), section: random.number(in: 0...2),
      kind: random.number(in: 0...Self.kinds.count - 1), title: "Row \(made)")
  }

  private mutating func change(_ renamed: inout [RowRename]) {
    let at = rows.isEmpty ? 0 : random.number(in: 0...rows.count - 1)
    switch random.number(in: 0...6) {
    case 0 where rows.count > 1: dropped.append(rows.remove(at: at))
    case 1 where !dropped.isEmpty:
      rows.append(dropped.remove(at: random.number(in: 0...dropped.count - 1)))
    case 2: rows[at].kind = random.number(in: 0...Self.kinds.count - 1)
    case 3: rows[at].section = random.number(in: 0...2)
    case 4: rows.insert(rows.remove(at: at), at: random.number(in: 0...rows.count))
    case 5 where !renamed.contains { $0.new == rows[at].id }:
      made += 1
      let new = RowID(unchecked: "r\(made)")
      // A row that has come back in this revision was not in the one before.
      if revisions.last?.row(rows[at].id) != nil { renamed.append(RowRename(rows[at].id, to: new)) }
      rows[at].id = new
    default: rows.insert(newRow(), at: at)
    }
  }

  private mutating func publish(_ renamed: [RowRename]) throws {
    var sections: [Document.Section] = []
    // A section without rows is dropped, and comes back with them.
    for number in 0...2 where rows.contains(where: { $0.section == number }) {
      let found = rows.filter { $0.section == number }.map { row in
        var fields = Self.kinds[row.kind]
        fields["title"] = .text(row.title)
        return Document.Row(id: row.id, fields: fields)
      }
      sections.append(Document.Section(id: SectionID(unchecked: "s\(number)"), rows: found))
    }
    revisions.append(try Document(fields: ["title": "Survey"], sections: sections))
    renames.append(renamed)
  }
}
