import BenchmarkResults
import Ekiben
import EkibenDocuments
import EkibenTesting
import Foundation

/// Questions about the past and the present of a long journal, beside probes of a plain table.
extension StoreBenchmarks {
  static let reads: [Line] = [
    ("open", { [try opening($0)] }),
    ("as-of-field", { try pastFields($0, "as-of-field") }),
    ("blame", { try blame($0) }),
    ("as-of-document", { try pastDocument($0) }),
    ("diff", { try differences($0) }),
    ("ids", { try ids($0) }),
    ("read", { try presentRows($0) }),
    ("verify", { try verification($0) }),
  ]

  /// A whole check of the file; 8 µs an entry are 8 s for a million.
  private static func verification(_ fixture: StoreFixture) throws -> [BenchmarkResult] {
    let size = fixture.document.count
    let measurement = try Rounds.compare(
      "store verify", against: "reading the entries", size: size,
      ours: { try fixture.store.verify() }, theirs: { try read(fixture, size) })
    return [
      measurement, BenchmarkResult(measurement.workload, measurement.value, "µs", target: 8),
      try PeakMemory.result(
        "store verify: most memory", of: "verify", in: fixture.path, named: "bench", target: 60),
    ]
  }

  private static func read(_ fixture: StoreFixture, _ size: Int) throws {
    for first in stride(from: 1, through: size, by: 1000) {
      _ = try fixture.store.entries(of: fixture.document, first...first + 999)
    }
  }

  /// The ids of all entries in order; 10 µs each are 100,000 a second.
  private static func ids(_ fixture: StoreFixture) throws -> [BenchmarkResult] {
    let size = fixture.document.count
    let measurement = try Rounds.compare(
      "store ids", against: "reading the entries", size: size,
      ours: { try fixture.store.entryIDs(of: fixture.document) },
      theirs: { try read(fixture, size) })
    return [
      measurement, BenchmarkResult(measurement.workload, measurement.value, "µs", target: 10),
    ]
  }

  private static func opening(_ fixture: StoreFixture) throws -> BenchmarkResult {
    let versions = try bareVersions(fixture)
    let measurement = try Rounds.compare(
      "store open", against: "reading 10,000 fields", size: 1,
      ours: { try fixture.open() },
      theirs: { try versions.values(of: 0..<StoreFixture.rows, at: entries) })
    return BenchmarkResult("store open", measurement.value / 1000, "ms", target: 100)
  }

  private static func bareVersions(_ fixture: StoreFixture) throws -> BareVersions {
    let path = fixture.folder.appending(path: "versions-\(UUID().uuidString).sqlite").path
    return try BareVersions(path: path, rows: StoreFixture.rows, edits: entries)
  }

  /// A random field after a random entry: a question of its own each time.
  private static func pastFields(_ fixture: StoreFixture, _ name: String) throws
    -> [BenchmarkResult]
  {
    let size = 2000
    let bare = try bareVersions(fixture)
    let document = fixture.document
    var random = SeededGenerator(seed: 42)
    let probes = (0..<size).map { _ in
      (
        row: Int.random(in: 0..<StoreFixture.rows, using: &random),
        number: Int.random(in: 2...entries, using: &random)
      )
    }
    let measurement = try Rounds.compare(
      "store \(name)", against: "a probe", size: size,
      ours: {
        for probe in probes {
          let target = Change.Target(.row(StoreFixture.row(probe.row)), .value)
          _ = try fixture.store.fields([target], of: document, at: probe.number)
        }
      },
      theirs: { for probe in probes { _ = try bare.value(of: probe.row, at: probe.number) } })
    return [
      measurement, BenchmarkResult(measurement.workload, measurement.value, "µs", target: 10),
    ]
  }

