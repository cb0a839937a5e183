public import EkibenDocuments
public import EkibenExpressions
public import EkibenForms
import EkibenInterchange
public import EkibenStore

/// Why a row is shown or hidden, asked for or read-only: one rule, and what it rests on (rule F38).
public struct RuleExplanation: Sendable {
  /// An answer that a rule read.
  public struct Answer: Sendable {
    /// The row.
    public let row: RowID
    /// The title of the row.
    public let title: String
    /// The answer; nil is none.
    public let value: Value?
    /// The answer as a table shows it; nil is none.
    public let text: String?
    /// Whether it counts: what is hidden does not.
    public let counts: Bool
    /// The entry that wrote it; nil where there is none, or the form says it.
    public let entry: Entry?
    /// Whether a formula gave it in that entry, and nobody wrote it.
    public let isCalculated: Bool
    // The day on which it was given, where the reader is.
    let day: String?

    var fact: String {
      guard counts else { return "“\(title)” does not count while it is hidden" }
      guard let text, value != .null, !text.isEmpty else { return "“\(title)” has no answer" }
      let who = entry.map { entry in
        isCalculated
          ? ", calculated in entry \(entry.number)"
          : ", answered by \(entry.author) on \(day ?? ""), entry \(entry.number)"
      }
      return "“\(title)” is \(text)\(who ?? "")"
    }
  }

  /// Whose rule it is: the row's, or that of a section or row that it stands in.
  public let record: RecordID
  /// What it decides.
  public let aspect: RuleAspect
  /// Of a rule that offers an option: the option's code.
  public let option: String?
  /// Whether the record is shown, asked for or read-only, as far as this rule is concerned.
  public let holds: Bool
  /// The formula; nil where the form says so whatever the answers are, or what it says is not understood.
  public let formula: Formula?
  /// The formula in words; nil where there is none.
  public let words: String?
  /// The answers that it read.
  public let answers: [Answer]
  /// Of a formula that gives the row its answer: what becomes of that; nil of every other rule.
  public let calculation: Calculation?
  /// One sentence for a person, as in `hidden because “Do you smoke?” is No, answered by Ada on 3 May
  /// 2026, entry 12`.
  public let sentence: String
}

extension Store {
  /// Why a row is shown or hidden, asked for or read-only: each rule of the row and of what it stands in,
  /// down to the answers and the entries that wrote them.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - document: The document.
  ///   - context: What rules may depend on beside it: the time; and the time zone in which sentences name days.
  /// - Returns: The rules, the row's own first; none where nothing is said of it.
  /// - Throws: ``EkibenStore/StoreError`` when there is no such row, or reading fails.
  /// - Complexity: O(n) in the number of rows, and an entry read for each answer.
  public func why(
    _ row: RowID, in document: StoredDocument, _ context: InputContext = .standard
  ) throws(StoreError) -> [RuleExplanation] {
    try why(
      row, in: document, context,
      by: document.rules([], componentRegistry, in: context.expressionEnvironment))
  }

  func why(
    _ row: RowID, in document: StoredDocument, _ context: InputContext, by rules: RuleState
  ) throws(StoreError) -> [RuleExplanation] {
    guard let whole = document.row(row) else { throw .unknownRow(row, document: document.name) }
    let input = RowInput(registry: componentRegistry, context: context)
    let words = FormulaWords(
      title: { document.row($0)?.fields.text(.title) ?? $0.rawValue },
      text: { value, row in
        document.row(row).map { input.displayText(of: value, in: $0) } ?? Notation.text(of: value)
      })
    var found = try closing(of: document, input).map { [$0] } ?? []
    var entries: [Int: Entry] = [:]
    if let error = whole.leftOver(in: document.structure) {
      found.append(RuleExplanation(.row(row), .visible, holds: false, error.description))
    }
    for reason in rules.reasons(for: row, in: document.structure) {
      let reads = reason.reads.sorted { document.index.precedes($0.row, $1.row) }
      let answers = try reads.map { (read) throws(StoreError) in
        try answer(of: read.row, counts: read.counts, in: document, input, &entries)
      }
      let calculation =
        reason.aspect == .calculated
        ? RuleExplanation.Calculation(
          of: try answer(of: row, counts: true, in: document, input, &entries), rules, document,
          input) : nil
      found.append(RuleExplanation(reason, row, document, (answers, calculation), words))
    }
    return found
  }

  /// Why no row of a document can be changed; nil where its status is no reason (rule F62).
  private func closing(
    of document: StoredDocument, _ input: RowInput
  ) throws(StoreError) -> RuleExplanation? {
    if document.status == .draft { return nil }
    let did = document.status == .final ? "submitted" : "deleted"
    let number = document.origins[Change.Target(.document, .documentStatus)].entry
    let entry = try self.entry(number, of: document)
    return RuleExplanation(
      .document, .readOnly, holds: true,
      "read-only because the document was \(did) by \(entry.author) on "
        + "\(input.day(of: entry)), entry \(entry.number)")
  }

