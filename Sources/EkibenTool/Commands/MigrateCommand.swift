import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenStore

enum MigrateCommand: Command {
  static let spec = CommandSpec(
    name: "migrate", summary: "take documents to another revision of their form",
    positionals: ["STORE", "[DOC]"],
    options: [
      .init("--all", "all documents, instead of DOC"),
      .init("--form FORM", "with --all: those of one form"),
      .init("--to REV", "the revision; without it, the form's current one"),
      .init("--rename OLD=NEW…", "a row that has another id there; once for each"),
      .init("--dry-run", "say what would happen, and change nothing"),
    ] + CommandSpec.editing,
    discussion: """
      Each document gets one entry, which undo takes back. Every answer is kept: one whose row the
      revision does not have is retired (get still reads it, show --all shows it, and it comes back with
      its row or with undo), and one that the revision does not take any more stays and is named.
      Rows that seem to have been renamed are named, and nothing is renamed unasked.
      Instances get the questions that are new in what they follow, without answers.

      With --all each document is a transaction of its own: it can be stopped and run again, and others
      can use the store meanwhile. Final documents stay on their revision.
      """)

  static func run(_ call: Call) throws {
    let migration = try RequestedMigration(call)
    guard call.arguments.has("all") else {
      guard call.arguments.optional(1) != nil else {
        throw CommandFailure.usage("migrate takes DOC or --all")
      }
      if call.arguments.has("form") { throw CommandFailure.usage("--form goes with --all") }
      return try call.withStore(migration.access) { store in
        let name = try call.documentName()
        let (entry, report) = try migration.run(name, in: store)
        try call.write(
          json: json(report, entry),
          lines: lines(report, of: name, entry, migration.isDry, store, call))
      }
    }
    if call.arguments.optional(1) != nil {
      throw CommandFailure.usage("migrate takes DOC or --all, not both")
    }
    if !call.arguments.has("form"), migration.revision != nil || !migration.renames.isEmpty {
      throw CommandFailure.usage("--all with --to or --rename needs --form FORM")
    }
    try call.withStore(migration.access) { try migrateAll(migration, $0, call) }
  }

  private static func migrateAll(
    _ migration: RequestedMigration, _ store: Store, _ call: Call
  ) throws {
    let form = try call.form
    if let form { _ = try store.form(form) }
    let names = try store.documents().filter { form == nil || $0.form == form }.map(\.name)
    var total = MigrationTotal()
    for (at, name) in names.enumerated() {
      do {
        let (entry, report) = try migration.run(name, in: store)
        total.add(report)
        if call.isJSON, report.from != report.to {
          call.console.write(json(report, entry, of: name))
        } else if report.answers.contains(where: { $0.outcome != .kept }) {
          for line in try lines(report, of: name, entry, migration.isDry, store, call) {
            call.console.write(line: line)
          }
        }
      } catch let error as StoreError {
        switch error {
        // Somebody has destroyed it meanwhile.
        case .unknownDocument: continue
        // About one document, so that the others go on.
        case .final, .deleted, .conflict, .history, .reasonMissing, .unfitRename:
          total.refused += 1
          call.note("\(name): \(error.description)")
        default: throw error
        }
      }
      if (at + 1).isMultiple(of: 1000) {
        call.console.note("\(at + 1) of \(names.count) documents")
      }
    }
    if !call.isJSON { call.console.write(total.sentence(isDry: migration.isDry)) }
    if total.refused > 0 {
      throw CommandFailure(
        .refused, "\(Wording.count(total.refused, "document")) stayed on another revision")
    }
  }

  private static func json(
    _ report: MigrationReport, _ entry: Entry?, of document: DocumentName? = nil
  ) -> JSON {
    .object([
      "document": OptionalMember(document), "entry": entry?.number, "from": report.from,
      "to": report.to, "answers": report.answers,
      "suggestions": report.suggestions.map { JSON.object(["old": $0.old, "new": $0.new]) },
    ])
  }

