import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// What people, scripts and checks rely on, as data: exit codes and commands.
@Suite(.timeLimit(.minutes(20))) struct ContractTests {
  static let codes: [(CommandFailure.Code, Int32)] = [
    (.refused, 1), (.usage, 64), (.content, 65), (.noInput, 66), (.unavailable, 69),
    (.inputOutput, 74), (.busy, 75), (.notPermitted, 77),
  ]

  @Test(arguments: codes)
  func `an exit code keeps its number`(code: CommandFailure.Code, number: Int32) {
    #expect(code.rawValue == number)
  }

  @Test func `there are no other exit codes`() {
    let codes = (-1...256).compactMap { CommandFailure.Code(rawValue: $0) }
    #expect(codes == Self.codes.map(\.0))
  }

  @Test func `the commands are those of the contract, once each`() {
    let names = Dispatcher.commands.map { $0.spec.name }
    #expect(
      names.sorted() == [
        "add", "apply", "backup", "blame", "certify", "checkout", "clear", "compact", "completions",
        "delete",
        "demo", "diff", "doctor", "duplicate", "eval", "export", "fill", "form", "get", "history",
        "import",
        "list",
        "log",
        "mark", "migrate", "move", "new", "options", "purge", "query", "recalculate", "redo",
        "remove", "reopen", "replay", "report",
        "restore",
        "revert", "schema", "set", "settings", "show", "stats", "submit", "undo", "upgrade",
        "validate", "verify", "why",
      ])
  }

  @Test(arguments: Dispatcher.commands.map { $0.spec.name })
  func `the README lists the command`(name: String) throws {
    let readme = String(
      decoding: try fileBytes(at: projectRoot.appending(path: "README.md")), as: UTF8.self)
    let rows = readme.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(rows.contains { $0.contains("`\(name) ") })
  }

  @Test(arguments: Dispatcher.commands.map { $0.spec })
  func `a command says how it is called`(spec: CommandSpec) {
    #expect(spec.usage.hasPrefix("usage: ekiben \(spec.name)"))
    #expect(spec.summary.first?.isLowercase == true && spec.summary.last != ".")
    for line in spec.help.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    // What these print is no data.
    let printsText = ["completions", "demo", "fill"].contains(spec.name)
    #expect(printsText != (spec.option(named: "json") != nil))
    #expect(Set(spec.options.map(\.name)).count == spec.options.count)
    #expect(!spec.positionals.dropLast().contains { $0.repeats })
  }
}
