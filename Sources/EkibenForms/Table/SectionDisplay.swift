public import EkibenDocuments

/// What a section looks like: its header, its rows, its footer, and how deep it is nested.
public struct SectionDisplay: Hashable, Sendable {
  /// The section's identity.
  public let id: SectionID
  /// What its rows look like, in order.
  public let rows: [RowDisplay]
  private let supplements: Fields

  /// The fields that a header or footer shows; the level indents the header.
  static let shown: [FieldName] = [.level, .header, .footer]

  /// Looks at a section.
  ///
  /// - Complexity: O(n) in the number of rows.
  public init(_ section: Document.Section) {
    self.init(id: section.id, fields: section.fields, rows: section.rows.map { RowDisplay($0) })
  }

  init(id: SectionID, fields: Fields, rows: [RowDisplay]) {
    self.id = id
    self.rows = rows
    var supplements = Fields()
    for name in Self.shown { supplements[name] = fields[name] }
    self.supplements = supplements
  }

  /// The header's text, if there is a header that says something.
  public var header: String? { supplements[.header]?.asRecord?.text(.text) }
  /// The footer's text, if there is a footer that says something.
  public var footer: String? { supplements[.footer]?.asRecord?.text(.text) }
  /// How deep the section is nested; 0 at the top.
  public var level: Int { Int(clamping: max(0, supplements[.level]?.asInteger ?? 0)) }
}

extension Document {
  /// What the document looks like when it is shown from scratch: the fresh render.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var displays: [SectionDisplay] { sections.map { SectionDisplay($0) } }
}
