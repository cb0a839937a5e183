public import EkibenDocuments

/// What a row looks like: the part of its record that a person can see.
///
/// It keeps the fields themselves and words them on demand, so that two displays are equal only if
/// their texts are the same bytes.
public struct RowDisplay: Hashable, Sendable {
  /// The row's identity.
  public let id: RowID
  let fields: Fields

  private static let shown: Set<FieldName> = [
    .component, .kind, .prefix, .title, .text, .value, .placeholder, .required, .readOnly,
    .maxLength, .states, .options, .valueSet,
  ]

  /// Looks at a row.
  public init(_ row: Document.Row) {
    id = row.id
    var fields = Fields()
    for field in row.fields where Self.shown.contains(field.name) {
      fields[field.name] = field.value
    }
    self.fields = fields
  }

  /// The registered name of its component.
  public var component: String { fields.text(.component) ?? Opaque.component }
  /// What kind of row it is.
  public var kind: RowKind { RowKind(fields: fields) }
  /// The number or letter before the title.
  public var prefix: String? { fields.text(.prefix) }
  /// The question or label.
  public var title: String? { fields.text(.title) }
  /// Whether an answer is asked for.
  public var isRequired: Bool { fields.isTrue(.required) }
  /// Whether a person cannot change the answer.
  public var isReadOnly: Bool { fields.isTrue(.readOnly) }
  /// What is wrong with the answer as it stands.
  public var issues: [Issue] { Issue.issues(of: row) }

  /// The answer; a stated nothing looks like none.
  public var value: Value? { fields[.value] == .null ? nil : fields[.value] }

  /// The answer as it is shown; of a `Description`, what it says.
  public var text: String? {
    if kind == .description { return fields.text(.text) }
    return value.map { ValueText.shown($0, in: row) }
  }

  /// The hint that stands in for an answer while there is none.
  public var placeholder: String? { value == nil ? fields.text(.placeholder) : nil }

  private var row: Document.Row { Document.Row(id: id, fields: fields) }
}
