import BenchmarkResults
import Ekiben
import EkibenForms
import Foundation

/// What conditions and calculations cost a keystroke, and opening, in forms of different sizes.
@MainActor
enum RuleBenchmarks {
  private static let perRound = 20

  static func run() throws -> [BenchmarkResult] { try conditions() + expressions() }

  // A keystroke that feeds one expression, and one that feeds none.
  private static func expressions() throws -> [BenchmarkResult] {
    let large = try Questions(rows: 800, rules: 200, .expressions)
    let small = try Questions(rows: 80, rules: 20, .expressions)
    let plain = try Questions(rows: 800, rules: 0)
    defer { for questions in [large, small, plain] { questions.remove() } }
    return [
      try Rounds.compare(
        "forms keystroke, 800 rows with 200 expressions", against: "80 with 20", size: perRound,
        target: 1.3, ours: { try large.type(perRound, in: "row-2") },
        theirs: { try small.type(perRound, in: "row-2") }),
      try Rounds.compare(
        "forms keystroke that feeds none of 200 expressions", against: "none", size: perRound,
        target: 1.02, ours: { try large.type(perRound, in: "row-1") },
        theirs: { try plain.type(perRound, in: "row-1") }),
      try Rounds.compare(
        "forms open, 800 rows with 200 expressions", against: "without", size: 1,
        ours: { try large.open() }, theirs: { try plain.open() }),
    ]
  }

  private static func conditions() throws -> [BenchmarkResult] {
    let (large, small) = (try Questions(rows: 800, rules: 200), try Questions(rows: 80, rules: 20))
    let plain = try Questions(rows: 800, rules: 0)
    defer { for questions in [large, small, plain] { questions.remove() } }
    return [
      try Rounds.compare(
        "forms keystroke, 800 rows with 200 conditions", against: "80 with 20", size: perRound,
        target: 1.3, ours: { try large.type(perRound) }, theirs: { try small.type(perRound) }),
      try Rounds.compare(
        "forms open, 800 rows with 200 conditions", against: "without", size: 1, target: 1.3,
        ours: { try large.open() }, theirs: { try plain.open() }),
    ]
  }
}

/// A document in which every fourth row has a condition, each on the one before, or is calculated or shown by
/// an expression on the row before it, and a table of a screen's height.
@MainActor
final class Questions {
  enum Rules { case conditions, expressions }

  private let folder: URL
  let store: Store
  let session: Session
  private let table = HeadlessTable()
  private var count = 0

  /// Makes the document, and answers in it until it has so many entries.
  init(rows: Int, rules: Int, _ kind: Rules = .conditions, entries: Int = 0) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "ekiben-bench-rules-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try Store(folder.appending(path: "rules.ekiben").path)
    let form = Self.form(rows: rows, rules: rules, kind)
    if entries > 0 { try Self.grow(store, form, rows: rows, to: entries) }
    session = try store.open("doc", from: form)
    table.checksContent = false
    table.viewport = TableViewport(height: 20)
    session.attach(table)
  }

  // Many edits to a commit, of the rows that no rule hides.
  private static func grow(_ store: Store, _ form: Form, rows: Int, to entries: Int) throws {
    let environment = SessionEnvironment()
    _ = try store.open("doc", from: form)
    var document = try store.document("doc")
    while document.count < entries {
      let edits = (0..<min(5000, entries - document.count)).map { number -> Edit in
        let row = RowID(unchecked: "row-\((document.count + number) * 4 % rows)")
        return .answers([(row, .text("answer \(document.count + number)"))])
      }
      _ = try store.perform(edits, on: &document, by: environment.metadata())
      while try store.archiveOldEntries(of: &document) {}
    }
  }

  private static func form(rows: Int, rules: Int, _ kind: Rules) -> Form {
    Form("questions") {
      for section in 0..<(rows / 20) {
        Section(SectionID(unchecked: "section-\(section)"), header: "Section \(section)") {
          for number in (20 * section)..<(20 * section + 20) {
            if rules > 0, number % 4 == 3 { row(number, kind) } else { row(number) }
          }
        }
      }
    }
  }

  private static func row(_ number: Int) -> TextInput {
    TextInput(Field<String>(RowID(unchecked: "row-\(number)")), title: "Question \(number)")
  }

  private static func row(_ number: Int, _ kind: Rules) -> TextInput {
    let path = "%resource.descendants().where(linkId = 'row-\(number - 1)').answer.value"
    return switch kind {
    case .conditions:
      row(number).visible(
        when: Field<String>(RowID(unchecked: "row-\(max(0, number - 4))")) != "no")
    case .expressions where number % 8 == 3: row(number).calculated("\(path) & '!'")
    case .expressions: row(number).visible(when: .fhirPath("\(path) != 'no'"))
    }
  }

  func type(_ number: Int, in row: RowID = "row-3") throws {
    for _ in 0..<number {
      count += 1
      try session.type(.text("answer \(count)"), in: row)
    }
    table.clearLog()
  }

  func open() throws {
    let table = HeadlessTable()
    table.checksContent = false
    table.viewport = TableViewport(height: 20)
    try store.open("doc").attach(table)
  }

  func remove() {
    do {
      try store.close()
      try FileManager.default.removeItem(at: folder)
    } catch { print("left behind: \(folder.path)") }
  }
}
