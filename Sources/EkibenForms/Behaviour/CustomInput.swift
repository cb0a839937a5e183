public import EkibenDocuments

/// What stands in place of a keyboard while a row has the focus: rows of its own.
public struct CustomInput: Sendable {
  /// The rows.
  public let content: TableContent

  /// Makes an input that shows a content.
  public init(_ content: TableContent) { self.content = content }

  /// Shows sections.
  ///
  /// - Throws: ``EkibenDocuments/DuplicateIDs`` when an id occurs twice.
  public init(@FormBuilder<Section> sections: () -> [Section]) throws(DuplicateIDs) {
    let sections = sections()
    content = TableContent(
      try Document(sections: sections.map(\.section)), components: LiveComponents(of: sections))
  }

  /// Shows one component.
  public init(_ component: any Component) {
    let section = Document.Section(id: "input", fields: Fields(), rows: [component.row])
    var components = LiveComponents.none
    components.rows[component.id] = component
    content = TableContent(Document(keeping: Fields(), sections: [section]), components: components)
  }
}

/// A row with an input of its own in place of a keyboard.
public protocol InputProviding: FocusDeciding {
  /// The input; nil is the host's keyboard, or none.
  var customInput: CustomInput? { get }
  /// Whether the row takes the focus by itself as soon as it has a custom input.
  var takesFocusItself: Bool { get }
}

/// Gives a row an input in place of a keyboard.
public struct CustomInputComponent<Base: Component>: Decorator, InputProviding {
  /// The component inside.
  public var base: Base
  /// The input in place of a keyboard.
  public let customInput: CustomInput?
  /// Whether the row takes the focus by itself as soon as it has a custom input.
  public let takesFocusItself: Bool
  let status: FocusEligibility

  /// As given, or without an input as inside; a row that takes the focus by itself is skipped.
  public var focusEligibility: FocusEligibility {
    if takesFocusItself { return .ineligible }
    return customInput == nil ? base.eligibilityForFocus : status
  }
}

extension Component {
  /// Shows rows in place of a keyboard while the row has the focus, which a tap gives it; when
  /// there are no such rows any more, it loses the focus.
  ///
  /// - Parameters:
  ///   - input: What is shown.
  ///   - status: Whether the row counts as answered where the focus looks for the next row.
  /// - Returns: The row with its input.
  public func customInput(
    _ input: CustomInput?, status: FocusEligibility = .empty
  ) -> CustomInputComponent<Self> {
    CustomInputComponent(base: self, customInput: input, takesFocusItself: false, status: status)
  }

  /// Shows rows in place of a keyboard from when there are some, which may be late, until there are none.
  public func displayingInput(_ input: CustomInput?) -> CustomInputComponent<Self> {
    CustomInputComponent(
      base: self, customInput: input, takesFocusItself: true, status: .ineligible)
  }
}
