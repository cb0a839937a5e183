/// Where the schema of a file is not the one that Ekiben makes.
public struct SchemaDifference: Hashable, Sendable {
  /// What a schema holds.
  public enum Kind: String, Hashable, Sendable {
    /// A table, virtual ones included.
    case table
    /// An index.
    case index
    /// A view.
    case view
    /// A trigger.
    case trigger
  }

  /// In what way it differs.
  public enum Problem: Hashable, Sendable {
    /// Ekiben did not make it.
    case added
    /// Its SQL text differs.
    case changed
    /// It is not there.
    case missing
  }

  /// What differs.
  public let kind: Kind
  /// Its name.
  public let name: String
  /// The table that it belongs to; for a table or a view its own name.
  public let table: String
  /// In what way it differs.
  public let problem: Problem

  /// What can be done about it, for a person who has some SQL tool.
  ///
  /// What is added may hold somebody's data, so nothing here drops it by itself.
  public var advice: String {
    switch problem {
    case .added: "any SQL tool removes it: DROP \(kind.rawValue.uppercased()) \(quotedName)"
    case .changed, .missing:
      "export the documents and import them into a new store, or take a backup"
    }
  }

  private var quotedName: String {
    let parts = name.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"\(parts.joined(separator: "\"\""))\""
  }

  /// Whether it changes nothing of what reading finds or does: triggers and views are switched off.
  var isInert: Bool { problem == .added && (kind == .trigger || kind == .view) }
}

extension SchemaDifference: CustomStringConvertible {
  /// What differs, in a few words.
  public var description: String {
    let what = "the \(kind.rawValue) \(name)" + (table == name ? "" : " on \(table)")
    return switch problem {
    case .added: "\(what) is not Ekiben's"
    case .changed: "\(what) is not as Ekiben makes it"
    case .missing: "\(what) is missing"
    }
  }
}
