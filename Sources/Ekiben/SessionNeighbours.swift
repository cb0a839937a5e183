internal import EkibenDocuments
internal import EkibenStore

/// The sessions of one store on one document: what one of them writes the others show before the call
/// returns.
@MainActor
final class SessionNeighbours {
  private struct Key: Hashable {
    let store: ObjectIdentifier
    let document: DocumentName
  }

  private struct Member {
    weak var session: Session?
  }

  // A session holds its store, so the address of a store means that store while it has sessions.
  private static var all: [Key: SessionNeighbours] = [:]

  private var members: [Member] = []

  /// The sessions on a document; those of which no session is left are forgotten.
  static func of(_ store: Store, _ document: DocumentName) -> SessionNeighbours {
    all = all.filter { $0.value.members.contains { $0.session != nil } }
    let key = Key(store: ObjectIdentifier(store), document: document)
    let found = all[key] ?? SessionNeighbours()
    all[key] = found
    return found
  }

  func add(_ session: Session) {
    members.removeAll { $0.session == nil }
    members.append(Member(session: session))
  }

  /// All sessions but one, in the order in which they were opened.
  func others(than session: Session) -> [Session] {
    members.compactMap(\.session).filter { $0 !== session }
  }
}
