/// What may be done to a document.
public enum DocumentStatus: String, Hashable, Sendable, CaseIterable {
  /// It is being filled in.
  case draft
  /// It is finished and refuses edits.
  case final
  /// It is gone from lists and refuses edits; its history is all there.
  case deleted
}

extension Document {
  /// The status that the document's own field gives; a document without that field is a draft.
  package var status: DocumentStatus {
    fields.text(.documentStatus).flatMap { DocumentStatus(rawValue: $0) } ?? .draft
  }
}

extension FieldName {
  /// A document's status, as a field of the document itself; absent is a draft.
  ///
  /// Forms have members called `status` too, which mean something else.
  package static let documentStatus: FieldName = "ekiben:status"
  /// Of a row as it is drawn: it is read-only because its document takes no edits.
  package static let closed: FieldName = "ekiben:closed"
}

extension Fields {
  /// Whether a person cannot change the answer of a row, in a draft either.
  package var isReadOnlyByForm: Bool { isTrue(.readOnly) && !isTrue(.closed) }
}
