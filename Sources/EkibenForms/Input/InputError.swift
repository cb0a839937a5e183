public import EkibenDocuments

/// Why a row does not do what was asked: the facts, without a row.
///
/// An app that speaks another language words these itself; ``InputError/message`` has them in English.
public enum InputProblem: Error, Hashable, Sendable {
  /// The table does not show such a row.
  case notShown
  /// The row is there, but not where a person could see and touch it.
  case offScreen
  /// The row does not offer this.
  case notOffered(action: String)
  /// The table is not in edit mode.
  case notEditing
  /// The owner of the rows refuses it.
  case refused(action: String)
  /// The row takes no answers.
  case noAnswer(component: String)
  /// The row cannot be changed by people.
  case readOnly
  /// The row is not understood, only kept.
  case notEditable(component: String)
  /// The text is not what the row takes.
  case unreadable(takes: String, text: String)
  /// The number is whole but does not fit into 64 bits.
  case tooLarge(text: String)
  /// The number is larger, or closer to zero, than a decimal number may be.
  case outOfRange(text: String)
  /// The text has the form of a date or time, and the calendar has no such.
  case noSuchDate(text: String)
  /// The text names none of the row's options.
  case notAnOption(text: String, options: [Choice.Option])
  /// A list names an option twice.
  case optionTwice(text: String)
  /// The text is none of the row's units; empty where there is none and one has to be named.
  case notAUnit(text: String, units: [Choice.Option])
  /// Several options have this label.
  case ambiguousLabel(text: String, options: [Choice.Option])
  /// The set that holds the row's options could not be read.
  case unavailable(set: String, reason: String)

  /// Whether the input's content is wrong, and not the row or the moment.
  public var isAboutContent: Bool {
    switch self {
    case .unreadable, .tooLarge, .outOfRange, .noSuchDate, .notAnOption, .optionTwice,
      .notAUnit, .ambiguousLabel:
      true
    case .notShown, .offScreen, .notOffered, .notEditing, .refused, .noAnswer, .readOnly,
      .notEditable, .unavailable:
      false
    }
  }

  // The one place where these are worded; who reads it decides how things are called.
  fileprivate func message(
    row: String, quote: (String) -> String, options names: ([Choice.Option]) -> [String]
  ) -> String {
    switch self {
    case .notShown: "the table shows no row \(row)"
    case .offScreen: "\(row) is not on the screen; scroll there first"
    case .notOffered(let action): "\(row) does not offer \(quote(action))"
    case .notEditing: "\(row) can be moved in edit mode only"
    case .refused(let action): "\(action) of \(row) was refused"
    case .noAnswer(let component):
      "\(row) is \("AEIOU".contains(component.prefix(1)) ? "an" : "a") \(component): it has no answer"
    case .readOnly: "\(row) is read-only"
    case .notEditable(let component):
      "\(row) is kept as it came (\(component)) and not editable here"
    case .unreadable(let takes, let text): "\(row) takes \(takes), not \(quote(text))"
    case .tooLarge(let text): "\(row): \(text) is outside the range of 64-bit whole numbers"
    case .outOfRange(let text):
      "\(row): \(text) is outside the range of decimal numbers, 1e-307 to 1e308"
    case .noSuchDate(let text): "\(row): there is no date or time \(text)"
    case .notAnOption(let text, let options):
      "\(row) has no option \(quote(text))"
        + (options.isEmpty ? "" : "; it has \(names(options).joined(separator: ", "))")
    case .optionTwice(let text): "\(row): the option \(quote(text)) is named twice"
    case .notAUnit(let text, let units):
      (text.isEmpty ? "\(row) needs a unit" : "\(row) has no unit \(quote(text))")
        + "; it has \(names(units).joined(separator: ", "))"
    case .ambiguousLabel(let text, let options):
      // By code for everybody, since the labels are what cannot be told apart.
      "\(row): several options are called \(quote(text)); "
        + "name a code: \(options.map { $0.picked.text(among: options) }.joined(separator: ", "))"
    case .unavailable(let set, let reason):
      "\(row): the options of \(set) cannot be read: \(reason)"
    }
  }
}

/// Why a row does not take an input: which row, what it is called, and the problem.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The row.
  public let row: RowID
  /// What the row is called where a person reads it; nil where that is not known.
  public let title: String?
  /// What is wrong.
  public let problem: InputProblem

  /// Names a problem of a row.
  public init(row: RowID, title: String? = nil, _ problem: InputProblem) {
    (self.row, self.title, self.problem) = (row, title, problem)
  }

  /// Names a problem of a row that is at hand; what was given to a secret is not said.
  public init(_ row: Document.Row, _ problem: InputProblem) {
    var problem = problem
    if row.fields.isSecret, problem.isAboutContent {
      var takes = "another answer"
      if case .unreadable(let known, _) = problem { takes = known }
      problem = .unreadable(takes: takes, text: Value.masked.asText ?? "")
    }
    self.init(row: row.id, title: row.fields.text(.title), problem)
  }

  /// One sentence for a developer or a script: rows by id, options by code.
  public var description: String {
    problem.message(row: row.rawValue, quote: Notation.quoted) { $0.map(\.code) }
  }

  /// One sentence for the person who fills in the form: rows by title, options by label.
  public var message: String {
    let name = title.map { "“\($0)”" } ?? row.rawValue
    return problem.message(row: name, quote: { "“\($0)”" }) { $0.map(\.label) }
  }
}
