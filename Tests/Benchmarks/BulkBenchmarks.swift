import BenchmarkResults
import Ekiben
import EkibenDocuments
import EkibenSQLite
import EkibenTesting

/// Many documents at once: started together beside one after the other, and one answer of each beside what SQL
/// alone takes, and beside building them.
enum BulkBenchmarks {
  private static let rows = 40
  private static let answered = 10
  private static let form = Form("survey") {
    Section("s") {
      for row in 0..<rows { TextInput(Field<String>(id(row)), title: "Question \(row)") }
    }
  }

  private static func id(_ row: Int) -> RowID { RowID(unchecked: "row-\(row)") }

  private static func answers(of document: Int) -> [(row: RowID, value: Value)] {
    (0..<answered).map { (id($0), .text("answer \(document * 31 % 977) to \($0)")) }
  }

  static func run(only: String) throws -> [BenchmarkResult] {
    var found: [BenchmarkResult] = []
    if "create".hasPrefix(only) { found.append(try creating(200)) }
    if "answers".hasPrefix(only) { found += try reading(5000) }
    return found
  }

  private static func withSurvey<Result>(_ body: (Store) throws -> Result) throws -> Result {
    try withTemporaryStore { store in
      _ = try store.publish("survey", form.document(), by: SessionEnvironment.fixed().metadata())
      return try body(store)
    }
  }

  /// Each document with ten answers.
  private static func creating(_ count: Int) throws -> BenchmarkResult {
    try withSurvey { store in
      let environment = SessionEnvironment.fixed()
      return try Rounds.compare(
        "bulk create", against: "one by one", size: count,
        ours: {
          try store.create(
            (0..<count).map { (name: nil, answers: answers(of: $0)) }, from: "survey",
            as: environment)
        },
        theirs: {
          for number in 0..<count {
            let document = try store.create(
              nil, from: "survey", uid: environment.uid(), by: environment.metadata())
            try store.set(
              answers(of: number).map { ($0.row, .some($0.value)) }, in: document.name,
              as: environment)
          }
        })
    }
  }

  private static func reading(_ count: Int) throws -> [BenchmarkResult] {
    try withSurvey { store in
      try store.create(
        (0..<count).map { (name: nil, answers: answers(of: $0)) }, from: "survey", as: .fixed())
      let path = store.path
      let query = DocumentQuery([id(3)])
      func ours() throws -> Int {
        var bytes = 0
        try store.answers(to: id(3), in: "survey") { _, answers in
          bytes += answers.first?.asText?.utf8.count ?? 0
          return true
        }
        return bytes
      }
      let connection = try Connection.openReadOnly(path: path)
      return [
        try Rounds.compare(
          "bulk answers", against: "SELECT", size: count, ours: ours,
          theirs: {
            var bytes = 0
            let statement = try connection.prepare(
              """
              SELECT d.name, a.value FROM document d JOIN answer a ON a.document = d.key
              WHERE a.record = (SELECT key FROM record WHERE id = 'row-3') ORDER BY d.name
              """)
            while try statement.step() { bytes += try statement.text(1).utf8.count }
            return bytes
          }),
        try Rounds.compare(
          "bulk answers", against: "building documents", size: count, ours: ours,
          theirs: {
            var bytes = 0
            _ = try store.eachDocument(of: "survey") { document, _, _ in
              bytes += query.answers(of: document)?[0].first?.asText?.utf8.count ?? 0
              return true
            }
            return bytes
          }),
      ]
    }
  }
}
