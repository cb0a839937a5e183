public import EkibenDocuments

/// What a row looks like: its record, and what a view makes of it.
///
/// It keeps the fields beside what a view made of them, so that equal displays are so by bytes.
public struct RowDisplay: Hashable, Sendable {
  /// The row's identity.
  public let id: RowID
  /// What its view looks like.
  public let look: RowLook
  let fields: Fields

  /// What a row takes and how it is filled in; nil where it takes no answer.
  public let traits: InputTraits?
  /// What is wrong with the answer as it stands.
  public let issues: [ValidationIssue]

  private let answer: String?

  /// Looks at a row in a fresh view of the component that a registry makes for it.
  public init(_ row: Document.Row, registry: ComponentRegistry = .standard) {
    let component = registry.component(row.id, row.fields)
    self.init(row, of: component, look: component.drawn(over: nil).look)
  }

  /// Looks at the view that a row is bound to.
  init(_ row: Document.Row, of component: any Component, look: RowLook) {
    (id, fields, self.look) = (row.id, row.fields, look)
    let input = component.input
    (traits, issues, answer) = (input?.inputTraits, input?.issues() ?? [], input?.shownAnswer())
  }

  /// The registered name of its component.
  public var component: String { fields.text(.component) ?? Opaque.component }
  /// The number or letter before the title.
  public var prefix: String? { fields.text(.prefix) }
  /// The question or label.
  public var title: String? { fields.text(.title) }
  /// Whether an answer is asked for.
  public var isRequired: Bool { fields.isTrue(.required) }
  /// Whether a person cannot change the answer.
  public var isReadOnly: Bool { fields.isTrue(.readOnly) }

  /// Whether it is not shown: because the form asks for it, or as its document says that it is drawn.
  public var isHidden: Bool { fields.isHidden }
  /// Whether it is of another revision of the form than the document's, and kept for its answer.
  public var isRetired: Bool { fields[.retired] != nil }

  /// The name of what stands at its end.
  public var accessory: String? { fields.text(.accessory) }

  /// How deep the row stands under others; 0 is under none.
  public var level: Int { fields.level }

  /// The answer; a stated nothing looks like none.
  public var value: Value? { fields[.value] == .null ? nil : fields[.value] }

  /// What was typed and is no answer yet (rule F59).
  public var draft: String? { fields.text(.draft) }

  /// The answer as it is shown, or what was typed and is none; of a row that takes none, what it says.
  public var text: String? { traits == nil ? look.text : answer }
}
