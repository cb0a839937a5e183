public import EkibenDocuments
import EkibenExpressions
import EkibenForms
public import EkibenStore

/// A calculated answer that its formula does not give again: two programs compute other results.
public struct CalculationDrift: Sendable {
  /// The row.
  public let row: RowID
  /// The entry that gave the answer.
  public let entry: Int
  /// The answer as it stands.
  public let value: Value?
  /// What the formula gives on the document as the entry left it, at the time of the entry.
  public let result: Value?
  /// Why the formula gives no result; nil where it gives one, or has nothing to read.
  public let why: String?
  /// Whether the formula needs a launch context that was there then and is not now, or a time of which nothing
  /// is known, so that it cannot be checked.
  public let isUnchecked: Bool
}

extension Store {
  /// Evaluates the formula of each answer again that is calculated, on the document as the entry that gave it
  /// left it, and with the time of that entry.
  ///
  /// What differs is no damage: the journal says what people saw.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - launchContext: What a host hands over, as it did with those entries.
  /// - Returns: The answers that their formulas would not give, by entry.
  /// - Throws: ``EkibenStore/StoreError`` when reading fails.
  /// - Complexity: O(n) in the number of rows for each entry that has given answers that still stand.
  public func calculationDrift(
    of document: StoredDocument, given launchContext: LaunchContext = .none
  ) throws(StoreError) -> [CalculationDrift] {
    var rows: [Int: [RowID]] = [:]
    for row in document.content.sections.lazy.flatMap(\.rows) {
      let origin = document.origins[Change.Target(.row(row.id), .value)]
      if origin.isCalculated { rows[origin.entry, default: []].append(row.id) }
    }
    var found: [CalculationDrift] = []
    for (number, rows) in rows.sorted(by: { $0.key < $1.key }) {
      let content = try self.content(of: document, at: number)
      let entry = try self.entry(number, of: document)
      let structure = DocumentStructure(content, Document.Index(content))
      let now = PartialDate(milliseconds: entry.time, offset: entry.utcOffset ?? 0)
      let rules = RuleState(
        content, structure.index, [], componentRegistry,
        in: ExpressionEnvironment(launchContext, now: now))
      found += rows.compactMap { CalculationDrift(of: $0, after: entry, structure, rules) }
    }
    return found
  }
}

extension CalculationDrift {
  // Of a row of the document as the entry left it, asked with the time of that entry.
  fileprivate init?(
    of row: RowID, after entry: Entry, _ structure: DocumentStructure, _ rules: RuleState
  ) {
    var (rules, content) = (rules, structure.content)
    guard let place = structure.index[row] else { return nil }
    let value = content[place].fields[.value]
    // A formula that reads its own answer read the one from before.
    if rules.rowsRead(byCalculationOf: row, in: structure)?.contains(row) ?? false,
      let change = entry.changes.changes.first(where: {
        $0.target == Change.Target(.row(row), .value)
      })
    {
      content.set(change.before, at: place)
    }
    let found = rules.calculated(row, in: DocumentStructure(content, structure.index))
    guard let found, !found.gives(value) else { return nil }
    // The entry that starts a duplicate brings what formulas gave at other times (rule H25).
    let isOfOtherTime = entry.kind == .import && found.asksForTime
    let why = isOfOtherTime ? "the answer came from another document, and the time with it" : nil
    self.init(
      row: row, entry: entry.number, value: value, result: found.result,
      why: why ?? found.failure.map { "\($0)" },
      isUnchecked: isOfOtherTime || found.failure?.needsHost ?? false)
  }
}
