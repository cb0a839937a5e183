internal import EkibenDocuments
internal import EkibenSQLite

extension JournalTable {
  /// Reads the undo tree of a document: old entries from their chunks, the rest one by one.
  ///
  /// - Complexity: O(entries); those that are alike and archived are read in stretches.
  func history(of document: StoredDocument) throws(StoreError) -> History {
    var history = History()
    try database.each(
      """
      SELECT first, tree FROM chunk WHERE document = ? AND \(StoredTable.chunk.intact())
      ORDER BY first
      """, [.integer(document.key)]
    ) { row in try restore(try row.int(0), try row.blob(1), into: &history) }
    guard history.count == document.archived else {
      throw .history(.broken(entry: document.archived))
    }
    try restoreTravels(document.key, into: &history)
    try eachRecord(of: document.key, history.count + 1...Int.max) { found throws(StoreError) in
      let outline = try outline(found.number, found.kind, found.bytes)
      do throws(HistoryError) { try history.append(outline) } catch { throw .history(error) }
    }
    return history
  }

  private func restore(
    _ first: Int, _ bytes: [UInt8], into history: inout History
  ) throws(StoreError) {
    guard first == history.count + 1 else { throw .history(.broken(entry: first)) }
    let tree = try database.decoding(
      "the chunk of entry \(first)", try ChunkTree(first: first, bytes: bytes))
    for stretch in tree.stretches {
      let kind = try kind(Int64(stretch.kind), of: stretch.numbers.lowerBound)
      do throws(HistoryError) { try restore(stretch, kind, into: &history) } catch {
        throw .history(error)
      }
    }
  }

  private func restore(
    _ stretch: ChunkTree.Stretch, _ kind: Entry.Kind, into history: inout History
  ) throws(HistoryError) {
    let header = stretch.header
    if kind.isNode, header.parent == nil {
      return try history.restore(nodes: stretch.numbers.count, step: header.step, kind: kind)
    }
    for number in stretch.numbers {
      try history.restore(
        parent: header.parent ?? number - 1, head: kind.isNode ? number : header.head ?? number,
        step: header.step ?? number, kind: kind)
    }
  }

  private func restoreTravels(_ document: Int64, into history: inout History) throws(StoreError) {
    let visited = try database.rows(
      "SELECT node, child FROM visited WHERE document = ? AND \(StoredTable.visited.intact())",
      [.integer(document)]
    ) { row in (node: try row.int(0), child: try row.int(1)) }
    // Those that the other entries set are set again by them.
    let archived = history.count
    var marks: [(name: MarkName, node: Int)] = []
    for (text, node) in try database.rows(
      "SELECT name, entry FROM mark WHERE document = ? AND \(StoredTable.mark.intact())",
      [.integer(document)],
      { row in (try row.text(0), try row.int(1)) })
    where node <= archived {
      do { marks.append((try MarkName(text), node)) } catch {
        throw database.damaged("a mark has an impossible name")
      }
    }
    do { try history.restore(visited: visited, marks: marks) } catch { throw .history(error) }
  }
}
