public import EkibenDocuments

/// Which sections of a document a table shows.
public enum DisplayPolicy: Hashable, Sendable {
  /// All of them, also those without rows.
  case all
  /// Those that have rows.
  case withRows
  /// Those that have rows or a header, footer or named supplement.
  case withRowsOrSupplements
  /// Exactly these, in this order.
  case listed([SectionID])
  /// Those that stand on a page; nil is those that stand on none.
  case page(String?)

  /// Says what a table is to show of a document; answers and records stay as they are.
  ///
  /// - Throws: ``DisplayPolicyError`` when a list names sections twice, or that there are none of.
  /// - Complexity: O(sections).
  public func shown(of document: Document) throws(DisplayPolicyError) -> Document {
    switch self {
    case .all: return document
    case .withRows: return document.keeping { !$0.rows.isEmpty }
    case .withRowsOrSupplements:
      return document.keeping { !$0.rows.isEmpty || !$0.fields.supplementNames.isEmpty }
    case .page(let page):
      let shown = zip(document.sections, document.pageIDs).filter { $1 == page }.map(\.0)
      return Document(keeping: document.fields, sections: shown)
    case .listed(let list): return try Self.pick(list, from: document)
    }
  }

  private static func pick(
    _ list: [SectionID], from document: Document
  ) throws(DisplayPolicyError) -> Document {
    let places = Dictionary(
      document.sections.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var seen: Set<SectionID> = []
    let repeated = list.filter { !seen.insert($0).inserted }
    let unknown = list.filter { places[$0] == nil }
    guard repeated.isEmpty, unknown.isEmpty
    else { throw DisplayPolicyError(repeated: repeated, unknown: unknown) }
    let sections = list.compactMap { places[$0].map { document.sections[$0] } }
    return Document(keeping: document.fields, sections: sections)
  }
}

/// Why a list of sections cannot be shown: all that is wrong with it.
public struct DisplayPolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Ids that stand in the list more than once, each as often as it is repeated.
  public let repeated: [SectionID]
  /// Ids that the document has no section of.
  public let unknown: [SectionID]

  /// One sentence for a person.
  public var description: String {
    let parts = [("repeats", repeated), ("has no section for", unknown)].compactMap { what, ids in
      ids.isEmpty
        ? nil : what + " " + ids.map { Notation.name($0.rawValue) }.joined(separator: ", ")
    }
    return "the list of sections to show " + parts.joined(separator: " and ")
  }
}

extension Document {
  fileprivate func keeping(_ isShown: (Section) -> Bool) -> Document {
    if sections.allSatisfy(isShown) { return self }
    return Document(keeping: fields, sections: sections.filter(isShown))
  }
}
