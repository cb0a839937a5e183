import Ekiben
import EkibenSQLite
import EkibenTesting
import Foundation

/// The group `store`: what an edit costs beside the least that SQLite can do.
enum StoreBenchmarks {
  static let edits = 1000

  static func run() throws -> [Measurement] {
    [try singleFieldEdits()]
  }

  /// 1,000 edits of one field each, through the library, beside a bare prepared UPDATE.
  ///
  /// Both sides commit every edit in WAL mode with synchronous NORMAL and checkpoint every 1,000
  /// pages inside the time; every edit really changes bytes.
  private static func singleFieldEdits() throws -> Measurement {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "ekiben-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { removeFolder(folder) }
    let form = try benchmarkForm()
    let store = try Store(folder.appending(path: "ours.ekiben").path)
    let session = try store.open("bench", from: form.form)
    let rows = session.document.content.sections.flatMap(\.rows)
      .filter { RowKind($0).isEditable && !$0.fields.isTrue(.readOnly) }
    var bare = try BareTable(path: folder.appending(path: "bare.sqlite").path, rows: rows.count)
    var edit = 0
    let measurement = try Rounds.compare(
      "store edit-\(form.name)", against: "bare UPDATE", size: edits,
      ours: {
        for _ in 0..<edits {
          edit += 1
          let row = rows[edit % rows.count]
          try session.set([(row.id, answer(edit, for: row, now: session[row.id]))])
        }
      },
      theirs: { try bare.update(edits) })
    try store.close()
    return measurement
  }

  /// The sepsis form where the real forms are at hand, else the demo's own.
  private static func benchmarkForm() throws -> (name: String, form: Form) {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder =
      ProcessInfo.processInfo.environment["EKIBEN_FORMS"].map { URL(filePath: $0) }
      ?? root.appending(path: "../shared/forms")
    let sepsis = folder.appending(path: "fhir/sepsis-risk.json")
    let own = root.appending(path: "Sources/EkibenTool/Demo/clinic-intake.json")
    let file = FileManager.default.fileExists(atPath: sepsis.path) ? sepsis : own
    let name = file.deletingPathExtension().lastPathComponent
    return (name, try FormFile.read(Array(try Data(contentsOf: file)), named: name).form)
  }

  private static func answer(_ edit: Int, for row: Document.Row, now: Value?) -> Value {
    switch RowKind(row) {
    case .toggle: .bool(now != .bool(true))
    case .textInput(.integer): .integer(Int64(edit))
    case .textInput(.decimal): DecimalNumber("\(edit).50").map { .decimal($0) } ?? .null
    case .choice(let options, _) where options.count > 1:
      .text(options[now == .text(options[0].code) ? 1 : 0].code)
    default: .text("Field value version \(edit)")
    }
  }

  private static func removeFolder(_ folder: URL) {
    do { try FileManager.default.removeItem(at: folder) } catch {
      print("left behind: \(folder.path)")
    }
  }
}

/// The least that SQLite can do for an edit: one prepared UPDATE in autocommit.
private struct BareTable: ~Copyable {
  let connection: Connection
  let statement: Statement
  let rows: Int
  var edit: Int64 = 0

  init(path: String, rows: Int) throws {
    let connection = try Connection(path: path, access: .create)
    try connection.setWAL()
    try connection.setSynchronous(.normal)
    try connection.execute("PRAGMA wal_autocheckpoint = 1000")
    try connection.execute("CREATE TABLE field(id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    for row in 0..<rows { try connection.execute("INSERT INTO field VALUES (\(row), '')") }
    statement = try connection.prepare("UPDATE field SET text = ? WHERE id = ?")
    self.connection = connection
    self.rows = rows
  }

  mutating func update(_ count: Int) throws {
    for _ in 0..<count {
      edit += 1
      try statement.bind("Field value version \(edit)", at: 1)
      try statement.bind(edit % Int64(rows), at: 2)
      try statement.run()
    }
  }
}
