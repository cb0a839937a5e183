import Ekiben
import EkibenDocuments
import EkibenExpressions
import EkibenForms
import EkibenTesting

/// Descriptions of one form that change from one to the next in whatever its records may say: what they ask, where
/// they stand, what repeats, and which formulas they have.
struct RandomDescriptions {
  var random: SeededGenerator
  private var fields: Fields = [:]
  private var sections: [(id: String, fields: Fields, rows: [String])] = []
  private var rows: [String: Fields] = [:]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for _ in 0..<6 { change() }
  }

  /// The rows and sections that there may be.
  static let rows = (1...8).map { "r\($0)" }
  static let sections = (1...4).map { "s\($0)" }

  /// The next description.
  mutating func next() throws -> Document {
    for _ in 0..<random.number(in: 1...3) { change() }
    return try Document(
      fields: fields,
      sections: sections.map { section in
        Document.Section(
          id: SectionID(unchecked: section.id), fields: section.fields,
          rows: section.rows.map { row in
            Document.Row(id: RowID(unchecked: row), fields: rows[row] ?? [:])
          })
      })
  }

  private mutating func change() {
    switch random.number(in: 1...16) {
    case 1: addSection()
    case 2 where sections.count > 1: removeSection()
    case 3...4: addRow()
    case 5: removeRow()
    case 6 where sections.count > 1: sections.swapAt(0, sections.count - 1)
    case 7: changeDocument()
    case 8...10: changeSection()
    default: changeRow()
    }
  }

  private mutating func addSection() {
    let free = Self.sections.filter { id in !sections.contains { $0.id == id } }
    guard !free.isEmpty else { return }
    sections.insert((random.pick(free), [:], []), at: random.number(in: 0...sections.count))
    addRow()
    addRow()
  }

  private mutating func removeSection() {
    for row in sections.remove(at: random.number(in: 0...(sections.count - 1))).rows {
      rows[row] = nil
    }
  }

  private mutating func addRow() {
    let free = Self.rows.filter { rows[$0] == nil }
    guard !free.isEmpty, !sections.isEmpty else { return }
    let (row, at) = (random.pick(free), random.number(in: 0...(sections.count - 1)))
    rows[row] = [.component: "TextInput", .kind: "integer", .title: .text(row)]
    sections[at].rows.insert(row, at: random.number(in: 0...sections[at].rows.count))
  }

  private mutating func removeRow() {
    guard !rows.isEmpty else { return }
    let row = random.pick(rows.keys.sorted())
    rows[row] = nil
    for at in sections.indices { sections[at].rows.removeAll { $0 == row } }
  }

  private mutating func changeDocument() {
    switch random.number(in: 1...3) {
    case 1:
      var policies = RulePolicies()
      policies.clearsOnHide = random.once(in: 2)
      policies.hiddenAnswersCount = random.once(in: 2)
      fields[.policies] = .record(policies.record)
    case 2: fields[.variables] = random.once(in: 3) ? nil : variables()
    default: fields[.checks] = random.once(in: 3) ? nil : checks()
    }
  }

  private mutating func changeSection() {
    guard !sections.isEmpty else { return addSection() }
    let at = random.number(in: 0...(sections.count - 1))
    let name = random.pick([
      FieldName.visible, .repeats, .parent, .header, .footer, "aside", .hidden, .checks, .variables,
      .minOccurs, .maxOccurs, .required, .readOnly, .level, .separators, .prefix, .page,
      .instanceLabel, .textExpression,
    ])
    var value: Value? = random.once(in: 3) ? nil : self.value(of: name)
    // Groups stand in what comes before them.
    if name == .parent { value = at > 0 && value != nil ? .text(sections[at - 1].id) : nil }
    sections[at].fields[name] = value
  }

  private mutating func changeRow() {
    guard !rows.isEmpty else { return addRow() }
    let row = random.pick(rows.keys.sorted())
    let name = random.pick([
      FieldName.visible, .visible, .required, .readOnly, .hidden, .repeats, .parentRow, .kind,
      .component, .title, .calculated, .calculated, .initialExpression, .textExpression, .checks,
      .variables, .greatest, .initial, .options, .changesNeedReason, .value,
    ])
    var value: Value? = random.once(in: 3) ? nil : self.value(of: name)
    if name == .component { value = value ?? "TextInput" }
    if name == .parentRow, value != nil {
      let section = sections.first { $0.rows.contains(row) }
      let before = section?.rows.prefix { $0 != row } ?? []
      value = before.isEmpty ? nil : .text(random.pick(Array(before)))
    }
    rows[row]?[name] = value
  }
}

extension RandomDescriptions {
  private mutating func value(of name: FieldName) -> Value {
    switch name {
    case .visible, .required, .readOnly:
      random.once(in: 4) ? .bool(random.once(in: 2)) : .record(formula(depth: 0).record)
    case .repeats, .hidden, .changesNeedReason: true
    case .component: random.pick(["TextInput", "Toggle", "Choice", "Description", "Odd"])
    case .kind: random.pick(["integer", "plain", "decimal", "date", "secret"])
    case .calculated, .initialExpression, .textExpression: .record([.fhirPath: .text(expression())])
    case .checks: checks()
    case .variables: variables()
    case .minOccurs: .integer(Int64(random.number(in: 0...2)))
    case .maxOccurs: .integer(Int64(random.number(in: 1...3)))
    case .greatest, .initial, .value, .level: .integer(Int64(random.number(in: 0...9)))
    case .header, .footer, "aside": Section.supplement(random.pick(["A", "B", "C"]))
    case .separators:
      .record([random.pick(["top", "between", "bottom"]): .record(["hidden": true])])
    case .options:
      .list(["1", "2"].map { .record([.code: .text($0), .label: .text("Option \($0)")]) })
    default: .text(random.pick(["A", "B", "C"]))
    }
  }

  private mutating func variables() -> Value {
    .list([.record(["name": "v", .fhirPath: .text(path())])])
  }

  private mutating func checks() -> Value {
    let row = RowID(unchecked: random.pick(Self.rows))
    let condition: Check.Condition =
      random.once(in: 3) ? .unique(row) : .holds(formula(depth: 0))
    return .list([.record(Check("check", condition, message: "no").record)])
  }

  private mutating func path() -> String {
    let row = random.pick(Self.rows)
    return random.pick([
      "%resource.descendants().where(linkId = '\(row)').answer.value",
      "%resource.item.item.where(linkId = '\(row)').answer.value",
    ])
  }

  private mutating func expression() -> String {
    let path = random.once(in: 5) ? "%v" : self.path()
    return random.pick([
      "\(path).count()", "\(path).first()", "\(path).where($this > 2).exists()",
      "iif(\(path).exists(), 1, {})", "\(path).sum()",
    ])
  }

  private mutating func formula(depth: Int) -> Formula {
    let row = Formula.Reference(
      RowID(unchecked: random.pick(Self.rows)), random.pick([.nearest, .any, .every]))
    switch random.number(in: 1...(depth < 2 ? 8 : 5)) {
    case 1: return .exists(row, random.once(in: 2))
    case 2...3: return .compares(row, .atLeast, .value(.integer(Int64(random.number(in: 0...5)))))
    case 4: return .count(row, .atMost, 1)
    case 5: return .fhirPath("\(path()).exists()")
    case 6: return .not(formula(depth: depth + 1))
    default: return .any([formula(depth: depth + 1), formula(depth: depth + 1)])
    }
  }
}
