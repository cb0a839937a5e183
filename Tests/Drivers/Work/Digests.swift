package import EkibenDocuments
package import EkibenStore

/// A short name for everything that an entry says, the same in every process.
package func digest(of entry: Entry, _ changes: Changeset) -> String {
  let bytes = SHA256.hash(Array("\(entry) \(changes)".utf8))
  return bytes.prefix(12).map { String($0, radix: 16) }.joined(separator: ".")
}

/// What a document is, in lines that are the same wherever the same state is reached: who travelled
/// there and back is left out, and so is the journal, which says so.
package struct CanonicalDump: Equatable {
  package let lines: [String]

  package init(_ document: StoredDocument) {
    var lines = ["\(document.name) \(document.content.fields)"]
    for section in document.content.sections {
      lines.append("section \(section.id) \(section.order.bytes) \(section.fields)")
      for row in section.rows { lines.append("row \(row.id) \(row.order.bytes) \(row.fields)") }
    }
    for target in document.origins.targets.sorted() {
      lines.append("\(target) by \(document.origins[target].entry)")
    }
    self.lines = lines
  }

  /// The first line in which it differs from another; nil is none.
  package func difference(from other: CanonicalDump) -> String? {
    for (mine, theirs) in zip(lines, other.lines) where mine != theirs {
      return "\(mine) instead of \(theirs)"
    }
    return lines.count == other.lines.count ? nil : "\(lines.count) lines, not \(other.lines.count)"
  }
}
