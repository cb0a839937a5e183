import Ekiben
import EkibenDocuments
import EkibenInterchange

extension Call {
  /// The path of the store: the first word of nearly every command.
  var path: String { arguments[0] }

  /// The document's name: the second word of most commands.
  func documentName(at position: Int = 1) throws -> DocumentName {
    try existing("document", arguments[position])
  }

  /// Takes a word for the name of something that is there.
  ///
  /// A word that cannot be a name names nothing: that is a no, not a wrong command line.
  func existing<Name: RecordName>(_ thing: String, _ word: String) throws(CommandFailure) -> Name {
    do { return try Name(word) } catch {
      throw CommandFailure(.refused, "there is no \(thing) of such a name: \(error)")
    }
  }

  /// The form that `--form` names, if it names one.
  var form: DocumentName? {
    get throws(CommandFailure) {
      guard let name = arguments["form"] else { return nil }
      return try existing("form", name)
    }
  }

  /// The name that `--as` gives to something new, if it is given.
  var newName: DocumentName? {
    get throws(CommandFailure) {
      guard let text = arguments["as"] else { return nil }
      do { return try DocumentName(text) } catch {
        throw .usage("--as does not give a name: \(error)")
      }
    }
  }

  /// Why something is changed, if it is said.
  var reason: String? { arguments["reason"] }

  var timeout: Int {
    get throws(CommandFailure) {
      guard let text = arguments["timeout"] else { return 5000 }
      guard let seconds = Double(text), seconds >= 0, seconds <= 86_400 else {
        throw arguments.wrongValue("timeout", takes: "seconds, up to a day")
      }
      return Int(seconds * 1000)
    }
  }

  /// What `--durability` asks for; nil leaves it to the store's setting.
  private var durability: Durability? {
    get throws(CommandFailure) {
      try arguments.word("durability", takes: "power-loss or process-crash")
    }
  }

  var sessionEnvironment: SessionEnvironment {
    get throws(CommandFailure) {
      let now = try environment.now()
      let isFixed = environment.variable("EKIBEN_NOW") != nil
      // Nothing is done in anybody's name by commands that only read.
      var sessionEnvironment = SessionEnvironment(
        author: arguments.spec.isChanging ? environment.author(arguments["author"]) : "",
        now: { isFixed ? now : SessionEnvironment.systemTime() })
      sessionEnvironment.languages =
        arguments["language"]?.split(separator: ",").map(String.init) ?? []
      sessionEnvironment.offset = StandardStreams.localOffset(at: now)
      sessionEnvironment.launchContext = try launchContext
      return sessionEnvironment
    }
  }

