import EkibenDocuments
import EkibenExpressions

/// The broken checks of a document, kept up to date with its answers (rules F47 and F48).
///
/// Checks are read once, with what they read; an edit asks those again that read what it touched.
struct CheckState: Sendable {
  /// A check as it is asked of one section, instance or document.
  struct Asked: Sendable {
    let check: Check
    /// What has to hold; nil where answers are to differ.
    let formula: Formula?
    let record: RecordID
    /// The expressions in the check, as they are written.
    let expressions: [String: RecordExpression]

    /// What it reads.
    var readRows: [ReadRow] {
      check.references.map(ReadRow.init) + check.expressions.flatMap { expressions[$0]?.rows ?? [] }
    }

    /// Whether it rests on something else than answers.
    var readsNoRow: Bool { !expressions.isEmpty && readRows.isEmpty }
  }

  /// How many checks were asked so far.
  private(set) var evaluations = 0
  private var asked: [Asked] = []
  private var uniques: [UniqueAnswers] = []
  private var repeated = CheckedRows()
  // What reads a row, by number; of those that read all instances, by their template.
  private var readers: [RowID: [Int]] = [:]
  private var readersOfAll: [RowID: [Int]] = [:]
  private var ofRecord: [RecordID: [Int]] = [:]
  // What every edit asks: another moment may bring something else to what asks for the time, and another row may
  // be the first that is shown, where one shows that reads none.
  private var always: Set<Int> = []
  private var broken: [Int: FoundIssue] = [:]
  private var duplicates: [Int: [RowID: FoundIssue]] = [:]

  init() {}

  /// Asks all checks of a document.
  ///
  /// - Complexity: O(n) in the number of rows and what checks read.
  init(_ view: IssueView) {
    var expressions = RecordExpressions(view.structure, view.components.registry)
    var meant = MeantValues(view.structure, view.components.registry)
    func question(_ check: Check, of record: RecordID) -> Asked {
      var read: [String: RecordExpression] = [:]
      for text in check.expressions { read[text] = expressions.read(text, of: record) }
      var formula: Formula?
      if case .holds(let written) = check.condition { formula = meant(written) }
      return Asked(check: check, formula: formula, record: record, expressions: read)
    }
    var found = view.structure.content.fields.checks.map { question($0, of: .document) }
    for section in view.structure.content.sections
    where section.fields[.checks] != nil || section.fields[.template] != nil {
      let checks = view.structure.definition(of: section).checks
      found += checks.map { question($0, of: .section(section.id)) }
    }
    for section in view.structure.content.sections {
      for (at, traits) in section.rows.traits.enumerated()
      where traits.meets([.checks, .template]) {
        let row = section.rows[at]
        found += view.structure.definition(of: row).checks.map { question($0, of: .row(row.id)) }
      }
    }
    if found.isEmpty { return }
    repeated = CheckedRows(
      of: Set(found.flatMap { $0.readRows.map(\.row) + [$0.check.row].compactMap(\.self) }),
      in: view.structure)
    for one in found { add(one, view) }
    let values = VariableValues()
    for number in asked.indices { ask(number, view, values) }
    for number in uniques.indices { ask(unique: number, uniques[number].rows, view) }
  }

  private mutating func add(_ one: Asked, _ view: IssueView) {
    if case .unique(let row) = one.check.condition {
      // Once for all instances, where the form says it.
      guard view.scope.definition(of: one.record) == one.record else { return }
      uniques.append(UniqueAnswers(one, row, repeated, view))
      return
    }
    guard view.asks(one.record) else { return }
    let number = asked.count
    asked.append(one)
    ofRecord[one.record, default: []].append(number)
    if one.readsNoRow || one.expressions.values.contains(where: \.asksForTime) {
      always.insert(number)
    }
    var known: Set<RowID> = []
    let shows = one.check.row.map { [ReadRow(Formula.Reference($0))] } ?? []
    for read in one.readRows + shows {
      if repeated.repeats(read.row, in: view.structure) {
        // It shows at what repeats while there is no instance, if that is shown.
        for record in view.scope.around(.row(read.row)) {
          ofRecord[record, default: []].append(number)
        }
        if read.reach != .nearest, read.item == nil {
          readersOfAll[read.row, default: []].append(number)
          continue
        }
      }
      for row in repeated.rows(meant: read, from: one.record, in: view.structure)
      where known.insert(row).inserted { readers[row, default: []].append(number) }
    }
  }

  /// What is broken, in no order.
  var found: [FoundIssue] { Array(broken.values) + duplicates.values.flatMap(\.values) }

