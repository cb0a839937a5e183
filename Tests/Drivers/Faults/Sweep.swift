import CDrivers
import EkibenStore
import Foundation

/// What may be found after a failure, each whole.
struct States {
  let before: Snapshot
  let between: [Snapshot]
  let after: Snapshot
}

/// Lets one operation fail at one point after the other, and looks each time what is left.
struct Sweep {
  let operation: Operation
  let kind: FaultKind
  let isSticky: Bool
  /// Every how many points it stops; 1 is all of them.
  let stride: Int
  /// What earlier points left.
  let seen = SeenFiles()

  /// What came of it.
  struct Report {
    /// Calls at which a fault was tried.
    var points = 0
    /// Calls that the operation makes when nothing fails.
    var calls = 0
    /// How often each outcome was found.
    var outcomes: [Outcome: Int] = [:]
    /// Points whose files were found before, to the byte, with nothing open.
    var repeated = 0
    /// The handle had to be opened anew.
    var reopened = 0
    var findings: [String] = []

    mutating func count(_ outcome: Outcome) { outcomes[outcome, default: 0] += 1 }
  }

  func run(in folder: URL) throws -> Report {
    let template = folder.appending(path: "template")
    try makeTemplate(template, in: folder)
    let states = States(
      before: try snapshot(template),
      between: try operation.stages.map { try snapshotAfter($0, template, in: folder) },
      after: try snapshotAfter(operation.run, template, in: folder))
    var report = Report()
    var point: Int64 = 1
    while true {
      let work = folder.appending(path: "work")
      try FileManager.default.copyItem(at: template, to: work)
      let attempt = try Attempt(sweep: self, folder: work, states: states)
      guard try attempt.run(at: point, into: &report) else { break }
      try FileManager.default.removeItem(at: work)
      report.points += 1
      point += Int64(stride)
    }
    return report
  }

  private func makeTemplate(_ template: URL, in folder: URL) throws {
    let making = folder.appending(path: "making")
    try FileManager.default.createDirectory(at: making, withIntermediateDirectories: true)
    let context = Context(making)
    try operation.prepare(context)
    if !operation.isKilled { try context.close() }
    try copyAsKilled(from: making, to: template)
    try context.close()
  }

  private func snapshotAfter(
    _ run: (Context) throws -> Void, _ template: URL, in folder: URL
  ) throws -> Snapshot {
    let work = folder.appending(path: "after")
    try copyAsKilled(from: template, to: work)
    let context = Context(work)
    try operation.open(context)
    try run(context)
    try context.close()
    let found = try snapshot(work)
    try FileManager.default.removeItem(at: work)
    return found
  }

  /// What has to be whole: every row of every table, or what can be asked where that may change.
  func snapshot(_ folder: URL) throws -> Snapshot {
    operation.isGradual ? try Snapshot(askingIn: folder) : try Snapshot(folder)
  }
}
