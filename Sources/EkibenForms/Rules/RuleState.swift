package import EkibenDocuments
package import EkibenExpressions

/// What holds now of the sections and rows of a document: which are shown, asked for and kept from being
/// changed, and which options they offer (rules F33, F34, F35, F36 and F46).
///
/// It is derived from definitions and answers and never stored. The rules are read once (``RuleIndex``); an
/// edit asks those again that it affects. Inside, records and rules are numbers.
package struct RuleState: Sendable {
  /// What holds of one section or row.
  package struct Standing: Equatable, Sendable {
    package var isVisible = true
    package var isRequired = false
    package var isReadOnly = false
  }

  package let index: RuleIndex
  /// How many rules were asked so far.
  package internal(set) var evaluations = 0
  /// How many variables were worked out for them.
  package internal(set) var variableEvaluations = 0
  /// The rules that do not leave things as they are without them: what is not shown, what is asked for, what
  /// is read-only, and which options are not offered.
  private(set) var acting: [Bool] = []
  /// The records that their own rules hide, and how many they are.
  private(set) var hiding: [Bool] = []
  private var hidingCount = 0
  /// Whether any of them hides anything.
  var isAnyHidden: Bool { hidingCount > 0 }
  /// The texts that rules give, by their rules.
  var texts: [Int: String] = [:]
  /// Why expressions could not be evaluated, by their rules: those leave things as they are.
  var failures: [Int: RuleFailure] = [:]
  /// What `now()` gives, and what a host hands over; no expression is evaluated that asks for more.
  package var environment: ExpressionEnvironment

  /// Knows a document, with the rules of a program.
  ///
  /// - Complexity: O(n) in the number of rows, and what its formulas read.
  package init(
    _ content: Document, _ index: Document.Index, _ custom: [CustomRule] = [],
    _ registry: ComponentRegistry = .standard, in environment: ExpressionEnvironment = .none
  ) { self.init(RuleIndex(content, index, custom, registry), content, index, in: environment) }

  /// Knows a document whose rules are known: another one of the same records and definitions had them.
  ///
  /// - Complexity: O(rules and what they read, and records).
  package init(
    _ rules: RuleIndex, _ content: Document, _ index: Document.Index,
    in environment: ExpressionEnvironment = .none
  ) {
    self.init(unasked: rules, in: environment)
    if rules.isEmpty { return }
    let answers = RuleAnswers(self, DocumentStructure(content, index))
    for rule in rules.order where !rules.rules[rule].aspect.givesAnswer {
      if rules.rules[rule].aspect == .text {
        _ = setText(rule, answers)
      } else {
        set(rule, to: isActing(rule, answers), answers)
      }
    }
    variableEvaluations = answers.variables.evaluations
  }

  /// Knows rules of which none was asked yet: all is as without them.
  init(unasked rules: RuleIndex, in environment: ExpressionEnvironment) {
    (index, self.environment) = (rules, environment)
    if rules.isEmpty { return }
    hiding = Array(repeating: false, count: rules.records.traits.count)
    acting = Array(repeating: false, count: rules.rules.count)
  }

  /// Whether everything is as if there were no rules.
  package var isEmpty: Bool { index.isEmpty }
  var records: RuleRecords { index.records }
  var rules: [Rule] { index.rules }

  var active: Set<RuleKey> {
    Set(acting.indices.lazy.filter { acting[$0] }.map { index.rules[$0].key })
  }

  /// Takes note of whether a rule acts, also where those who ask rules see it.
  mutating func set(_ rule: Int, to isActing: Bool, _ answers: RuleAnswers?) {
    acting[rule] = isActing
    let record = index.rules[rule].number
    guard index.rules[rule].aspect == .visible, hiding[record] != isActing else { return }
    hidingCount += isActing ? 1 : -1
    hiding[record] = isActing
    answers?.hiding[record] = isActing
    answers?.isAnyHidden = hidingCount > 0
    answers?.variables.forget()
  }

  /// Asks a rule for the text of its record.
  ///
  /// - Returns: Whether it is another one than before.
  mutating func setText(_ rule: Int, _ answers: RuleAnswers) -> Bool {
    evaluations += 1
    let before = texts[rule]
    do throws(RuleFailure) {
      texts[rule] = try answers.text(of: rule, index.rules[rule].formula)
      note(nil, of: rule)
    } catch {
      texts[rule] = nil
      note(error, of: rule)
    }
    return texts[rule] != before
  }

  /// Whether a rule makes things other than they are without it.
  mutating func isActing(_ rule: Int, _ answers: RuleAnswers) -> Bool {
    evaluations += 1
    answers.begin(rule)
    let holds =
      index.rules[rule].formula.holds(in: answers, under: index.policies)
      && index.rules[rule].custom.allSatisfy { $0.holds(in: answers) }
    note(answers.failure, of: rule)
    if answers.failure != nil { return false }
    return holds != index.rules[rule].aspect.holdsWithoutRule
  }

  /// Takes note of why a rule could not be asked, or that it could.
  mutating func note(_ failure: RuleFailure?, of rule: Int) {
    if failure != nil || !failures.isEmpty { failures[rule] = failure }
  }

  /// Whether no formula hides a record or what it stands in: then its answer counts (rule F14), also where the form
  /// never shows it (rule F35).
  func isActive(_ record: Int) -> Bool { !index.records.isAny(around: record) { hiding[$0] } }

  /// Whether a record is filled in, and its answer counts: what is part of a template, or left over, is not.
  package func isActive(_ record: RecordID, in structure: DocumentStructure) -> Bool {
    if structure.index.mayRepeat, record.template(in: structure) != nil { return false }
    return isEmpty || index.records.number(of: record, structure.index).map(isActive) ?? true
  }

  /// What a file says, in place of what holds here, of the rows for which the time or a launch context decides
  /// whether they are hidden: which of their answers count.
  ///
  /// What such an answer stands in is shown with it.
  ///
  /// - Complexity: O(n · depth), if there are such rows.
  package mutating func follow(inactive: Set<RowID>, in structure: DocumentStructure) {
    guard index.hidesByEnvironment else { return }
    func hide(_ record: Int, _ isHiding: Bool) {
      if hiding[record] != isHiding { hidingCount += isHiding ? 1 : -1 }
      hiding[record] = isHiding
      for rule in index.rules(of: record) where index.rules[rule].aspect == .visible {
        acting[rule] = isHiding
      }
    }
    var numbers: [(isInactive: Bool, number: Int)] = []
    for row in structure.content.sections.lazy.flatMap(\.rows)
    where row.fields[.value] != nil && index.dependsOnEnvironment(.row(row.id), in: structure) {
      guard let number = records.number(of: .row(row.id), structure.index) else { continue }
      numbers.append((inactive.contains(row.id), number))
    }
    for (isInactive, number) in numbers where !isInactive {
      _ = index.records.isAny(around: number) { around in
        hide(around, false)
        return false
      }
    }
    for (isInactive, number) in numbers where isInactive && isActive(number) { hide(number, true) }
  }

  /// Whether a record in something that is shown is as its fields say.
  func leavesAsItIs(_ record: Int) -> Bool {
    !index.flagged[record] && !hiding[record]
      && index.rules(of: record).allSatisfy { index.rules[$0].aspect == .visible && !acting[$0] }
  }

  /// What holds of a section or row, given its fields with those of the template that it follows.
  ///
  /// - Complexity: O(depth).
  package func standing(
    of record: RecordID, _ fields: Fields, in structure: DocumentStructure
  ) -> Standing {
    standing(of: isEmpty ? nil : index.records.number(of: record, structure.index), fields)
  }

  private func standing(of record: Int?, _ fields: Fields) -> Standing {
    var standing = Standing(
      isRequired: fields.isTrue(.required), isReadOnly: fields.isTrue(.readOnly))
    guard let record else { return standing }
    for rule in index.rules(of: record) {
      switch index.rules[rule].aspect {
      case .required: standing.isRequired = acting[rule]
      case .readOnly: standing.isReadOnly = acting[rule]
      case .visible, .offered, .calculated, .initial, .text: break
      }
    }
    standing.isVisible = !index.records.isAny(around: record) { index.flagged[$0] || hiding[$0] }
    standing.isRequired = standing.isRequired && standing.isVisible
    return standing
  }

  /// The fields of the row at a place with what holds of it in place of flags and formulas; one that is not
  /// shown says so by `visible` being false.
  ///
  /// - Complexity: O(depth + fields).
  package func held(rowAt place: Document.Place, _ fields: Fields) -> Fields {
    isEmpty ? fields : held(index.records.number(at: place), fields)
  }

  /// The same of a section or row by its number.
  func held(_ record: Int, _ fields: Fields) -> Fields {
    let standing = standing(of: record, fields)
    if standing.isVisible, index.rules(of: record).isEmpty { return fields }
    var held = fields
    if !standing.isVisible { held[.visible] = false }
    for (name, holds) in [
      (FieldName.required, standing.isRequired), (.readOnly, standing.isReadOnly),
    ]
    where fields.isTrue(name) != holds { held[name] = holds ? true : nil }
    for rule in index.rules(of: record) {
      if acting[rule], let option = index.rules[rule].key.option { held.withhold(option) }
      if let text = texts[rule] { held.show(text) }
    }
    return held
  }
}

extension Fields {
  /// Whether a section or row is not shown: because the form asks for it, or as it was found to hold.
  package var isHidden: Bool { isTrue(.hidden) || self[.visible] == .bool(false) }

  // As an option that its set does not offer any more.
  fileprivate mutating func withhold(_ option: Int) {
    guard var options = self[.options]?.asList, options.indices.contains(option) else { return }
    options[option] =
      options[option].asRecord.map { .record($0.setting(.former, true)) }
      ?? options[option]
    self[.options] = .list(options)
  }
}
