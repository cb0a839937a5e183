import EkibenDocuments
import EkibenForms
import Testing

/// Expects a promise that Ekiben keeps and an ancestor broke.
///
/// The second half shows that the promise can tell one from the other: what the ancestor did, written
/// down in a few lines of our own, must not keep it.
///
/// - Parameters:
///   - ours: The way in which Ekiben does something.
///   - theirs: The way in which the ancestor did it.
///   - keeps: Whether a way keeps the promise.
@MainActor func expectKept<Way>(
  ours: Way, theirs: Way, sourceLocation: SourceLocation = #_sourceLocation,
  _ keeps: (Way) throws -> Bool
) throws {
  #expect(try keeps(ours), "Ekiben breaks it as well", sourceLocation: sourceLocation)
  #expect(try !keeps(theirs), "the copy keeps it", sourceLocation: sourceLocation)
}

/// What leads from one list to another, as FunctionalTableData walked it: both lists from the top, and
/// what stands elsewhere is moved up to where it is wanted.
struct GreedyWalk {
  private(set) var deleted: [String] = []
  private(set) var inserted: [String] = []
  private(set) var moved: [String] = []

  /// - Returns: nil when a thousand steps lead nowhere.
  init?(from old: [String], to new: [String]) {
    var (before, after) = (old[...], new[...])
    for _ in 0..<1_000 {
      guard let wanted = after.first else {
        // What is left over goes, if it is known to be gone; else nothing ever happens to it.
        let gone = before.filter { !new.contains($0) }
        deleted += gone
        before = before.filter { new.contains($0) }[...]
        if before.isEmpty { return }
        continue
      }
      if before.first == wanted {
        (before, after) = (before.dropFirst(), after.dropFirst())
      } else if let head = before.first, !new.contains(head) {
        deleted.append(head)
        before = before.dropFirst()
      } else {
        if old.contains(wanted) { moved.append(wanted) } else { inserted.append(wanted) }
        before = before.filter { $0 != wanted }[...]
        after = after.dropFirst()
      }
    }
    return nil
  }
}

extension Document {
  /// The ids of the sections, in order.
  var sectionIDs: [SectionID] { sections.map(\.id) }
  /// The ids of all rows, in order.
  var rowIDs: [RowID] { sections.flatMap { $0.rows.map(\.id) } }

  /// Where a row stands in its section; nil where there is no such row.
  func rowNumber(of id: RowID) -> Int? {
    sections.lazy.compactMap { $0.rows.firstIndex { $0.id == id } }.first
  }
}

/// All operations of a plan of ours, one after the other.
func operations(from old: Document, to new: Document) -> [TableOperations] {
  TablePlan(from: old, to: new).stages.map(\.operations)
}

/// The rows that still have their cells when a table has gone from one document to another.
@MainActor func rowsWithTheirCells(_ old: Document, _ new: Document) throws -> Set<RowID> {
  let shown = HeadlessTable(old)
  let before = shown.tokens
  try shown.perform(TablePlan(from: old, to: new), to: new)
  return Set(shown.tokens.filter { before[$0.key] == $0.value }.keys)
}
