public import EkibenDocuments

/// A host that is told which rows there are and finds out by itself what to move.
///
/// That is how diffable data sources and SwiftUI work. It needs ``show(_:of:)``, focus and scrolling;
/// plans are handed over as the table that they lead to, by identity.
///
/// ```swift
/// func show(_ table: IdentityTable, of content: TableContent) {
///   var snapshot = NSDiffableDataSourceSnapshot<SectionID, RowID>()
///   snapshot.appendSections(table.sections.map(\.id))
///   for section in table.sections { snapshot.appendItems(section.rows, toSection: section.id) }
///   snapshot.reconfigureItems(table.updated)
///   snapshot.reloadItems(table.replaced)
///   source.apply(snapshot)
/// }
/// ```
@MainActor
public protocol IdentityHost: TableHost {
  /// Shows a table; what it says of each row is in the content.
  func show(_ table: IdentityTable, of content: TableContent)
}

extension IdentityHost {
  /// Hands over the whole table; every row is new to it.
  public func reload(_ content: TableContent) { show(IdentityTable(content.document), of: content) }

  /// Hands over the table that a plan leads to, with the rows that say something else.
  ///
  /// - Complexity: O(n) in the number of rows.
  public func perform(_ plan: TablePlan, to content: TableContent) throws(TableViolation) {
    show(IdentityTable(plan, to: content.document), of: content)
  }

  /// Hands over the table with every row to be bound anew.
  public func rebind(_ content: TableContent) {
    var table = IdentityTable(content.document)
    table.updated = table.sections.flatMap(\.rows)
    show(table, of: content)
  }
}

/// A table by identity: which rows stand where, and which of them say something else than before.
public struct IdentityTable: Hashable, Sendable {
  /// A section and its rows.
  public struct Section: Hashable, Sendable {
    /// The section's identity.
    public let id: SectionID
    /// The rows, in order.
    public let rows: [RowID]
  }

  /// The sections, in order.
  public let sections: [Section]
  /// The rows that say something else in the same view.
  public var updated: [RowID] = []
  /// The rows that have another component and with it another view.
  public var replaced: [RowID] = []
  /// The sections whose header, footer or named supplements came, went or changed.
  public var supplemented: [SectionID] = []

  /// Names what a document shows.
  ///
  /// - Complexity: O(n) in the number of rows.
  public init(_ document: Document) {
    sections = document.sections.map { Section(id: $0.id, rows: $0.rows.map(\.id)) }
  }

  /// Names what a plan leads to, and what it changes on the way.
  ///
  /// - Complexity: O(n) in the number of rows.
  public init(_ plan: TablePlan, to document: Document) {
    self.init(document)
    for stage in plan.stages {
      updated += stage.operations.updateRows.map { stage.table[$0].id }
      replaced += stage.operations.replaceViews.map { stage.table[$0].id }
      for supplement in stage.operations.supplements {
        let section = stage.table.sections[supplement.section].id
        if supplemented.last != section { supplemented.append(section) }
      }
    }
  }
}
