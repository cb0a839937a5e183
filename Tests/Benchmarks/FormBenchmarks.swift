import BenchmarkResults
import Ekiben
import EkibenDocuments
import EkibenForms
import Foundation

/// What structure costs in forms of different sizes, end to end: session, store and a table.
@MainActor
enum FormBenchmarks {
  private static let perRound = 5

  static func run(only: String) throws -> [BenchmarkResult] {
    try searches(only) + additions(only)
      + ("keystroke".hasPrefix(only) ? RuleBenchmarks.run() : [])
  }

  /// A keystroke in a picker, which has to come in 5 ms whatever the set holds.
  private static func searches(_ only: String) throws -> [BenchmarkResult] {
    if !"options".hasPrefix(only) { return [] }
    let (large, small) = (try Options(count: 100_000), try Options(count: 1000))
    defer {
      large.remove()
      small.remove()
    }
    return [
      try Rounds.compare(
        "forms options, a beginning in a set of 100,000", against: "in one of 1,000",
        size: Options.beginnings.count, target: 3,
        ours: { try large.search() }, theirs: { try small.search() })
    ]
  }

  private static func additions(_ only: String) throws -> [BenchmarkResult] {
    if !"add".hasPrefix(only) { return [] }
    let (large, small) = (try Survey(instances: 1000), try Survey(instances: 20))
    defer {
      large.remove()
      small.remove()
    }
    return [
      try Rounds.compare(
        "forms add, 20,000 rows in 1,000 instances", against: "in 20 instances", size: perRound,
        target: 1.3, ours: { try large.add(perRound) }, theirs: { try small.add(perRound) })
    ]
  }
}

/// A document with instances of twenty rows each, and a table of a screen's height.
@MainActor
private final class Survey {
  private let folder: URL
  private let store: Store
  private let session: Session
  private let table = HeadlessTable()

  init(instances: Int) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "ekiben-bench-forms-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try Store(folder.appending(path: "forms.ekiben").path)
    session = try store.open("survey", from: Self.form)
    for _ in 0..<instances { try session.add(to: "members") }
    table.checksContent = false
    table.viewport = TableViewport(height: 20)
    session.attach(table)
  }

  private static let form = Form("survey") {
    Section("head") { Description("hello", "Hello.") }
    Repeat("members", label: "Member") {
      for number in 1...20 {
        TextInput(Field<String>(RowID(unchecked: "row-\(number)")), title: "Question \(number)")
      }
    }
    Section("foot") { Description("bye", "Bye.") }
  }

  func add(_ count: Int) throws {
    for _ in 0..<count { try session.add(to: "members") }
    table.clearLog()
  }

  func remove() {
    do {
      try store.close()
      try FileManager.default.removeItem(at: folder)
    } catch { print("left behind: \(folder.path)") }
  }
}

/// A row whose options are a set of the store.
@MainActor
private final class Options {
  static let beginnings = ["l", "la", "lab", "label", "9", "99", "group1", "gr 42", "zzz", "lab 7"]

  private let folder: URL
  private let store: Store
  private let session: Session

  init(count: Int) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "ekiben-bench-options-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try Store(folder.appending(path: "options.ekiben").path)
    let options = (0..<count).map { number -> Fields in
      [.code: .text("c\(number)"), .label: .text("Label \(number) of group\(number % 1000)")]
    }
    let set = try OptionSetDocument.document(fields: Fields(), options: options)
    _ = try store.publish("codes", set, by: SessionEnvironment().metadata())
    session = try store.open(
      "d",
      from: Form("f") {
        Section("s") {
          Choice(Field<String>("code"), options: []).options(from: "codes")
        }
      })
  }

  func search() throws {
    for text in Self.beginnings { _ = try session.options(of: "code", matching: text, limit: 20) }
  }

  func remove() {
    do {
      try store.close()
      try FileManager.default.removeItem(at: folder)
    } catch { print("left behind: \(folder.path)") }
  }
}
