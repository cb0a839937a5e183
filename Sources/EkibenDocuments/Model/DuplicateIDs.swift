/// Ids that occur more than once, all of them, found before anything is applied (rule D4).
public struct DuplicateIDs: Error, Equatable, CustomStringConvertible {
  /// The section ids that occur more than once, each named once, in the order of their second
  /// occurrence.
  public let sections: [SectionID]
  /// The row ids that occur more than once, each named once, in the order of their second
  /// occurrence.
  public let rows: [RowID]

  init?(in list: [Document.Section]) {
    sections = Self.repeated(list.lazy.map(\.id))
    rows = Self.repeated(list.lazy.flatMap { $0.rows.lazy.map(\.id) })
    if sections.isEmpty && rows.isEmpty { return nil }
  }

  private static func repeated<ID: Hashable>(_ ids: some Sequence<ID>) -> [ID] {
    var seen: Set<ID> = []
    var named: Set<ID> = []
    return ids.filter { !seen.insert($0).inserted && named.insert($0).inserted }
  }

  /// One sentence that names every duplicate.
  public var description: String {
    let names = sections.map { "section:\($0)" } + rows.map(\.rawValue)
    return "these ids occur more than once: \(names.joined(separator: ", "))"
  }
}
