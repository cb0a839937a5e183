public import EkibenDocuments

/// What publishing a form did.
public struct Publication: Hashable, Sendable {
  /// The form.
  public let form: DocumentName
  /// Its revision of this content, which is its current one now.
  public let revision: Int
  /// Whether the revision was made now; the same content makes none.
  public let isNew: Bool
  /// The revision that was the current one before; nil where it still is, or there was none.
  public let replaced: Int?
}

extension Store {
  /// Makes a form's current revision one of this content (rule F9).
  ///
  /// A revision that has this content already becomes the current one again, whichever it is. Else a
  /// new one is made by diff against the current one: rows that did not move keep their order keys.
  /// The 128 bits that name the form everywhere follow from its URL, or else from its name
  /// (rule F23).
  ///
  /// - Parameters:
  ///   - name: The form's name.
  ///   - document: What the form describes.
  ///   - metadata: Who publishes it, and when.
  /// - Returns: The revision of this content.
  /// - Throws: ``StoreError/secretInitial(_:)`` when a secret begins with an answer,
  ///   ``StoreError/differentForm(_:url:existing:)`` when a form of this name has another
  ///   URL, ``StoreError/sameForm(_:existing:)`` when a form of this URL has another name, and
  ///   whatever writing can meet.
  /// - Complexity: O(n log n) in the number of rows, and O(revisions).
  public func publish(
    _ name: DocumentName, _ document: Document, by metadata: EditMetadata
  ) throws(StoreError) -> Publication {
    let all = try publish([(name, document)], by: metadata)
    return all[0]
  }

  /// Publishes several forms or sets of options in one transaction: all of them, or none.
  ///
  /// - Throws: What publishing one of them can meet.
  public func publish(
    _ all: [(name: DocumentName, document: Document)], by metadata: EditMetadata
  ) throws(StoreError) -> [Publication] {
    for (_, document) in all {
      let secret = document.sections.lazy.flatMap(\.rows).first {
        $0.fields.isSecret && $0.fields[.initial] != nil
      }
      if let secret { throw .secretInitial(secret.id) }
    }
    return try withState { (state) throws(StoreError) in
      let hashes = try all.map { form throws(StoreError) in
        try state.database.encoding(try form.document.contentHash)
      }
      return try state.write { (state) throws(StoreError) in
        try zip(all, hashes).map { form, hash throws(StoreError) in
          try state.forms.publish(form.name, form.document, hash, by: metadata)
        }
      }
    }
  }
}
