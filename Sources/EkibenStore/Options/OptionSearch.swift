internal import EkibenDocuments
internal import EkibenSQLite

/// Finds the options that a query means.
///
/// Each word of the text and the parent is a condition that a run of `option_text` meets, in which the
/// options stand one after the other. One run is walked through, and its options are asked whether they
/// meet the other conditions: the first run, in whose order they are wanted, until there are enough; or all
/// of another one, where that is short.
struct OptionSearch {
  let set: OptionSetSummary
  let query: OptionQuery

  func run(_ forms: FormTable) throws(StoreError) -> [Fields] {
    if query.limit < 1 { return [] }
    let runs = try runs(forms)
    let walked = try runToWalk(runs, forms)
    let others = runs.indices.filter { $0 != walked }.map { runs[$0] }
    var found: [(text: String, position: Int, option: Fields)] = []
    var seen: Set<Int> = []
    try walk(runs[walked], forms) { position, row throws(StoreError) in
      if seen.insert(position).inserted {
        let option = try forms.option(row)
        if others.allSatisfy({ $0.text(of: option) != nil }) {
          found.append((walked > 0 ? runs[0].text(of: option) ?? "" : "", position, option))
        }
      }
      return walked > 0 || found.count < query.limit
    }
    if walked > 0 {
      found.sort {
        ByteText.equal($0.text, $1.text)
          ? $0.position < $1.position : ByteText.precedes($0.text, $1.text)
      }
    }
    let options = found.prefix(query.limit)
    // Where all are meant they are counted, and else the lines beside them are looked at.
    if runs[0].kind == .parent, query.parent == nil {
      let areAll = zip(0..., options).allSatisfy { $0 == $1.position }
      guard areAll, options.count == min(query.limit, set.options) else {
        throw forms.optionsNotFound(of: set)
      }
    }
    return options.map(\.option)
  }

  /// A run of lines of one kind: of one text, or of all texts that begin with it.
  private struct Run {
    let kind: OptionKey.Kind
    let text: String
    let isWhole: Bool

    /// The first of an option's texts by which it stands in the run; nil where it does not.
    func text(of option: Fields) -> String? {
      let code = option.text(.code) ?? ""
      let texts =
        kind == .word
        ? OptionKey.words(label: option.text(.label) ?? code, code: code)
        : [option.text(.parent) ?? ""]
      return texts.filter(holds).min { ByteText.precedes($0, $1) }
    }

    func holds(_ other: String) -> Bool {
      isWhole ? ByteText.equal(other, text) : other.utf8.starts(with: text.utf8)
    }
  }

  private func runs(_ forms: FormTable) throws(StoreError) -> [Run] {
    let words = OptionSetDocument.words(in: query.text).map {
      Run(kind: .word, text: $0, isWhole: false)
    }
    let parent = query.parent.map { Run(kind: .parent, text: $0, isWhole: true) }
    let all = words + [parent].compactMap(\.self)
    if !all.isEmpty { return all }
    // Where no option belongs to another one, all stand in their order.
    let parents = try forms.database.rows(
      "SELECT 1 FROM option_text WHERE form = ? AND kind = 3 AND text > '' LIMIT 1",
      [.integer(set.key)]
    ) { row in try row.int64(0) }
    return [Run(kind: .parent, text: "", isWhole: parents.isEmpty)]
  }

  // Where a word finds m of n options, those of another word have to be looked at n/m times as often as are
  // wanted. So from the root of n times as many on, it is sooner done to look at all that the word finds.
  private func runToWalk(_ runs: [Run], _ forms: FormTable) throws(StoreError) -> Int {
    if runs.count == 1 { return 0 }
    let even = (Double(query.limit) * Double(set.options)).squareRoot()
    // The file may say of a set that it has more options than there are numbers.
    let all = Int(exactly: min(even, Double(set.options)).rounded(.down)) ?? .max
    var (shortest, least) = (0, all)
    for (number, run) in runs.enumerated() {
      let count = try count(run, atMost: least, forms)
      if count < least { (shortest, least) = (number, count) }
    }
    return shortest
  }

  private func count(_ run: Run, atMost most: Int, _ forms: FormTable) throws(StoreError) -> Int {
    try forms.database.number(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM option_text
        WHERE form = ?1 AND kind = ?2 AND text BETWEEN ?3 AND ?4 LIMIT ?5)
      """, bindings(run) + [.integer(Int64(most))])
  }

  private func bindings(_ run: Run) -> [Binding] {
    // No character comes after this one.
    let end = run.isWhole ? run.text : run.text + "\u{10FFFF}"
    return [
      .integer(set.key), .integer(run.kind.rawValue), .text(run.text), .text(end),
    ]
  }

  /// Hands on place and record of the options of a run, as long as more are wanted: by text and place, and
  /// where all options are meant by place alone.
  private func walk(
    _ run: Run, _ forms: FormTable, _ body: (Int, [UInt8]?) throws(StoreError) -> Bool
  ) throws(StoreError) {
    if run.text.isEmpty, !run.isWhole { return try walkAll(run, forms, body) }
    try forms.eachOption(of: set, run.kind, from: run.text) {
      (text, position, row) throws(StoreError) in
      run.holds(text) ? try body(position, row) : false
    }
  }

  private func walkAll(
    _ run: Run, _ forms: FormTable, _ body: (Int, [UInt8]?) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try forms.database.each(
      """
      SELECT l.position, r.fields, \(StoredTable.optionText.intact("l")),
        \(StoredTable.row.intact("r"))
      FROM (SELECT * FROM option_text WHERE form = ?1 AND kind = ?2 ORDER BY position LIMIT ?4) l
        LEFT JOIN row r ON r.record = l.record AND r.since <= ?3 AND ifnull(r.until > ?3, true)
      ORDER BY l.position
      """,
      [
        .integer(set.key), .integer(run.kind.rawValue), .integer(Int64(set.revision)),
        .integer(Int64(query.limit)),
      ]
    ) { row in
      (position: try row.int(0), row: row.isNull(1) ? nil : try row.blob(1))
    } while: { line throws(StoreError) in
      try body(line.position, line.row)
    }
  }
}
