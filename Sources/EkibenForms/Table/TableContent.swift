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
    self.document = document
    self.components = components
  }

  /// The component of the row at a place.
  ///
  /// - Complexity: O(log n) in the number of rows.
  public func component(at place: Document.Place) -> any Component {
    components.component(of: document[place])
  }
}
