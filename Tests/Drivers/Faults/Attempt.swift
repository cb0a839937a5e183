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
    let failure = fail(at: point)
    let calls = drivers_points()
    guard drivers_disarm() > 0 else {
      report.calls = Int(calls)
      if let failure { report.findings.append("without a fault: \(failure)") }
      return false
    }
    do {
      var notes = try look(after: failure, into: &report)
      if failure != nil, context.document?.count != known,
        sweep.operation.name != "read"
      {
        notes.append("memory went on without the file")
      }
      notes += try goOn(into: &report)
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

  private func describe(_ failure: (any Error)?) -> String {
    failure.map { "\($0)" } ?? "absorbed"
  }

  /// Looks at the files: through a fresh connection beside the handle, and as after a kill.
  private func look(
    after failure: (any Error)?, into report: inout Sweep.Report
  ) throws -> [String] {
    let killed = folder.deletingLastPathComponent().appending(path: "killed")
    try copyAsKilled(from: folder, to: killed)
    defer { discard(killed) }
    let (living, dead) = try (sweep.snapshot(folder), sweep.snapshot(killed))
    var notes = try findings(in: killed, sweep.operation.schema).map {
      "verify after a kill: \($0)"
    }
    for (what, state) in [("", living), ("after a kill: ", dead)] {
      let unfinished = failure == nil ? [] : [states.before] + states.between
      let isWhole = state == states.after || unfinished.contains(state)
      if !isWhole { notes.append("\(what)\(state.difference(from: states.after))") }
    }
    switch (failure == nil, living == states.before, dead == states.before) {
    case (true, _, _): report.absorbed += 1
    case (false, true, true): report.refused += 1
    case (false, true, false): report.comesBack += 1
    case (false, false, _) where living == states.after: report.doneThoughRefused += 1
    case (false, false, _): report.partly += 1
    }
    return notes
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
