import Ekiben

/// Runs `ekiben verify STORE`.
enum VerifyCommand: Command {
  static let spec = CommandSpec(
    name: "verify", summary: "check the file, its schema, and that every state equals its journal",
    positionals: [CommandSpec.store], options: CommandSpec.reading,
    discussion: """
      Unchecked are rows that format 1 wrote and nothing has written since: they have no checksum yet.
      compact gives it to them.
      """)

  static func run(_ call: Call) throws {
    let result = try call.withStore(.readOnly) { store in
      let verification = try store.verify()
      return (verification, verification.findings + (try replayFindings(store)))
    }
    let (verification, findings) = result
    if call.isJSON {
      call.console.write(json(verification, findings))
    } else {
      for finding in findings { call.console.write(Notation.shown(finding)) }
      let verdict = findings.isEmpty ? "ok" : Wording.count(findings.count, "finding")
      call.console.write(
        "\(verdict): \(Wording.count(verification.documents, "document")), "
          + Wording.count(verification.entries, "entry", "entries")
          + (verification.unchecked == 0
            ? "" : ", \(Wording.count(verification.unchecked, "row")) unchecked"))
    }
    if !findings.isEmpty {
      throw CommandFailure(.refused, "\(call.path) is damaged")
    }
  }

  private static func json(_ verification: Verification, _ findings: [String]) -> JSON {
    .object([
      ("ok", .bool(findings.isEmpty)), ("documents", .integer(verification.documents)),
      ("entries", .integer(verification.entries)),
      ("unchecked", .integer(verification.unchecked)),
      ("findings", .array(findings.map { .string($0) })),
    ])
  }

  private static func replayFindings(_ store: Store) throws -> [String] {
    var findings: [String] = []
    for summary in try store.documents() {
      do {
        _ = try Replay(of: try store.document(summary.name), in: store).run()
      } catch {
        findings.append("\(summary.name), replay: \(error)")
      }
    }
    return findings
  }
}
