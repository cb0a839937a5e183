import EkibenDocuments
import EkibenExpressions
import EkibenForms

extension FieldShape {
  // What is kept verbatim lies some levels deeper in our file than in the one it came from; this
  // leaves room for them, so that a file we wrote is never too deep to be read.
  private static let limits = JSON.Limits(depth: 100)

  /// What stands in a file for a value: the plain form where it reads back as this very value, and
  /// else one that says the value's kind.
  func node(for value: Value) -> FormNode {
    guard let plain = plainNode(for: value), reads(plain, as: value) else {
      return TaggedValue.node(of: value)
    }
    return plain
  }

  private func plainNode(for value: Value) -> FormNode? {
    switch (self, value) {
    case (_, .null): .raw("null")
    case (_, .bool(let bool)): .raw(bool ? "true" : "false")
    case (_, .integer(let integer)): .raw("\(integer)")
    case (_, .decimal(let decimal)): .raw(decimal.digits)
    case (_, .text(let text)): .text(text)
    case (_, .verbatim(let source)): .raw(source)
    case (.options, .list(let values)): records(values, .option)
    case (.checks, .list(let values)): records(values, .check)
    case (.variables, .list(let values)): records(values, .variable)
    case (.expression, .record(let fields)): fields.text(.fhirPath).map { .text($0) }
    case (.supplement, .record(let fields)): supplement(fields)
    case (.condition, .record(let fields)): Formula.node(of: fields)
    case (.answer(.date), .date(let date)): .text(date.text)
    case (.answer(.list(let shape)), .list(let values)):
      .array(values.map { FieldShape.answer(shape).node(for: $0) })
    case (.answer(.coded), .record(let fields)): record(fields) { _ in .answer(.any) }
    case (.answer(.record(let shapes)), .record(let fields)):
      record(fields) { .answer(shapes[$0] ?? .any) }
    case (.texts, .record(let fields)): record(fields) { _ in .texts }
    case (_, .date), (_, .bytes), (_, .list), (_, .record): nil
    }
  }

  private func reads(_ node: FormNode, as value: Value) -> Bool {
    do throws(JSONError) {
      let bytes = Array(node.compact().utf8)
      return try read(JSONCursor(parsing: bytes, limits: Self.limits)) == value
    } catch {
      return false
    }
  }

  private func records(_ values: [Value], _ shape: RecordShape) -> FormNode? {
    let records = values.compactMap(\.asRecord)
    guard records.count == values.count else { return nil }
    return .array(records.map { .object(shape.members(of: $0)) })
  }

  private func record(_ fields: Fields, _ shape: (FieldName) -> FieldShape) -> FormNode {
    .object(fields.map { ($0.name.rawValue, shape($0.name).node(for: $0.value)) })
  }

  private func supplement(_ fields: Fields) -> FormNode {
    if let text = fields.text(.text), Section.supplement(text) == .record(fields) {
      return .text(text)
    }
    return .object(RecordShape.supplement.members(of: fields))
  }
}
