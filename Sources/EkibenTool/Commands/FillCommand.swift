import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

struct FillCommand: Command {
  static let spec = CommandSpec(
    name: "fill", summary: "ask for the answers one after the other",
    positionals: ["STORE", "DOC"],
    options: [CommandSpec.language, CommandSpec.given] + CommandSpec.authorship,
    discussion: """
      It asks what is shown and can be answered, and takes a line for each: what set takes, of several
      answers with a comma between them. An empty line leaves an answer as it is; one that begins
      with a colon tells fill what to do (:help), with two it is an answer that begins with one. Each
      answer is on disk, and a step to be undone, when the next question comes. The end of the input
      ends it, too, so that a program can answer as well as a person.
      """)

  static func run(_ call: Call) throws {
    if call.arguments.all(CommandSpec.given.name).contains(where: { $0.hasSuffix("=-") }) {
      throw CommandFailure.usage("--given takes a file here: standard input answers")
    }
    var environment = call.environment
    environment.isInsideFill = true
    let call = Call(arguments: call.arguments, console: call.console, environment: environment)
    call.console.begin(Presentation(fitsLines: true))
    try call.withSession { editor in
      var fill = FillCommand(call, editor)
      try fill.run()
    }
  }

  private let call: Call
  private let editor: DocumentEditor
  private var lines = InputLines()
  // The row that is asked, and the one that was asked before; nil behind the last, and before the first.
  private var (current, former): (RowID?, RowID?) = (nil, nil)
  // Whether the question was answered, or left as it is, so that the next one comes.
  private var movesOn = false
  // Whether the question has to be shown, again or for the first time.
  private var asks = true
  // Whether the store is open: where it could not be opened again, nothing more can be asked.
  private var isOpen = true

  private init(_ call: Call, _ editor: DocumentEditor) { (self.call, self.editor) = (call, editor) }

  private static let help = """
    an empty line  leave it as it is, and go on
    :clear         take the answer away
    :back          to the question before
    :go ROW        to the question of a row
    :show          the whole form as it stands
    :quit          leave; what was answered stays
    and each command of ekiben that takes a document, such as :undo, :redo, :add SECTION, :why,
    :options, :log --limit 5 and :submit; words with blanks in quotes, as for a shell
    """

  private mutating func run() throws {
    var view = try FillView(editor, call)
    switch editor.document.status {
    case .draft: break
    case .final: throw StoreError.final(editor.document.name)
    case .deleted: throw StoreError.deleted(editor.document.name)
    }
    say(view.title)
    say("an answer a line, empty to go on, :help says more")
    current = view.asked.first
    while true {
      if asks { try ask(view) }
      asks = false
      guard let line = try line(view) else { return }
      if line == ":quit" || line.isEmpty && current == nil { return }
      guard try accepts(line, view) else { continue }
      let former = view
      if !line.isEmpty {
        // What others wrote meanwhile counts for the next question, too.
        try editor.refresh()
        view = try FillView(editor, call)
      }
      if editor.document.status != .draft { return }
      // An answer elsewhere, or one that was taken back, may have hidden the question.
      if let row = current, movesOn || !view.asked.contains(row) {
        go(to: view.row(after: row, in: former))
      }
      movesOn = false
    }
  }

  private func say(_ text: String) { call.console.write(text) }

  private func ask(_ view: FillView) throws {
    say("")
    guard let row = current else {
      let rest =
        try view.additions() + view.issues().map { "! \($0)" }
        + [":submit makes it final, :back goes back, an empty line leaves it as it is"]
      return say((["That was the last question."] + rest).joined(separator: "\n"))
    }
    say(try view.question(row, after: former))
  }

  private mutating func line(_ view: FillView) throws -> String? {
    call.console.terminal?("> ")
    guard let row = current, view.isSecret(row) else { return try lines.next() }
    let line = try StandardStreams.withoutEcho(on: StandardStreams.input) { try lines.next() }
    call.console.terminal?("\n")
    return line
  }

  private mutating func go(to row: RowID?) {
    (former, current) = (row == nil ? nil : current, row)
    asks = true
  }

  // Whether a line was taken; where it can be said otherwise, or once more, what is wrong was said.
  private mutating func accepts(_ line: String, _ view: FillView) throws -> Bool {
    do {
      try take(line, view)
      return true
    } catch let failure {
      let failure = CommandFailure(any: failure)
      guard isOpen, [.content, .refused, .usage, .busy].contains(failure.code) else {
        throw failure
      }
      // Where the store or the document is gone, nothing can be said.
      try editor.refresh()
      call.note("error: \(failure.message)")
      return false
    }
  }

  private mutating func take(_ line: String, _ view: FillView) throws {
    if line.hasPrefix(":"), !line.hasPrefix("::") {
      return try obey(ShellWords.split(line.dropFirst()), view)
    }
    guard let row = current else {
      throw CommandFailure(.refused, "there is no further question; :help says what can be done")
    }
    if !line.isEmpty {
      let answer = line.hasPrefix("::") ? String(line.dropFirst()) : line
      try give(view.takesSeveral(row) ? Self.list(answer) : answer, to: row)
    }
    movesOn = true
  }

  // As a person writes several answers; a list in JSON is one already.
  private static func list(_ answer: String) -> String {
    if answer.hasPrefix("[") { return answer }
    let parts = answer.split(separator: ",").map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return JSON.array(parts.map { .string($0) }).encoded()
  }

  private func give(_ answer: String, to row: RowID) throws {
    guard let entry = try SetCommand.give([(row.rawValue, answer)], editor, call) else { return }
    let words = try ChangeWords(editor.document, editor.store, call)
    let what = try words.sentence(entry.changes, calculated: entry.calculated)
    call.console.write(line: "  \(what)")
  }

  private mutating func obey(_ words: [String], _ view: FillView) throws {
    switch words.first {
    case "help", nil: say(Self.help)
    case "back":
      guard let row = view.row(before: current) else {
        throw CommandFailure(.refused, "this is the first question")
      }
      go(to: row)
    case "go":
      let row: RowID = try call.existing("row", words.dropFirst().joined(separator: " "))
      guard view.asked.contains(row) else {
        throw CommandFailure(.refused, "\(row) is no row that is asked now")
      }
      go(to: row)
    case let name?: try run(name, Array(words.dropFirst()))
    }
  }

  /// Runs another command on the document; one that takes a row gets that of the question.
  private mutating func run(_ name: String, _ words: [String]) throws {
    guard let spec = Dispatcher.commands.map({ $0.spec }).first(where: { $0.name == name }),
      spec.positionals.dropFirst().first?.name == "DOC", name != Self.spec.name
    else { throw CommandFailure(.refused, "there is no :\(name) here; :help says what there is") }
    var words = words
    if words.isEmpty, let row = current, let place = spec.positionals.dropFirst(2).first,
      place.name == "ROW"
    {
      words = ["--", row.rawValue]
    }
    // It opens the store for itself, may want it alone, and says itself what is wrong with it.
    try editor.store.suspend()
    isOpen = false
    _ = Dispatcher(console: call.console, environment: call.environment, outer: call.arguments)
      .run([name] + words)
    try editor.store.resume()
    isOpen = true
    call.console.begin(Presentation(fitsLines: true))
    asks = true
  }
}
