extension TableOperations: CustomStringConvertible {
  /// The operations as lines, such as `delete (0, 3)`, `move section 0 to 1` or `header of section 1`.
  ///
  /// Sections come first, content last; a place is `(section, row)`, in the table that its operation
  /// is counted in. The name of a supplement is written as in ``Notation``, and within a JSON string
  /// where it has a `;`.
  ///
  /// - Complexity: O(operations).
  public var lines: [String] {
    deleteSections.map { "delete section \($0)" }
      + insertSections.map { "insert section \($0)" }
      + moveSections.map { "move section \($0.source) to \($0.target)" }
      + deleteRows.map { "delete \($0.path)" }
      + insertRows.map { "insert \($0.path)" }
      + moveRows.map { "move \($0.source.path) to \($0.target.path)" }
      + updateRows.map { "update \($0.path)" }
      + replaceViews.map { "replace \($0.path)" }
      + supplements.map { "\($0.writtenName) of section \($0.section)" }
  }

  /// The ``lines``, separated by `; `.
  public var description: String { lines.joined(separator: "; ") }
}

extension TableOperations.Supplement {
  fileprivate var writtenName: String {
    name.rawValue.utf8.contains(UInt8(ascii: ";")) ? Notation.quoted(name.rawValue) : shownName
  }
}
