import Ekiben
import EkibenDocuments
import EkibenTesting
import Testing

// Rules F22, F23 and I12.
@Suite(.timeLimit(.minutes(20))) struct `A document in two stores` {
  /// Two keys that follow each other in one store, and lie apart where both rows came at once.
  @Test func `keeps its own rows where they stood`() throws {
    let (short, long) = (
      try Document(sketch: "s: p q"), try Document(sketch: "s: p q r s t u v")
    )
    try withTemporaryStore { first in
      try withTemporaryStore { second in
        _ = try first.publish("f", short, by: by())
        _ = try first.publish("f", long, by: by())
        var document = try first.create("d", from: "f", uid: uid(2), by: by())
        try first.perform(
          .apply(try Document(sketch: "s: p own q r s t u v")), on: &document, by: by())
        _ = try second.publish("f", long, by: by())
        let bytes = try export(document, from: first)
        let copy = try second.importHistory(bytes)
        #expect(copy.content == document.content)
        #expect(try export(copy, from: second) == bytes)
        #expect(try second.verify().findings == [])
      }
    }
  }

  private func export(_ document: StoredDocument, from store: Store) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try store.exportHistory(of: document) { bytes += try $0.encoded() }
    return bytes
  }

  private func by() -> EditMetadata { EditMetadata(author: "Ada", time: 1) }
  private func uid(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 16) }
}
