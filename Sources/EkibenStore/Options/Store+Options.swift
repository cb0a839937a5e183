public import EkibenDocuments
internal import EkibenSQLite

/// A set of options in a store.
public struct OptionSetSummary: Hashable, Sendable {
  /// Its name.
  public let name: DocumentName
  /// Its current revision.
  public let revision: Int
  /// How many options that has.
  public let options: Int
  let key: Int64
}

/// A search among the options of a set.
public struct OptionQuery: Hashable, Sendable {
  /// Each word of this text has to begin a word of an option's label or code; empty finds all.
  public var text: String
  /// The code of the option that they belong to; nil is all.
  public var parent: String?
  /// The greatest number of options that are returned; 0 or less is none.
  public var limit: Int

  /// Makes a search.
  public init(_ text: String = "", parent: String? = nil, limit: Int = .max) {
    (self.text, self.parent, self.limit) = (text, parent, limit)
  }
}

extension Store {
  /// Lists the sets of options by name.
  ///
  /// - Throws: ``StoreError`` when reading fails.
  public func optionSets() throws(StoreError) -> [OptionSetSummary] {
    try reading { (state) throws(StoreError) in
      let sets = try state.database.rows(
        """
        SELECT d.key, d.name, d.revision, s.options, \(StoredTable.document.intact("d")),
          \(StoredTable.optionSet.intact("s"))
        FROM option_set s JOIN document d ON d.key = s.form ORDER BY d.name
        """
      ) { row in
        OptionSetSummary(
          name: DocumentName(unchecked: try row.text(1)), revision: try row.int(2),
          options: try row.int(3), key: try row.int64(0))
      }
      guard sets.count == (try state.database.number("SELECT count(*) FROM option_set")) else {
        throw state.database.damaged("a set of options is no document")
      }
      return sets
    }
  }

  /// The set of options that a form means by a URL or a name; nil where the store has none.
  ///
  /// - Throws: ``StoreError`` when reading fails.
  public func optionSet(_ reference: String) throws(StoreError) -> OptionSetSummary? {
    try reading { (state) throws(StoreError) in try state.forms.optionSet(reference) }
  }

  /// The options of a set that a query means, each the record of its row (rule F52).
  ///
  /// With a text they come by the word that its first word finds, and then in the order of the set.
  ///
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(limit) with one word of a text or a parent alone, and for a set without parents with
  ///   neither; with several of these O(√(limit · options)) where they meet by chance, and at worst
  ///   O(options that one of them finds).
  public func options(
    of set: OptionSetSummary, _ query: OptionQuery = OptionQuery()
  ) throws(StoreError) -> [Fields] {
    try reading { (state) throws(StoreError) in
      try OptionSearch(set: try state.forms.current(set), query: query).run(state.forms)
    }
  }

  /// The option of a code; of one that the current revision dropped, what it last said.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - system: The system of the code; nil takes any.
  ///   - set: The set.
  /// - Returns: The option's record, and whether it can still be chosen; nil where there never was one.
  /// - Throws: ``StoreError`` when reading fails.
  public func option(
    _ code: String, system: String? = nil, of set: OptionSetSummary
  ) throws(StoreError) -> (fields: Fields, isCurrent: Bool)? {
    try reading { (state) throws(StoreError) in
      let set = try state.forms.current(set)
      let shared = try state.forms.options(found: .code, by: code, in: set)
      let found = try shared + state.forms.options(called: code, of: set)
      return found.first { system == nil || $0.fields.text("system") == system }
    }
  }

  /// The options that a text can mean by code, by `system|code` or by label, the codes first, in the set
  /// that a form means by a URL or a name; nil where the store has no such set.
  ///
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(options found · log n).
  public func options(
    called text: String, of reference: String
  ) throws(StoreError) -> [(fields: Fields, isCurrent: Bool)]? {
    try reading { (state) throws(StoreError) in
      guard let set = try state.forms.optionSet(reference) else { return nil }
      var codes = [text]
      // By bytes: from behind, Characters of a long text can take a look at all of it each.
      if let bar = text.utf8.lastIndex(of: UInt8(ascii: "|")) {
        codes.append(String(Substring(text.utf8[bar...].dropFirst())))
      }
      var found: [(fields: Fields, isCurrent: Bool)] = []
      for code in codes where !code.isEmpty {
        found += try state.forms.options(found: .code, by: code, in: set)
        found += try state.forms.options(called: code, of: set)
      }
      return try found + state.forms.options(found: .label, by: text, in: set)
    }
  }
}

extension FormTable {
  /// The set that a URL or a name means.
  fileprivate func optionSet(_ reference: String) throws(StoreError) -> OptionSetSummary? {
    guard let form = try formMeant(by: reference), let count = try optionCount(of: form.key) else {
      return nil
    }
    return OptionSetSummary(name: form.name, revision: form.revision, options: count, key: form.key)
  }

  /// The form or set that a URL or else a name means; a version behind the URL is passed over, since the
  /// newest is the one that is filled in from.
  func formMeant(by reference: String) throws(StoreError) -> FormRow? {
    let bar = reference.utf8.lastIndex(of: UInt8(ascii: "|"))
    let bare = bar.map { String(reference[..<$0]) } ?? reference
    for url in bar == nil ? [reference] : [reference, bare] {
      let named = Document(keeping: [.url: .text(url)], sections: [])
      if let form = try form(uid: named.formUID(named: "set")) { return form }
    }
    return InvalidName.problem(in: bare) == nil ? try form(DocumentName(unchecked: bare)) : nil
  }

  /// The options of the current revision that a whole text finds.
  fileprivate func options(
    found kind: OptionKey.Kind, by text: String, in set: OptionSetSummary
  ) throws(StoreError) -> [(fields: Fields, isCurrent: Bool)] {
    var found: [(fields: Fields, isCurrent: Bool)] = []
    try eachOption(of: set, kind, from: text) { other, _, row throws(StoreError) in
      guard ByteText.equal(other, text) else { return false }
      found.append((try option(row), true))
      return true
    }
    return found
  }

  /// The option whose row has an id, also of an earlier revision.
  fileprivate func options(
    called id: String, of set: OptionSetSummary
  ) throws(StoreError) -> [(fields: Fields, isCurrent: Bool)] {
    let key: [Binding] = [.integer(set.key), .text("row"), .text(id)]
    let records = try database.rows(
      """
      SELECT key, id, \(StoredTable.record.intact()) FROM record
      WHERE document = ? AND kind = ? AND id = ?
      """, key
    ) { row in (key: try row.int64(0), id: try row.text(1)) }
    guard let record = records.first else {
      try database.check(LineBeside.records, key)
      return []
    }
    // Its index may say another id than the record itself.
    if !ByteText.equal(record.id, id) { throw optionsNotFound(of: set) }
    let version: [Binding] = [.integer(record.key), .integer(Int64(set.revision))]
    try database.check(LineBeside.rows, version)
    let found = try database.rows(
      """
      SELECT fields, until, \(StoredTable.row.intact()) FROM row
      WHERE record = ? AND since <= ? ORDER BY since DESC LIMIT 1
      """, version
    ) { row in
      (
        fields: try option(try row.blob(0)),
        isCurrent: row.isNull(1) ? true : try row.int(1) > set.revision
      )
    }
    // A revision that came later and is not the current one any more may have it alone.
    let anyRow = "SELECT 1 FROM row WHERE record = ? LIMIT 1"
    if found.isEmpty, try database.integer(anyRow, [.integer(record.key)]) == nil {
      throw optionsNotFound(of: set)
    }
    return found
  }
}
