import EkibenDocuments
import EkibenForms

/// What a row does with an answer, and who is told.
extension ReferenceTable {
  /// The row as a person can touch it.
  func reach(_ id: RowID) throws(InputError) -> GestureRow {
    guard let row = shown.row(id) else { throw InputError(row: id, .notShown) }
    guard isReachable(id) else { throw InputError(row: id, .offScreen) }
    return row
  }

  func notOffered(_ row: RowID, _ action: String) -> InputError {
    InputError(row: row, .notOffered(action: action))
  }

  mutating func type(_ text: String, into id: RowID) throws {
    let row = try editable(id)
    moveFocus(to: id)
    let event: FormEvent
    do throws(InputError) { event = try typed(text, into: row) } catch { throw refusal(error) }
    try give(event)
  }

  mutating func toggle(_ id: RowID) throws {
    let row = try editable(id)
    guard let value = valueAfterTap(row) else { throw notOffered(id, "toggle") }
    try give(FormEvent(row: id, value: value))
  }

  mutating func pick(_ option: String?, in id: RowID) throws {
    let row = try editable(id)
    guard row.kind == .choice else { throw refusal(notOffered(id, "pick")) }
    guard let option else { return try give(FormEvent(row: id, value: nil)) }
    guard let value = picked(option) else { throw refusal(noOption(option, row)) }
    try give(FormEvent(row: id, value: value))
  }

  mutating func tap(_ id: RowID) throws {
    let row = try reach(id)
    if row.kind == .button {
      if row.isLoading || row.isReadOnly { throw notOffered(id, "tap") }
      return note("tapped \(id)", .action)
    }
    if row.kind == .toggle { try toggle(id) } else { try select(id) }
  }

  private mutating func editable(_ id: RowID) throws(InputError) -> GestureRow {
    let row = try reach(id)
    if row.isLoading { throw notOffered(id, "answer") }
    if !row.takesAnswer {
      throw refusal(error(row, .noAnswer(component: row.componentName)))
    }
    if row.isReadOnly { throw refusal(error(row, .readOnly)) }
    return row
  }

  private func error(_ row: GestureRow, _ problem: InputProblem) -> InputError {
    InputError(row: row.id, title: row.recordTitle, problem)
  }

  private mutating func refusal(_ error: InputError) -> InputError {
    note("refusal \(error)", .refusal)
    return error
  }

  private mutating func give(_ event: FormEvent) throws {
    note("event \(event)", .event)
    if refuses { throw GestureRefusal() }
    if let new = history.list.after(event) { commit(new) }
  }

  private func typed(_ text: String, into row: GestureRow) throws(InputError) -> FormEvent {
    func answer(_ value: Value?) -> FormEvent { FormEvent(row: row.id, value: value) }
    let draft = FormEvent(row: row.id, value: row.answer, draft: text)
    switch row.kind {
    case .text: return answer(.text(text))
    case .number where text.isEmpty: return answer(nil)
    case .number: return Int64(text).map { answer(.integer($0)) } ?? draft
    case .toggle: return valueOfToggle[text].map { answer(.bool($0)) } ?? draft
    case .choice where text.isEmpty: return answer(nil)
    case .choice:
      guard let value = picked(text) else { throw noOption(text, row) }
      return answer(value)
    case .description, .button: return draft
    }
  }

  private var valueOfToggle: [String: Bool] {
    ["yes": true, "true": true, "no": false, "false": false]
  }

  private func valueAfterTap(_ row: GestureRow) -> Value? {
    row.kind == .toggle ? .bool(row.answer != .bool(true)) : nil
  }

  private func picked(_ text: String) -> Value? {
    let option = GestureRow.options.first { $0.code == text || $0.label == text }
    return option.map { .text($0.code) }
  }

  private func noOption(_ text: String, _ row: GestureRow) -> InputError {
    error(row, .notAnOption(text: text, options: GestureRow.options))
  }
}
