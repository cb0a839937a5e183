public import EkibenDocuments
import EkibenExpressions

/// Something that a reader noticed and got along with; nothing of the file is lost by it.
public struct ImportWarning: Equatable, Sendable, CustomStringConvertible {
  /// What was noticed.
  public enum Kind: Equatable, Sendable {
    /// The linkId belongs to another item already; this one got an id of its own.
    case repeatedLinkID(String, now: RecordID)
    /// There is no linkId; the item got an id of its own.
    case missingLinkID(now: RecordID)
    /// The linkId cannot be an id as it is; the item got one that can.
    case unusableLinkID(String, InvalidName.Problem, now: RecordID)
    /// There is no such type of item, or none at all; the item is kept as it is.
    case unknownType(String?, RecordID)
    /// A choice has neither options nor the URL of a value set.
    case noOptions(RowID)
    /// An option has the code, and the code system if there is one, of an earlier one.
    case repeatedCode(RowID, code: String)
    /// A pattern that this program does not know how to match in linear time; it is kept and never run.
    case patternNotRun(RowID, String)
    /// A condition that no formula says, or that does not say how its parts belong together; it is kept, and
    /// the item is shown.
    case conditionNotUsed(RecordID)
    /// A formula for whether an answer is asked for, a row can be changed or an option is offered is none
    /// that this program knows; it is kept, and what it decides is as if it were not there.
    case formulaNotUsed(RecordID, FieldName, option: String? = nil)
    /// A check says nothing that this program can ask; it is kept, and never complains.
    case checkNotUsed(RecordID, check: String)
    /// An expression cannot be evaluated here; it is kept, and comes out again as it was (rule I38).
    case expressionNotUsed(QuestionnaireExpression)
    /// A condition names a question that the form does not have; it has no answer.
    case readsNothing(RecordID, question: String)
    /// Conditions of sections and rows decide about each other; the path leads back to where it begins.
    case circle([RecordID])
    /// A member is not what FHIR says; it is kept and not used.
    case notUsed(member: String, expected: String, found: String)
    /// An item of a response answers nothing that the form asks where it stands; it is kept and not used.
    case unknownItem(String?)
    /// An answer of a response does not fit its row, for the reason given; it is kept and not used.
    case answerNotTaken(RecordID, String)
    /// The form has no items.
    case empty
    /// An entry of a Bundle is no set of options, but a resource of this type or none; it is left out.
    case otherEntry(String?)
    /// A CodeSystem of a Bundle lists no codes; it is left out.
    case noCodes
    /// A filter of a value set is kept and not used: no code is left out for it.
    case filterNotUsed
    /// A concept has the code of an earlier one and another label; the first counts.
    case repeatedOption(code: String)
    /// A file says that it lists a part of its codes only: so many, of so many in all if it says that.
    case partOfSet(listed: Int, total: Int?)
  }

  /// What was noticed.
  public let kind: Kind
  /// Where in the file.
  public let place: SourcePlace

  /// One line for a person: the place, unless it is of many, and what was noticed there.
  ///
  /// Nothing in it can drive a terminal.
  public var description: String {
    if case .circle = kind { return kind.description }
    return "\(place): \(kind.description)"
  }

  /// Of an expression that is refused its line, and below it a caret at the place; nil of all else.
  public var excerpt: [String]? {
    guard case .expressionNotUsed(let expression) = kind,
      case .refused(let error) = expression.verdict
    else { return nil }
    return error.excerpt(of: expression.text)
  }
}

