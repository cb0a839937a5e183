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
    let node =
      switch self {
      case .header(let header): try Self.node(of: header)
      case .form(let form): try Self.node(of: form)
      case .entry(let line): try Self.node(of: line)
      }
    let bytes = Array((node.line() + "\n").utf8)
    try Self.checkLimits(of: bytes)
    return bytes
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
    return .object([
      ("format", .text(HistoryHeader.format)), ("uid", .text(TaggedValue.hexadecimal(header.uid))),
      ("document", .text(header.document.rawValue)), ("form", .text(header.form.rawValue)),
    ])
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

extension HistoryLine {
  private static func node(of line: HistoryEntry) throws(HistoryFileError) -> FormNode {
    let entry = line.entry
    let time = Timestamp.text(entry.time)
    guard Timestamp.parse(time) == entry.time else {
      throw HistoryFileError(.unwritable("the time of entry \(entry.number) has no RFC 3339 form"))
    }
    var members: [(String, FormNode)] = [
      ("entry", .integer(entry.number)), ("kind", .text(entry.kind.rawValue)),
    ]
    if let parent = entry.parent { members.append(("parent", .integer(parent))) }
    members += [
      ("head", .integer(entry.head)), ("of", .array(line.of.map(FormNode.integer))),
      ("author", .text(entry.author)), ("time", .text(time)),
    ]
    if let reason = entry.reason { members.append(("reason", .text(reason))) }
    members.append(("step", .integer(entry.step)))
    if let mark = entry.mark { members.append(("mark", .text(mark))) }
    if let form = line.form { members.append(("form", .integer(form))) }
    members.append(("changes", .array(try changes(of: line))))
    return .object(members)
  }

  private static func changes(of line: HistoryEntry) throws(HistoryFileError) -> [FormNode] {
    let origins = line.entry.origins
    var nodes: [FormNode] = []
    for (at, change) in line.changes.changes.enumerated() {
      // Entries that travel bring origins back, and have none of their own.
      nodes.append(try node(of: change, origin: at < origins.count ? origins[at] : 0))
    }
    return nodes
  }

  private static func node(
    of change: Change, origin: Int
  ) throws(HistoryFileError) -> FormNode {
    var members: [(String, FormNode)] = [("record", .text(RecordText.text(of: change.record)))]
    if let field = change.field { members.append(("field", .text(field.rawValue))) }
    for (name, value) in [("before", change.before), ("after", change.after)] {
      guard let value else { continue }
      guard HistoryValue.isWritable(value) else {
        throw HistoryFileError(
          .unwritable("\(Notation.text(of: change.target)) is nested too deep or too large"))
      }
      members.append((name, HistoryValue.node(of: value)))
    }
    if origin != 0 { members.append(("origin", .integer(origin))) }
    return .object(members)
  }
}

extension FormNode {
  fileprivate static func integer(_ number: Int) -> FormNode { .raw("\(number)") }
}
