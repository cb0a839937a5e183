import EkibenDocuments
import EkibenExpressions

/// The instances of the rows that formulas read and that repeat, by number and so in order.
struct RepeatedRows: Sendable {
  private struct Place: Hashable {
    let template: Int
    let instance: Int
  }

  private var rows: [Int: [Int]] = [:]
  // The same, by the instance that they stand in.
  private var inside: [Place: [Int]] = [:]

  init() {}

  /// Finds the instances of some rows; if retired answers count, also what stands elsewhere and has one.
  ///
  /// - Complexity: O(n) in the number of rows, if any of these repeats.
  init(
    of templates: Set<Int>, in records: RuleRecords, _ structure: DocumentStructure,
    countsRetired: Bool = false
  ) {
    guard structure.index.mayRepeat else { return }
    func isInTemplate(_ row: Document.Row) -> Bool { structure.template(around: row) != nil }
    for template in templates
    where countsRetired || isInTemplate(structure.content[records.place(of: template)]) {
      rows[template] = []
    }
    if rows.isEmpty { return }
    for (row, template) in records.definitions.enumerated() where rows[template] != nil {
      let record = structure.content[records.place(of: row)]
      if isInTemplate(record), !countsRetired || !record.fields.has(.value) { continue }
      rows[template]?.append(row)
      for instance in records.instances(around: row) {
        inside[Place(template: template, instance: instance), default: []].append(row)
      }
    }
  }

  /// The rows that a reference to a row of the form means, seen from a record, by number and in order.
  ///
  /// The item is the section or row of the form that carries what reads it, if nothing but the instance of that
  /// around the record is read.
  ///
  /// - Complexity: O(depth + log n) for the nearest; O(depth²) for those in an item.
  func rows(
    meant row: Int, _ reach: Formula.Reach, inside item: Int? = nil, from record: Int,
    in records: RuleRecords
  ) -> [Int] {
    guard let all = rows[row] else { return [row] }
    if let item,
      let place = records.around(record).first(where: { records.definitions[$0] == item }),
      let instance = records.instances(around: place).first
    {
      return inside[Place(template: row, instance: instance)] ?? []
    }
    if reach != .nearest { return all }
    let near = records.instances(around: record).lazy.compactMap {
      inside[Place(template: row, instance: $0)]
    }
    let found = near.first ?? all
    // The last that is not behind the record, else the first.
    let behind = found.firstPlace { $0 > record }
    return found.isEmpty ? [] : [found[max(0, behind - 1)]]
  }

  /// Whether a row repeats, so that formulas read its instances.
  func repeats(_ row: Int) -> Bool { rows[row] != nil }
}
