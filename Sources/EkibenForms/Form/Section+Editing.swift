public import EkibenDocuments

/// Sections made from sections: each function gives a copy.
extension Section {
  /// The section with rows behind those that it has.
  public func adding(_ components: any Component...) -> Section { adding(components) }

  /// The section with rows behind those that it has.
  ///
  /// - Complexity: O(n) in the number of rows.
  public func adding(_ components: [any Component]) -> Section {
    changed(self) { $0.components += components }
  }

  /// The section without a row; one that it does not have changes nothing.
  ///
  /// - Complexity: O(n) in the number of rows.
  public func removing(row: RowID) -> Section {
    changed(self) { copy in copy.components.removeAll { $0.id == row } }
  }

  /// The section without what stands above or below its rows, or under a name.
  public func removing(_ name: FieldName) -> Section {
    changed(self) { ($0.supplements[name], $0.record[name]) = (nil, nil) }
  }

  /// Whether something stands above or below the rows, or under a name.
  public func has(_ name: FieldName) -> Bool { supplementRecord(name) != nil }

  /// What stands above or below the rows, or under a name, as a component of a type.
  ///
  /// It is found inside decorators as well. A header that was given as a text is a ``Description``.
  ///
  /// - Returns: nil where there is none, or one of another type.
  public func component<Kind: Component>(of name: FieldName, as kind: Kind.Type) -> Kind? {
    if let component = supplements[name] { return component.behaviour(kind) }
    let id = RowID(unchecked: name.rawValue)
    return supplementRecord(name).flatMap {
      ComponentRegistry.standard.component(id, $0).behaviour(kind)
    }
  }

  /// The first row of an id, as a component of a type; it is found inside decorators as well.
  ///
  /// - Returns: nil where there is none, or one of another type.
  /// - Complexity: O(n) in the number of rows.
  public func component<Kind: Component>(ofRow row: RowID, as kind: Kind.Type) -> Kind? {
    components.first { $0.id == row }?.behaviour(kind)
  }

  private func supplementRecord(_ name: FieldName) -> Fields? {
    guard let fields = record[name]?.asRecord, fields.text(.component) != nil else { return nil }
    return fields
  }
}
