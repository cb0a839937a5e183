public import EkibenDocuments

/// What a row looks like: the part of its record that a person can see.
///
/// It keeps the fields themselves beside what a view made of them, so that two displays are equal
/// only if their texts are the same bytes.
public struct RowDisplay: Hashable, Sendable {
  /// The row's identity.
  public let id: RowID
  /// What its view looks like.
  public let look: RowLook
  let fields: Fields

  private static let shown: Set<FieldName> = [
    .component, .kind, .prefix, .title, .text, .value, .placeholder, .required, .readOnly,
    .maxLength, .states, .options, .valueSet,
  ]

  /// Looks at a row in a fresh view.
  public init(_ row: Document.Row) {
    self.init(row, look: ComponentRegistry.standard.component(row.id, row.fields).freshLook)
  }

  /// Looks at the view that a row is bound to.
  init(_ row: Document.Row, look: RowLook) {
    id = row.id
    fields = Self.shown(row.fields)
    self.look = look
  }

  /// Whether a field can be seen.
  static func canBeSeen(_ field: FieldName) -> Bool { shown.contains(field) }

  /// The fields that can be seen.
  static func shown(_ fields: Fields) -> Fields {
    var seen = Fields()
    for field in fields where shown.contains(field.name) { seen[field.name] = field.value }
    return seen
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
    return row.shownAnswer
  }

  private var row: Document.Row { Document.Row(id: id, fields: fields) }
}

extension Component {
  /// What the component looks like in a view that nothing was rendered in yet.
  var freshLook: RowLook {
    var view = View()
    render(in: &view)
    return view.look
  }
}
