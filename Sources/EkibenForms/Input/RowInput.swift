package import EkibenDocuments

/// Asks the components of rows that are known by their records alone, as a store or a file has them.
///
/// Where a live component is at hand, ask that: ``Component/editableInput()``, ``Component/input``.
package struct RowInput: Sendable {
  /// Finds a row's component.
  package var registry: ComponentRegistry
  /// What reading and printing may depend on.
  package var context: InputContext

  /// Knows the components of a registry.
  package init(registry: ComponentRegistry = .standard, context: InputContext = .standard) {
    (self.registry, self.context) = (registry, context)
  }

  /// What a row takes; nil where it takes no answer.
  ///
  /// - Complexity: O(options).
  package func traits(of row: Document.Row) -> InputTraits? { input(of: row)?.inputTraits }

  /// Checks that a person may change a row's answer.
  ///
  /// - Throws: ``InputError`` with the problem ``InputProblem/noAnswer(component:)``,
  ///   ``InputProblem/readOnly`` or ``InputProblem/notEditable(component:)``.
  package func checkEditable(_ row: Document.Row) throws(InputError) {
    _ = try component(of: row).editableInput()
  }

  /// Reads a text as an answer of a row.
  ///
  /// - Throws: ``InputError`` when the row takes no answer or not this one.
  package func read(_ text: String, for row: Document.Row) throws(InputError) -> Value {
    try component(of: row).editableInput().value(reading: text, in: context)
  }

  /// Checks that a value is one that a row takes, as ``read(_:for:)`` does for text, and returns it as
  /// the document is to keep it.
  ///
  /// - Throws: ``InputError`` when the row takes no answer or not this one.
  @discardableResult
  package func check(_ value: Value, for row: Document.Row) throws(InputError) -> Value {
    try component(of: row).editableInput().accept(value, in: context)
  }

  /// The answer that a value in the notation of the history means: itself as the row keeps it, or what
  /// is called so, as a year or an option may be.
  ///
  /// - Throws: ``InputError`` when the row takes neither.
  package func answer(meantBy value: Value, in row: Document.Row) throws(InputError) -> Value {
    guard let input = input(of: row)
    else { throw InputError(row, .noAnswer(component: component(of: row).name)) }
    let traits = input.inputTraits
    do throws(InputError) { return try input.accept(value, in: context) } catch {
      let isYear = value.asInteger != nil && traits.shape == .date
      guard isYear || traits.options != nil else { throw error }
      let text = value.asList == nil ? ValueText.bare(value) : Notation.text(of: value)
      do throws(InputError) { return try input.value(reading: text, in: context) } catch {}
      throw error
    }
  }

  /// A value as ``read(_:for:)`` takes it back.
  public func text(of value: Value, in row: Document.Row) -> String {
    input(of: row)?.text(ofValue: value, in: context) ?? ValueText.bare(value)
  }

  /// A value as a table shows it in a row.
  public func displayText(of value: Value, in row: Document.Row) -> String {
    input(of: row)?.displayText(ofValue: value, in: context) ?? ValueText.bare(value)
  }

  /// What is wrong with a row as it stands, without changing anything (rule F5).
  public func issues(of row: Document.Row) -> [ValidationIssue] {
    input(of: row)?.issues(in: context) ?? []
  }

  /// The set whose options a row takes without a check, since it is not known; it is empty where the
  /// form names none, and nil where there is nothing to check.
  public func uncheckedSet(of row: Document.Row) throws(InputError) -> String? {
    guard let set = traits(of: row)?.valueSet else { return nil }
    do throws(InputProblem) { return try context.options(set, "") == nil ? set : nil } catch {
      throw InputError(row, error)
    }
  }

  private func component(of row: Document.Row) -> any Component {
    registry.component(row.id, row.fields)
  }

  private func input(of row: Document.Row) -> (any InputComponent)? { component(of: row).input }
}
