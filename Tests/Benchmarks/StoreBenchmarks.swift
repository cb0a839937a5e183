import BenchmarkResults
import Ekiben
import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Foundation

/// The group `store`: what edits and questions cost beside the least that SQLite can do.
///
/// Every figure is taken in a store of 10,000 rows with as many entries as
/// `EKIBEN_BENCH_ENTRIES` says, 100,000 by default; the targets are those at 1,000,000.
@MainActor
enum StoreBenchmarks {
  typealias Line = (name: String, run: @MainActor (StoreFixture) throws -> [BenchmarkResult])

  /// Measures the lines whose name begins with `only`.
  static func run(only: String) throws -> [BenchmarkResult] {
    let lines = (reads + StoreEditBenchmarks.lines + bulk + [("move", moves)])
      .filter { $0.name.hasPrefix(only) }
    var measurements = try StoreSizeBenchmarks.run(only: only)
    if lines.isEmpty { return measurements }
    let fixture = try StoreFixture(name: "deep")
    defer { fixture.remove() }
    try fixture.grow(to: entries)
    try fixture.moveLines()
    _ = try fixture.sizeWhenClosed()
    for line in lines { measurements += try line.run(fixture) }
    return measurements
  }

  nonisolated static let entries =
    ProcessInfo.processInfo.environment["EKIBEN_BENCH_ENTRIES"].flatMap(Int.init) ?? 100_000

  static func bareTable(
    _ fixture: StoreFixture, _ name: String, _ level: Connection.Synchronous = .normal
  ) throws -> BareTable {
    try BareTable(
      path: fixture.folder.appending(path: "\(name).sqlite").path, rows: StoreFixture.rows, level)
  }

  private static func moves(_ fixture: StoreFixture) -> [BenchmarkResult] {
    let moving = fixture.moving
    let perLine = moving.time * 1e6 / Double(max(1, moving.lines))
    return [
      BenchmarkResult("store move", perLine, "µs a line", target: 5),
      BenchmarkResult("store move-worst", moving.worst * 1e3, "ms a slice", target: 5),
    ]
  }
}
