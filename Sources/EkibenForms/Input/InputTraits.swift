public import EkibenDocuments

/// What a row's input takes, said as data: for keyboards and pickers, for commands, and for JSON.
public struct InputTraits: Hashable, Sendable {
  /// What it takes in few words, as in “takes *a whole number*”.
  public var expects: String
  /// How the answer stands in JSON.
  public var shape: AnswerShape
  /// A refinement of the component, such as `integer`; which keyboard to show.
  public var kind: String?
  /// What can be chosen, in order; nil where the answer is none of a list.
  public var options: [Choice.Option]?
  /// The URL of options that the form does not hold, empty where unnamed; nil where all are at hand.
  ///
  /// Such an answer is taken without a check, unless ``InputContext/options`` knows the set.
  public var valueSet: String?
  /// Whether a person who empties the text takes the answer away; else empty text is an answer.
  public var clearsOnEmptyText: Bool
  /// Whether the answer is a list, each element one of the options.
  public var takesSeveral = false
  /// Whether a text that names no option is an answer of its own.
  public var takesOther = false
  /// The units of a quantity; empty where any will do.
  public var units: [Choice.Option] = []
  /// How the form asks to show it.
  public var presentation = Presentation()

  /// Whether the answer is one of some options, and not typed.
  package var isPicked: Bool { options != nil || valueSet != nil }

  /// Describes an input.
  public init(
    expects: String, shape: AnswerShape = .any, kind: String? = nil,
    options: [Choice.Option]? = nil, valueSet: String? = nil, clearsOnEmptyText: Bool = true,
    presentation: Presentation = Presentation()
  ) {
    (self.presentation, self.expects, self.shape, self.kind) = (presentation, expects, shape, kind)
    (self.options, self.valueSet, self.clearsOnEmptyText) = (options, valueSet, clearsOnEmptyText)
  }
}

/// How the answer of a row stands in JSON.
///
/// A component says it (``InputTraits/shape``), so that what reads and writes forms and documents asks
/// no component for its kind. A value that does not have the shape is written with its kind beside it
/// and read back as it was, so no answer gets lost on the way.
public indirect enum AnswerShape: Hashable, Sendable {
  /// A string.
  case text
  /// A number without fraction that fits into 64 bits.
  case integer
  /// A number, its digits kept.
  case decimal
  /// `true` or `false`.
  case bool
  /// A string that is a date or a time.
  case date
  /// A string, or an object whose members are strings.
  case coded
  /// A list.
  case list(of: AnswerShape)
  /// An object whose members have these shapes.
  case record([FieldName: AnswerShape])
  /// Whatever value there is: scalars as they are, everything else with its kind beside it.
  case any
}

/// How a form asks to show an input: hints that a host follows as far as it can.
///
/// What an answer may be does not depend on it: one answer drawn as check boxes is one answer.
public struct Presentation: Hashable, Sendable {
  /// The control: `radio`, `drop-down`, `check-box`, `autocomplete`, `slider`, `picker`, or the form's own.
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
