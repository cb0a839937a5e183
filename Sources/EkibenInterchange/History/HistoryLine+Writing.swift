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
    case .header(let header): try json.write(header)
    case .form(let form):
      json.raw(bytes: try Self.json(of: form).encodedBytes(escapingTerminal: true))
    case .entry(let line): try json.write(line)
    }
    json.raw("\n")
    // Only a long line can pass the limits of a reader: each value takes two bytes at least.
    guard json.bytes.count > JSON.Limits.standard.nodes else { return json.bytes }
    do throws(HistoryFileError) { _ = try LineCursor(json.bytes, line: 1) } catch {
      throw HistoryFileError(.unwritable(error.kind.description))
    }
    return json.bytes
  }

  private static func json(of form: HistoryForm) throws(HistoryFileError) -> JSON {
    guard form.isWritable else {
      throw HistoryFileError(
        .unwritable(
          "the form \(Notation.shown(form.name.rawValue)) is nested too deep or too large"))
    }
    let usual: Document
    do { usual = try form.form.document() } catch {
      throw HistoryFileError(.unwritable(Notation.shown(error.description)))
    }
    var members = [("form", FormWriter.node(of: form.form, isOfHistory: true))]
    if let places = FormPlaces.node(of: form.content, usual: usual) {
      members.append(("places", places))
    }
    if let revision = form.revision { members.append(("revision", .string("\(revision)"))) }
    let json = JSON.object(members)
    guard try HistoryForm(writtenAs: json, form.name).content.isIdentical(to: form.content) else {
      throw HistoryFileError(
        .unwritable("the form \(Notation.shown(form.name.rawValue)) does not read back as it is"))
    }
    return json
  }
}

extension HistoryForm {
  fileprivate var isWritable: Bool {
    let records =
      [content.fields]
      + content.sections.flatMap { section in [section.fields] + section.rows.map(\.fields) }
    return records.allSatisfy { HistoryValue.isWritable(.record($0)) }
  }

  fileprivate init(writtenAs json: JSON, _ name: DocumentName) throws(HistoryFileError) {
    do throws(HistoryFileError) {
      let bytes = json.encodedBytes(escapingTerminal: true)
      self = try HistoryForm(try LineCursor(bytes, line: 1), name: name)
    } catch {
      throw HistoryFileError(.unwritable("the form does not read back: \(error.kind.description)"))
    }
  }
}

extension CanonicalJSON {
  fileprivate mutating func write(_ header: HistoryHeader) throws(HistoryFileError) {
    guard header.uid.count == 16 else {
      throw HistoryFileError(.unwritable("the document's uid is not of 16 bytes"))
    }
    raw("{")
    member("format", header.format)
    member("uid")
    digits(header.uid)
    member("document", header.document.rawValue)
    member("form", header.form.rawValue)
    member("entries", header.end?.entries)
    member("last", header.end?.last)
    raw("}")
  }

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
      member("id", identity.id)
    } else {
      raw("{")
    }
    member("entry", entry.number)
    if line.identity == nil { member("kind", entry.kind.rawValue) }
    member("parent", entry.parent)
    member("head", entry.head)
    member("of", line.of) { $0.integer($1) }
    if line.identity == nil {
      member("author", entry.author)
      member("time")
      time(entry.time)
      member("reason", entry.reason)
    }
    member("step", entry.step)
    if line.identity == nil { member("mark", entry.mark) }
    member("form", line.form)
    try write(line.changes, of: entry)
    raw("}")
  }

  private mutating func write(_ changes: Changeset, of entry: Entry) throws(HistoryFileError) {
    let changes = Array(changes.changes.enumerated())
    try member("changes", changes) { (json, element) throws(HistoryFileError) in
      let (at, change) = element
      let values = [change.before, change.after].compactMap(\.self)
      guard values.allSatisfy({ HistoryValue.isWritable($0) }) else {
        throw HistoryFileError(
          .unwritable("\(Notation.text(of: change.target)) is nested too deep or too large"))
      }
      // Entries that travel bring origins back, and have none of their own.
      let origin = at < entry.origins.count ? entry.origins[at] : 0
      let flags = at < entry.flags.count && entry.kind.isNode ? entry.flags[at] : []
      do { try json.begin(change, withBefore: true) } catch {
        throw HistoryFileError(.unwritable("\(Notation.text(of: change.target)): \(error)"))
      }
      json.flags(flags)
      json.member("origin", origin == 0 ? nil : origin)
      json.raw("}")
    }
  }
}
