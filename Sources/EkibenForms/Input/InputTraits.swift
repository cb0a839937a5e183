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
  /// The URL of the options that the form does not hold, or empty where it names none; nil where all
  /// options are at hand.
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
