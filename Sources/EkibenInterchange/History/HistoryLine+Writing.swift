import EkibenDocuments
import EkibenForms

extension HistoryLine {
  /// The line as UTF-8, with the line feed that ends it.
  ///
  /// Equal lines are written alike, and what is read is written as it was (rule I12). Nothing in a
  /// line can drive a terminal.
  ///
  /// - Throws: ``HistoryFileError`` with ``HistoryFileError/Kind/unwritable(_:)`` for what could not
  ///   be read again: a value nested too deep, a line of more than 64 MB, a time before the year 0 or
  ///   after 9999, a uid that is not of 16 bytes.
  /// - Complexity: O(n) in the size of the line; a form, or a very long line, is read back once.
  public func encoded() throws(HistoryFileError) -> [UInt8] {
    var json = CanonicalJSON()
    switch self {
    case .header(let header): json.raw(try Self.node(of: header).line())
    case .form(let form): json.raw(try Self.node(of: form).line())
    case .entry(let line): try json.write(line)
    }
    json.raw("\n")
    try Self.checkLimits(of: json.bytes)
    return json.bytes
  }

  // Only a long line can pass the limits of a reader: each value takes two bytes at least.
  private static func checkLimits(of bytes: [UInt8]) throws(HistoryFileError) {
    guard bytes.count > JSON.Limits.standard.nodes else { return }
    do throws(HistoryFileError) { _ = try LineCursor(bytes, line: 1) } catch {
      throw HistoryFileError(.unwritable(error.kind.description))
    }
  }

  private static func node(of header: HistoryHeader) throws(HistoryFileError) -> FormNode {
    guard header.uid.count == 16 else {
      throw HistoryFileError(.unwritable("the document's uid is not of 16 bytes"))
    }
    var members: [(String, FormNode)] = [
      ("format", .text(header.format)), ("uid", .text(Hexadecimal.text(header.uid))),
      ("document", .text(header.document.rawValue)), ("form", .text(header.form.rawValue)),
    ]
    if let end = header.end {
      members += [("entries", .raw("\(end.entries)")), ("last", .text("\(end.last)"))]
    }
    return .object(members)
  }

  private static func node(of form: HistoryForm) throws(HistoryFileError) -> FormNode {
    guard form.isWritable else {
      throw HistoryFileError(
        .unwritable(
          "the form \(Notation.shown(form.name.rawValue)) is nested too deep or too large"))
    }
    let usual: Document
    do { usual = try form.form.document() } catch {
      throw HistoryFileError(.unwritable(Notation.shown(error.description)))
    }
    var members = [("form", FormWriter.node(of: form.form))]
    if let places = FormPlaces.node(of: form.content, usual: usual) {
      members.append(("places", places))
    }
    if let revision = form.revision { members.append(("revision", .text("\(revision)"))) }
    let node = FormNode.object(members)
    guard try HistoryForm(writtenAs: node, form.name).content.isIdentical(to: form.content) else {
      throw HistoryFileError(
        .unwritable("the form \(Notation.shown(form.name.rawValue)) does not read back as it is"))
    }
    return node
  }
}

extension HistoryForm {
  fileprivate var isWritable: Bool {
    let records =
      [content.fields]
      + content.sections.flatMap { section in [section.fields] + section.rows.map(\.fields) }
    return records.allSatisfy { HistoryValue.isWritable(.record($0)) }
  }

  fileprivate init(writtenAs node: FormNode, _ name: DocumentName) throws(HistoryFileError) {
    do throws(HistoryFileError) {
      let bytes = Array(node.line().utf8)
      self = try HistoryForm(try LineCursor(bytes, line: 1), name: name)
    } catch {
      throw HistoryFileError(.unwritable("the form does not read back: \(error.kind.description)"))
    }
  }
}

extension CanonicalJSON {
  /// Writes the line of an entry.
  ///
  /// What its id is a hash of stands first, so that anybody can cut it off and check it: up to `"id"`,
  /// and a brace. Behind it stands what people read and other entries are found by: numbers, and
  /// what was there before.
  fileprivate mutating func write(_ line: HistoryEntry) throws(HistoryFileError) {
    let entry = line.entry
    guard UTCTime.writable.contains(entry.time) else {
      throw HistoryFileError(.unwritable("the time of entry \(entry.number) has no RFC 3339 form"))
    }
    if let identity = line.identity {
      raw(bytes: identity.encoding.dropLast())
      member("id")
      digits(identity.id)
      member("entry")
    } else {
      raw("{\"entry\":")
    }
    integer(entry.number)
    if line.identity == nil { member("kind", entry.kind.rawValue) }
    if let parent = entry.parent { member("parent", parent) }
    member("head", entry.head)
    member("of")
    list(line.of) { json, number in json.integer(number) }
    if line.identity == nil { writeFacts(of: entry) }
    member("step", entry.step)
    if line.identity == nil, let mark = entry.mark { member("mark", mark) }
    if let form = line.form { member("form", form) }
    member("changes")
    try write(line.changes, of: entry)
    raw("}")
  }

  private mutating func writeFacts(of entry: Entry) {
    member("author", entry.author)
    member("time")
    time(entry.time)
    if let reason = entry.reason { member("reason", reason) }
  }

  private mutating func write(_ changes: Changeset, of entry: Entry) throws(HistoryFileError) {
    raw("[")
    for (at, change) in changes.changes.enumerated() {
      let values = [change.before, change.after].compactMap(\.self)
      guard values.allSatisfy({ HistoryValue.isWritable($0) }) else {
        throw HistoryFileError(
          .unwritable("\(Notation.text(of: change.target)) is nested too deep or too large"))
      }
      if at > 0 { raw(",") }
      // Entries that travel bring origins back, and have none of their own.
      let origin = at < entry.origins.count ? entry.origins[at] : 0
      let flags = at < entry.flags.count && entry.kind.isNode ? entry.flags[at] : []
      do { try write(change, flags, origin: origin) } catch {
        throw HistoryFileError(.unwritable("\(Notation.text(of: change.target)): \(error)"))
      }
    }
    raw("]")
  }

  private mutating func write(
    _ change: Change, _ flags: ChangeFlags, origin: Int
  ) throws(CodingError) {
    raw("{\"record\":")
    string(Notation.text(of: change.record))
    if let field = change.field { member("field", field.rawValue) }
    if let before = change.before {
      member("before")
      try value(before)
    }
    if let after = change.after {
      member("after")
      try value(after)
    }
    self.flags(flags)
    if origin != 0 { member("origin", origin) }
    raw("}")
  }

  private mutating func member(_ name: String) {
    raw(",\"")
    raw(name)
    raw("\":")
  }

  private mutating func member(_ name: String, _ text: String) {
    member(name)
    string(text)
  }

  private mutating func member(_ name: String, _ number: Int) {
    member(name)
    integer(number)
  }

  private mutating func list<Element>(
    _ elements: [Element], _ write: (inout CanonicalJSON, Element) -> Void
  ) {
    raw("[")
    for (at, element) in elements.enumerated() {
      if at > 0 { raw(",") }
      write(&self, element)
    }
    raw("]")
  }
}