extension ImportWarning.Kind: CustomStringConvertible {
  /// What was noticed, without its place.
  public var description: String {
    switch self {
    case .repeatedLinkID(let linkID, let id):
      "the linkId \(quoted(linkID)) is taken already; this one is now \(name(id))"
    case .missingLinkID(let id): "an item without linkId is now \(name(id))"
    case .unusableLinkID(let linkID, let problem, let id):
      "the linkId \(quoted(linkID)) cannot be an id, since \(problem.reason); it is now \(name(id))"
    case .unknownType(let type?, let id):
      "\(name(id)) has the unknown type \(quoted(type)); it is kept as it is"
    case .unknownType(nil, let id): "\(name(id)) has no type; it is kept as it is"
    case .noOptions(let row): "\(name(.row(row))) is a choice without options and without value set"
    case .repeatedCode(let row, let code): "\(name(.row(row))) has the option \(quoted(code)) twice"
    case .patternNotRun(let row, let pattern):
      "\(name(.row(row))) has a pattern that is kept but not checked: \(quoted(pattern))"
    case .conditionNotUsed(let id):
      "\(name(id)) has a condition that is kept but not acted on; it is shown"
    case .formulaNotUsed(let id, let field, let option):
      "\(name(id)) has a formula for \(quoted(field.rawValue))"
        + (option.map { " of the option \(quoted($0))" } ?? "") + " that is kept but not acted on"
    case .checkNotUsed(let id, let check):
      "\(name(id)) has the check \(quoted(check)), which is kept but not asked"
    case .expressionNotUsed(let expression): expression.warning
    case .readsNothing(let id, let question):
      "the condition of \(name(id)) names the question \(quoted(question)), which is not there"
    case .circle(let path):
      circle(path.map { name($0) }) + "; what is hidden among them counts all the same"
    case .notUsed(let member, let expected, let found):
      "\(quoted(member)) is not used but kept: expected \(expected), found \(found)"
    case .unknownItem(let linkID?):
      "the form asks nothing called \(quoted(linkID)) here; it is kept and not used"
    case .unknownItem(nil): "an item has no linkId; it is kept and not used"
    case .answerNotTaken(let id, let reason):
      "\(name(id)): an answer is kept and not used: \(reason)"
    case .empty: "the form has no items"
    case .otherEntry, .noCodes, .filterNotUsed, .repeatedOption, .partOfSet: ofSets
    }
  }

  private var ofSets: String {
    switch self {
    case .otherEntry(let type?): "\(quoted(type)) is no set of options; it is left out"
    case .otherEntry(nil): "an entry without a resource is left out"
    case .noCodes: "it lists no codes; it is left out"
    case .filterNotUsed: "a filter is kept and not used; no code is left out for it"
    case .repeatedOption(let code):
      "the code \(quoted(code)) is there already, with another label; the first counts"
    case .partOfSet(let listed, let total):
      "a part is listed: \(listed)\(total.map { " of \($0)" } ?? "") codes"
    default: ""
    }
  }

  private func quoted(_ text: String) -> String {
    JSONError.shortened(Notation.quoted(text), to: 80)
  }

  private func name(_ id: RecordID) -> String { id.shortName }

  // The path leads back to where it begins.
  private func circle(_ path: [String]) -> String {
    path.count == 2
      ? "\(path[0]) decides about itself"
      : "\(path.joined(separator: " → ")): these decide about each other"
  }
}

extension QuestionnaireExpression {
  fileprivate var warning: String {
    let item = linkID.map { JSONError.shortened(Notation.name($0), to: 80) } ?? "the form"
    let name = self.name.map { " %" + JSONError.shortened(Notation.name($0), to: 80) } ?? ""
    let says = "\(item): the \(kind)\(name)"
    if case .needs(let names) = verdict {
      let given = names.map { "%\($0)" }.joined(separator: ", ")
      return "\(says) is evaluated only where \(given) is handed over"
    }
    return "\(says) is kept but not evaluated: \(verdict.why ?? "")"
  }
}

extension RecordID {
  /// What a message calls it: nothing in it can drive a terminal.
  var shortName: String {
    JSONError.shortened(self == .document ? "the form" : Notation.text(of: self), to: 80)
  }
}

extension InvalidName.Problem {
  /// What is wrong, for a sentence that has named the text already.
  fileprivate var reason: String {
    switch self {
    case .empty: "it is empty"
    case .tooLong(let bytes): "it takes \(bytes) bytes, more than 255"
    case .controlCharacter(let scalar):
      "it holds the control character \(JSONError.codePoint(scalar))"
    }
  }
}