  func answer(
    of id: RowID, counts: Bool, in document: StoredDocument, _ input: RowInput,
    _ entries: inout [Int: Entry]
  ) throws(StoreError) -> RuleExplanation.Answer {
    let row = document.row(id)
    let value = row?.fields[.value]
    var (entry, isCalculated) = (nil as Entry?, false)
    if row != nil {
      let state = try fields([Change.Target(.row(id), .value)], of: document, at: document.count)
      if let origin = state.first?.origin {
        entry = try author(of: id, origin, in: document, &entries)?.entry
        isCalculated = origin.isCalculated
      }
    }
    let text = value.flatMap { value in row.map { input.displayText(of: value, in: $0) } }
    return RuleExplanation.Answer(
      row: id, title: row?.fields.text(.title) ?? id.rawValue, value: value, text: text,
      counts: counts, entry: entry, isCalculated: isCalculated, day: entry.map { input.day(of: $0) }
    )
  }
}

extension DocumentEditing {
  /// Why a row is shown or hidden, asked for or read-only; see ``EkibenStore/Store/why(_:in:_:)``.
  ///
  /// - Throws: ``SessionError/store(_:)`` when there is no such row, or reading fails.
  public func why(_ row: RowID) throws(SessionError) -> [RuleExplanation] {
    try asking { (store, editor) throws(StoreError) in
      let context = store.inputContext(editor.environment)
      return try store.why(row, in: document, context, by: editor.rules)
    }
  }
}

extension RuleExplanation {
  // What no rule says.
  fileprivate init(_ record: RecordID, _ aspect: RuleAspect, holds: Bool, _ sentence: String) {
    (self.record, self.aspect, self.holds, self.sentence) = (record, aspect, holds, sentence)
    (option, formula, words, answers, calculation) = (nil, nil, nil, [], nil)
  }

  fileprivate init(
    _ reason: RuleReason, _ row: RowID, _ document: StoredDocument,
    _ found: (answers: [Answer], calculation: Calculation?), _ words: FormulaWords
  ) {
    (record, aspect) = (reason.record, reason.aspect)
    (answers, calculation) = found
    holds = calculation.map { $0.state == .calculated } ?? reason.holds
    let options = document.row(row)?.fields[.options]?.asList ?? []
    let option = reason.option.flatMap { options.dropFirst($0).first?.asRecord }
    self.option = option?.text(.code)
    let whose: String
    switch reason.record {
    case _ where option != nil:
      whose = "the option “\(option?.text(.label) ?? self.option ?? "")” is "
    case .section(let id):
      let section = document.structure.section(id).map { document.structure.definition(of: $0) }
      whose = "the section “\(section?[.header]?.asRecord?.text(.text) ?? id.rawValue)” is "
    case .row(let id) where id != row:
      whose = "“\(document.row(id)?.fields.text(.title) ?? id.rawValue)”, which it is under, is "
    case .row, .document: whose = ""
    }
    let state = whose + reason.aspect.words(holds: reason.holds)
    switch reason.ground {
    case .formula(let formula, let custom):
      self.formula = formula
      let isNone = formula == .all([]) && !custom.isEmpty
      let isValue = calculation != nil || aspect == .text
      let own = isValue ? formula.expressions.first ?? "" : words.words(for: formula)
      self.words = ((isNone ? [] : [own]) + custom).joined(separator: " and ")
      sentence =
        Self.retirement(of: reason.record, in: document)
        ?? calculation?.sentence(answers) ?? reason.sentence(state, answers)
    case .flag:
      (formula, self.words) = (nil, nil)
      sentence = "\(state), as the form says"
    case .notUnderstood:
      (formula, self.words) = (nil, nil)
      sentence = "\(state), since its condition is of a kind that is kept and not understood"
    }
  }

  private static func retirement(of record: RecordID, in document: StoredDocument) -> String? {
    guard case .integer(let place)? = document.structure.fields(of: record)?[.retired]
    else { return nil }
    let number = document.usedRevisions.number(at: Int(clamping: place))
    return "retired: revision \(number) of the form has it, and revision \(document.revision), "
      + "which the document is on, does not"
  }
}

extension RuleReason {
  // Of a rule that could be asked, or could not.
  fileprivate func sentence(_ state: String, _ answers: [RuleExplanation.Answer]) -> String {
    if let failure { return "\(state), since its condition could not be evaluated: \(failure)" }
    let facts = answers.map(\.fact).joined(separator: " and ")
    return facts.isEmpty ? "\(state), as the form says" : "\(state) because \(facts)"
  }
}

extension RowInput {
  fileprivate func day(of entry: Entry) -> String {
    Timestamp.day(UTCTime.local(entry.time, offset: context.offset))
  }
}

extension RuleAspect {
  fileprivate func words(holds: Bool) -> String {
    switch self {
    case .visible: holds ? "shown" : "hidden"
    case .required: holds ? "required" : "not required"
    case .readOnly: holds ? "read-only" : "not read-only"
    case .offered: holds ? "offered" : "not offered"
    case .calculated: "calculated"
    case .initial: "given at first"
    case .text: "shown with a text that is worked out"
    }
  }
}
