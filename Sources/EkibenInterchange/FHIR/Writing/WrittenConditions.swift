import EkibenDocuments
import EkibenForms

/// Formulas for what is shown, as the conditions of items.
struct WrittenConditions {
  private var conditions = QuestionnaireConditions()
  private let records: [RecordID: WrittenItem]

  init(_ tree: WrittenTree, _ records: [RecordID: WrittenItem]) {
    self.records = records
    for id in tree.order {
      guard case .row(let row) = id, let record = records[id] else { continue }
      let parent = record.fields.text(.parentRow).map { RowID(unchecked: $0) }
      conditions.add(record.read, as: row, under: parent, record.fields)
    }
  }

  /// Makes an item say when it is shown; where its conditions say it already, they stay as they are.
  mutating func write(_ record: inout WrittenItem) {
    let visible = record.fields[.visible] == .bool(true) ? nil : record.fields[.visible]
    let before = conditions.visibility(of: record.read, as: record.record)
    // JSON that was kept may be spaced otherwise.
    if before?.spaced == visible?.spaced { return }
    let formula = Formula(listing: visible)
    if formula == nil, visible != nil { record.lose(.visible) }
    if Formula(listing: before) == formula, before == nil || formula != nil { return }
    clear(&record)
    guard let formula else { return }
    if write(formula, to: &record), read(record) == formula { return }
    clear(&record)
    record.lose(.visible)
  }

  private func clear(_ record: inout WrittenItem) {
    (record.members["enableWhen"], record.members["enableBehavior"]) = (nil, nil)
    record.members.setExpression(CarriedExpressions.enableWhen, nil)
  }

  // As conditions, as an expression, or as both.
  private func write(_ formula: Formula, to record: inout WrittenItem) -> Bool {
    var (rest, path): (Formula?, String?) = (formula, nil)
    switch formula {
    case .fhirPath(let text): (rest, path) = (nil, text)
    case .all(let parts) where parts.count == 2:
      if case .fhirPath(let text) = parts[1] { (rest, path) = (parts[0], text) }
    default: break
    }
    if let path {
      record.members.setExpression(CarriedExpressions.enableWhen, .record([.fhirPath: .text(path)]))
    }
    guard let rest else { return true }
    guard let (behavior, list) = list(rest) else { return false }
    record.members["enableWhen"] = .array(list)
    record.members["enableBehavior"] = behavior.map(JSON.string)
    return true
  }

  private mutating func read(_ record: WrittenItem) -> Formula? {
    Formula(listing: conditions.visibility(of: record.read, as: record.record))
  }

  private func list(_ formula: Formula) -> (behavior: String?, [JSON])? {
    let (behavior, parts): (String?, [Formula]) =
      switch formula {
      case .all(let parts): ("all", parts)
      case .any(let parts): ("any", parts)
      default: (nil, [formula])
      }
    let list = parts.compactMap { condition($0) }
    return list.isEmpty || list.count != parts.count ? nil : (behavior, list)
  }

  private func condition(_ part: Formula) -> JSON? {
    switch part {
    case .exists(let reference, let exists):
      return condition(
        reference, "exists", JSON.Member(name: "answerBoolean", value: .bool(exists)))
    case .compares(let reference, let comparison, .value(let value)):
      guard let question = records[.row(reference.row)] else { return nil }
      let sign = QuestionnaireConditions.comparisons.first { $0.value == comparison }?.key
      let answer = WrittenValue.member(of: value, for: question.row, prefix: "answer")
      return condition(reference, sign ?? "=", answer)
    default: return nil
    }
  }

  private func condition(
    _ reference: Formula.Reference, _ sign: String, _ answer: JSON.Member?
  ) -> JSON? {
    guard let answer, let question = records[.row(reference.row)]?.linkID else { return nil }
    return .object([
      ("question", .string(question)), ("operator", .string(sign)), (answer.name, answer.value),
    ])
  }
}

extension Formula {
  // The condition that a value is.
  fileprivate init?(listing value: Value?) {
    guard let formula = value?.asRecord.flatMap({ Formula(record: $0) }) else { return nil }
    self = formula.listed
  }

  /// The same with a list of one part as that part, and one of several values as a list of parts.
  fileprivate var listed: Formula {
    switch self {
    case .all(let parts) where parts.count == 1: parts[0].listed
    case .any(let parts) where parts.count == 1: parts[0].listed
    case .anyOf(let reference, let values) where !values.isEmpty:
      Formula.any(values.map { .compares(reference, .equal, .value($0)) }).listed
    default: self
    }
  }
}