  /// Who wrote what a field holds, when and instead of what.
  private static func blame(_ fixture: StoreFixture) throws -> [BenchmarkResult] {
    let size = 2000
    let bare = try bareVersions(fixture)
    let document = fixture.document
    var random = SeededGenerator(seed: 43)
    let rows = (0..<size).map { _ in Int.random(in: 0..<StoreFixture.rows, using: &random) }
    let measurement = try Rounds.compare(
      "store blame", against: "a probe", size: size,
      ours: {
        for row in rows {
          let origin = document.origins[Change.Target(.row(StoreFixture.row(row)), .value)]
          _ = try fixture.store.entry(origin.entry, of: document)
        }
      },
      theirs: { for row in rows { _ = try bare.value(of: row, at: entries) } })
    return [
      measurement, BenchmarkResult(measurement.workload, measurement.value, "µs", target: 10),
    ]
  }

  private static func pastDocument(_ fixture: StoreFixture) throws -> [BenchmarkResult] {
    let bare = try bareVersions(fixture)
    return try [entries / 2, 11_000].flatMap { number in
      let measurement = try Rounds.compare(
        "store as-of-document-\(number)", against: "a probe a field", size: 1,
        ours: { try fixture.store.content(of: fixture.document, at: number) },
        theirs: { try bare.values(of: 0..<StoreFixture.rows, at: number) })
      return [
        measurement,
        BenchmarkResult(measurement.workload, measurement.value / 1000, "ms", target: 60),
      ]
    }
  }

  /// Between the states after two entries that are 1,000 apart, deep down and near the head.
  private static func differences(_ fixture: StoreFixture) throws -> [BenchmarkResult] {
    let bare = try bareVersions(fixture)
    return try [11_000, entries - 1100].flatMap { number in
      let measurement = try Rounds.compare(
        "store diff-\(number)", against: "two probes a field", size: 1,
        ours: {
          try fixture.store.changes(in: fixture.document, from: number, to: number + 1000)
        },
        theirs: {
          try bare.values(of: 0..<1000, at: number)
            + bare.values(of: 0..<1000, at: number + 1000)
        })
      return [
        measurement,
        BenchmarkResult(measurement.workload, measurement.value / 1000, "ms", target: 5),
      ]
    }
  }

  private static func presentRows(_ fixture: StoreFixture) throws -> [BenchmarkResult] {
    let size = StoreFixture.rows
    let bare = try bareTable(fixture, "read")
    return [
      try Rounds.compare(
        "store read-one", against: "SELECT by key", size: size, target: 1.5,
        ours: {
          var sum = 0
          for number in 0..<size {
            let row = StoreFixture.row(7919 * number % size)
            sum += fixture.document.row(row)?.fields[.value]?.asText?.utf8.count ?? 0
          }
          return sum
        },
        theirs: { try bare.read(size) })
    ]
  }

  static let bulk: [Line] = [("bulk", { try wholeDocuments($0) })]

  /// Answering every row in one transaction, and reading such a document, with a journal of two.
  private static func wholeDocuments(_ fixture: StoreFixture) throws -> [BenchmarkResult] {
    let size = StoreFixture.rows
    let store = fixture.store
    let bare = try BareAnswers(path: fixture.folder.appending(path: "bulk.sqlite").path)
    let metadata = EditMetadata(author: "ada", time: 0)
    var number: UInt8 = 10
    var created: [StoredDocument] = []
    for _ in 0..<12 {
      number += 1
      let uid = [UInt8](repeating: number, count: 16)
      created.append(try store.create(nil, from: "bench", uid: uid, by: metadata))
    }
    let names = created.map(\.name)
    let answers = (0..<size).map { row in
      (row: StoreFixture.row(row), value: Value?.some(.text(StoreFixture.text(row, version: 0))))
    }
    let insert = try Rounds.compare(
      "store bulk-insert", against: "INSERT", size: size, target: 3,
      ours: {
        guard var document = created.popLast() else { return }
        _ = try store.perform(.answers(answers), on: &document, by: metadata)
      },
      theirs: { try bare.insert(size) })
    let read = try Rounds.compare(
      "store bulk-read", against: "SELECT", size: size, target: 2.5,
      ours: { try store.document(names[names.count - 1]) }, theirs: { try bare.all() })
    return [insert, read]
  }
}
