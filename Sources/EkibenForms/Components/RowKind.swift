public import EkibenDocuments

/// What a row is, read from its record: the one place that tells components apart.
public enum RowKind: Hashable, Sendable {
  /// Takes typed text of a kind.
  case textInput(TextInput.Kind)
  /// On, off or unanswered.
  case toggle
  /// One of some options; where they live outside the form, the URL of their value set.
  case choice([Choice.Option], valueSet: String?)
  /// Only says something.
  case description
  /// Kept, not understood; with the name of its component.
  case opaque(String)

  /// Reads the kind of a row; what is not known is opaque.
  public init(_ row: Document.Row) { self.init(fields: row.fields) }

  /// Reads the kind of a record.
  public init(fields: Fields) {
    let component = fields.text(.component) ?? Opaque.component
    switch component {
    case TextInput.component:
      let kind = fields.text(.kind).map { TextInput.Kind(rawValue: $0) } ?? .plain
      self = kind.map(RowKind.textInput) ?? .opaque(component)
    case Toggle.component: self = .toggle
    case Choice.component:
      let options = fields[.options]?.asList ?? []
      self = .choice(options.compactMap { Choice.Option($0) }, valueSet: fields.text(.valueSet))
    case Description.component: self = .description
    default: self = .opaque(component)
    }
  }

  /// Whether a row of this kind has an answer that people can give.
  public var isEditable: Bool {
    switch self {
    case .textInput, .toggle, .choice: true
    case .description, .opaque: false
    }
  }
}
