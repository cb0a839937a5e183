extension TableOperations {
  /// A part of a section beside its rows: its header, its footer, or one with a name of its own.
  ///
  /// A named supplement is a field of the section that holds a component record, whatever the field
  /// is called (rule T17).
  public struct Supplement: Hashable, Sendable {
    /// The section's index.
    public let section: Int
    /// The field that holds it, such as `header`.
    public let name: FieldName

    /// Names a supplement.
    public init(section: Int, name: FieldName) { (self.section, self.name) = (section, name) }

    /// The name of the supplement that shows a field of a section; nil for a field that none shows.
    ///
    /// The header shows how deep the section is nested and whether it is asked for or read-only, so these are the
    /// header's. The separators of rows are told of under their own name, though nothing stands there.
    public static func name(showing field: FieldName, _ value: Value?) -> FieldName? {
      if ofHeader.contains(field) { return .header }
      if field == .footer || field == .separators { return field }
      return value?.asRecord?.text(.component) == nil ? nil : field
    }

    private static let ofHeader: [FieldName] = [.header, .level, .required, .readOnly]

    /// The fields of the section that it shows.
    package var fields: [FieldName] { name == .header ? Self.ofHeader : [name] }

    /// The names of the supplements that come, go or change: header and footer first.
    ///
    /// - Complexity: O(fields).
    static func names(changedFrom old: Fields, to new: Fields) -> [FieldName] {
      if old == new { return [] }
      var names: [FieldName] = []
      let others = (old.names + new.names).sorted()
      for field in ofHeader + [.footer] + others where old[field] != new[field] {
        guard let name = name(showing: field, old[field]) ?? name(showing: field, new[field]),
          !names.contains(name)
        else { continue }
        names.append(name)
      }
      return names
    }

    /// The name as texts show it.
    var shownName: String { Notation.name(name.rawValue) }
  }
}

extension Fields {
  /// The names of the supplements that stand at a section with these fields, by the bytes of the names.
  ///
  /// - Complexity: O(fields).
  package var supplementNames: [FieldName] {
    names.filter {
      $0 != .separators && TableOperations.Supplement.name(showing: $0, self[$0]) == $0
    }
  }
}
