public import EkibenDocuments
internal import EkibenSQLite

/// What a form says in all of its revisions, and all that is filled in from it.
extension Store {
  /// The content of every revision of a form: the current one first, then the others, the newest first.
  ///
  /// - Throws: ``StoreError/unknownForm(_:)``, and whatever reading can meet.
  /// - Complexity: O(n log n) in the number of rows of all revisions.
  public func revisions(of form: DocumentName) throws(StoreError) -> [Document] {
    try reading { (state) throws(StoreError) in
      guard let form = try state.forms.form(form) else { throw .unknownForm(form) }
      return try state.forms.revisions(of: form).map(\.content)
    }
  }

  /// The form that a canonical URL means, `url` or `url|version`, or a reference such as
  /// `Questionnaire/intake`, which is by name; nil where the store has none.
  ///
  /// - Returns: Its name, and its revision of that version: the current one, else the newest; without a version
  ///   the current one, and nil where no revision has it.
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(n log n) in the number of rows of all revisions.
  package func formRevisions(
    called reference: String
  ) throws(StoreError) -> (name: DocumentName, meant: (revision: Int, content: Document)?)? {
    try reading { (state) throws(StoreError) in
      let type = "Questionnaire/"
      let isRelative = reference.utf8.starts(with: type.utf8)
      let name = isRelative ? String(reference.dropFirst(type.count)) : reference
      guard let form = try state.forms.formMeant(by: name) else { return nil }
      let revisions = try state.forms.revisions(of: form)
      if revisions.contains(where: { $0.content.isOptionSet }) { return nil }
      let parts = reference.split(separator: "|", maxSplits: 1)
      let meant = revisions.first { revision in
        parts.count < 2 || revision.content.fields.text(.url) == reference
          || revision.content.fields.text("version") == String(parts[1])
      }
      return (form.name, meant)
    }
  }

  /// Hands on the documents of a form one after the other, by name, as they all stood at one moment
  /// (rule I29), the present or a former one.
  ///
  /// The store is held meanwhile: the body must not ask it. Where the file was read without locks, since
  /// nobody wrote it, and somebody begins to, the rest is of another moment, each document still of one.
  ///
  /// - Parameters:
  ///   - form: The form's name.
  ///   - time: When they stood so, in milliseconds since 1970; nil is now. Of what had no entry then, nothing is
  ///     handed on. A document of the past has still all of its history.
  ///   - body: Takes a document, and the times of its first entry and of the last until then; false ends it.
  /// - Returns: Whether all that was handed on is of one moment.
  /// - Throws: ``StoreError/unknownForm(_:)``, and whatever reading can meet.
  /// - Complexity: As ``document(_:)`` for each; one document is in memory at a time.
  @discardableResult
  public func eachDocument(
    of form: DocumentName, at time: Int64? = nil,
    _ body: (_ document: StoredDocument, _ created: Int64, _ modified: Int64) -> Bool
  ) throws(StoreError) -> Bool {
    try eachDocument(of: [form], at: time, body)
  }

  /// The same of several forms, one form after the other, all of one moment.
  package func eachDocument(
    of forms: [DocumentName], at time: Int64? = nil,
    _ body: (_ document: StoredDocument, _ created: Int64, _ modified: Int64) -> Bool
  ) throws(StoreError) -> Bool {
    try eachLine(of: forms) { (state, form, end) throws(StoreError) in
      try state.documents.names(of: form, behind: end)
    } _: { (state, name, _) throws(StoreError) -> Moment in
      let present = try state.documents.read(name)
      let number =
        if let time {
          try state.past.lastEntry(of: present, atOrBefore: time)
        } else {
          Optional(present.count)
        }
      let document = try number.map { number throws(StoreError) in
        try state.past.document(present, at: number)
      }
      let created = try state.documents.created(present.key)
      let modified = try number.map { number throws(StoreError) in
        try state.journal.entry(number, of: present).time
      }
      return (document, created, modified ?? created)
    } _: { _, found in
      found.document.map { body($0, found.created, found.modified) } ?? true
    }
  }

  /// A document as it stood, if it had begun.
  private typealias Moment = (document: StoredDocument?, created: Int64, modified: Int64)

  /// Hands on what is found of the documents of forms, form by form and in the order of their names.
  ///
  /// - Parameters:
  ///   - forms: The forms' names.
  ///   - page: Reads the page of all documents behind another one, and which are those of a form.
  ///   - read: Makes of that what is handed on.
  ///   - body: Takes what was found; false ends it.
  /// - Returns: Whether all that was handed on is of one moment.
  /// - Throws: ``StoreError/unknownForm(_:)``, and whatever reading can meet.
  func eachLine<Line, Found>(
    of forms: [DocumentName],
    _ page: (inout StoreState, Int64, PageEnd) throws(StoreError) -> DocumentPage<Line>,
    _ read: (inout StoreState, DocumentName, Line) throws(StoreError) -> Found,
    _ body: (DocumentName, Found) -> Bool
  ) throws(StoreError) -> Bool {
    var (last, isOneState) = (nil as DocumentName?, true)
    // Those that are not done with.
    var left = forms[...]
    try withState { (state) throws(StoreError) in
      try state.repeatingUntilOneState { (state) throws(StoreError) in
        if left.isEmpty { return }
        isOneState = left.count == forms.count && last == nil
        try state.snapshot { (state) throws(StoreError) in
          let keys = try left.map { form throws(StoreError) -> Int64 in
            guard let key = try state.forms.form(form)?.key else { throw .unknownForm(form) }
            return key
          }
          try state.database.checkIndex(countingKinds: false)
          for key in keys {
            var end = PageEnd(name: last)
            while true {
              let page = try page(&state, key, end)
              guard try state.isStillOneState() else { return }
              guard let next = page.lines.last?.name else { break }
              for (name, isAsked, line) in page.lines where isAsked {
                let found = try read(&state, name, line)
                guard try state.isStillOneState() else { return }
                last = name
                if !body(name, found) { return left = [] }
              }
              end = PageEnd(name: next, isOfThisState: true)
            }
            (left, last) = (left.dropFirst(), nil)
          }
        }
      }
    }
    return isOneState
  }
}

extension StoreState {
  // What was read beside a writer that has just come is nothing.
  fileprivate func isStillOneState() throws(StoreError) -> Bool {
    guard try database.sqlite(try database.connection.stillUnchanged()) else { return false }
    database.hasAnswered = true
    return true
  }
}

extension FormTable {
  /// Every revision of a form: the current one first, then the others, the newest first.
  fileprivate func revisions(
    of form: FormRow
  ) throws(StoreError) -> [(revision: Int, content: Document)] {
    let numbers = try revisions(
      of: form.key, "ORDER BY number = ? DESC, number DESC", [.integer(Int64(form.revision))])
    return try numbers.map { number throws(StoreError) in
      (number, try revisionContent(of: form.key, revision: number).document)
    }
  }
}
