import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting

/// One forced window between two stores on one file: while the first makes its checkpoint, the other
/// edits, with everything in the database file already, so that its commit starts the `-wal` over.
struct StoreRound {
  let path: String
  /// Long enough for a few edits to make a checkpoint due.
  private static let longText = String(repeating: "a long answer ", count: 20_000)
  private static let mostEdits = 2000

  private final class Editor {
    let store: Store
    var document: StoredDocument
    var acknowledged: Int
    var refused = 0

    init(_ path: String, _ name: DocumentName, uid: UInt8) throws {
      store = try Store(path, timeout: 0, now: 0)
      document = try store.create(
        name, from: "visit", uid: [UInt8](repeating: uid, count: 16), by: metadata)
      acknowledged = 1
    }

    /// Makes an edit that differs from the last; somebody else's lock refuses it.
    func edit(_ text: String) throws(StoreError) {
      let value = Value.text("\(acknowledged) \(text)")
      do throws(StoreError) {
        try store.perform(
          .answers([(row: RowID("name"), value: value)]), on: &document, by: metadata)
        acknowledged += 1
      } catch {
        guard case .busy = error else { throw error }
        refused += 1
      }
    }
  }

  func run(into tally: inout Tally) throws {
    let publisher = try Store(path, now: 0)
    _ = try publisher.publish(
      "visit", try Document(sketch: "person: name"),
      by: metadata)
    try publisher.close()
    let (first, other) = (try Editor(path, "a", uid: 1), try Editor(path, "b", uid: 2))
    var findings: [String] = []
    func noting(_ body: () throws -> Void) {
      do { try body() } catch { findings.append("\(error)") }
    }
    let window = Hook { noting { try other.edit("in the window") } }
    // The fence's second connection is being opened: the last moment at which all can be moved.
    let opening = Hook {
      noting {
        try other.edit("before the fence")
        let mover = try Connection(path: path, access: .readWrite)
        guard try mover.checkpointFenced()?.isComplete == true else {
          throw Unforced(description: "the -wal could not be moved before the window")
        }
      }
    }
    try opening.beforeOpening {
      for _ in 0..<Self.mostEdits where window.calls == 0 {
        // Not the mover's checkpoint: it finds nothing new in the wal-index.
        try window.inWindow { try first.edit(Self.longText) }
      }
    }
    guard window.calls == 1 else {
      throw Unforced(description: "the window came \(window.calls) times")
    }
    for _ in 0..<3 { try other.edit("after the window") }
    try first.edit("last")
    try first.store.close()
    try other.store.close()
    tally.windows += 1
    tally.refused += other.refused
    tally.findings += findings
    try count([first, other], into: &tally)
  }

  private func count(_ editors: [Editor], into tally: inout Tally) throws {
    let store = try Store(path, access: .readWrite, now: 0)
    tally.findings += try store.verify().findings
    for editor in editors {
      let found = try store.document(editor.document.name)
      tally.acknowledged += editor.acknowledged
      tally.lost += editor.acknowledged - found.count
      if found.row("name")?.fields[.value] != editor.document.row("name")?.fields[.value] {
        tally.findings.append("\(editor.document.name) does not show its last edit")
      }
    }
    try store.close()
  }
}

private let metadata = EditMetadata(author: "Ada", time: 1)
