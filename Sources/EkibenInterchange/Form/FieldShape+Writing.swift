import EkibenDocuments
import EkibenForms

extension FieldShape {
  // What is kept verbatim lies some levels deeper in our file than in the one it came from; this
  // leaves room for them, so that a file we wrote is never too deep to be read.
  private static let limits = JSON.Limits(depth: 100)

  /// What stands in a file for a value: the plain form where it reads back as this very value, and
  /// else one that says the value's kind.
  func node(for value: Value) -> JSON {
    guard let plain = plainNode(for: value), reads(plain, as: value) else {
      return TaggedValue.node(of: value)
    }
    return plain
  }

  private func plainNode(for value: Value) -> JSON? {
    switch (self, value) {
    case (_, .null): .null
    case (_, .bool(let bool)): .bool(bool)
    case (_, .integer(let integer)): .integer(Int(integer))
    case (_, .decimal(let decimal)): .kept(decimal.digits)
    case (_, .text(let text)): .string(text)
    case (_, .verbatim(let source)): .kept(source)
    case (.options, .list(let values)): records(values, .option)
    case (.checks, .list(let values)): records(values, .check)
    case (.variables, .list(let values)): records(values, .variable)
    case (.expression, .record(let fields)): fields.text(.fhirPath).map { .string($0) }
    case (.supplement, .record(let fields)): supplement(fields)
    case (.condition, .record(let fields)): Formula.node(of: fields)
    case (.answer(.date), .date(let date)): .string(date.text)
    case (.answer(.list(let shape)), .list(let values)):
      .array(values.map { FieldShape.answer(shape).node(for: $0) })
    case (.answer(.coded), .record(let fields)): record(fields) { _ in .answer(.any) }
    case (.answer(.record(let shapes)), .record(let fields)):
      record(fields) { .answer(shapes[$0] ?? .any) }
    case (.texts, .record(let fields)): record(fields) { _ in .texts }
    case (_, .date), (_, .bytes), (_, .list), (_, .record): nil
    }
  }

  private func reads(_ node: JSON, as value: Value) -> Bool {
    do throws(JSONError) {
      return try read(JSONCursor(parsing: node.encodedBytes(), limits: Self.limits)) == value
    } catch { return false }
  }

  private func records(_ values: [Value], _ shape: RecordShape) -> JSON? {
    let records = values.compactMap(\.asRecord)
    guard records.count == values.count else { return nil }
    return .array(records.map { .object(shape.members(of: $0)) })
  }

  private func record(_ fields: Fields, _ shape: (FieldName) -> FieldShape) -> JSON {
    .object(fields.map { ($0.name.rawValue, shape($0.name).node(for: $0.value)) })
  }

  private func supplement(_ fields: Fields) -> JSON {
    if let text = fields.text(.text), Section.supplement(text) == .record(fields) {
      return .string(text)
    }
    return .object(RecordShape.supplement.members(of: fields))
  }
}
