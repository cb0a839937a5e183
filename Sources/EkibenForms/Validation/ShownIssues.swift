import EkibenDocuments

/// Which rows show issues as they are drawn: those that have some, where a person has got far enough.
package struct ShownIssues: Sendable {
  private let state: FormState
  private let components: LiveComponents

  /// Knows what a person has done, and who says what is wrong with a row.
  package init(_ state: FormState, _ components: LiveComponents) {
    (self.state, self.components) = (state, components)
  }

  /// No issue shows.
  package static let none = ShownIssues(FormState(), .none)

  /// Of a document that is read and not filled in: what is wrong with answers, and not that some are missing.
  package static let reading = ShownIssues(.reading, .none)

  var isNothing: Bool { state.showsNothing }

  /// Whether the issues of a row show, also that its answer is missing; nil where none does.
  func flag(_ row: RowID, _ fields: Fields) -> Value? {
    guard let showsMissing = state.showsMissing(in: row),
      let input = components.component(of: Document.Row(id: row, fields: fields)).input,
      input.issues().contains(where: { showsMissing || $0.rule != .required })
    else { return nil }
    return .bool(showsMissing)
  }
}
