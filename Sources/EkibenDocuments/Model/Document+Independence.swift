extension Document {
  /// Whether no row depends on another: nothing that is answered in one hides, demands, offers, calculates or
  /// checks anything elsewhere, and nothing repeats.
  ///
  /// Then a few of its rows can be edited without the others: see decision 0061.
  ///
  /// - Complexity: O(n).
  package var hasIndependentRows: Bool {
    guard fields[.checks] == nil, fields[.policies] == nil else { return false }
    return sections.allSatisfy { section in
      section.fields.isIndependent && section.rows.allSatisfy(\.fields.isIndependent)
    }
  }
}

extension Fields {
  /// Whether what a record says of itself depends on no other record and holds for no other.
  fileprivate var isIndependent: Bool {
    let traits = traits
    if traits.meets(.dependent) { return false }
    if traits.meets(.required), self[.required]?.asBool == nil { return false }
    if traits.meets(.readOnly), self[.readOnly]?.asBool == nil { return false }
    guard traits.meets(.options), let options = self[.options]?.asList else { return true }
    return options.allSatisfy { $0.asRecord?[.offered] == nil }
  }
}

extension RecordTraits {
  // What is hidden hides what stands in it, too.
  fileprivate static let dependent: RecordTraits = [
    .hidden, .visible, .template, .repeats, .optionsOf, .calculated, .checks, .text,
  ]
}

extension Sequence<Change.Target> {
  /// The rows whose answers they are; nil where something else of a section or row is among them.
  package var answeredRows: Set<RowID>? {
    var rows: Set<RowID> = []
    for target in self {
      switch (target.record, target.field) {
      case (.row(let row), FieldName.value?), (.row(let row), FieldName.draft?): rows.insert(row)
      case (.document, FieldName.documentStatus?): break
      default: return nil
      }
    }
    return rows
  }
}
