public import EkibenDocuments

/// What a host is given to show: a document, and the components that live beside it.
///
/// An edit that touches no component shares them with the content before.
public struct TableContent: Sendable {
  /// The sections and rows.
  public var document: Document
  /// The components.
  public var components: LiveComponents

  /// Puts a document and its components together.
  public init(_ document: Document = Document(), components: LiveComponents = .none) {
    (self.document, self.components) = (document, components)
  }

  /// The component of the row at a place.
  ///
  /// - Complexity: O(log n) in the number of rows.
  public func component(at place: Document.Place) -> any Component {
    components.component(of: document[place])
  }
}

/// What stands in a content, a line a record with its component, for people who look for an error.
extension TableContent: CustomDebugStringConvertible {
  /// A line for each section, with what stands above and below it, and for each row.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var debugDescription: String {
    document.sections.flatMap { section -> [String] in
      let supplements = section.fields.compactMap { field -> String? in
        guard let name = field.value.asRecord?.text(.component) else { return nil }
        return "\(field.name): \(name)"
      }
      let beside = supplements.isEmpty ? "" : " (\(supplements.joined(separator: ", ")))"
      return ["section \(Notation.name(section.id.rawValue))\(beside)"]
        + section.rows.map {
          "  \(Notation.name($0.id.rawValue)): \(components.component(of: $0).name)"
        }
    }.joined(separator: "\n")
  }
}
