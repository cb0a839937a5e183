import Ekiben
import EkibenInterchange

/// Runs `ekiben demo [FILE]`.
enum DemoCommand: Command {
  static let spec = CommandSpec(
    name: "demo", summary: "tell the whole story in one screen, and leave the file to explore",
    positionals: ["[FILE]"],
    discussion:
      "The file (clinic.ekiben) must not exist. The form is Ekiben's own, a clinic intake.")

  static func run(_ call: Call) throws {
    let file = call.arguments.optional(0) ?? "clinic.ekiben"
    // In the calls of the transcript it must not look like an option.
    let path = file.hasPrefix("-") ? "./\(file)" : file
    if InputFile.exists(path) {
      throw CommandFailure(.refused, "\(path) is there already; name a file that is not")
    }
    let form = try FormFile.read(PackageResources.clinic_intake_json, named: "intake")
    let transcript = Transcript(path: path, call: call)
    try transcript.begin(with: form)
    for part in Transcript.parts { try transcript.run(part) }
  }
}

/// A transcript in which every line is a real call of this program.
private struct Transcript {
  /// Some calls, with a line before them that says what they show.
  struct Part {
    let title: String
    let calls: [[String]]
  }

  // STORE stands for the file.
  static let parts = [
    Part(
      title: "Ada takes the answers; every one is on disk at once.",
      calls: [
        ["new", "STORE", "intake", "--as", "visit-17", "--author", "Ada"],
        ["set", "STORE", "visit-17", "name", "Mina Okafor", "age", "36", "--author", "Ada"],
        ["set", "STORE", "visit-17", "smoker", "yes", "--author", "Ada"],
        ["set", "STORE", "visit-17", "smoker", "no", "--author", "Ada", "--reason", "misheard"],
      ]),
    Part(
      title: "Undo, then another edit: a branch, and nothing is lost.",
      calls: [
        ["undo", "STORE", "visit-17", "--author", "Grace"],
        ["set", "STORE", "visit-17", "weight", "71.50", "--author", "Grace"],
        ["log", "STORE", "visit-17", "--graph"],
      ]),
    Part(
      title: "Back to the fork, and along the other branch.",
      calls: [
        ["undo", "STORE", "visit-17", "--author", "Grace"],
        ["redo", "STORE", "visit-17", "--to", "4", "--author", "Grace"],
        ["blame", "STORE", "visit-17"],
      ]),
    Part(
      title: "The whole history, replayed into a table and checked after every entry.",
      calls: [["replay", "STORE", "visit-17"], ["verify", "STORE"]]),
  ]

  let path: String
  let call: Call

  func begin(with form: ImportedForm) throws {
    call.console.write("$ \(Wording.command(["import", path, "clinic-intake.json"]))")
    try ImportCommand.store(form, inner(ImportCommand.self, [path, "clinic-intake.json"]))
  }

  func run(_ part: Part) throws {
    call.console.write("\n# \(part.title)")
    for words in part.calls.map({ $0.map { $0 == "STORE" ? path : $0 } }) {
      call.console.write("$ \(Wording.command(words))")
      let code = Dispatcher(
        console: MergedConsole(call.console), environment: call.environment
      ).run(words)
      guard code == 0 else {
        // What the call said of it went where nothing can be written.
        if let problem = call.console.problem { throw Dispatcher.unwritten(problem) }
        throw CommandFailure(.init(rawValue: code) ?? .refused, "the demo stopped at this call")
      }
    }
  }

  private func inner(_ command: any Command.Type, _ words: [String]) throws -> Call {
    Call(
      arguments: try Arguments(words, for: command.spec), console: call.console,
      environment: call.environment, dispatcher: call.dispatcher)
  }
}
