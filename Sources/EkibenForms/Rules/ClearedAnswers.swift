package import EkibenDocuments
package import EkibenExpressions

/// The answers that an edit of definitions takes away with their rows, if the form asks so (rule F39).
package enum ClearedAnswers {
  /// The rows with answers that are shown before an edit and not after it.
  ///
  /// - Complexity: O(n) in the number of rows, if the form asks for that.
  package static func rows(
    from before: DocumentStructure, to after: DocumentStructure, _ custom: [CustomRule] = [],
    _ registry: ComponentRegistry, in environment: ExpressionEnvironment
  ) -> [RowID] {
    let policies = RulePolicies(after.content.fields[.policies]?.asRecord ?? [:])
    guard policies.clearsOnHide else { return [] }
    let old = RuleState(before.content, before.index, custom, registry, in: environment)
    let new = RuleState(after.content, after.index, custom, registry, in: environment)
    if new.isEmpty { return [] }
    return after.content.sections.enumerated().flatMap { section, content in
      content.rows.enumerated().compactMap { at, row in
        let number = new.records.number(at: Document.Place(section: section, row: at))
        // What a formula gave it takes away itself.
        guard row.isFilledIn, !new.isActive(number), new.index.calculations[number] == nil,
          let place = before.index[row.id],
          old.isEmpty || old.isActive(old.records.number(at: place))
        else { return nil }
        return row.id
      }
    }
  }
}

extension Document.Row {
  /// Whether there is something that can be taken away: an answer, or text that is none yet.
  var isFilledIn: Bool { fields[.value] != nil || fields[.draft] != nil }
}
