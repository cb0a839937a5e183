public import Ekiben

/// Replays a document's whole journal into a table without a screen, checking it after every entry.
///
/// One line in a test says that every state on the way, branches and all, can be shown by the
/// changes that led to it, and that the last one is what the document holds.
///
/// - Returns: What the replay did.
/// - Throws: ``Ekiben/Replay/Failure`` at the first entry that does not fit, or after which the table
///   differs.
@discardableResult
public func expectReplay(
  of document: StoredDocument, in store: Store
) throws(Replay.Failure) -> Replay.Report {
  let table = HeadlessTable()
  let report = try Replay(of: document, in: store).run(in: table)
  guard table.displays == HeadlessTable(document.content).displays else {
    throw Replay.Failure(
      entry: document.count, problem: "the table does not show the document")
  }
  return report
}
