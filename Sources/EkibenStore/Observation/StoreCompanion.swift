package import EkibenDocuments
internal import Synchronization

/// An object that the layer above keeps with a store for as long as that lives, and that is
/// notified of commits.
package protocol StoreCompanion: AnyObject, Sendable {
  /// Is told that a document has so many entries now, on the thread that found out, while the store's
  /// lock is held: it must not use the store, and takes no longer than making a note.
  ///
  /// With nil it is any document, after ``Store/refresh()``.
  func didCommit(to document: DocumentName?, count: Int)
}

extension Store {
  /// The companion of this store, made when it is asked for first.
  ///
  /// - Complexity: O(1).
  package func companion<Companion: StoreCompanion>(_ make: () -> Companion) -> Companion {
    companionSlot.withLock { slot in
      if let known = slot as? Companion { return known }
      let made = make()
      slot = made
      return made
    }
  }

  func tellCompanion(of document: DocumentName?, count: Int) {
    companionSlot.withLock { $0 }?.didCommit(to: document, count: count)
  }
}
