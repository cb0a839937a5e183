/// Ids that occur more than once, all of them, found before anything is applied (rule D4).
public struct DuplicateIDs: Error, Equatable, CustomStringConvertible {
  /// The section ids that occur more than once, each named once, in the order of their second
  /// occurrence.
  public let sections: [SectionID]
  /// The row ids that occur more than once, each named once, in the order of their second
  /// occurrence.
  public let rows: [RowID]

  init?(in list: [Document.Section]) {
    var (sections, rows) = (RepetitionSearch<SectionID>(), RepetitionSearch<RowID>())
    sections.look(through: list.lazy.map(\.id))
    for section in list { rows.look(through: section.rows.lazy.map(\.id)) }
    (self.sections, self.rows) = (sections.found, rows.found)
    if self.sections.isEmpty && self.rows.isEmpty { return nil }
  }

  /// One sentence that names every duplicate.
  public var description: String {
    let names = sections.map { "section:\($0)" } + rows.map(\.rawValue)
    return "these ids occur more than once: \(names.joined(separator: ", "))"
  }
}
