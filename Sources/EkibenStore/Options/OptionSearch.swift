internal import EkibenDocuments
internal import EkibenSQLite

/// Finds the options that a query means.
///
/// Each word of the text and the parent is a condition that a run of `option_text` meets, in which the
/// options stand one after the other; several conditions are met by the options that stand in all runs.
struct OptionSearch {
  let set: OptionSetSummary
  let query: OptionQuery

  func run(_ forms: FormTable) throws(StoreError) -> [Fields] {
    var records: [Int64] = []
    let runs = runs
    if runs.count == 1 {
      records = try distinct(runs[0], forms)
    } else {
      var others: [Set<Int64>] = []
      for run in runs.dropFirst() { others.append(Set(try found(run, nil, forms))) }
      var seen: Set<Int64> = []
      records = try found(runs[0], nil, forms).filter { record in
        others.allSatisfy { $0.contains(record) } && seen.insert(record).inserted
      }
    }
    var options: [Fields] = []
    for record in records.prefix(max(0, query.limit)) {
      options.append(try forms.option(record, at: set.revision))
    }
    return options
  }

  /// A run of lines of one kind: of one text, or of all texts that begin with it.
  private struct Run {
    let kind: OptionKey.Kind
    let text: String
    let isWhole: Bool
  }

  private var runs: [Run] {
    let words = OptionSetDocument.words(in: query.text).map {
      Run(kind: .word, text: $0, isWhole: false)
    }
    let parent = query.parent.map { Run(kind: .parent, text: $0, isWhole: true) }
    let all = words + [parent].compactMap(\.self)
    return all.isEmpty ? [Run(kind: .parent, text: "", isWhole: false)] : all
  }

  // An option stands in a run once for each of its words that begin so: read on until there are enough.
  private func distinct(
    _ run: Run, _ forms: FormTable
  ) throws(StoreError) -> [Int64] {
    if query.limit == .max || run.isWhole {
      return unique(try found(run, query.limit == .max ? nil : query.limit, forms))
    }
    var limit = query.limit
    while true {
      let lines = try found(run, limit, forms)
      let records = unique(lines)
      if records.count >= query.limit || lines.count < limit { return records }
      limit *= 2
    }
  }

  private func unique(_ records: [Int64]) -> [Int64] {
    var seen: Set<Int64> = []
    return records.filter { seen.insert($0).inserted }
  }

  /// The records of a run: by text and place, and where all options are meant by place alone.
  private func found(
    _ run: Run, _ limit: Int?, _ forms: FormTable
  ) throws(StoreError) -> [Int64] {
    let order = run.text.isEmpty && !run.isWhole ? "position" : "text, position"
    // No character comes after this one.
    let end = run.isWhole ? run.text : run.text + "\u{10FFFF}"
    return try forms.database.rows(
      """
      SELECT record, \(StoredTable.optionText.intact()) FROM option_text
      WHERE form = ?1 AND kind = ?2 AND text BETWEEN ?3 AND ?4 ORDER BY \(order) LIMIT ?5
      """,
      [
        .integer(set.key), .integer(run.kind.rawValue), .text(run.text), .text(end),
        .integer(Int64(limit ?? -1)),
      ]
    ) { row throws(SQLiteError) in try row.int64(0) }
  }
}
