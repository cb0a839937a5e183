import Dispatch
package import Foundation
import Synchronization

/// How a process ended, and all that it wrote.
package struct ProcessResult: Sendable {
  /// The exit code, or 128 and the signal's number as a shell would say it.
  package let status: Int32
  /// The signal that ended it, if one did.
  package let signal: Int32?
  package let stdoutBytes: [UInt8]
  package let stderrBytes: [UInt8]

  /// What it wrote to standard output, with broken UTF-8 replaced.
  package var stdout: String { String(decoding: stdoutBytes, as: UTF8.self) }
  /// What it wrote to standard error, with broken UTF-8 replaced.
  package var stderr: String { String(decoding: stderrBytes, as: UTF8.self) }
}

/// A process that had to be ended because it took too long: in a test, a hang is a failure.
package struct TookTooLong: Error, CustomStringConvertible {
  package let description: String
}

/// One launch at a time: between making its pipes and starting the child, a process of Foundation's
/// holds descriptors that another child would inherit.
private let launching = Mutex(())

/// Runs a program to its end and gives back all that it said.
///
/// Input and output go through files, so that no amount of output can block it. Variables named
/// `EKIBEN_…`, `NO_COLOR` and `RECORD` of the surrounding shell are not passed on; those in
/// `environment` are.
package func runProcess(
  _ executable: URL, _ arguments: [String] = [], environment: [String: String] = [:],
  stdin: [UInt8] = [], in folder: URL? = nil, timeout: TimeInterval = 120
) throws -> ProcessResult {
  try withTemporaryFolder { files in
    let (input, output, errors) = (
      files.appending(path: "in"), files.appending(path: "out"), files.appending(path: "err")
    )
    try Data(stdin).write(to: input)
    try Data().write(to: output)
    try Data().write(to: errors)

    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = childEnvironment(adding: environment)
    process.currentDirectoryURL = folder
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try runToEnd(process, timeout: timeout)

    let killed = process.terminationReason == .uncaughtSignal
    return ProcessResult(
      status: killed ? 128 + process.terminationStatus : process.terminationStatus,
      signal: killed ? process.terminationStatus : nil,
      stdoutBytes: try fileBytes(at: output), stderrBytes: try fileBytes(at: errors))
  }
}

private func childEnvironment(adding changes: [String: String]) -> [String: String] {
  ProcessInfo.processInfo.environment
    .filter { !$0.key.hasPrefix("EKIBEN_") && !["NO_COLOR", "RECORD"].contains($0.key) }
    .merging(changes) { $1 }
}

private func runToEnd(_ process: Process, timeout: TimeInterval) throws {
  let ended = DispatchSemaphore(value: 0)
  process.terminationHandler = { _ in ended.signal() }
  try launching.withLock { _ in try process.run() }
  guard ended.wait(timeout: .now() + timeout) == .timedOut else { return }
  process.terminate()
  let what = ([process.executableURL?.path ?? "?"] + (process.arguments ?? [])).joined(
    separator: " ")
  throw TookTooLong(description: "not done after \(timeout) s: \(what)")
}
