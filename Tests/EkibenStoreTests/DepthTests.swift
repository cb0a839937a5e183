import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

/// Values that are nested too deep to be read again never get into a store.
@Suite(.timeLimit(.minutes(20))) struct DepthTests {
  private func nested(_ levels: Int) -> Value {
    (0..<levels).reduce(Value.null) { value, _ in .list([value]) }
  }

  @Test func `an answer is nested up to the limit and no further`() throws {
    try withVisit { store, document in
      let deepest = ValueCoding.maximumDepth - 1
      try store.set(&document, ("name", nested(deepest)))
      try store.expectStored(document)
      let before = try dump(store.path)
      for levels in [deepest + 1, 1_000] {
        let error = try storeError { try store.set(&document, ("name", nested(levels))) }
        #expect(error == .tooDeep(limit: deepest))
      }
      #expect(try dump(store.path) == before)
      try store.set(&document, ("name", "Ada"))
      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(document.answer("name") == nested(deepest))
    }
  }

  @Test func `so is a form`() throws {
    try withVisit { store, _ in
      let before = try dump(store.path)
      for levels in [ValueCoding.maximumDepth, 1_000] {
        let row = Document.Row(id: "a", fields: [.initial: nested(levels)])
        let form = try Document(sections: [.init(id: "s", rows: [row])])
        let error = try storeError {
          _ = try store.publish("deep", form, by: EditMetadata(author: "Ada", time: 0))
        }
        #expect(error == .tooDeep(limit: ValueCoding.maximumDepth - 1))
      }
      #expect(try dump(store.path) == before)
    }
  }
}
