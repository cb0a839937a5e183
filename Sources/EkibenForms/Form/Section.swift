public import EkibenDocuments
public import EkibenExpressions

/// A run of rows with an optional header and footer, as it is written in a form.
public struct Section: Sendable {
  /// The section's identity.
  public let id: SectionID
  /// The section's fields: header, footer and the like.
  public var record: Fields
  /// What stands in it.
  public var components: [any Component]
  /// The components of its header, footer and named supplements, where they were given as such.
  public internal(set) var supplements: [FieldName: any Component] = [:]

  /// Writes a section.
  public init(
    _ id: SectionID, header: String? = nil, footer: String? = nil,
    @FormBuilder<any Component> rows components: () -> [any Component] = { [] }
  ) {
    (self.id, self.components, record) = (id, components(), Fields())
    record[.header] = header.map(Self.supplement)
    record[.footer] = footer.map(Self.supplement)
  }

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
    for model in models { components.append(row(try RowID(String(model[keyPath: key])), model)) }
  }

  /// Shows the section while a formula holds, and all that stands in it (rule F33).
  public func visible(when formula: Formula) -> Section {
    setting(.visible, to: .record(formula.record))
  }

  /// Names what an expression in FHIRPath gives, for the expressions of the section and of all that stands in it.
  public func variable(_ name: String, _ fhirPath: String) -> Section {
    setting(.variables, to: record.adding(variable: name, fhirPath))
  }

  /// Shows the text that an expression in FHIRPath gives in the header, and else its own (rule F68).
  public func textExpression(_ fhirPath: String) -> Section {
    setting(.textExpression, to: .record([.fhirPath: .text(fhirPath)]))
  }

  /// Shows a component above the rows.
  public func header(_ component: any Component) -> Section { supplement(.header, component) }

  /// Shows a component below the rows.
  public func footer(_ component: any Component) -> Section { supplement(.footer, component) }

  /// Shows a component under a name of its own; where, its host knows.
  public func supplement(_ name: FieldName, _ component: any Component) -> Section {
    changed(setting(name, to: .record(component.record))) { $0.supplements[name] = component }
  }

  /// The record of a header or footer that is plain text.
  public static func supplement(_ text: String) -> Value {
    .record([.component: .text(Description.component), .text: .text(text)])
  }

  func setting(_ name: FieldName, to value: Value?) -> Section {
    changed(self) { $0.record[name] = value }
  }

  var section: Document.Section {
    Document.Section(id: id, fields: record, rows: components.map(\.row))
  }
}

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
