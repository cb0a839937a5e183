package import EkibenDocuments

/// Which rows of a document its rules hide, kept up change by change: their answers do not count (rule F14).
package struct RowActivity: Sendable {
  private var rules: RuleState

  /// Begins with what holds of a document.
  package init(_ rules: RuleState) { self.rules = rules }

  /// Whether changes can neither hide nor show anything: there are no rules, and none come.
  package func ignores(_ changes: Changeset) -> Bool {
    rules.isEmpty
      && !changes.changes.contains { change in
        let traits = change.field.map { RecordTraits($0) } ?? change.after?.asRecord?.traits
        return traits?.meets(.rules) ?? false
      }
  }

  /// Takes note of changes.
  ///
  /// - Returns: The rows of which something else may hold.
  package mutating func follow(
    _ changes: Changeset, to content: Document, at index: Document.Index
  ) -> [RowID] {
    rules.follow(changes, to: content, at: index).compactMap { record in
      if case .row(let row) = record { row } else { nil }
    }
  }

  /// Whether no rule hides a row, nor what it stands in; what the form never shows counts (rule F35).
  package func isActive(_ row: RowID, in structure: DocumentStructure) -> Bool {
    rules.isActive(.row(row), in: structure)
  }
}
