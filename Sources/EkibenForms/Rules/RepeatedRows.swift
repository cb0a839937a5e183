import EkibenDocuments
import EkibenExpressions

/// The instances of the rows that formulas read and that repeat, in the order of the document.
struct RepeatedRows: Sendable {
  private struct Place: Hashable {
    let template: RowID
    let instance: RecordID
  }

  private var rows: [RowID: [RowID]] = [:]
  // The same, by the instance that they stand in.
  private var inside: [Place: [RowID]] = [:]

  init() {}

  /// Finds the instances of some rows.
  ///
  /// - Complexity: O(n) in the number of rows, if any of these repeats.
  init(of templates: Set<RowID>, in scope: RuleScope) {
    for template in templates where scope.isRepeated(template) { rows[template] = [] }
    if rows.isEmpty { return }
    for section in scope.structure.content.sections {
      for row in section.rows {
        guard let template = row.fields.text(.template).map({ RowID(unchecked: $0) }),
          rows[template] != nil, scope.structure.template(around: row) == nil
        else { continue }
        rows[template]?.append(row.id)
        for instance in scope.instances(around: .row(row.id)) {
          inside[Place(template: template, instance: instance), default: []].append(row.id)
        }
      }
    }
  }

  /// The rows that a reference means, seen from a record.
  ///
  /// - Complexity: O(depth + log n) for the nearest.
  func rows(
    meant reference: Formula.Reference, from record: RecordID, in scope: RuleScope
  ) -> [RowID] {
    guard let all = rows[reference.row] else { return [reference.row] }
    if reference.reach != .nearest { return all }
    let near = scope.instances(around: record).lazy.compactMap {
      inside[Place(template: reference.row, instance: $0)]
    }
    let found = near.first ?? all
    let place = scope.place(of: record)
    // The last that is not behind the record, else the first.
    let behind = found.firstPlace { scope.place(of: .row($0)) > place }
    return found.isEmpty ? [] : [found[max(0, behind - 1)]]
  }

  /// Whether a row repeats, so that formulas read its instances.
  func repeats(_ row: RowID) -> Bool { rows[row] != nil }
}
