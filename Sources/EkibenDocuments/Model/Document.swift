/// Ordered sections of rows, each an identity-keyed record: the content of a form or of a filled-in
/// document.
///
/// Every id occurs once: a row id in the whole document, a section id among its sections (rule D4).
/// Two documents are equal when they show the same: same ids in the same order with equal fields.
/// Order keys may differ; ``isIdentical(to:)`` compares those too.
public struct Document: Equatable, Sendable {
  /// The document's own fields, such as its title.
  public internal(set) var fields: Fields
  /// The sections, in order.
  public internal(set) var sections: ChunkedList<Section>

  /// Makes an empty document.
  public init() { (fields, sections) = (Fields(), []) }

  /// Makes a document of sections in the order given, with evenly spread order keys.
  ///
  /// Fields called `section` or `order` that records bring along are dropped: those are the
  /// document's to give.
  ///
  /// - Throws: ``DuplicateIDs``, listing all of them.
  /// - Complexity: O(n) in the number of rows.
  public init(fields: Fields = [:], sections: some Sequence<Section>) throws(DuplicateIDs) {
    let sections = Array(sections)
    if let duplicates = DuplicateIDs(in: sections) { throw duplicates }
    let keys = OrderKey.evenly(sections.count) ?? []
    self.init(keeping: fields, sections: zip(sections, keys).map { $0.spread(by: $1) })
  }

  // For callers that keep ids unique and keys in order themselves: the diff, `apply` and the laws.
  package init(keeping fields: Fields, sections: some Sequence<Section>) {
    self.fields = fields
    self.sections = ChunkedList(sections)
  }

  /// How many rows there are in all sections.
  public var rowCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

  /// Tells whether the documents are equal and have the same order keys.
  public func isIdentical(to other: Document) -> Bool {
    self == other
      && zip(sections, other.sections).allSatisfy { left, right in
        left.order == right.order && zip(left.rows, right.rows).allSatisfy { $0.order == $1.order }
      }
  }

  /// A run of rows with an optional header and footer, under one id.
  public struct Section: Sendable, Equatable, Identifiable {
    /// The section's identity.
    public let id: SectionID
    /// Its place among the sections; not part of equality.
    package internal(set) var order: OrderKey
    /// Header, footer, parent, level and whatever else came with it.
    public var fields: Fields
    /// The rows, in order.
    public var rows: ChunkedList<Row>

    /// Makes a section; its order key is given by the document that takes it in.
    public init(id: SectionID, fields: Fields = [:], rows: some Sequence<Row> = []) {
      self.init(id: id, order: OrderKey(bytes: []), fields: fields, rows: rows)
    }

    /// Makes a section as a store has it.
    package init(id: SectionID, order: OrderKey, fields: Fields, rows: some Sequence<Row>) {
      (self.id, self.order, self.fields) = (id, order, fields)
      self.rows = ChunkedList(rows)
    }

    /// Equality without the order key.
    public static func == (left: Section, right: Section) -> Bool {
      left.id == right.id && left.fields == right.fields && left.rows == right.rows
    }

    /// The section's fields with its order key among them: what a change of the whole record holds.
    public var record: Fields { record(at: order) }

    func record(at order: OrderKey) -> Fields { fields.placed(in: nil, at: order) }

    init(id: SectionID, record: Fields, rows: [Document.Row]) {
      self.init(id: id, order: record.order, fields: record.setting(.order, nil), rows: rows)
    }
  }

  /// One line of a form: an id and its fields, the answer among them.
  public struct Row: Sendable, Equatable, Identifiable {
    /// The row's identity.
    public let id: RowID
    /// Its place among the rows of its section; not part of equality.
    package internal(set) var order: OrderKey
    /// Component, title, answer and whatever else came with it.
    public var fields: Fields

    /// Makes a row; its order key is given by the document that takes it in.
    public init(id: RowID, fields: Fields = [:]) {
      self.init(id: id, order: OrderKey(bytes: []), fields: fields)
    }

    /// Makes a row as a store has it.
    package init(id: RowID, order: OrderKey, fields: Fields) {
      (self.id, self.order, self.fields) = (id, order, fields)
    }

    /// Equality without the order key.
    public static func == (left: Row, right: Row) -> Bool {
      left.id == right.id && left.fields == right.fields
    }

    /// The row's fields with its section and order key among them.
    public func record(in section: SectionID) -> Fields { record(in: section, at: order) }

    func record(in section: SectionID, at order: OrderKey) -> Fields {
      fields.placed(in: section, at: order)
    }

    init(id: RowID, record: Fields) {
      self.init(id: id, order: record.order, fields: record.unplaced)
    }
  }

  /// Same ids in the same order with equal fields; order keys do not count.
  public static func == (left: Document, right: Document) -> Bool {
    left.fields == right.fields && left.sections == right.sections
  }
}
