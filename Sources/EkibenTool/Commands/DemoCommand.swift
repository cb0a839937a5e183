import Ekiben
import EkibenInterchange

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
    let words = [path, "clinic-intake.json"]
    call.console.write("$ \(Wording.command(["import"] + words))")
    let arguments = try Arguments(words, for: ImportCommand.spec)
    let importing = Call(
      arguments: arguments, console: call.console, environment: call.environment)
    try ImportCommand.making(importing) { try ImportCommand.store(form, importing) }
    let dispatcher = Dispatcher(console: MergedConsole(call.console), environment: call.environment)
    for (title, calls) in transcript {
      call.console.write("\n# \(title)")
      for words in calls.map({ $0.map { $0 == "STORE" ? path : $0 } }) {
        call.console.write("$ \(Wording.command(words))")
        let code = dispatcher.run(words)
        if code == 0 { continue }
        // What the call said of it went where nothing can be written.
        if let problem = call.console.problem { throw Dispatcher.unwritten(problem) }
        throw CommandFailure(.init(rawValue: code) ?? .refused, "the demo stopped at this call")
      }
    }
  }

  // Every line is a real call of this program, and STORE the file; some calls have a title of what they show.
  private static let transcript: [(title: String, calls: [[String]])] = [
    (
      "Ada takes the answers; every one is on disk at once.",
      [
        ["new", "STORE", "intake", "--as", "visit-17", "--author", "Ada"],
        ["set", "STORE", "visit-17", "name", "Mina Okafor", "age", "36", "--author", "Ada"],
        ["set", "STORE", "visit-17", "smoker", "yes", "--author", "Ada"],
        ["set", "STORE", "visit-17", "smoker", "no", "--author", "Ada", "--reason", "misheard"],
      ]
    ),
    (
      "Undo, then another edit: a branch, and nothing is lost.",
      [
        ["undo", "STORE", "visit-17", "--author", "Grace"],
        ["set", "STORE", "visit-17", "weight", "71.50", "--author", "Grace"],
        ["log", "STORE", "visit-17", "--graph"],
      ]
    ),
    (
      "Back to the fork, and along the other branch.",
      [
        ["undo", "STORE", "visit-17", "--author", "Grace"],
        ["redo", "STORE", "visit-17", "--to", "4", "--author", "Grace"],
        ["blame", "STORE", "visit-17"],
      ]
    ),
    (
      "The whole history, replayed into a table and checked after every entry.",
      [["replay", "STORE", "visit-17"], ["verify", "STORE"]]
    ),
  ]
}
