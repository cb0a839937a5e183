internal import EkibenDocuments
internal import EkibenSQLite

/// How large a store is, and what takes the room.
public struct Statistics: Hashable, Sendable {
  /// The size of the file, and of the `-wal` beside it, in bytes.
  public let fileBytes, walBytes: Int
  /// Bytes in a page, and the pages that hold nothing and wait to be used again.
  public let pageBytes, freePages: Int
  /// How many forms there are, with all their revisions, how many sets of options, and how many documents.
  public let forms, revisions, optionSets, documents: Int
  /// How many answers and overrides documents hold beyond their forms.
  public let answers, overrides: Int
  /// How many entries there are, and how many of them are archived in chunks and blocks.
  public let entries, archivedEntries: Int
  /// The bytes of entries that are not archived: those of their records, without the rows around them.
  public let entryBytes: Int
  /// The bytes of entries that are archived: those of chunks and blocks, without the rows around them.
  public let archivedBytes: Int
}

extension Store {
  /// Counts what is in the file.
  ///
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(file).
  public func statistics() throws(StoreError) -> Statistics {
    try reading { (state) throws(StoreError) in
      let database = state.database
      let facts = try database.sqlite(try database.connection.facts())
      let isNoSet = "NOT IN (SELECT form FROM option_set)"
      let archived = try database.number(
        "SELECT ifnull(sum(min(archived, \(History.maximumCount))), 0) FROM document")
      return Statistics(
        fileBytes: facts.fileBytes, walBytes: facts.walBytes, pageBytes: facts.pageSize,
        freePages: facts.freePages,
        forms: try database.number(
          "SELECT count(*) FROM document WHERE kind = 'form' AND key \(isNoSet)"),
        revisions: try database.number("SELECT count(*) FROM revision WHERE form \(isNoSet)"),
        optionSets: try database.number("SELECT count(*) FROM option_set"),
        documents: try database.number(
          "SELECT count(*) FROM document WHERE kind = 'document'"),
        answers: try database.number("SELECT count(*) FROM answer"),
        overrides: try database.number("SELECT count(*) FROM override"),
        entries: try database.number("SELECT count(*) FROM entry") + archived,
        archivedEntries: archived,
        entryBytes: try database.number("SELECT ifnull(sum(length(line)), 0) FROM entry"),
        archivedBytes: try database.number(
          "SELECT ifnull(sum(length(tree) + length(lines)), 0) FROM chunk")
          + (try database.number("SELECT ifnull(sum(length(touches)), 0) FROM block")))
    }
  }
}
