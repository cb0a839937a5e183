public import EkibenDocuments

/// The components that live with a program, closures and all, beside the records that are stored.
///
/// Rows that have none get theirs from their records by a ``ComponentRegistry``.
public struct LiveComponents: Sendable {
  /// The components of rows.
  public var rows: [RowID: any Component] = [:] { didSet { edition = Edition() } }
  /// The components of headers, footers and named supplements, by section.
  public var supplements: [SectionID: [FieldName: any Component]] = [:] {
    didSet { edition = Edition() }
  }
  /// What makes a component from a record.
  public var registry: ComponentRegistry { didSet { edition = Edition() } }

  /// Checks that live with the program.
  public var checks: [CustomCheck] = [] { didSet { edition = Edition() } }
  /// Conditions that live with the program.
  public var rules: [CustomRule] = [] { didSet { edition = Edition() } }

  /// What showing depends on besides records, as the day and languages; nil shows them as they are.
  public var context: (@Sendable () -> InputContext)? { didSet { edition = Edition() } }

  // Closures cannot be compared; copies of one collection share this.
  private final class Edition: Sendable {}
  private var edition = Edition()

  /// No live components: every row gets its component from its record.
  public static let none = LiveComponents()

  /// Starts without live components.
  public init(registry: ComponentRegistry = .standard) { self.registry = registry }

  /// Collects the components of sections; where an id occurs twice, the last counts.
  ///
  /// - Complexity: O(n) in the number of components.
  public init(of sections: [Section], registry: ComponentRegistry = .standard) {
    self.init(registry: registry)
    for section in sections {
      for component in section.components { rows[component.id] = component }
      if !section.supplements.isEmpty { supplements[section.id] = section.supplements }
    }
  }

  /// Whether both are copies of one collection that nobody has changed since.
  ///
  /// - Complexity: O(1).
  public func isSame(as other: LiveComponents) -> Bool { edition === other.edition }

  /// The component of a row, with the row's record as it stands.
  ///
  /// A live component whose registered name is not the record's is not asked: the record has become
  /// another kind since. A row of an instance has that of the row whose definition it follows, for itself.
  ///
  /// - Complexity: O(fields).
  public func component(of row: Document.Row) -> any Component {
    newest(rows[row.id] ?? ofTemplate(row), row.id, row.fields)
  }

  private func ofTemplate(_ row: Document.Row) -> (any Component)? {
    guard !rows.isEmpty, let template = row.fields.text(.template) else { return nil }
    return rows[RowID(unchecked: template)]?.forInstance(row.id)
  }

  /// The component of a header, footer or named supplement; nil if the section has none.
  ///
  /// - Complexity: O(fields).
  public func component(
    of supplement: FieldName, in section: SectionID, _ fields: Fields
  ) -> (any Component)? {
    guard let record = fields[supplement]?.asRecord else { return nil }
    let template = fields.text(.template).map { SectionID(unchecked: $0) }
    return newest(
      supplements[section]?[supplement] ?? template.flatMap { supplements[$0]?[supplement] },
      RowID(unchecked: section.rawValue), record)
  }

  private func newest(_ live: (any Component)?, _ id: RowID, _ record: Fields) -> any Component {
    let record = context.map { record.shown(in: $0) } ?? record
    guard var live, ByteText.equal(live.name, record.text(.component) ?? Opaque.component)
    else { return registry.component(id, record) }
    live.record = record
    return live
  }
}
