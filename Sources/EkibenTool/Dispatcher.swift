import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

/// One command of the program.
protocol Command {
  /// What it takes and what it is for.
  static var spec: CommandSpec { get }
  static func run(_ call: Call) throws
}

/// One call of a command: what it was given, and where its words go.
struct Call {
  let arguments: Arguments
  let console: any Console
  let environment: ToolEnvironment
  /// What `--given` names, once it has been read.
  let given = GivenFiles()

  var isJSON: Bool { arguments.has("json") }

  /// Reads, checks and shows the answers of rows, with the sets of options of a store.
  func input(_ store: Store) throws -> RowInput {
    RowInput(registry: environment.registry, context: try store.inputContext(sessionEnvironment))
  }

  /// Writes a line of a result, with nothing in it that could drive a terminal.
  func say(_ text: String) { console.write(Notation.shown(text)) }

  /// Writes data as it is, for programs; a terminal is shown it escaped.
  func pass(_ text: String) {
    console.write(StandardStreams.isTerminal ? Notation.shown(text) : text)
  }

  /// Writes a remark or a warning, with nothing in it that could drive a terminal.
  func note(_ text: String) { console.note(Notation.shown(text)) }
}

/// Finds the command that is meant, runs it, and words its failures.
struct Dispatcher {
  let console: any Console
  let environment: ToolEnvironment
  /// The call that takes the words as an order on its document.
  var outer: Arguments?

  static let version = "0.1.0"

  static var commands: [any Command.Type] {
    [
      DemoCommand.self, ImportCommand.self, NewCommand.self, ListCommand.self, ShowCommand.self,
      FillCommand.self, OptionsCommand.self, GetCommand.self, SetCommand.self, ClearCommand.self,
      AddCommand.self, RemoveCommand.self, MoveCommand.self, ApplyCommand.self,
      UndoCommand.self, RedoCommand.self, CheckoutCommand.self, RevertCommand.self,
      MarkCommand.self, LogCommand.self, DiffCommand.self, BlameCommand.self, WhyCommand.self,
      EvalCommand.self, RecalculateCommand.self, FormCommand.self, QueryCommand.self,
      ReplayCommand.self, ValidateCommand.self, SubmitCommand.self, ReopenCommand.self,
      ExportCommand.self, ReportCommand.self, DuplicateCommand.self, MigrateCommand.self,
      HistoryCommand.self, DeleteCommand.self, PurgeCommand.self,
      CertifyCommand.self, VerifyCommand.self, StatsCommand.self, DoctorCommand.self,
      CompactCommand.self, BackupCommand.self, RestoreCommand.self, UpgradeCommand.self,
      SettingsCommand.self, SchemaCommand.self, CompletionsCommand.self,
    ]
  }

  /// Runs a command line and returns the exit code; nil is a word that cannot be read as text.
  func run(_ line: [String?]) -> Int32 {
    defer { console.finish() }
    let words = line.compactMap(\.self)
    do {
      guard words.count == line.count else {
        throw CommandFailure(.usage, "a word of the command line is not UTF-8")
      }
      let isPaged = words.first != "--\(CommandSpec.noPager.name)"
      try dispatch(isPaged ? words : Array(words.dropFirst()), isPaged: isPaged)
      return 0
    } catch {
      let failure = CommandFailure(any: error)
      report(failure, of: words)
      return failure.code.rawValue
    }
  }

  private func dispatch(_ words: [String], isPaged: Bool) throws {
    guard let first = words.first else { throw CommandFailure(.usage, "a command is missing") }
    var isChange = false
    console.begin(Presentation(isPaged: isPaged))
    switch first {
    case "--version": console.write("ekiben \(Self.version)")
    case "--help", "-h": console.write(Self.overview)
    case "help": try help(words.dropFirst().first)
    default: isChange = try run(try command(named: first), words.dropFirst(), isPaged: isPaged)
    }
    console.finish()
    guard let problem = console.problem else { return }
    let failure = Self.unwritten(problem)
    guard isChange else { throw failure }
    // A change that was made stays made and succeeded, though nobody could be told.
    console.note("warning: \(failure.message)")
  }

  /// Runs a command, and tells whether it may have changed something.
  private func run(
    _ command: any Command.Type, _ words: ArraySlice<String>, isPaged: Bool
  ) throws -> Bool {
    let arguments = try Arguments(Array(words), for: command.spec, within: outer)
    if arguments.has("help") {
      console.write(command.spec.help)
      return false
    }
    let isForPrograms = ["json", "jsonl", "csv"].contains { arguments.has($0) }
    console.begin(
      Presentation(
        fitsLines: (command.spec.isList || command.spec.isChanging) && !isForPrograms,
        keepsWords: command.spec.isChanging,
        isPaged: isPaged && !arguments.has(CommandSpec.noPager.name)))
    try command.run(Call(arguments: arguments, console: console, environment: environment))
    return command.spec.isChanging
  }

  /// Says that a result did not reach anybody.
  static func unwritten(_ problem: String) -> CommandFailure {
    CommandFailure(.inputOutput, "the result could not be written: \(problem)")
  }

  private func help(_ name: String?) throws {
    guard let name, !["help", "--help", "-h"].contains(name) else {
      return console.write(Self.overview)
    }
    console.write(try command(named: name).spec.help)
  }

  private func command(named name: String) throws(CommandFailure) -> any Command.Type {
    if let command = Self.commands.first(where: { $0.spec.name == name }) { return command }
    let isOption = name.hasPrefix("-")
    let known = isOption ? ["--help", "--version"] : Self.commands.map { $0.spec.name } + ["help"]
    throw CommandFailure(
      .usage,
      "unknown \(isOption ? "option" : "command") \(name)"
        + Suggestion.hint(for: name, among: known))
  }

  private func report(_ failure: CommandFailure, of words: [String]) {
    console.note("error: \(Notation.shown(failure.message))")
    if failure.code == .usage {
      let name = words.first { $0 != "--\(CommandSpec.noPager.name)" }
      let spec = Self.commands.lazy.map { $0.spec }.first { $0.name == name }
      console.note((failure.isOfCommand ? spec?.usage : nil) ?? Self.usage)
    }
    guard words.prefix(while: { $0 != "--" }).contains("--json") else { return }
    let error = JSON.object(["code": Int(failure.code.rawValue), "message": failure.message])
    console.note(JSON.object(["error": error]).encoded(escapingTerminal: true))
  }

  static let usage = "usage: ekiben COMMAND … (ekiben --help lists the commands)"

  /// What `--help` prints.
  static var overview: String {
    let specs = commands.map { $0.spec }
    let width = specs.map(\.name.count).max() ?? 0
    let lines = specs.map { "  \($0.name.padded(to: width))  \($0.summary)" }
    let head = [
      "Ekiben keeps forms and every change made to them in one file.", "",
      "usage: ekiben COMMAND …", "", "commands:",
    ]
    let tail = [
      "", "STORE is a file, DOC a document's name, ROW a row's id, N an entry's number or mark.",
      "ekiben help COMMAND tells more; with --json a command prints JSON, for scripts.",
      "On a terminal, lines fit it and what is longer is paged; --no-pager shows all at once.",
    ]
    return (head + lines + tail).joined(separator: "\n")
  }
}
