import Ekiben
import EkibenDocuments
import EkibenTesting
import TestSupport
import Testing
@testable import EkibenSQLite

/// One keypress, from the table to the disk and back, told as the page "The life of an edit" tells it.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `The life of an edit` {
  @Test func `goes from a keypress to the disk, back to the table, and is undone after a restart`()
    throws
  {
    var trace: [String] = []
    try withTemporaryStore { store in
      let session = try store.open("visit", from: clinicForm(), in: .fixed(author: "Ada"))
      let table = HeadlessTable()
      session.attach(table)
      table.clearLog()
      table.callbacks.onEvent = { event in
        trace.append("event    \(event.row): \(Notation.text(of: event.value))")
        let before = session.document.content
        do {
          let entry = try session.set([(event.row, event.value)])
          trace.append("entry    \(entry.map(line) ?? "none")")
          // The changeset of a direct edit is the diff, found without searching.
          #expect(entry?.changes == Changeset(from: before, to: session.document.content))
        } catch {
          trace.append("refused  \(error)")
        }
      }
      try table.type("Ada", into: "name")
      trace += table.log.map { "table    \($0)" }
      trace += try onDisk(store.path)
      try store.close()

      let again = try Store(store.path, now: 0)
      let reopened = try again.open("visit", in: .fixed(author: "Bob", start: 1_767_312_000_000))
      trace.append("reopened name: \(Notation.text(of: reopened["name"]))")
      let fresh = HeadlessTable()
      reopened.attach(fresh)
      fresh.clearLog()
      trace.append("entry    \(try reopened.undo().map(line) ?? "none")")
      trace += fresh.log.map { "table    \($0)" }
      trace += try onDisk(store.path)
      trace.append("reads    name: \(Notation.text(of: reopened["name"]))")
      #expect(fresh.displays == HeadlessTable(try clinicForm().document()).displays)
      try expectReplay(of: reopened.document, in: again)
      try again.close()
    }
    expectGolden(trace.joined(separator: "\n") + "\n", named: "life-of-an-edit.txt")
  }

  private func line(_ entry: Entry) -> String {
    let changes = entry.changes.changes.map { change in
      "\(Notation.text(of: change.target)): \(Notation.text(of: change.before)) → "
        + Notation.text(of: change.after)
    }
    let what = changes.isEmpty ? "" : ", " + changes.joined(separator: ", ")
    return "\(entry.number) \(entry.kind) by \(entry.author) at \(entry.time), head \(entry.head)"
      + what
  }

  // What any SQL tool would see.
  private func onDisk(_ path: String) throws -> [String] {
    let connection = try Connection(path: path, access: .readWrite)
    try connection.set(.views, to: true)
    let statement = try connection.prepare("SELECT row, value, entry FROM answers")
    var lines: [String] = []
    while try statement.step() {
      lines.append(
        "disk     \(try statement.text(0)) = \(try statement.text(1)), "
          + "written by entry \(try statement.int64(2))")
    }
    return lines.isEmpty ? ["disk     no answers"] : lines
  }
}
