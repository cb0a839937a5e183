public import Ekiben
import EkibenForms

/// Replays a document's whole journal into a table without a screen, checking it after every entry.
///
/// One line in a test says that every state on the way, branches and all, can be shown by the
/// changes that led to it, and that the last one is what the document holds.
///
/// - Returns: What the replay did.
/// - Throws: ``Ekiben/Replay/Failure`` at the first entry that does not fit, or after which the table
///   differs.
@discardableResult public func expectReplay(
  of document: StoredDocument, in store: Store
) throws(Replay.Failure) -> Replay.Report {
  var table = TableModel()
  let report = try Replay(of: document, in: store).run(in: &table)
  if let difference = table.difference(from: document.content.drawn) {
    throw Replay.Failure(
      entry: document.count, problem: "the table does not show the document: \(difference)")
  }
  return report
}

/// Replays an exported history (`ekiben-history/2`, or version 1) in the same way, without a store.
///
/// `ekiben export STORE DOC --format swift-test` prints a test that calls this.
///
/// - Parameters:
///   - history: The lines of the file.
///   - table: What the table looks like after the last entry; nil is not asked for.
///   - fileID: The file that the report of a failure begins with.
///   - line: The line that it begins with.
/// - Returns: What the replay did.
/// - Throws: ``ExpectationFailure`` at the first line that is wrong or entry that cannot be shown, or
///   with the lines in which the last table differs.
/// - Complexity: O(n) in the size of the history for edits to answers, and what the table's own check
///   costs.
@discardableResult public func expectReplay(
  _ history: String, endsWith table: String? = nil, fileID: String = #fileID, line: Int = #line
) throws(ExpectationFailure) -> Replay.Report {
  try expectReplay(Array(history.utf8), endsWith: table, fileID: fileID, line: line)
}

/// Replays the bytes of an exported history; see ``expectReplay(_:endsWith:fileID:line:)-(String,_,_,_)``.
@discardableResult public func expectReplay(
  _ history: [UInt8], endsWith table: String? = nil, fileID: String = #fileID, line: Int = #line
) throws(ExpectationFailure) -> Replay.Report {
  var shown = TableModel()
  let report: Replay.Report
  do {
    report = try Replay(ofHistory: history).run(in: &shown)
  } catch {
    throw ExpectationFailure(
      "the history cannot be replayed: \(error)", CallSite(fileID: fileID, line: line))
  }
  if let table {
    try expectText(
      shown.snapshot(), equals: table, as: "the table after entry \(report.entries)",
      fileID: fileID, line: line)
  }
  return report
}
