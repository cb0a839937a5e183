internal import EkibenDocuments
internal import EkibenSQLite

/// What the options of a set are found by: a line of `option_text`.
struct OptionKey: Hashable, Comparable {
  /// How a text leads to an option.
  enum Kind: Int64 {
    /// A word of its label or code, in lower case.
    case word
    /// Its label as it is.
    case label
    /// Its code, where that is not the row's id.
    case code
    /// The code of the option that it belongs to; empty where it belongs to none.
    case parent
  }

  let kind: Kind
  let text: TextKey
  let position: Int

  /// Every key of an option, each once.
  static func keys(of option: Document.Row, at position: Int) -> Set<OptionKey> {
    let code = option.fields.text(.code) ?? option.id.rawValue
    let label = option.fields.text(.label) ?? code
    var texts: [(Kind, String)] = words(label: label, code: code).map { (.word, $0) }
    texts.append((.label, label))
    texts.append((.parent, option.fields.text(.parent) ?? ""))
    if !ByteText.equal(code, option.id.rawValue) { texts.append((.code, code)) }
    return Set(texts.map { OptionKey(kind: $0.0, text: TextKey($0.1), position: position) })
  }

  /// The words that an option is found by.
  static func words(label: String, code: String) -> [String] {
    OptionSetDocument.words(in: label) + OptionSetDocument.words(in: code)
  }

  static func < (left: OptionKey, right: OptionKey) -> Bool {
    (left.kind.rawValue, left.text, left.position)
      < (right.kind.rawValue, right.text, right.position)
  }
}

extension FormTable {
  /// Refuses a form where a set of options is meant, and the other way round.
  func check(_ form: FormRow, isOptionSet: Bool) throws(StoreError) {
    let isSet = try optionCount(of: form.key) != nil
    if isSet != isOptionSet { throw .otherKind(form.name, isOptionSet: isSet) }
  }

  /// How many options a set has; nil for a form that is none.
  func optionCount(of form: Int64) throws(StoreError) -> Int? {
    try database.rows(
      "SELECT options FROM option_set WHERE form = ? AND \(StoredTable.optionSet.intact())",
      [.integer(form)]
    ) { row in try row.int(0) }.first
  }

  /// Makes the options of a set's current revision the ones that are found.
  ///
  /// Sorted, so that pages of the index are filled one after the other.
  func indexOptions(of form: Int64, revision: Int) throws(StoreError) {
    let (content, records) = try revisionContent(of: form, revision: revision)
    let options = content.options
    try database.run("DELETE FROM option_text WHERE form = ?", [.integer(form)])
    try database.run(
      StoredTable.optionSet.upsert, [.integer(form), .integer(Int64(options.count))])
    let keys = options.enumerated().flatMap { OptionKey.keys(of: $1, at: $0) }.sorted()
    let sql = StoredTable.optionText.insert
    for key in keys {
      let record = records.key(of: .row(options[key.position].id)) ?? 0
      try database.run(
        sql,
        [
          .integer(form), .integer(key.kind.rawValue), .text(key.text.text),
          .integer(Int64(key.position)), .integer(record),
        ])
    }
  }

  /// Hands on the lines of a kind from a text on, in their order, and what each option says in a revision, for as
  /// long as more are wanted.
  ///
  /// A bit that flips in a text puts a line where nobody looks for it, and leads astray who looks for others; but then
  /// it stands beside what is found. So the line before and the one at which the search ends are compared with
  /// their checksums, too (rule P26).
  ///
  /// - Complexity: O(log n + lines).
  func eachOption(
    of set: OptionSetSummary, _ kind: OptionKey.Kind, from text: String,
    while wantsMore: (_ text: String, _ position: Int, _ row: [UInt8]?) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let key: [Binding] = [.integer(set.key), .integer(kind.rawValue), .text(text)]
    // Before the first of the text: SQLite would pass over all that have it.
    try database.check(LineBeside.optionTexts, key + [.integer(-1)])
    try database.each(Self.optionsFrom, key + [.integer(Int64(set.revision))]) { row in
      (
        isOfKind: row.holds(1, in: 0), text: try row.text(1), position: try row.int(2),
        row: row.isNull(3) ? nil : try row.blob(3)
      )
    } while: { line throws(StoreError) in
      try line.isOfKind ? wantsMore(line.text, line.position, line.row) : false
    }
  }

  private static let optionsFrom = """
    SELECT l.form = ?1 AND l.kind = ?2, l.text, l.position, r.fields,
      \(StoredTable.row.intact("r"))
    FROM option_text l
      LEFT JOIN row r ON r.record = l.record AND r.since <= ?4 AND ifnull(r.until > ?4, true)
    WHERE \(StoredTable.optionText.intact("l")) AND (l.form, l.kind, l.text) >= (?1, ?2, ?3)
    ORDER BY l.form, l.kind, l.text, l.position
    """

  /// The set as it is now: what options are found by is of no other revision.
  func current(_ set: OptionSetSummary) throws(StoreError) -> OptionSetSummary {
    let form = try form(set.name)
    let count = form?.key == set.key ? try optionCount(of: set.key) : nil
    return OptionSetSummary(
      name: set.name, revision: form?.revision ?? set.revision, options: count ?? 0, key: set.key)
  }

  func optionsNotFound(of set: OptionSetSummary) -> StoreError {
    database.damaged("the options of \(set.name) are not found by what they say")
  }

  /// What an option says, as its row is stored.
  func option(_ row: [UInt8]?) throws(StoreError) -> Fields {
    guard let row else {
      throw database.damaged("an option that is found by its text is missing")
    }
    return try database.fields(row, of: "an option")
  }

  /// Compares what the options of a set are found by with what they say (rule F52).
  func optionFindings(
    of form: FormRow, _ content: Document, _ records: FormRecords
  ) throws(StoreError) -> [String] {
    guard let count = try optionCount(of: form.key) else {
      return content.isOptionSet
        ? ["\(form.name) is a set of options that is not listed as one"] : []
    }
    let options = content.options
    var expected = Set(options.enumerated().flatMap { OptionKey.keys(of: $1, at: $0) })
    let found = try database.rows(
      "SELECT kind, text, position, record FROM option_text WHERE form = ?", [.integer(form.key)]
    ) { row in
      (
        key: OptionKey(
          kind: OptionKey.Kind(rawValue: try row.int64(0)) ?? .word, text: TextKey(try row.text(1)),
          position: try row.int(2)), record: try row.int64(3)
      )
    }
    let isRight =
      found.allSatisfy { line in
        expected.remove(line.key) != nil
          && records.key(of: .row(options[line.key.position].id)) == line.record
      } && expected.isEmpty && count == options.count
    return isRight ? [] : ["the options of \(form.name) are not found by what they say"]
  }
}

extension Document {
  /// The rows that can be chosen, in their order.
  fileprivate var options: [Row] { sections.flatMap { Array($0.rows) } }
}
