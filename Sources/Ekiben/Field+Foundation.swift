public import EkibenDocuments
public import EkibenForms

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension URL: FieldValue {
  /// The text of the address, as it was given.
  public var documentValue: Value { .text(absoluteString) }

  /// Reads an address; nil for a text that is none.
  public init?(documentValue: Value) {
    guard let text = documentValue.asText else { return nil }
    self.init(string: text)
  }
}

extension TextInput {
  /// An input for a web address.
  ///
  /// A person may type any text; one that is no address is kept, and the field reads as nil.
  public init(_ field: Field<URL>, title: String? = nil) {
    self.init(id: field.row, title: title, kind: .url)
  }
}
