public import EkibenDocuments
import EkibenForms
public import EkibenStore

/// Whether an answer is what the formula of its row gave (rule E13).
public enum CalculatedState: String, Hashable, Sendable {
  /// The formula gave the answer, and keeps it up to date.
  case calculated
  /// A person gave the answer or cleared it; the formula leaves it until the row is recalculated.
  case overridden

  /// Of an answer that somebody wrote, or nobody.
  init(_ origin: Origins.Origin) {
    self = origin.isCalculated || origin.entry == 0 ? .calculated : .overridden
  }

  /// The state of the answer of a row now; nil where the row has no formula.
  package init?(of row: RowID, in document: StoredDocument, _ rules: RuleState) {
    guard rules.rowsRead(byCalculationOf: row, in: document.structure) != nil else { return nil }
    self.init(document.origins[Change.Target(.row(row), .value)])
  }
}

extension Store {
  /// The states of the answers whose rows have a formula.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - entry: The entry after which the document is asked; nil is now.
  /// - Returns: The states, by row.
  /// - Throws: ``EkibenStore/StoreError`` when there is no such entry, or reading fails.
  /// - Complexity: O(n) in the number of rows; of the past, O(log n) for each formula more.
  public func calculatedStates(
    of document: StoredDocument, at entry: Int? = nil
  ) throws(StoreError) -> [RowID: CalculatedState] {
    guard let entry else {
      let rules = document.rules([], componentRegistry)
      return Dictionary(
        uniqueKeysWithValues: rules.index.rowsWithFormula(in: document.structure).map {
          ($0, CalculatedState(document.origins[Change.Target(.row($0), .value)]))
        })
    }
    let content = try self.content(of: document, at: entry)
    let index = Document.Index(content)
    let rows = RuleIndex(content, index, [], componentRegistry)
      .rowsWithFormula(in: DocumentStructure(content, index))
    let found = try fields(rows.map { Change.Target(.row($0), .value) }, of: document, at: entry)
    return Dictionary(
      uniqueKeysWithValues: zip(rows, found).map { ($0, CalculatedState($1.origin)) })
  }

  /// The answers by formulas among those that entries changed, or brought back where they travel.
  ///
  /// - Throws: ``EkibenStore/StoreError`` when reading fails.
  /// - Complexity: O(changes of the entries, and of those that they travel over).
  public func calculatedChanges(
    of entries: [Entry], in document: StoredDocument
  ) throws(StoreError) -> Set<Change.Target> {
    var found: Set<Change.Target> = []
    for entry in entries {
      found.note(entry, .calculated)
      let path = document.history.travelled(by: entry)
      for number in path.undone { found.note(try self.entry(number, of: document), .wasCalculated) }
      for number in path.redone { found.note(try self.entry(number, of: document), .calculated) }
    }
    return found
  }
}

extension Set<Change.Target> {
  // Whoever changes an answer says anew whether it is calculated.
  fileprivate mutating func note(_ entry: Entry, _ flag: ChangeFlags) {
    for (at, change) in entry.changes.changes.enumerated() {
      if entry.flags(at: at).contains(flag) { insert(change.target) } else { remove(change.target) }
    }
  }
}
