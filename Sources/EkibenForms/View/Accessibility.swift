public import EkibenDocuments

extension Component {
  /// Names the row for tests of an app's screens and for assistive technology.
  ///
  /// - Parameters:
  ///   - identifier: What tests find it by; nil is its section's id, a point and its own.
  ///   - labels: What a person may call it, the most usual first.
  /// - Returns: The row, so named: a change of that is a change of the row.
  public func accessibility(identifier: String? = nil, labels: [String] = []) -> Self {
    setting(.accessibilityIdentifier, to: identifier.map(Value.text))
      .setting(.accessibilityLabels, to: labels.isEmpty ? nil : .list(labels.map(Value.text)))
  }

  /// What a person may call the row; without any its title.
  public var accessibilityLabels: [String] {
    let own = record[.accessibilityLabels]?.asList?.compactMap(\.asText) ?? []
    return own.isEmpty ? [record.text(.title)].compactMap(\.self) : own
  }
}

extension HeadlessTable {
  /// What tests of an app's screens find the rows by, in order; that no two are alike is up to the form.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var accessibilityIdentifiers: [(identifier: String, row: RowID)] {
    slots.sections.flatMap { section in
      section.rows.map { row in
        let own = row.fields.text(.accessibilityIdentifier)
        return (own ?? "\(section.id.rawValue).\(row.id.rawValue)", row.id)
      }
    }
  }
}
