public import EkibenDocuments
import EkibenExpressions

extension Section {
  /// Writes a section with a row for each element of a collection, whose id an element says itself.
  ///
  /// ```swift
  /// try Section("people", each: people, id: \.email) { id, person in
  ///   Toggle(Field(id), title: person.name)
  /// }
  /// ```
  ///
  /// A row keeps its identity wherever its element stands. Elements that say the same id are found when the
  /// form is published or rendered.
  ///
  /// - Parameters:
  ///   - id: The section's identity.
  ///   - models: The elements, in order.
  ///   - key: What names an element; `\.self` for texts.
  ///   - header: Stands above the rows.
  ///   - footer: Stands below them.
  ///   - row: Makes the row of an element.
  /// - Throws: ``EkibenDocuments/InvalidName`` where what an element says is no legal id.
  /// - Complexity: O(n) in the number of elements.
  public init<Model, Key: LosslessStringConvertible>(
    _ id: SectionID, each models: some Sequence<Model>, id key: KeyPath<Model, Key>,
    header: String? = nil, footer: String? = nil, row: (RowID, Model) -> any Component
  ) throws(InvalidName) {
    self.init(id, header: header, footer: footer)
    for model in models {
      components.append(row(try RowID(String(model[keyPath: key])), model))
    }
  }
}
