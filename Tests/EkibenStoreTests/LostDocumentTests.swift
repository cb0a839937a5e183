import EkibenDocuments
import EkibenStore
import Foundation
import TestSupport
import Testing

// Rule P26: a flipped bit is an error, also where it takes a document out of a list.
@Suite(.timeLimit(.minutes(20))) struct `A document whose line has changed on disk` {
  private static let names: [DocumentName] = ["first-one", "second-one", "third-one"]

  /// Makes a closed store of three documents of one form that answer its only row.
  private func makeStore(_ path: String) throws {
    let store = try Store(path, now: 0)
    let form = try Document(sections: [.init(id: "s", rows: [.init(id: "a", fields: [:])])])
    _ = try store.publish("form-of-them", form, by: by())
    for (number, name) in Self.names.enumerated() {
      var document = try store.create(
        name, from: "form-of-them", uid: uid(UInt8(number + 1)), by: by())
      _ = try store.perform(
        .answers([(row: "a", value: .text("answer \(number)"))]), on: &document, by: by())
    }
    try store.close()
  }

  /// What can be asked of all documents of a store, each in words.
  private static let questions: [(words: String, ask: @Sendable (Store) throws -> String)] = [
    ("the list", { try "\($0.documents())" }),
    ("the list of forms", { try "\($0.forms())" }),
    ("each by its name", { store in try "\(names.map { try found($0, in: store) })" }),
    (
      "the form by its name",
      { store in
        do throws(StoreError) { return try "\(store.form("form-of-them").revision)" } catch {
          if case .unknownForm = error { return "none" }
          throw error
        }
      }
    ),
    (
      "whole documents",
      { store in
        var found: [String] = []
        let isOneState = try store.eachDocument(of: "form-of-them") { document, _, _ in
          found.append("\(document.name): \(String(describing: document.answer("a")))")
          return true
        }
        return "\(isOneState) \(found)"
      }
    ),
    (
      "one field",
      { store in
        var found: [String] = []
        _ = try store.eachFieldAnswer(to: "a", in: "form-of-them") { name, answer in
          guard case .answer(let value) = answer else { return true }
          found.append("\(name): \(String(describing: value))")
          return true
        }
        return "\(found)"
      }
    ),
  ]

  // What a document answers; that there is none is an answer as well.
  @Sendable private static func found(_ name: DocumentName, in store: Store) throws -> String {
    do throws(StoreError) { return try "\(store.document(name).answer("a") as Any)" } catch {
      if case .unknownDocument = error { return "none" }
      throw error
    }
  }

  // What is answered: nil where that is refused.
  private func answers(_ path: String) -> [String?] {
    Self.questions.map { question in
      do {
        let store = try Store(path, access: .readOnly, now: 0)
        defer { do { try store.close() } catch {} }
        return try question.ask(store)
      } catch { return nil }
    }
  }

  @Test(arguments: ["first-one", "second-one", "third-one", "form-of-them"])
  func `is missed by nobody who asks all of them`(_ name: String) throws {
    try withStorePath { path in
      try makeStore(path)
      let whole = try fileBytes(at: URL(filePath: path))
      let expected = answers(path)
      #expect(!expected.contains(nil))
      let found = places(of: name, in: whole)
      #expect(found.count >= 2)
      for at in found.flatMap({ $0 - 40..<$0 + name.utf8.count }) {
        for bit in 0..<8 {
          var bytes = whole
          bytes[at] ^= 1 << UInt8(bit)
          try Data(bytes).write(to: URL(filePath: path))
          for (question, (now, before)) in zip(Self.questions, zip(answers(path), expected)) {
            #expect(
              now == nil || now == before,
              "\(question.words), byte \(at), bit \(bit): \(now ?? "refused")")
          }
        }
      }
    }
  }
}
