import EkibenDocuments
import EkibenInterchange
import EkibenTesting
import RandomJournals

extension FuzzTarget {
  /// What is accepted is written, and from then on has the same bytes for ever.
  func checkHistory(_ bytes: [UInt8]) throws(FuzzFinding) -> Bool {
    var lines: [HistoryLine] = []
    do { try HistoryReader.read(bytes) { lines.append($0) } } catch {
      guard let place = error.place, place.line > 0, place.column > 0 else {
        throw FuzzFinding("a refusal lies in the input", "\(error)")
      }
      return false
    }
    do {
      let written = try Self.file(lines)
      var again: [HistoryLine] = []
      let reader = try HistoryReader.read(written) { again.append($0) }
      guard try Self.file(again) == written else {
        throw FuzzFinding("a history comes back", "\(reader.journal.entries.count) entries")
      }
      return true
    } catch let error as FuzzFinding {
      throw error
    } catch {
      throw FuzzFinding("a history that was read can be written, and read again", "\(error)")
    }
  }

  /// Files of random journals.
  static func histories(_ seeds: Range<UInt64>) throws -> [[UInt8]] {
    try seeds.map { seed in
      var generator = try JournalGenerator(seed: seed)
      for _ in 0..<12 { try generator.operate() }
      let header = HistoryHeader(
        uid: Array(repeating: 7, count: 16), document: "visit", form: "intake")
      let form = HistoryForm("intake", content: generator.base)
      return try file(
        [.header(header), .form(form)]
          + generator.journal.entries.map { .entry(HistoryEntry($0, in: generator.journal)) })
    }
  }

  private static func file(_ lines: [HistoryLine]) throws -> [UInt8] {
    try lines.flatMap { try $0.encoded() }
  }
}
