import EkibenDocuments
import EkibenForms

/// What stands in a file for one field, and how it becomes a value.
///
/// Every shape also takes a ``TaggedValue``, so that any value at all can be written.
enum FieldShape {
  /// A text.
  case text
  /// A text that is a legal id.
  case id
  /// True or false.
  case bool
  /// A whole number of 64 bits.
  case integer
  /// A list of objects with a `code` and perhaps a `label`.
  case options
  /// A text in FHIRPath.
  case expression
  /// A list of objects with a `name` and an expression.
  case variables
  /// A list of objects with an `id`, each a ``EkibenForms/Check``.
  case checks
  /// A text, or an object of such, as deep as it goes.
  case texts
  /// A header or footer: a text, or a component.
  case supplement
  /// True, false, or an object; one that is no ``EkibenExpressions/Formula`` keeps its bytes.
  case condition
  /// Any JSON, kept as the bytes that stand there.
  case source
  /// What a row takes as its answer.
  case answer(AnswerShape)
  /// The answer of a row that takes none, of a component of this name.
  case noAnswer(component: String)
  /// Scalars become values, with their digits; lists and objects keep the bytes that stand there.
  case any

  /// Reads what stands in a file.
  func read(_ cursor: JSONCursor) throws(JSONError) -> Value {
    if let value = TaggedValue.read(cursor) { return value }
    switch self {
    case .text: return .text(try cursor.string())
    case .id: return .text((try cursor.name() as RowID).rawValue)
    case .bool: return .bool(try cursor.bool())
    case .integer: return .integer(Int64(try cursor.int()))
    case .options: return try readRecords(cursor, .option, "code")
    case .checks: return try readRecords(cursor, .check, "id")
    case .variables: return try readRecords(cursor, .variable, "name")
    case .expression: return .record([.fhirPath: .text(try cursor.string())])
    case .texts where cursor.node.object == nil: return Self.readAny(cursor)
    case .texts: return try readMembers(cursor) { _ in .texts }
    case .supplement: return try readSupplement(cursor)
    case .condition:
      if let bool = cursor.node.bool { return .bool(bool) }
      guard cursor.node.object != nil else { throw cursor.unexpected("true, false or a condition") }
      return try Formula(reading: cursor).map { .record($0.record) } ?? .verbatim(cursor.text)
    case .source: return .verbatim(cursor.text)
    case .answer(let shape): return cursor.isNull ? .null : try readAnswer(cursor, shape)
    case .noAnswer(let component):
      if cursor.isNull { return .null }
      throw cursor.error(.invalid("a \(component) has no answer"))
    case .any: return Self.readAny(cursor)
    }
  }

  /// Reads what nothing is known about.
  static func readAny(_ cursor: JSONCursor) -> Value {
    switch cursor.node.content {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .string(let text): .text(text)
    case .number(let digits): number(digits) ?? .verbatim(cursor.text)
    case .array, .object, .kept: TaggedValue.read(cursor) ?? .verbatim(cursor.text)
    }
  }

  // `-0` is a whole number whose digits Int64 does not keep.
  static func number(_ digits: String) -> Value? {
    if let integer = Int64(digits), "\(integer)" == digits { return .integer(integer) }
    return DecimalNumber(digits).map(Value.decimal)
  }

  private func readRecords(
    _ cursor: JSONCursor, _ shape: RecordShape, _ name: String
  ) throws(JSONError) -> Value {
    .list(
      try cursor.array().map { record throws(JSONError) in
        _ = try record.required(name)
        return .record(try shape.read(record))
      })
  }

  private func readSupplement(_ cursor: JSONCursor) throws(JSONError) -> Value {
    if let text = cursor.node.string { return Section.supplement(text) }
    guard cursor.node.object != nil else { throw cursor.unexpected("text or a component") }
    _ = try cursor.required("component")
    return .record(try RecordShape.supplement.read(cursor))
  }

  private func readAnswer(_ cursor: JSONCursor, _ shape: AnswerShape) throws(JSONError) -> Value {
    switch shape {
    case .text: return .text(try cursor.string())
    case .integer: return .integer(Int64(try cursor.int()))
    case .decimal:
      return DecimalNumber(try cursor.number()).map(Value.decimal) ?? .verbatim(cursor.text)
    case .bool: return .bool(try cursor.bool())
    case .date: return try readDate(cursor)
    case .coded where cursor.node.object == nil: return .text(try cursor.string())
    case .coded: return try readMembers(cursor) { _ in .answer(.any) }
    case .list(let shape):
      return .list(
        try cursor.array().map { (element) throws(JSONError) in
          try FieldShape.answer(shape).read(element)
        })
    case .record(let shapes): return try readMembers(cursor) { .answer(shapes[$0] ?? .any) }
    case .any: return Self.readAny(cursor)
    }
  }

  // What names no day is read by its row, which says so; here it is only what stands there.
  private func readDate(_ cursor: JSONCursor) throws(JSONError) -> Value {
    let text = try cursor.string()
    if let date = DateText(text) { return .date(date) }
    throw cursor.error(
      .invalid(
        DateText.namesNoDate(text)
          ? "there is no date or time \(Notation.shown(text))"
          : "a date or time was expected, found \(Notation.quoted(text))"))
  }

  private func readMembers(
    _ cursor: JSONCursor, _ shape: (FieldName) -> FieldShape
  ) throws(JSONError) -> Value {
    var fields = Fields()
    for (name, member) in try cursor.members() {
      let field: FieldName = try cursor.name(name)
      fields[field] = try shape(field).read(member)
    }
    return .record(fields)
  }

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
