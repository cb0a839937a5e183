import BenchmarkResults
import Ekiben
import EkibenForms
import EkibenInterchange
import Foundation

/// What large Questionnaires and many responses to them cost: a form of 800 items in 50 groups, a quarter of them
/// with a condition, and responses of 50 answers.
@MainActor
enum InterchangeBenchmarks {
  private static let documents = 10_000

  static func run(only: String) throws -> [BenchmarkResult] {
    var all: [BenchmarkResult] = []
    if "json".hasPrefix(only) { all.append(try json()) }
    if "import".hasPrefix(only) { all += try imports() }
    if "documents".hasPrefix(only) { all += try manyDocuments() }
    return all
  }

  private static func json() throws -> BenchmarkResult {
    let bytes = Array(LargeForm.questionnaire.encoded(pretty: true).utf8)
    let data = Data(bytes)
    let count = 20
    return try Rounds.compare(
      "interchange json, a kilobyte", against: "JSONSerialization",
      size: count * bytes.count / 1000, target: 1,
      ours: { for _ in 0..<count { _ = try JSON(parsing: bytes) } },
      theirs: { for _ in 0..<count { _ = try JSONSerialization.jsonObject(with: data) } })
  }

  private static func imports() throws -> [BenchmarkResult] {
    let bytes = Array(LargeForm.questionnaire.encoded(pretty: true).utf8)
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var count = 0
    func publish() throws -> Store {
      count += 1
      let store = try Store(folder.path("import-\(count).ekiben"))
      let form = try FormFile.read(bytes, named: "large").form
      _ = try store.publish("large", form.document(), by: SessionEnvironment().metadata())
      return store
    }
    let imported = try Rounds.compare(
      "interchange import, 800 items into a new store", against: "an empty new store", size: 1,
      ours: { try publish().close() },
      theirs: {
        count += 1
        try Store(folder.path("empty-\(count).ekiben")).close()
      })
    let store = try publish()
    defer { folder.close(store) }
    _ = try store.create(
      "d", from: "large", uid: LargeForm.uid(0), by: SessionEnvironment().metadata())
    let opened = try Rounds.compare(
      "interchange open, 800 items and a first screen", against: "reading the document", size: 1,
      ours: { try open(store) }, theirs: { try store.document("d") })
    return [
      imported,
      BenchmarkResult("interchange import", imported.value / 1000, "ms", target: 100),
      opened, BenchmarkResult("interchange open", opened.value / 1000, "ms", target: 30),
    ]
  }

  private static func open(_ store: Store) throws -> HeadlessTable {
    let table = HeadlessTable()
    table.checksContent = false
    table.viewport = TableViewport(height: 20)
    try store.open("d").attach(table)
    return table
  }
}

// 10,000 documents, each begun with a response.
extension InterchangeBenchmarks {
  private static func manyDocuments() throws -> [BenchmarkResult] {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("documents.ekiben")
    let store = try Store(path)
    defer { folder.close(store) }
    let bytes = Array(LargeForm.questionnaire.encoded().utf8)
    let form = try FormFile.read(bytes, named: "large").form.document()
    _ = try store.publish("large", form, by: SessionEnvironment().metadata())
    let before = try store.compact().after
    let started = ContinuousClock.now
    for number in 0..<documents { try begin(number, form, in: store) }
    let taken = seconds(since: started)
    let after = try store.compact().after
    let registry = ComponentRegistry.standard
    let tables = ExportTables(try store.revisions(of: "large"), registry: registry)
    let csv = try timed {
      let writer = CSVWriter(isRaw: false)
      return try exported(from: store) { document, answers in
        let facts = ExportTables.Facts(
          document: document.name, status: document.status, revision: document.revision,
          created: "",
          modified: "")
        return tables.lines(of: answers, facts).lines.reduce(0) {
          $0 + writer.line($1.cells).utf8.count
        }
      }
    }
    let bundle = try timed {
      try exported(from: store) { document, answers in
        let response = ResponseDocument(
          document.content, answers, status: document.status, authored: "")
        return try response.written(registry: registry).json.encoded().utf8.count
      }
    }
    let read = try timed(least: 0) { try exported(from: store) { _, _ in 0 } }
    func besideReading(_ name: String, _ seconds: Double) -> BenchmarkResult {
      BenchmarkResult(
        "interchange documents, \(name)", seconds, "s", baseline: read,
        against: "reading them with their rules")
    }
    let moved = try migrated(in: store)
    let perDocument = Double(after - before) / Double(documents)
    return [
      BenchmarkResult(
        "interchange documents, bytes of one", perDocument, "bytes", target: 4096),
      besideReading("10,000 begun with responses", taken), besideReading("csv of 10,000", csv),
      besideReading("bundle of 10,000", bundle), besideReading("10,000 migrated", moved),
      BenchmarkResult(
        "interchange documents, most memory", try PeakMemory.megabytes(), "MB", target: 200),
    ]
  }

  // To a revision without the first question of each group: its answers are retired.
  private static func migrated(in store: Store) throws -> Double {
    var items = LargeForm.questionnaire["item"]?.array ?? []
    for (place, group) in items.enumerated() {
      var members = group.object ?? []
      let inner = members.firstIndex { $0.name == "item" } ?? 0
      members[inner].value = .array(Array((members[inner].value.array ?? []).dropFirst()))
      items[place] = JSON(content: .object(members))
    }
    let changed = JSON.object([("resourceType", "Questionnaire"), ("item", .array(items))])
    let form = try FormFile.read(Array(changed.encoded().utf8), named: "large").form.document()
    _ = try store.publish("large", form, by: SessionEnvironment().metadata())
    let started = ContinuousClock.now
    for number in 0..<documents {
      var document = try store.document(DocumentName("d\(number)"))
      _ = try store.perform(
        .migrate(to: nil, renaming: []), on: &document, by: SessionEnvironment().metadata())
    }
    return seconds(since: started)
  }

