import Ekiben
import EkibenDocuments
import EkibenInterchange
import EkibenStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the process's environment decides: the author, the clock, the ids.
struct ToolEnvironment {
  /// The environment's variables by their names; to read all of them takes a twentieth of a short command.
  let variable: (String) -> String?
  /// The name under which the user is logged in; finding it out takes a tenth of what a short command takes.
  private let loginName: () -> String
  /// The components that the command knows: the standard ones, and in tests others.
  let registry: ComponentRegistry
  /// The schema that stores are upgraded to; tests have newer ones.
  let schema: StoreSchema
  /// Whether `fill` runs the command, for whoever types there and not for a shell.
  var isInsideFill = false

  init(
    variable: @escaping (String) -> String?, loginName: @autoclosure @escaping () -> String,
    registry: ComponentRegistry = .standard, schema: StoreSchema = .current
  ) {
    (self.variable, self.loginName) = (variable, loginName)
    (self.registry, self.schema) = (registry, schema)
  }

  static func ofProcess() -> ToolEnvironment {
    ToolEnvironment(
      variable: StandardStreams.variable(named:), loginName: ProcessInfo.processInfo.userName)
  }

  /// `--author`, else `EKIBEN_AUTHOR`, else the login name, else `unknown`.
  func author(_ option: String?) -> String {
    for case let given? in [option, variable("EKIBEN_AUTHOR")] where !given.isEmpty { return given }
    let loginName = loginName()
    return loginName.isEmpty ? "unknown" : loginName
  }

  /// The system's time, or the fixed one of `EKIBEN_NOW`.
  func now() throws(CommandFailure) -> Int64 {
    guard let text = variable("EKIBEN_NOW") else { return SessionEnvironment.systemTime() }
    guard let time = Timestamp.parse(text) else {
      throw CommandFailure(
        .usage, "EKIBEN_NOW takes \(Timestamp.kind), not \(Notation.quoted(text))")
    }
    return time
  }

  /// Sixteen random bytes, or with `EKIBEN_SEED` always the same ones for the same thing.
  func uid(for thing: String) -> [UInt8] {
    guard let seed = variable("EKIBEN_SEED") else { return SessionEnvironment.randomUID() }
    return Array(SHA256.hash(Array("\(seed)\u{0}\(thing)".utf8)).prefix(16))
  }
}