  // What `--given` names.
  private var launchContext: LaunchContext {
    get throws(CommandFailure) {
      if let known = given.context { return known }
      var found = LaunchContext.none
      for text in arguments.all(CommandSpec.given.name) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
          throw arguments.wrongValue(CommandSpec.given.name, takes: "NAME=FILE")
        }
        let json = try InputFile.text(parts[1])
        do throws(ImportError) {
          found = try LaunchContext(json: found.json.merging([parts[0]: json]) { $1 })
        } catch { throw CommandFailure(.content, "\(InputFile.name(parts[1])): \(error)") }
      }
      given.context = found
      return found
    }
  }

  /// Opens the store, does something with it, and closes it, also when that fails.
  func withStore<Result>(
    _ access: Store.Access, _ body: (Store) throws -> Result
  ) throws -> Result {
    let store = try open(access)
    let result: Result
    do { result = try body(store) } catch {
      // The body's error is what the user needs; closing only tidies up.
      let failure = withWayOut(error, in: store)
      do { try store.close() } catch {}
      throw failure
    }
    // What was said is on disk, so that this is a note.
    if try !store.close() {
      note(
        "note: \(path)-wal stays beside \(path), which another program has open; "
          + "they belong together until somebody has written and closed it last")
    }
    return result
  }

  /// Opens the store; whoever calls closes it.
  func open(_ access: Store.Access) throws -> Store {
    do {
      return try Store(
        path, access: access, registry: environment.registry, durability: durability,
        // A person does not notice what it costs.
        defaultDurability: .powerLoss, timeout: timeout, now: environment.now(),
        id: environment.uid(for: "store"), schema: environment.schema)
    } catch StoreError.noSuchFile where access == .create {
      // The file would have been made, so it is its folder that is missing or not to be written in.
      if InputFile.isFolder(InputFile.folder(of: path)) {
        throw CommandFailure(.notPermitted, "\(path) cannot be made: not permitted in its folder")
      }
      throw CommandFailure(.noInput, "\(path) cannot be made: there is no such folder")
    }
  }

  /// Says that documents were read while somebody wrote (rule I29).
  func noteSeveralMoments() {
    note("note: somebody began to write \(path) meanwhile; not all documents are of one moment")
  }

  /// Opens the document that the first two words name, for reading: with rows that are needed from the start,
  /// nil being all.
  func withDocument<Result>(
    holding rows: Set<RowID>? = nil, _ body: (DocumentReading) throws -> Result
  ) throws -> Result {
    try withStore(.readOnly) { store in
      let name = try documentName()
      let document = try rows.map { try store.document(name, holding: $0) } ?? store.document(name)
      return try body(DocumentReading(store: store, document: document))
    }
  }

  /// Opens the document that the first two words name, for changing, or to see what a change would be: with
  /// rows that are needed beside those that edits name, nil being all.
  func withSession<Result>(
    _ access: Store.Access = .readWrite, holding rows: Set<RowID>? = nil,
    _ body: (DocumentEditor) throws -> Result
  ) throws -> Result {
    try withStore(access) {
      try body($0.editor(try documentName(), holding: rows, in: try sessionEnvironment))
    }
  }

  /// The rows that words name; one that cannot be an id names none, which is said where it is looked up.
  func rows(named words: some Sequence<String>) -> Set<RowID> {
    var rows: Set<RowID> = []
    for word in words { do { rows.insert(try RowID(word)) } catch {} }
    return rows
  }

  func row(_ text: String, of document: StoredDocument) throws -> Document.Row {
    let id: RowID = try existing("row", text)
    guard let row = document.row(id) else {
      throw StoreError.unknownRow(id, document: document.name)
    }
    return row
  }

  /// The time that an option gives, its first moment unless another is asked for; nil where it is not given.
  func time(
    _ option: String, _ read: (String, Int64) -> Int64? = LocalTime.parse
  ) throws(CommandFailure) -> Int64? {
    guard let text = arguments[option] else { return nil }
    guard let time = read(text, try environment.now()) else {
      throw arguments.wrongValue(option, takes: LocalTime.kind)
    }
    return time
  }

  /// The entry that `--at N|TIME` means; nil where the option is not given.
  func entryNumber(of reading: DocumentReading) throws -> Int? {
    guard let text = arguments["at"] else { return nil }
    let document = reading.document
    let isMark = document.history.marks.keys.contains { ByteText.equal($0.rawValue, text) }
    guard !isMark, let time = LocalTime.end(of: text, now: try environment.now()) else {
      return try entryNumber(
        text, of: document,
        orElse: arguments.wrongValue(
          "at", takes: "an entry's number, a mark's name or \(LocalTime.kind)"))
    }
    guard let number = try reading.store.lastEntry(of: document, atOrBefore: time) else {
      throw CommandFailure(.refused, "\(document.name) has no entry as early as \(text)")
    }
    try noteMoment()
    return number
  }

  /// Says which moment of a date `--at` means, and how its last one is said.
  func noteMoment() throws(CommandFailure) {
    guard let text = arguments["at"],
      let last = LocalTime.lastSecond(of: text, now: try environment.now())
    else { return }
    note("note: --at \(text) is the first moment of that day; the last is --at '\(last)'")
  }

  /// The entry that a word of the command line means, by its number or the name of a mark.
  func entryNumber(at position: Int, of document: StoredDocument) throws -> Int {
    let (name, text) = (arguments.spec.positionals[position].name, arguments[position])
    return try entryNumber(
      text, of: document,
      orElse: .usage("\(name) is an entry's number or a mark's name, not \(Notation.quoted(text))"))
  }

  /// The entry that an option means; nil where it is not given.
  func entryNumber(option: String, of document: StoredDocument) throws -> Int? {
    guard let text = arguments[option] else { return nil }
    return try entryNumber(
      text, of: document,
      orElse: arguments.wrongValue(option, takes: "an entry's number or a mark's name"))
  }

  /// The entry that a number or the name of a mark means.
  func entryNumber(
    _ text: String, of document: StoredDocument, orElse wrong: CommandFailure
  ) throws -> Int {
    let reference: History.Reference
    do { reference = try History.Reference(text) } catch { throw wrong }
    do { return try document.history.entry(reference) } catch { throw StoreError.history(error) }
  }
}

/// What `--given` names, read once: standard input can be read only once.
final class GivenFiles { fileprivate(set) var context: LaunchContext? }
