import CDrivers
import EkibenDocuments
import EkibenStore
import Foundation

/// One operation with a fault at one point, and everything that must hold afterwards.
struct Attempt {
  let sweep: Sweep
  let folder: URL
  let states: States
  private let context: Context

  init(sweep: Sweep, folder: URL, states: States) throws {
    self.sweep = sweep
    self.folder = folder
    self.states = states
    context = Context(folder)
    try sweep.operation.open(context)
  }

  /// Says whether the point was reached.
  func run(at point: Int64, into report: inout Sweep.Report) throws -> Bool {
    let known = context.document?.count
    // What is random in SQLite is the same in each attempt.
    drivers_seed(1)
    let allocations = drivers_allocations()
    let failure = fail(at: point)
    let calls = drivers_points()
    guard drivers_disarm() > 0 else {
      report.calls = Int(calls)
      if let failure { report.findings.append("without a fault: \(failure)") }
      return false
    }
    var notes: [String] = []
    if failure != nil, context.document?.count != known, sweep.operation.name != "read" {
      notes.append("memory went on without the file")
    }
    do {
      if context.isClosed {
        if drivers_allocations() != allocations { notes.append("memory was not given back") }
        try judgeClosed(after: failure, &notes, into: &report)
      } else {
        report.count(try judge(after: failure, &notes, into: &report))
      }
      report.findings += notes.map { "point \(point) (\(describe(failure))): \($0)" }
    } catch {
      report.findings.append("point \(point) (\(describe(failure))): afterwards \(error)")
    }
    return true
  }

  private func fail(at point: Int64) -> (any Error)? {
    drivers_arm(sweep.kind.fault, point, sweep.isSticky ? 1 : 0)
    do { try sweep.operation.run(context) } catch { return error }
    return nil
  }

  /// Judges what nobody has open, which the files alone decide.
  private func judgeClosed(
    after failure: (any Error)?, _ notes: inout [String], into report: inout Sweep.Report
  ) throws {
    let files = try StoredFiles(folder)
    let hasFailed = failure != nil
    if let known = sweep.seen.outcome(of: files, hasFailed: hasFailed) {
      report.repeated += 1
      return report.count(known)
    }
    let outcome = try judge(after: failure, &notes, into: &report)
    report.count(outcome)
    if notes.isEmpty { sweep.seen.note(outcome, of: files, hasFailed: hasFailed) }
  }

  private func judge(
    after failure: (any Error)?, _ notes: inout [String], into report: inout Sweep.Report
  ) throws -> Outcome {
    let outcome = try look(after: failure, &notes)
    notes += try goOn(into: &report)
    return outcome
  }

  private func describe(_ failure: (any Error)?) -> String {
    failure.map { "\($0)" } ?? "absorbed"
  }

  /// Looks at the files: through a fresh connection beside the handle, and as after a kill.
  private func look(after failure: (any Error)?, _ notes: inout [String]) throws -> Outcome {
    let killed = folder.deletingLastPathComponent().appending(path: "killed")
    try copyAsKilled(from: folder, to: killed)
    defer { discard(killed) }
    let living = try sweep.snapshot(folder)
    let dead = try sweep.seen.state(of: killed) {
      KilledState(
        snapshot: try sweep.snapshot(killed),
        findings: try findings(in: killed, sweep.operation.schema))
    }
    notes += dead.findings.map { "verify after a kill: \($0)" }
    for (what, state) in [("", living), ("after a kill: ", dead.snapshot)] {
      let unfinished = failure == nil ? [] : [states.before] + states.between
      let isWhole = state == states.after || unfinished.contains(state)
      if !isWhole { notes.append("\(what)\(state.difference(from: states.after))") }
    }
    switch (failure == nil, living == states.before, dead.snapshot == states.before) {
    case (true, _, _): return .absorbed
    case (false, true, true): return .refused
    case (false, true, false): return .comesBack
    case (false, false, _): return living == states.after ? .doneThoughRefused : .partly
    }
  }

  /// Does it again on the same handle, or on a new one where that is closed, and ends.
  private func goOn(into report: inout Sweep.Report) throws -> [String] {
    if try sweep.snapshot(folder) != states.after {
      do {
        try sweep.operation.run(context)
      } catch StoreError.closed {
        report.reopened += 1
        try context.close()
        try sweep.operation.open(context)
        try sweep.operation.run(context)
      }
    }
    try context.close()
    let end = try sweep.snapshot(folder)
    let notes = try findings(in: folder, sweep.operation.schema).map { "verify at the end: \($0)" }
    if end == states.after { return notes }
    return notes + ["at the end: \(end.difference(from: states.after))"]
  }

  private func discard(_ folder: URL) {
    do { try FileManager.default.removeItem(at: folder) } catch { print("\(error)") }
  }
}