  /// What became of one document, for a person.
  private static func lines(
    _ report: MigrationReport, of name: DocumentName, _ entry: Entry?, _ isDry: Bool,
    _ store: Store, _ call: Call
  ) throws -> [FittedLine] {
    if report.from == report.to {
      return ["nothing changed: \(Notation.name(name.rawValue)) is on revision \(report.to)"]
    }
    let head = entry.map { Wording.origin(of: $0) } ?? "would migrate"
    let end = try isDry ? "" : "; undo with: \(call.back("undo", name, in: store))"
    var table = TextTable()
    for answer in report.answers {
      guard let words = words(answer.outcome) else { continue }
      let row = Notation.name(answer.row.rawValue)
      let more = words.more.map { [FittedLine($0)] } ?? []
      table.add(["  \(words.what)", "\(row)", "\(value: Wording.answer(answer.value))"] + more)
    }
    let suggestions = report.suggestions.map {
      FittedLine(
        "  \(Notation.name($0.old.rawValue)) seems to be \(Notation.name($0.new.rawValue)) now; if so, add: "
          + "--rename \(Notation.shown("\($0.old)=\($0.new)"))")
    }
    var total = MigrationTotal()
    total.add(report)
    let first =
      "\(head): \(Notation.name(name.rawValue)) from revision \(report.from) to \(report.to): "
      + "\(Wording.count(total.kept, "answer")) kept, \(total.retired) retired, "
      + "\(total.invalid) no longer valid\(end)"
    return [FittedLine(first)] + table.lines + suggestions
  }

  private static func words(_ outcome: MigrationReport.Outcome) -> (what: String, more: String?)? {
    switch outcome {
    case .kept: nil
    case .renamed(let old): ("renamed", "was \(Notation.name(old.rawValue))")
    case .retired: ("retired", nil)
    case .back: ("back", nil)
    case .invalid([]): ("invalid", "no answer of this kind")
    case .invalid(let issues):
      ("invalid", issues.map { Notation.shown($0.message) }.joined(separator: "; "))
    }
  }
}

private struct RequestedMigration {
  let revision: Int?
  let renames: [RowRename]
  let isDry: Bool
  private let metadata: EditMetadata
  private let components: LiveComponents
  private let environment: SessionEnvironment

  init(_ call: Call) throws {
    revision = try call.arguments.number("to", atLeast: 1)
    renames = try call.arguments.all("rename").map { text in
      let parts = text.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw CommandFailure.usage(
          "--rename takes OLD=NEW, two ids of rows, not \(Notation.quoted(text))")
      }
      return RowRename(
        try call.existing("row", String(parts[0])), to: try call.existing("row", String(parts[1])))
    }
    isDry = call.arguments.has("dry-run")
    environment = try call.sessionEnvironment
    metadata = environment.metadata(reason: call.reason)
    components = LiveComponents(registry: call.environment.registry)
  }

  var access: Store.Access { isDry ? .readOnly : .readWrite }

  func run(_ name: DocumentName, in store: Store) throws -> (Entry?, MigrationReport) {
    var document = try store.document(name)
    let before = document
    let edit = Edit.migrate(to: revision, renaming: renames)
    var entry: Entry?
    // A final document takes no edits, but none is needed where it is there already.
    if document.status == .final,
      document.revision == (try revision ?? store.form(document.form).revision)
    {
      entry = nil
    } else if isDry {
      document = try store.preview(edit, of: document, by: metadata)
    } else {
      entry = try store.perform(edit, on: &document, by: metadata)
    }
    let report = MigrationReport(
      from: before, to: document, renaming: renames, components: components,
      in: store.inputContext(environment))
    return (entry, report)
  }
}

private struct MigrationTotal {
  var moved = 0
  var there = 0
  var refused = 0
  var kept = 0
  var retired = 0
  var invalid = 0

  mutating func add(_ report: MigrationReport) {
    guard report.from != report.to else { return there += 1 }
    moved += 1
    for answer in report.answers {
      switch answer.outcome {
      case .kept, .renamed, .back: kept += 1
      case .retired: retired += 1
      case .invalid: invalid += 1
      }
    }
  }

  func sentence(isDry: Bool) -> String {
    var parts = ["\(Wording.count(moved, "document")) \(isDry ? "would go" : "went")"]
    if there > 0 { parts.append("\(there) \(there == 1 ? "was" : "were") there already") }
    if refused > 0 { parts.append("\(refused) stayed") }
    return parts.joined(separator: ", ")
      + "; answers: \(kept) kept, \(retired) retired, \(invalid) no longer valid"
  }
}

extension MigrationReport.Answer: JSONConvertible {
  var json: JSON {
    var (name, old, issues) = ("kept", nil as RowID?, nil as [ValidationIssue]?)
    switch outcome {
    case .kept: break
    case .retired: name = "retired"
    case .back: name = "back"
    case .renamed(let row): (name, old) = ("renamed", row)
    case .invalid(let found): (name, issues) = ("invalid", found)
    }
    return .object([
      "row": row, "value": value, "outcome": name, "old": OptionalMember(old),
      "issues": OptionalMember(issues),
    ])
  }
}
