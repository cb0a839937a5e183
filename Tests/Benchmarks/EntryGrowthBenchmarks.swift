import BenchmarkResults
import Ekiben
import EkibenDocuments
import EkibenTesting

/// The same work after ten thousand entries and more, beside a document of one thousand: a history may get long
/// without anybody waiting for it.
@MainActor
enum EntryGrowthBenchmarks {
  private typealias Work = (
    name: String, size: Int, target: Double?, run: @MainActor (StoreFixture) throws -> Void
  )

  private static let works: [Work] = [
    ("edit", 500, 1.5, { try $0.edit(500) }),
    ("undo", 200, 1.5, { try travel($0, 100) }),
    ("blame", 200, 1.5, { try blame($0, 200) }),
    ("as-of", 200, 1.5, { try past($0, 200) }),
    ("log", 10, 1.5, { try log($0, 10) }),
    ("remove", 4, 1.5, { try removeAndUndo($0, 4) }),
    ("open", 1, 1.5, { _ = try $0.open() }),
  ]

  static func run(only: String) throws -> [BenchmarkResult] {
    let works = works.filter { $0.name.hasPrefix(only) }
    let small = try fixture(1000)
    defer { small.remove() }
    return try [10_000, 100_000, 1_000_000].filter { $0 <= max(10_000, StoreBenchmarks.entries) }
      .flatMap { entries in
        let large = try fixture(entries)
        defer { large.remove() }
        return try works.map { work in
          try Rounds.compare(
            "growth \(work.name), \(entries) entries", against: "1000 entries", size: work.size,
            target: work.target, ours: { try work.run(large) }, theirs: { try work.run(small) })
        }
      }
  }

  private static func fixture(_ entries: Int) throws -> StoreFixture {
    let fixture = try StoreFixture(name: "entries")
    try fixture.grow(to: entries)
    try fixture.moveLines()
    _ = try fixture.sizeWhenClosed()
    return fixture
  }

  private static func travel(_ fixture: StoreFixture, _ count: Int) throws {
    let metadata = EditMetadata(author: "ada", time: 0)
    for _ in 0..<count {
      try fixture.store.perform(.undo(steps: 1), on: &fixture.document, by: metadata)
      try fixture.store.perform(.redo(steps: 1), on: &fixture.document, by: metadata)
    }
  }

  private static func removeAndUndo(_ fixture: StoreFixture, _ count: Int) throws {
    let metadata = EditMetadata(author: "ada", time: 0)
    for number in 0..<count {
      let row = StoreFixture.row(StoreFixture.editedRow(number))
      try fixture.store.perform(.remove(.row(row)), on: &fixture.document, by: metadata)
      try fixture.store.perform(.undo(steps: 1), on: &fixture.document, by: metadata)
    }
  }

  private static func blame(_ fixture: StoreFixture, _ count: Int) throws {
    for number in 0..<count {
      let row = StoreFixture.row(StoreFixture.editedRow(number))
      let origin = fixture.document.origins[Change.Target(.row(row), .value)]
      _ = try fixture.store.entry(origin.entry, of: fixture.document)
    }
  }

  private static func past(_ fixture: StoreFixture, _ count: Int) throws {
    for number in 0..<count {
      let target = Change.Target(.row(StoreFixture.row(StoreFixture.editedRow(number))), .value)
      let entry = 2 + number * (fixture.document.count - 2) / count
      _ = try fixture.store.fields([target], of: fixture.document, at: entry)
    }
  }

  /// The newest twenty entries.
  private static func log(_ fixture: StoreFixture, _ count: Int) throws {
    for _ in 0..<count {
      let last = fixture.document.count
      _ = try fixture.store.entries(of: fixture.document, (last - 19)...last)
    }
  }
}
