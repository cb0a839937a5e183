import Ekiben
import EkibenDocuments
import EkibenTesting
import Foundation
import TestSupport
import Testing

// Rules H15 and P26.
@Suite(.timeLimit(.minutes(20))) struct ExportableTests {
  /// A closed store with a random history, some of it archived.
  private func makeStore(at path: String, _ random: inout SeededGenerator) throws {
    let store = try Store(path, now: 0)
    let metadata = EditMetadata(author: "Ada", time: 1)
    let rows = ["name", "age", "note"].map {
      Document.Row(id: RowID(unchecked: $0), fields: [.component: "TextInput"])
    }
    _ = try store.publish(
      "visit", Document(sections: [.init(id: "s", rows: rows)]), by: metadata)
    var document = try store.create(
      "visit", from: "visit", uid: [UInt8](repeating: 2, count: 16), by: metadata)
    for number in 1...40 {
      let text = String(repeating: "text \(number) ", count: random.pick([1, 3, 300]))
      let answers: [(row: RowID, value: Value?)] = [
        (row: random.pick(["name", "age", "note"]), value: .text(text))
      ]
      try store.perform(.answers(answers), on: &document, by: metadata)
      if random.once(in: 5) { try store.perform(.undo(steps: 1), on: &document, by: metadata) }
      if number == 25 { while try store.archiveOldEntries(of: &document) {} }
    }
    try store.close()
  }

  /// Whether verify calls a file ok; then all of it has to come out.
  private func isExported(_ path: String) throws -> Bool {
    guard let store = try? Store(path, access: .readOnly, now: 0) else { return false }
    let isSound = (try? store.verify().findings.isEmpty) ?? false
    if isSound {
      for summary in try store.documents() {
        try store.exportHistory(of: try store.document(summary.name)) { _ = try $0.encoded() }
      }
    }
    try store.close()
    return isSound
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `whatever verify calls ok can be exported, damaged or not`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "store").path
      try makeStore(at: path, &random)
      #expect(try isExported(path))
      let whole = try fileBytes(at: URL(filePath: path))
      let places = whole.indices.filter { whole[$0] != 0 }
      for round in 1...60 {
        var rotten = whole
        rotten[random.pick(places)] ^= 1 << UInt8(random.number(in: 0...7))
        let copy = folder.appending(path: "rotten-\(round)")
        try Data(rotten).write(to: copy)
        _ = try isExported(copy.path)
      }
    }
  }
}
