/// The order keys that a new document takes over from an old one, and those that it needs anew.
///
/// Records that keep their relative order keep their keys; those that are new or moved get keys
/// between their neighbours' (rule D13). Where there is no room the crowded run gets new keys.
struct OrderAlignment {
  private let sectionKeys: [OrderKey]
  /// By new section: the keys of rows whose key is not that of the old row at their pair.
  private var rowKeys: [Int: [Int: OrderKey]] = [:]

  init(_ difference: DocumentDifference) {
    let sections = difference.sections
    let old = difference.old
    let moved = Set(sections.moved)
    sectionKeys = OrderKey.filled(
      sections.oldOfNew.enumerated().map { index, before in
        moved.contains(index) ? nil : before.map { old.sections[$0].order }
      })
    for (index, pairing) in difference.kernel.pairings.enumerated()
    where index < sections.oldOfNew.count {
      align(index, pairing, difference)
    }
  }

  private mutating func align(
    _ index: Int, _ pairing: ListPairing, _ difference: DocumentDifference
  ) {
    let pair = difference.kernel.pairs[index]
    guard let section = difference.sections.oldOfNew[index] else {
      rowKeys[index] = Dictionary(
        uniqueKeysWithValues: OrderKey.filled(Array(repeating: nil, count: pair.newCount))
          .enumerated().map { ($0.offset, $0.element) })
      return
    }
    if pairing.middle.isEmpty { return }
    let rows = difference.old.sections[section].rows
    let moved = Set(pairing.moves())
    let kept = (0..<pair.newCount).map { new -> OrderKey? in
      let old = pairing.old(of: new, newCount: pair.newCount, oldCount: pair.oldCount)
      return old < 0 || moved.contains(new) ? nil : rows[old].order
    }
    var changed: [Int: OrderKey] = [:]
    for (new, key) in OrderKey.filled(kept).enumerated() where key != kept[new] {
      changed[new] = key
    }
    rowKeys[index] = changed
  }

  /// The key of a new section.
  func section(_ index: Int) -> OrderKey { sectionKeys[index] }

  /// The key of a new row; nil where it is that of the old row.
  func row(_ place: Document.Place) -> OrderKey? { rowKeys[place.section]?[place.row] }

  /// The new indices of rows of a section whose key changes, or which are new.
  func changedRows(ofPair index: Int) -> [Int] { rowKeys[index].map { Array($0.keys) } ?? [] }
}