  /// Asks those checks again that read some rows, or are of some sections, where something changed, or the time.
  ///
  /// - Complexity: O(checks asked and what they read).
  mutating func update(for records: Set<RecordID>, _ view: IssueView) {
    if asked.isEmpty, uniques.isEmpty { return }
    var waiting = always
    var rows: Set<RowID> = []
    for record in records {
      waiting.formUnion(ofRecord[record] ?? [])
      guard case .row(let row) = record else { continue }
      rows.insert(row)
      waiting.formUnion(readers[row] ?? [])
      if readersOfAll.isEmpty { continue }
      if case .row(let template) = view.scope.definition(of: record) {
        waiting.formUnion(readersOfAll[template] ?? [])
      }
    }
    let values = VariableValues()
    for number in waiting { ask(number, view, values) }
    for (number, unique) in uniques.enumerated() {
      // What is shown of the row that shows them decides where all of them show.
      let isPlace = unique.check.row.map { place in
        rows.contains { view.scope.definition(of: .row($0)) == .row(place) }
      }
      let isAll = isPlace == true || records.contains(unique.record)
      ask(unique: number, isAll ? unique.rows : Array(rows), view)
    }
  }

  private mutating func ask(_ number: Int, _ view: IssueView, _ values: VariableValues) {
    evaluations += 1
    broken[number] = issue(of: asked[number], number, view, values)
  }

  private mutating func ask(unique number: Int, _ rows: [RowID], _ view: IssueView) {
    let affected = uniques[number].update(for: rows, view)
    if affected.isEmpty { return }
    evaluations += 1
    let found = uniques[number].duplicates(among: affected, view)
    let unique = uniques[number]
    for row in affected {
      duplicates[number, default: [:]][row] = found[row].map { first in
        FoundIssue(
          unique.check, at: place(of: unique.asked, .row(row), view) ?? row, asked.count + number,
          view.words(duplicate: row), view.context, formula: nil, reads: [row, first])
      }
    }
  }

  private func issue(
    of one: Asked, _ number: Int, _ view: IssueView, _ values: VariableValues
  ) -> FoundIssue? {
    guard let formula = one.formula, view.isShown(one.record) else { return nil }
    let meant = one.readRows.flatMap {
      repeated.rows(meant: $0, from: one.record, in: view.structure)
    }
    var known: Set<RowID> = []
    let rows = meant.filter { view.structure.row($0) != nil && known.insert($0).inserted }
    let shown = rows.first { view.isShown(.row($0)) }
    if shown == nil, !rows.isEmpty { return nil }
    let evaluator = ExpressionEvaluator(
      structure: view.structure, registry: view.components.registry, counts: view.counts,
      meant: { [repeated] in repeated.rows(meant: $0, from: one.record, in: view.structure) },
      given: view.context.expressionEnvironment, values: values)
    let answers = CheckedAnswers(of: one.record, repeated, one.expressions, by: evaluator)
    let verdict = formula.verdict(in: answers, under: view.policies)
    let failure = verdict == nil ? answers.failure : nil
    guard verdict == false || failure != nil,
      let place = place(of: one, one.record, view) ?? shown
        ?? (one.readsNoRow ? view.firstRow(in: one.record) : view.anchor(of: one.readRows))
    else { return nil }
    if let failure {
      let rule = ValidationIssue.Rule.unchecked(what: one.check.id, why: "\(failure)")
      return FoundIssue(ValidationIssue(row: place, rule: rule), rank: 2 + number, reads: rows)
    }
    return FoundIssue(
      one.check, at: place, number, view.words(formula, rows), view.context, formula: formula,
      reads: rows)
  }

  private func place(of one: Asked, _ record: RecordID, _ view: IssueView) -> RowID? {
    if one.check.row == nil, case .row(let row) = record { return row }
    return one.check.row.flatMap {
      repeated.rows(meant: ReadRow(Formula.Reference($0)), from: record, in: view.structure)
        .first { view.structure.row($0) != nil && view.isShown(.row($0)) }
    }
  }
}

/// The answers that a check sees, or a condition of a whole document.
final class CheckedAnswers: AnswerSource {
  private let record: RecordID
  private let repeated: CheckedRows
  private let expressions: [String: RecordExpression]
  private let evaluator: ExpressionEvaluator
  /// Why an expression that was asked could not be evaluated.
  private(set) var failure: ExpressionError?

  /// Begins with what carries the check, the instances of what it reads, and its expressions by their text.
  init(
    of record: RecordID, _ repeated: CheckedRows, _ expressions: [String: RecordExpression],
    by evaluator: ExpressionEvaluator
  ) {
    (self.record, self.repeated) = (record, repeated)
    (self.expressions, self.evaluator) = (expressions, evaluator)
  }

  // What cannot be evaluated is not checked (rule E12).
  func holds(fhirPath text: String) -> Bool? {
    guard let expression = expressions[text] else { return nil }
    var steps = 0
    do throws(ExpressionError) {
      return try expression.truth(by: evaluator, for: record, spending: &steps)
    } catch {
      failure = failure ?? error
      return nil
    }
  }

  func answers(of reference: Formula.Reference) -> [[Value]] {
    let structure = evaluator.structure
    return repeated.rows(meant: ReadRow(reference), from: record, in: structure).compactMap { row in
      evaluator.counts(row) ? structure.row(row)?.fields[.value]?.answers ?? [] : nil
    }
  }
}
