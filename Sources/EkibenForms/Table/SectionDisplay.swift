public import EkibenDocuments

/// What a section looks like: rows, header, footer, named supplements, and how deep it is nested.
public struct SectionDisplay: Hashable, Sendable {
  /// The section's identity.
  public let id: SectionID
  /// What its rows look like, in order.
  public let rows: [RowDisplay]
  /// Whether it is not shown: because the form asks for it, or as its document says that it is drawn.
  public let isHidden: Bool
  /// Whether the form asks for an answer to the section as a whole; passed on as it says.
  public let isRequired: Bool
  /// Whether the form keeps people from changing the section as a whole; passed on as it says.
  public let isReadOnly: Bool
  private var supplements: Fields

  /// Looks at a section.
  ///
  /// - Complexity: O(n) in the number of rows.
  public init(_ section: Document.Section, registry: ComponentRegistry = .standard) {
    self.init(
      id: section.id, fields: section.fields,
      rows: section.rows.map { RowDisplay($0, registry: registry) })
  }

  init(id: SectionID, fields: Fields, rows: [RowDisplay]) {
    (self.id, self.rows, supplements) = (id, rows, Self.shown(fields))
    (isHidden, isRequired) = (fields.isHidden, fields.isTrue(.required))
    isReadOnly = fields.isTrue(.readOnly)
  }

  /// The same rows with only these of the supplements.
  func keeping(supplements names: [FieldName]) -> SectionDisplay {
    changed(self) { kept in
      for name in supplements.names where name != .level && !names.contains(name) {
        kept.supplements[name] = nil
      }
    }
  }

  /// The fields of a section that its supplements show; the level indents the header.
  package static func shown(_ fields: Fields) -> Fields {
    var shown = Fields()
    for field in fields
    where TableOperations.Supplement.name(showing: field.name, field.value) != nil {
      shown[field.name] = field.value
    }
    return shown
  }

  /// The header's text, if there is a header that says something.
  public var header: String? { text(of: .header) }
  /// The footer's text, if there is a footer that says something.
  public var footer: String? { text(of: .footer) }

  /// The names of the supplements besides header and footer, sorted by bytes.
  public var namedSupplements: [FieldName] {
    supplements.supplementNames.filter { ![.header, .footer, .addition].contains($0) }
  }

  /// The text of a supplement, if there is one that says something.
  public func text(of supplement: FieldName) -> String? {
    supplements[supplement]?.asRecord?.text(.text)
  }

  /// What can be added where the section repeats, such as `+ Child (2 of at most 5)`.
  public var addition: String? { text(of: .addition) }

  /// How deep the section is nested; 0 at the top.
  public var level: Int { supplements.level }
}

extension Document {
  /// What the document looks like when it is shown from scratch: the fresh render.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var displays: [SectionDisplay] { displays(.standard) }

  /// What the document looks like when the components of a registry show it from scratch.
  ///
  /// - Complexity: O(n) in the number of rows.
  public func displays(_ registry: ComponentRegistry) -> [SectionDisplay] {
    sections.map { SectionDisplay($0, registry: registry) }
  }
}
