import EkibenDocuments
import EkibenForms

/// Says as formulas when items are enabled, once it is known what became of the questions that they name.
///
/// What cannot be said so stays beside the item as it came, with a warning, and the item is shown.
struct QuestionnaireConditions {
  // By linkId; of several with one, the first.
  private var questions: [RowID: (row: RowID, repeats: Bool, picks: Bool)] = [:]
  private var parents: [RowID: RowID] = [:]
  private(set) var notes: [ImportNote] = []

  mutating func add(
    _ item: QuestionnaireItem, as row: RowID, under parent: RowID?, _ fields: Fields
  ) {
    parents[row] = parent
    guard let linkID = item.linkID.map({ RowID(unchecked: $0.text) }), questions[linkID] == nil
    else { return }
    questions[linkID] = (row, fields.repeatsAsRow, fields[.options]?.asList?.isEmpty == false)
  }

  /// What says when an item is shown: a formula, an expression, or both; nil where it always is.
  ///
  /// What is none of these is kept (rule F36).
  ///
  /// - Complexity: O(conditions · depth).
  mutating func visibility(of item: QuestionnaireItem, as record: RecordID) -> Value? {
    let formula = formula(of: item, as: record)
    guard let condition = CarriedExpressions(item.cursor).condition else {
      return formula.map { .record($0.record) }
    }
    guard let formula, let expression = condition.asRecord.flatMap({ Formula(record: $0) }) else {
      return condition
    }
    return .record(Formula.all([formula, expression]).record)
  }

  // The formula that its conditions are; nil where there are none, or where none says it.
  private mutating func formula(of item: QuestionnaireItem, as record: RecordID) -> Formula? {
    guard let list = item.cursor.member("enableWhen"),
      let conditions = item.cursor.elements("enableWhen"), !conditions.isEmpty
    else { return nil }
    let parts = conditions.compactMap { formula(of: $0, for: record) }
    let behavior = item.cursor.node["enableBehavior"]?.string
    if parts.count == conditions.count, parts.count == 1 { return parts[0] }
    // STU3 has no operators, and any of several conditions is enough.
    let isOld = conditions.allSatisfy { $0.node["operator"] == nil }
    if parts.count == conditions.count, behavior == nil, isOld { return .any(parts) }
    if parts.count == conditions.count, behavior == "all" { return .all(parts) }
    if parts.count == conditions.count, behavior == "any" { return .any(parts) }
    notes.append(ImportNote(.conditionNotUsed(record), at: list))
    return nil
  }

  private mutating func formula(of condition: JSONCursor, for record: RecordID) -> Formula? {
    let asked = condition.node["hasAnswer"]?.bool
    let said = condition.node["operator"].map(\.string)
    guard let name = condition.node["question"]?.string else { return nil }
    let question = questions[RowID(unchecked: name)]
    let read = QuestionnaireValue.read(
      condition, in: "answer", isOption: question?.picks ?? false)
    guard let sign = said ?? (asked == nil ? "=" : "exists"),
      let value = read ?? asked.map({ .bool($0) })
    else { return nil }
    guard let question else {
      notes.append(ImportNote(.readsNothing(record, question: name), at: condition))
      return sign == "exists" && value == false || sign == "!=" ? .all([]) : .any([])
    }
    // Seen from outside of it, the answers of a question that repeats are one list.
    let isList = question.repeats && !isUnder(question.row, record)
    func reference(_ reach: Formula.Reach) -> Formula.Reference {
      Formula.Reference(question.row, isList ? reach : .nearest)
    }
    if sign == "exists" { return value.asBool.map { .exists(reference($0 ? .any : .every), $0) } }
    return Self.comparisons[sign].map {
      .compares(reference($0 == .unequal ? .every : .any), $0, .value(value))
    }
  }

  private func isUnder(_ question: RowID, _ record: RecordID) -> Bool {
    guard case .row(var row) = record else { return false }
    while let parent = parents[row] {
      if parent == question { return true }
      row = parent
    }
    return false
  }

  /// What the operators of FHIR mean.
  static let comparisons: [String: Formula.Comparison] = [
    "=": .equal, "!=": .unequal, "<": .less, "<=": .atMost, ">": .greater, ">=": .atLeast,
  ]
}
