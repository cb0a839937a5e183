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

  /// What came of it.
  struct Report {
    /// Calls at which a fault was tried.
    var points = 0
    /// Calls that the operation makes when nothing fails.
    var calls = 0
    /// The operation refused, and nothing had happened.
    var refused = 0
    /// The operation did its work all the same.
    var absorbed = 0
    /// It refused, and had come from one whole state to another on its way.
    var partly = 0
    /// It refused, and its work was there all the same, whole.
    var doneThoughRefused = 0
    /// It refused and nothing was to be seen, but a process that opens the file after a kill at that
    /// moment finds the work done, whole.
    var comesBack = 0
    /// The handle had to be opened anew.
    var reopened = 0
    var findings: [String] = []
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
      try copyAsKilled(from: template, to: work)
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