  private static func begin(_ number: Int, _ form: Document, in store: Store) throws {
    let response = try ImportFile(Array(LargeForm.response(number).encoded().utf8)).root
    let reader = try ResponseReader(
      response, of: form, registry: .standard, seed: LargeForm.uid(number))
    _ = try store.create(
      DocumentName("d\(number)"), from: "large", revision: 1, as: reader.document,
      uid: LargeForm.uid(number), by: SessionEnvironment().metadata())
  }

  private static func exported(
    from store: Store, _ body: (StoredDocument, DocumentAnswers) throws -> Int
  ) throws -> Int {
    var (bytes, failure) = (0, nil as (any Error)?)
    _ = try store.eachDocument(of: "large") { document, _, _ in
      let (rules, structure) = (document.rules(), document.structure)
      let answers = DocumentAnswers(of: document.content, at: document.index) {
        rules.isActive($0, in: structure)
      }
      do { bytes += try body(document, answers) } catch { failure = error }
      return failure == nil
    }
    if let failure { throw failure }
    return bytes
  }

  private static func timed(
    least bytes: Int = 1_000_000, _ body: () throws -> Int
  ) throws -> Double {
    let started = ContinuousClock.now
    guard try body() >= bytes else { throw NothingExported() }
    return seconds(since: started)
  }

  private struct NothingExported: Error {}

  private static func seconds(since start: ContinuousClock.Instant) -> Double {
    let time = (ContinuousClock.now - start).components
    return Double(time.seconds) + Double(time.attoseconds) / 1e18
  }
}

/// A Questionnaire of 800 items, and responses to it.
private enum LargeForm {
  static let questionnaire: JSON = [
    "resourceType": "Questionnaire", "url": "http://example.org/large", "version": "1",
    "status": "active", "title": "Eight hundred questions",
    "item": .array((0..<50).map { group in head(group, (0..<16).map { item(16 * group + $0) }) }),
  ]

  private static func head(_ group: Int, _ items: [JSON]) -> JSON {
    [
      "linkId": .string("\(group + 1)"), "text": .string("Group \(group + 1)"), "type": "group",
      "item": .array(items),
    ]
  }

  private static let types = [
    "string", "integer", "boolean", "date", "choice", "decimal", "quantity", "text",
  ]

  private static func item(_ number: Int) -> JSON {
    var members: [(String, JSON)] = [
      ("linkId", .string(linkID(number))), ("text", .string(text(number))),
      ("type", .string(types[number % 8])),
    ]
    if number % 4 == 3 {
      let condition: JSON = [
        "question": .string(linkID(number - 3)), "operator": "exists", "answerBoolean": true,
      ]
      members.append(("enableWhen", [condition]))
    }
    if types[number % 8] == "choice" {
      members.append(("answerOption", .array((0..<5).map { ["valueCoding": coding($0)] })))
    }
    return .object(members)
  }

  /// A response with 50 answers, others in each.
  static func response(_ number: Int) -> JSON {
    let answered = (0..<50).map { 16 * $0 + (7 * $0 + number) % 16 }
    return [
      "resourceType": "QuestionnaireResponse", "id": .string("r\(number)"),
      "questionnaire": "http://example.org/large|1", "status": "completed",
      "subject": ["reference": .string("Patient/\(number)")], "authored": "2024-03-05T10:00:00Z",
      "item": .array(
        answered.map { item in
          [
            "linkId": .string("\(item / 16 + 1)"), "text": .string("Group \(item / 16 + 1)"),
            "item": [
              [
                "linkId": .string(linkID(item)), "text": .string(text(item)),
                "answer": [.object([answer(item, number)])],
              ]
            ],
          ]
        }),
    ]
  }

  private static func answer(_ item: Int, _ number: Int) -> (String, JSON) {
    switch types[item % 8] {
    case "integer": ("valueInteger", .integer(number))
    case "boolean": ("valueBoolean", .bool(number % 2 == 0))
    case "date": ("valueDate", .string("2024-03-\(10 + number % 20)"))
    case "choice": ("valueCoding", coding(number % 5))
    case "decimal": ("valueDecimal", JSON(content: .number("\(number).50")))
    case "quantity": ("valueQuantity", ["value": .integer(number), "unit": "mg"])
    default: ("valueString", .string("Answer \(number) to question \(item)"))
    }
  }

  private static func coding(_ number: Int) -> JSON {
    [
      "system": "http://loinc.org", "code": .string("LA\(number)"),
      "display": .string("Option \(number)"),
    ]
  }

  private static func linkID(_ number: Int) -> String { "\(number / 16 + 1).\(number % 16 + 1)" }

  private static func text(_ number: Int) -> String { "Question number \(number) about health" }

  /// Bytes that name a document.
  static func uid(_ number: Int) -> [UInt8] {
    (0..<16).map { UInt8(truncatingIfNeeded: number >> (8 * ($0 % 4)) &+ 31 * $0) }
  }
}

/// A folder that is removed again.
private struct TemporaryFolder {
  private let url = FileManager.default.temporaryDirectory
    .appending(path: "ekiben-bench-interchange-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String { url.appending(path: name).path }

  func close(_ store: Store) {
    do { try store.close() } catch { print("left open: \(error)") }
  }

  func remove() {
    do { try FileManager.default.removeItem(at: url) } catch { print("left behind: \(url.path)") }
  }
}
