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

/// Runs a program to its end and gives back all that it said.
///
/// Input and output go through files, so that no amount of output can block it. Variables named
/// `EKIBEN_…`, and those of the surrounding shell that say how something is shown, are not passed on; those
/// in `environment` are.
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

    let child = try ChildProcess(
      executable.path, arguments, environment: childEnvironment(adding: environment),
      input: input.path, output: output.path, errors: errors.path, in: folder?.path)
    let end = try waitForEnd(of: child, executable, timeout: timeout)
    return ProcessResult(
      status: end.code ?? 128 + (end.signal ?? 0), signal: end.signal,
      stdoutBytes: try fileBytes(at: output), stderrBytes: try fileBytes(at: errors))
  }
}

func childEnvironment(adding changes: [String: String]) -> [String: String] {
  ProcessInfo.processInfo.environment
    .filter { !$0.key.hasPrefix("EKIBEN_") && !ofShell.contains($0.key) }
    .merging(changes) { $1 }
}

private let ofShell: Set<String> = ["NO_COLOR", "RECORD", "COLUMNS", "PAGER", "LESS", "LV"]

private func waitForEnd(
  of child: ChildProcess, _ executable: URL, timeout: TimeInterval
) throws -> (code: Int32?, signal: Int32?) {
  let isLate = Mutex(false)
  let alarm = DispatchWorkItem {
    isLate.withLock { $0 = true }
    child.kill()
  }
  DispatchQueue.global().asyncAfter(deadline: .now() + timeout, execute: alarm)
  let end = child.waitForEnd()
  alarm.cancel()
  if isLate.withLock({ $0 }) {
    throw TookTooLong(description: "not done after \(timeout) s: \(executable.path)")
  }
  return end
}
