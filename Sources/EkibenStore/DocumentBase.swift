internal import EkibenDocuments
internal import Synchronization

/// What a form gives documents of a revision: one for all of them, and one reference for a document that is copied.
package final class DocumentBase: Sendable {
  let content: Document
  /// What evaluates the rules of its store's documents, if the store was opened with that.
  package let rules: (any AnswerActivitySource)?
  private let derived = Mutex<(any Sendable)?>(nil)
  private let hasRepeatingRow: Bool?
  private let foundIndex = Mutex<Document.Index?>(nil)
  private let secrets = Mutex<Bool?>(nil)

  /// Whether any row is one whose answer is kept out of everything that is read.
  ///
  /// - Complexity: O(rows) once, then O(1).
  var hasSecrets: Bool {
    secrets.withLock { known in
      if let known { return known }
      let found = content.sections.contains { $0.rows.contains { $0.fields.isSecret } }
      known = found
      return found
    }
  }

  /// Takes what a form gives, of which it may be known whether a row repeats.
  init(
    content: Document, hasRepeatingRow: Bool? = nil, rules: (any AnswerActivitySource)?
  ) {
    (self.content, self.hasRepeatingRow, self.rules) = (content, hasRepeatingRow, rules)
  }

  /// Where each record of ``content`` stands.
  ///
  /// Whoever goes through a document in its order does not ask: of opening 100,000 rows it is a tenth.
  ///
  /// - Complexity: O(rows) once, then O(1).
  var index: Document.Index {
    foundIndex.withLock { known in
      if let known { return known }
      let found = Document.Index(content, hasRepeatingRow: hasRepeatingRow)
      known = found
      return found
    }
  }

  var structure: DocumentStructure { DocumentStructure(content, index) }

  /// A value that is worked out once, by whoever asks first.
  func value<Value: Sendable>(_ make: () -> Value) -> Value {
    derived.withLock { known in
      if let value = known as? Value { return value }
      let value = make()
      known = value
      return value
    }
  }
}
