public import EkibenDocuments

/// Turns what a person types or a script passes into an answer of the row's kind.
public enum RowInput {
  /// An answer, and what should be said about it.
  public struct Reading: Hashable, Sendable {
    /// The answer.
    public let value: Value
    /// Where the options are if the form does not hold them, so that the code is unchecked.
    ///
    /// A value set's URL, or empty where the form names none; nil is a code that was found.
    public let uncheckedValueSet: String?
  }

  /// Checks that a person may change a row's answer.
  ///
  /// - Throws: ``InputError/noAnswer(_:component:)``, ``InputError/readOnly(_:)`` or
  ///   ``InputError/notEditable(_:component:)``.
  public static func checkEditable(_ row: Document.Row) throws(InputError) {
    switch RowKind(row) {
    case .description:
      throw .noAnswer(row.id, component: row.fields.text(.component) ?? Description.component)
    case .opaque(let component): throw .notEditable(row.id, component: component)
    case .textInput, .toggle, .choice:
      if row.fields.isTrue(.readOnly) { throw .readOnly(row.id) }
    }
  }

  /// Reads a text as an answer of a row.
  ///
  /// - Throws: ``InputError`` when the row takes no answer or not this one.
  /// - Complexity: O(n) in the text and the options.
  public static func read(_ text: String, for row: Document.Row) throws(InputError) -> Reading {
    try checkEditable(row)
    switch RowKind(row) {
    case .textInput(let kind):
      return Reading(value: try read(text, kind, row.id), uncheckedValueSet: nil)
    case .toggle: return Reading(value: try readBool(text, row.id), uncheckedValueSet: nil)
    case .choice(let options, let valueSet):
      return try readChoice(text, options, valueSet, row.id)
    case .description, .opaque: throw .notEditable(row.id, component: Opaque.component)
    }
  }

  /// Checks that a value is one that a row takes, as ``read(_:for:)`` does for text.
  ///
  /// - Throws: ``InputError`` when the row takes no answer or not this one.
  public static func check(_ value: Value, for row: Document.Row) throws(InputError) {
    try checkEditable(row)
    switch (RowKind(row), value) {
    case (.toggle, .bool): return
    case (.textInput(.integer), .integer), (.textInput(.decimal), .decimal): return
    case (.textInput(.decimal), .integer): return
    case (.textInput(let kind), .text) where kind != .integer && kind != .decimal: return
    case (.choice(let options, let valueSet), .text(let code)):
      _ = try readChoice(code, options, valueSet, row.id)
    case (let kind, _):
      throw .unreadable(row.id, kind: word(for: kind), text: Notation.text(of: value))
    }
  }

  private static func read(
    _ text: String, _ kind: TextInput.Kind, _ row: RowID
  ) throws(InputError) -> Value {
    switch kind {
    case .plain, .multiline, .email, .phone, .url: return .text(text)
    case .integer:
      guard let number = DecimalNumber(text),
        number.digits.allSatisfy({ "-0123456789".contains($0) })
      else { throw .unreadable(row, kind: word(for: .textInput(kind)), text: text) }
      guard let integer = Int64(text) else { throw .tooLarge(row, text: text) }
      return .integer(integer)
    case .decimal:
      guard let number = DecimalNumber(text) else {
        throw .unreadable(row, kind: word(for: .textInput(kind)), text: text)
      }
      return .decimal(number)
    }
  }

  private static func readBool(_ text: String, _ row: RowID) throws(InputError) -> Value {
    switch text {
    case "true", "yes": return .bool(true)
    case "false", "no": return .bool(false)
    default: throw .unreadable(row, kind: word(for: .toggle), text: text)
    }
  }

  // By code, else by unique label; any code where the options live outside the form.
  private static func readChoice(
    _ text: String, _ options: [Choice.Option], _ valueSet: String?, _ row: RowID
  ) throws(InputError) -> Reading {
    if options.contains(where: { ByteText.equal($0.code, text) }) {
      return Reading(value: .text(text), uncheckedValueSet: nil)
    }
    let labelled = options.filter { ByteText.equal($0.label, text) }
    if labelled.count == 1 {
      return Reading(value: .text(labelled[0].code), uncheckedValueSet: nil)
    }
    if labelled.count > 1 { throw .ambiguousLabel(row, text: text, codes: labelled.map(\.code)) }
    if options.isEmpty { return Reading(value: .text(text), uncheckedValueSet: valueSet ?? "") }
    throw .notAnOption(row, text: text, options: options.map(\.code))
  }

  private static func word(for kind: RowKind) -> String {
    switch kind {
    case .textInput(.integer): "a whole number"
    case .textInput(.decimal): "a decimal number"
    case .textInput: "text"
    case .toggle: "true or false"
    case .choice: "one of its options"
    case .description, .opaque: "no answer"
    }
  }
}
