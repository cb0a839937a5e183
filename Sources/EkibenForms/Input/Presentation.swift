public import EkibenDocuments

/// How a form asks to show an input: hints that a host follows as far as it can.
///
/// What an answer may be does not depend on it: a question with one answer that is drawn as check boxes
/// has one answer.
public struct Presentation: Hashable, Sendable {
  /// The control, as in `radio`, `drop-down`, `check-box`, `autocomplete`, `slider`, `picker`; any
  /// other text is the form's own.
  public var control: String?
  /// Whether options stand below each other (`vertical`) or in a line (`horizontal`).
  public var orientation: String?
  /// In how many columns options stand.
  public var columns: Int?

  /// Asks for nothing.
  public init(control: String? = nil, orientation: String? = nil, columns: Int? = nil) {
    (self.control, self.orientation, self.columns) = (control, orientation, columns)
  }

  /// Reads the hints of a record.
  public init(_ record: Fields) {
    control = record.text(.control)
    orientation = record.text(.orientation)
    columns = record[.columns]?.asInteger.map { Int(clamping: $0) }
  }
}

extension InputComponent {
  /// Asks hosts to show the input in a certain way; what it takes stays the same.
  public func presentation(_ presentation: Presentation) -> Self {
    setting(.control, to: presentation.control.map(Value.text))
      .setting(.orientation, to: presentation.orientation.map(Value.text))
      .setting(.columns, to: presentation.columns.map { .integer(Int64($0)) })
  }
}
