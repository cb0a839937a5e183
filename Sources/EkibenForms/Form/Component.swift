public import EkibenDocuments
public import EkibenExpressions

/// What a row shows and how it takes input: a value with a record that is persisted.
///
/// The record is all that a store, a diff or another program sees of it. Components are written in a
/// ``FormBuilder``; what they leave in the document is a ``EkibenDocuments/Document/Row``.
///
/// Any row may get any component at any time, and a row on the screen may be bound anew at any time.
/// So ``render(in:)`` sets everything that it ever sets, on every branch: binding one component and
/// then another looks exactly like binding the other to a fresh view (rule F18). What a component
/// does to a view besides, it does in ``didMount(to:storage:)`` and takes back in
/// ``willUnmount(from:storage:)``. ``ViewBinding`` has the order of these calls.
///
/// A component is a value that any thread may have and draw. What happens to its views happens on the
/// main actor, so closures and life-cycle calls may use an app's screen.
public protocol Component: Sendable {
  /// What a host draws for components of this kind.
  associatedtype View: ViewModel

  /// The row's identity.
  var id: RowID { get }
  /// The fields of the row, `component` among them.
  var record: Fields { get set }

  /// The component for another row: an instance of a question that it was written for, closures and all.
  ///
  /// What can be made from its record is made anew from that; a component with closures that stands in
  /// something that repeats says itself how it keeps them.
  func forInstance(_ id: RowID) -> Self

  /// What the component can do besides showing itself: values such as ``EditBehaviour``, which
  /// ``behaviour(_:)`` finds. By default nothing.
  var behaviours: [any Sendable] { get }

  /// The component's input, its own or that of one inside; nil where the row takes no answer.
  ///
  /// Whoever takes answers is an ``InputComponent`` and leaves this to it: it is asked with each of them, and to
  /// find out what a type is takes longer than to read what was typed.
  ///
  /// - Complexity: O(depth).
  var input: (any InputComponent)? { get }

  /// Draws the component in a view that may have shown any other of its kind before.
  func render(in view: inout View)
  /// Is called when the component has a view, after it was drawn there.
  @MainActor func didMount(to view: inout View, storage: inout ViewStorage)
  /// Is called before the component loses its view.
  @MainActor func willUnmount(from view: inout View, storage: inout ViewStorage)
  /// Is called when the component's view comes to the screen.
  @MainActor func willDisplay(_ view: inout View)
  /// Is called when the component's view has left the screen.
  @MainActor func didEndDisplaying(_ view: inout View)
}

extension Component {
  /// Nothing besides showing itself.
  public var behaviours: [any Sendable] { [] }

  /// The component as it is.
  public func forInstance(_ id: RowID) -> Self { self }

  /// Does nothing.
  @MainActor public func didMount(to view: inout View, storage: inout ViewStorage) {}
  /// Does nothing.
  @MainActor public func willUnmount(from view: inout View, storage: inout ViewStorage) {}
  /// Does nothing.
  @MainActor public func willDisplay(_ view: inout View) {}
  /// Does nothing.
  @MainActor public func didEndDisplaying(_ view: inout View) {}

  /// The registered name under which components of this kind are stored.
  ///
  /// It says whether a view can be used again (rule F1), and is never the name of a type.
  public var name: String { record.text(.component) ?? Opaque.component }

  /// Returns a copy with one more field, or without it when the value is nil.
  public func setting(_ name: FieldName, to value: Value?) -> Self {
    changed(self) { $0.record[name] = value }
  }

  /// Asks for an answer before the document can be submitted.
  public func required(_ required: Bool = true) -> Self {
    setting(.required, to: required ? .bool(true) : nil)
  }

  /// Keeps people from changing the answer.
  public func readOnly(_ readOnly: Bool = true) -> Self {
    setting(.readOnly, to: readOnly ? .bool(true) : nil)
  }

  /// Asks for an answer while a formula holds.
  public func required(when formula: Formula) -> Self {
    setting(.required, to: .record(formula.record))
  }

  /// Keeps people from changing the answer while a formula holds.
  public func readOnly(when formula: Formula) -> Self {
    setting(.readOnly, to: .record(formula.record))
  }

  /// Shows the row while a formula holds (rule F33).
  public func visible(when formula: Formula) -> Self {
    setting(.visible, to: .record(formula.record))
  }

  /// Gives the row its answer by an expression in FHIRPath, whenever what that reads has changed and nobody has
  /// given another answer (rule E13).
  ///
  /// ```swift
  /// TextInput(.bmi, title: "BMI").calculated("(%weight / %height.power(2)).round(1)")
  /// ```
  public func calculated(_ fhirPath: String) -> Self {
    setting(.calculated, to: .record([.fhirPath: .text(fhirPath)]))
  }

  /// Shows the text that an expression in FHIRPath gives, and else the row's own (rule F68).
  public func textExpression(_ fhirPath: String) -> Self {
    setting(.textExpression, to: .record([.fhirPath: .text(fhirPath)]))
  }

  /// Gives the row an answer by an expression in FHIRPath once, when a document is started (rule E17).
  public func initially(_ fhirPath: String) -> Self {
    setting(.initialExpression, to: .record([.fhirPath: .text(fhirPath)]))
  }

  /// Names what an expression gives, for the expressions of the row and of what is under it.
  public func variable(_ name: String, _ fhirPath: String) -> Self {
    setting(.variables, to: record.adding(variable: name, fhirPath))
  }

  /// Never shows the row.
  public func hidden(_ hidden: Bool = true) -> Self {
    setting(.hidden, to: hidden ? .bool(true) : nil)
  }

  /// Shows something at the row: its help, what to do, an example.
  public func note(_ kind: RowNote.Kind, _ text: String) -> Self {
    setting(kind.field, to: .text(text))
  }

  /// Adds texts of the row in another language, by their fields.
  public func translation(_ language: FieldName, _ texts: Fields) -> Self {
    let known = record[.translations]?.asRecord ?? [:]
    return setting(.translations, to: .record(known.setting(language, .record(texts))))
  }

  /// Lets the question be answered several times, each in a row of its own (rule F40).
  ///
  /// - Parameters:
  ///   - label: What an instance is called before its number; nil is the title.
  ///   - least: The least number of instances, which a new document begins with.
  ///   - greatest: The greatest number.
  /// - Returns: The question, as one that repeats.
  public func repeated(label: String? = nil, least: Int = 0, greatest: Int? = nil) -> Self {
    changed(self) { $0.record.repeats(label, least, greatest) }
  }

  /// Shows a number or letter before the title.
  public func prefix(_ prefix: String) -> Self { setting(.prefix, to: .text(prefix)) }

  var row: Document.Row { Document.Row(id: id, fields: record) }
}

/// A copy of a value with a change.
func changed<Value>(_ value: Value, by change: (inout Value) -> Void) -> Value {
  var copy = value
  change(&copy)
  return copy
}
