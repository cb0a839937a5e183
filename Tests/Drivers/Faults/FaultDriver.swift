import CDrivers
import EkibenSQLite
import Foundation
import TestSupport

/// Lets one operation of the store fail at every point at which it can, one process a sweep:
///
///     ekiben-faults                                    lists the operations and the faults
///     ekiben-faults OPERATION FAULT once|sticky [STRIDE]
///
/// After each fault the operation is wholly done or not at all, seen through a fresh connection and
/// through a copy as a kill would leave it; `verify` finds nothing; and the same handle does the
/// operation again. The operation `torn` is the control, in which that does not hold. SQLite's allocations fail as well, Swift's do not: a Swift program ends there.
@main struct FaultDriver {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.isEmpty { list() }
    guard let sweep = sweep(from: arguments) else {
      print("usage: ekiben-faults [OPERATION FAULT once|sticky [STRIDE]]")
      exit(64)
    }
    guard drivers_install_memory() == 0, drivers_install_file_system() == 0,
      drivers_install_calls() == 0
    else { fatalError("SQLite takes no faults") }
    let report = try withTemporaryFolder { folder in try sweep.run(in: folder) }
    print(report.line(of: arguments[0...2].joined(separator: " ")))
    for finding in report.findings.prefix(20) { print("  \(finding)") }
    exit(report.findings.isEmpty ? 0 : 1)
  }

  private static func list() -> Never {
    print("operations: \(Operation.all.map(\.name).joined(separator: " "))")
    print("faults: \(FaultKind.all.map(\.name).joined(separator: " "))")
    exit(0)
  }

  private static func sweep(from arguments: [String]) -> Sweep? {
    guard (3...4).contains(arguments.count), ["once", "sticky"].contains(arguments[2]),
      let operation = (Operation.all + [.torn]).first(where: { $0.name == arguments[0] }),
      let kind = FaultKind.all.first(where: { $0.name == arguments[1] }),
      let stride = arguments.count == 4 ? Int(arguments[3]) : 1, stride > 0
    else { return nil }
    return Sweep(
      operation: operation, kind: kind, isSticky: arguments[2] == "sticky", stride: stride)
  }
}

extension Sweep.Report {
  func line(of name: String) -> String {
    func count(_ outcome: Outcome) -> Int { outcomes[outcome] ?? 0 }
    let partly = count(.partly) > 0 ? "\(count(.partly)) in part, " : ""
    return "\(name): \(points) points of \(calls), \(repeated) with files seen before: "
      + "\(count(.refused)) refused, \(count(.absorbed)) absorbed, \(partly)"
      + "\(count(.doneThoughRefused)) done though refused, "
      + "\(count(.comesBack)) back after a kill, \(reopened) reopened; \(findings.count) findings"
  }
}
