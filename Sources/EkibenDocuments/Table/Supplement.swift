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
      switch field {
      case .header, .level, .required, .readOnly: .header
      case .footer: .footer
      case .separators: .separators
      default: value?.asRecord?.text(.component) == nil ? nil : field
      }
    }

    /// The names of the supplements that come, go or change: header and footer first.
    ///
    /// - Complexity: O(fields).
    static func names(changedFrom old: Fields, to new: Fields) -> [FieldName] {
      if old == new { return [] }
      var names: [FieldName] = []
      let others = (old.names + new.names).sorted()
      let ofHeader: [FieldName] = [.header, .level, .required, .readOnly]
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
