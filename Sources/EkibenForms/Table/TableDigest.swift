package import EkibenDocuments

/// What a table shows, as one number that can be kept up to date by what changes.
///
/// It is a sum: each row adds a hash of its place in its section and of its record, each
/// section one of its place, its name and supplements, and the sum of its rows. So a row that says
/// something else is one term less and one more, O(1), and a section whose rows come, go or move is
/// added up anew. Two tables that differ have the same digest once in 2⁶⁴; digests of two processes
/// cannot be compared.
package struct TableDigest: Sendable {
  private struct Part {
    let id: SectionID
    let head: UInt64
    var rows: UInt64
  }

  private var parts: [Part] = []
  /// The sum.
  package private(set) var total: UInt64 = 0

  /// The digest of an empty table.
  package init() {}

  /// Adds up everything.
  ///
  /// - Complexity: O(n) in the number of rows.
  package init(_ document: Document) {
    for section in document.sections { parts.append(Self.part(section)) }
    addUp()
  }

  /// Takes note of a row that says something else in its place.
  ///
  /// - Complexity: O(fields).
  package mutating func replace(
    _ old: Document.Row, with new: Document.Row, at place: Document.Place
  ) {
    guard parts.indices.contains(place.section) else { return }
    total &-= Self.term(parts[place.section], at: place.section)
    parts[place.section].rows &-= Self.term(old, at: place.row)
    parts[place.section].rows &+= Self.term(new, at: place.row)
    total &+= Self.term(parts[place.section], at: place.section)
  }

  /// Takes note of sections that came, went or moved, and of some in which anything changed.
  ///
  /// - Parameters:
  ///   - ids: All sections, in order.
  ///   - touched: Those that are not what they were.
  ///   - section: The section at an index; only asked for those that are touched or new.
  /// - Complexity: O(sections + rows of the sections touched).
  package mutating func update(
    _ ids: some Sequence<SectionID>, touched: Set<SectionID>, section: (Int) -> Document.Section
  ) {
    let known = Dictionary(parts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    parts = ids.enumerated().map { at, id in
      if !touched.contains(id), let part = known[id] { return part }
      return Self.part(section(at))
    }
    addUp()
  }

  private mutating func addUp() {
    total = 0
    for (at, part) in parts.enumerated() { total &+= Self.term(part, at: at) }
  }

  // Differs from run to run.
  private static let seed = UInt64(truncatingIfNeeded: Hasher().finalize()) | 1

  private static func part(_ section: Document.Section) -> Part {
    var rows: UInt64 = 0
    for (at, row) in section.rows.enumerated() { rows &+= term(row, at: at) }
    let supplements = SectionDisplay.shown(section.fields).contentHash(seed: seed)
    let head = ByteText.mix(supplements ^ ByteText.hash(section.id.rawValue, seed: seed))
    return Part(id: section.id, head: head, rows: rows)
  }

  private static func term(_ part: Part, at place: Int) -> UInt64 {
    ByteText.mix(ByteText.mix(part.head &+ UInt64(place)) ^ ByteText.mix(part.rows ^ seed))
  }

  private static func term(_ row: Document.Row, at place: Int) -> UInt64 {
    ByteText.mix(
      ByteText.mix(row.fields.contentHash(seed: seed) ^ ByteText.hash(row.id.rawValue, seed: seed))
        &+ UInt64(place))
  }
}
