internal import EkibenDocuments
internal import Synchronization

/// The records of a form in the order of their keys, which never change.
final class FormRecords: Sendable {
  typealias Record = (id: RecordID, key: Int64)

  /// Those of a document of which no record of the form is known beforehand, and of a form without a revision.
  static let none = FormRecords([])

  /// Keys that follow each other, as those that came with one revision do, and the place of the first.
  private struct Run: Sendable {
    let keys: ClosedRange<Int64>
    let place: Int
  }

  private let runs: [Run]
  private let ids: [RecordID]
  private let keys = Mutex<[RecordID: Int64]?>(nil)

  /// Takes records in any order.
  ///
  /// - Complexity: O(n) where no keys are missing, else O(n log n).
  init(_ records: [Record]) {
    guard let first = records.lazy.map(\.key).min(), let last = records.lazy.map(\.key).max() else {
      (runs, ids) = ([], [])
      return
    }
    if last &- first == records.count - 1 {
      var ids = [RecordID](repeating: .document, count: records.count)
      for record in records { ids[Int(record.key - first)] = record.id }
      (runs, self.ids) = ([Run(keys: first...last, place: 0)], ids)
      return
    }
    let sorted = records.sorted { $0.key < $1.key }
    ids = sorted.map(\.id)
    var runs: [Run] = []
    for (place, record) in sorted.enumerated() {
      if let last = runs.last, last.keys.upperBound &+ 1 == record.key {
        runs[runs.count - 1] = Run(keys: last.keys.lowerBound...record.key, place: last.place)
      } else {
        runs.append(Run(keys: record.key...record.key, place: place))
      }
    }
    self.runs = runs
  }

  /// The keys, as few ranges of them as there are.
  var ranges: [ClosedRange<Int64>] { runs.map(\.keys) }

  /// The record of a key, if it is one of the form's.
  ///
  /// - Complexity: O(log r) where the keys have r gaps: mostly none.
  func id(of key: Int64) -> RecordID? {
    let run = runs.firstPlace { $0.keys.upperBound >= key }
    guard run < runs.count, runs[run].keys.contains(key) else { return nil }
    return ids[runs[run].place + Int(key - runs[run].keys.lowerBound)]
  }

  /// The row of a key, if it is one of the form's.
  func row(of key: Int64) -> RowID? { if case .row(let row)? = id(of: key) { row } else { nil } }

  /// The key of a record, if the form has it.
  ///
  /// - Complexity: O(n) the first time, then O(1).
  func key(of id: RecordID) -> Int64? {
    if ids.isEmpty { return nil }
    return keys.withLock { known in
      if let known { return known[id] }
      var keys: [RecordID: Int64] = [:]
      keys.reserveCapacity(ids.count)
      for run in runs {
        for key in run.keys { keys[ids[run.place + Int(key - run.keys.lowerBound)]] = key }
      }
      known = keys
      return keys[id]
    }
  }
}
