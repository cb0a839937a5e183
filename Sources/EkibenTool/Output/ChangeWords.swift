import Ekiben
import EkibenDocuments
import EkibenForms

/// Changes as a person reads them: what comes, goes and moves by what it is called, and answers as one
/// would give them.
struct ChangeWords {
  private var document: StoredDocument?
  private let former: StoredDocument?
  private let input: RowInput
  private var revisions = RevisionNumbers { [:] }

  /// Names things as a document does, or as it did before.
  init(_ document: StoredDocument?, before former: StoredDocument? = nil, _ input: RowInput) {
    (self.document, self.former, self.input) = (document, former, input)
  }

  /// Names things of a document in a store.
  init(_ reading: DocumentReading, _ call: Call) throws {
    try self.init(reading.document, reading.store, call)
  }

  /// The same, or as the document did before.
  init(
    _ document: StoredDocument, before former: StoredDocument? = nil, _ store: Store, _ call: Call
  ) throws {
    self.init(document, before: former, try call.input(store))
    guard document.usedRevisions.haveOthers else { return }
    revisions = RevisionNumbers {
      let used = try store.revisions(usedBy: document)
      let named = used.map { (Value?.some($0.id.value), $0.number) }
      // No entry names the first until one goes back to it.
      return Dictionary(named + used.prefix(1).map { (nil, $0.number) }) { $1 }
    }
  }

  /// The same, naming things as a document does of which more was read.
  func of(_ document: StoredDocument) -> ChangeWords {
    var words = self
    words.document = document
    return words
  }

  /// Some changes in one line: `name "Ad" → "Ada", age – → 36`; of many, the first and how many more.
  ///
  /// What formulas gave says so.
  func sentence(_ changeset: Changeset, calculated: Set<Change.Target> = []) throws -> FittedLine {
    let changes = try withoutParts(changeset)
    if changes.isEmpty { return "nothing changed" }
    let shown = changes.count > 10 ? 8 : changes.count
    let parts = try changes.prefix(shown).map { change -> FittedLine in
      if let words = try structural(change, counted: true) { return FittedLine(words) }
      let (before, after) = (short(said(change.before, change)), short(said(change.after, change)))
      let name = Notation.text(of: change.target)
      return "\(name) \(value: before) → \(value: after)\(mark(change, calculated))"
    }
    let rest = changes.count - shown
    return "\(FittedLine(parts, separator: ", "))\(rest > 0 ? " and \(rest) more" : "")"
  }

  /// A part of a line a change: what `set --changes` reads, where only answers change.
  ///
  /// It passes over what formulas gave, which says so.
  func notation(
    _ changeset: Changeset, calculated: Set<Change.Target> = []
  ) throws -> [FittedLine] {
    try withoutParts(changeset).map { change in
      if let words = try structural(change, counted: false) { return FittedLine(words) }
      let (before, after) = (written(change.before, change), written(change.after, change))
      let name = Notation.text(of: change.target)
      return "\(name): \(value: before) → \(value: after)\(mark(change, calculated))"
    }
  }

  // A sentence says what was done; the whole of it stands in the log.
  private func short(_ text: String) -> String {
    FittedLine("\(value: text)").fitted(to: 120)
  }

  private func mark(_ change: Change, _ calculated: Set<Change.Target>) -> String {
    calculated.contains(change.target) ? " \(Notation.calculated)" : ""
  }

  /// An answer as it is shown, in quotes where it is text.
  func said(_ value: Value?, of row: Document.Row) -> String {
    let isChoice = input.traits(of: row)?.options != nil
    switch value {
    case .list(let values)? where isChoice:
      let labels = values.map { Value.text(input.displayText(of: .list([$0]), in: row)) }
      return Notation.text(of: .list(labels))
    case let value? where isChoice && value != .null:
      return Notation.quoted(input.displayText(of: value, in: row))
    case .date?, .decimal?, .record?:
      return value.map { Notation.shown(input.displayText(of: $0, in: row)) } ?? ""
    default: return Notation.text(of: value)
    }
  }

  private func said(_ value: Value?, _ change: Change) -> String {
    row(change).map { said(value, of: $0) } ?? Notation.text(of: value)
  }

  private func written(_ value: Value?, _ change: Change) -> String {
    row(change).map { written(value, of: $0) } ?? Notation.text(of: value)
  }

  /// An answer as `set --changes` reads it: short where that reads back as the same answer.
  func written(_ value: Value?, of row: Document.Row) -> String {
    let text = Notation.text(of: value)
    guard let value, let short = short(value, row) else { return text }
    // The unit of a quantity may need quotes, also for what could drive a terminal.
    let bare = Notation.shown(short) == short ? [short] : []
    return (bare + [Notation.quoted(short)]).first { reads($0, as: value, row) } ?? text
  }

  /// The same, and long ones elided: for a sentence.
  func brief(_ value: Value?, of row: Document.Row) -> String { short(written(value, of: row)) }

  private func reads(_ text: String, as value: Value, _ row: Document.Row) -> Bool {
    do {
      guard let read = try Notation.parse(value: text) else { return false }
      return try input.answer(writtenAs: read, in: row) == value
    } catch { return false }
  }

  private func short(_ value: Value, _ row: Document.Row) -> String? {
    if let traits = input.traits(of: row), traits.options != nil {
      let text = input.text(of: value, in: row)
      return traits.takesSeveral ? text : Notation.quoted(text)
    }
    return switch value {
    case .date, .decimal, .record: ValueText.bare(value)
    default: nil
    }
  }

  private func row(_ change: Change) -> Document.Row? {
    guard case .row(let id) = change.record, change.field == .value else { return nil }
    return document?.row(id)
  }

  private func revision(_ change: Change) throws -> String {
    let numbers = try revisions.known.get()
    guard let old = numbers[change.before], let new = numbers[change.after] else {
      return "the document is on another revision of its form"
    }
    return "revision \(old) → \(new) of the form"
  }

  /// Whether a change leads to the revision that the document is on: nothing and its id name the first.
  func isToSameRevision(_ change: Change) throws -> Bool {
    guard change.field == .formRevision else { return false }
    let numbers = try revisions.known.get()
    return numbers[change.before].map { $0 == numbers[change.after] } ?? false
  }

  // Order keys and whole records say nothing to a person.
  private func structural(_ change: Change, counted: Bool) throws -> String? {
    if change.field == .documentStatus { return Self.status(change) }
    if change.field == .formRevision { return try revision(change) }
    if change.field == .fhirResponse { return "with a QuestionnaireResponse" }
    let name = name(of: change.record, change, counted: counted)
    let id = Notation.text(of: change.record)
    let what: String
    switch change.field {
    case nil: what = change.after == nil ? "removed" : "added"
    case FieldName.order?: what = "moved" + (counted ? place(of: change.record) : "")
    case FieldName.section?:
      let section = change.after?.asText.map { RecordID.section(SectionID(unchecked: $0)) }
      let into = section.map {
        self.name(of: $0, change, counted: counted) ?? Notation.text(of: $0)
      }
      what = "moved" + (into.map { " to \($0)" } ?? "")
    default: return nil
    }
    return name.map { "\($0) \(what) (\(id))" } ?? "\(id) \(what)"
  }

  private static func status(_ change: Change) -> String {
    let status = { (value: Value?) in value?.asText.flatMap { DocumentStatus(rawValue: $0) } }
    return switch (status(change.before), status(change.after)) {
    case (_, .final): "the document is final"
    case (_, .deleted): "the document is deleted"
    case (.deleted, _): "the document is back"
    case (_, .draft), (_, nil): "the document is a draft again"
    }
  }

  private func place(of record: RecordID) -> String {
    guard let document else { return "" }
    let structure = document.structure
    var next: RecordID?
    switch record {
    case .document: return ""
    case .section(let id):
      let parent = structure.section(id)?.fields.text(.parent).map { SectionID(unchecked: $0) }
      let siblings =
        parent.map { structure.instances(of: $0) } ?? document.content.sections.map(\.id)
      next = siblings.firstIndex(of: id).flatMap { siblings.dropFirst($0 + 1).first }
        .map(RecordID.section)
    case .row(let id):
      guard let place = document.index[id] else { return "" }
      let rows = document.content.sections[place.section].rows
      let parent = rows[place.row].fields[.parentRow]
      next = rows.dropFirst(place.row + 1).first { $0.fields[.parentRow] == parent }
        .map { RecordID.row($0.id) }
    }
    guard let next else { return " to the end" }
    return " before \(name(of: next, nil, counted: true) ?? Notation.text(of: next))"
  }

  /// What a person calls a record, with the number of an instance where it is counted.
  private func name(of record: RecordID, _ change: Change?, counted: Bool) -> String? {
    if counted,
      let document = [document, former].compactMap(\.self).first(where: { Self.has(record, $0) })
    {
      let drawn = document.content.drawn
      switch record {
      case .document: return nil
      case .section(let id): return drawn.sections.first { $0.id == id }?.fields.heading
      case .row(let id): return drawn.row(id)?.fields.text(.title).map(Notation.shown)
      }
    }
    var fields = (change?.record == record ? change?.after ?? change?.before : nil)?.asRecord
    switch record {
    case .document: return nil
    case .section(let id):
      fields = document?.structure.section(id)?.fields ?? fields
      let template = fields?.text(.template).flatMap {
        document?.structure.section(SectionID(unchecked: $0))
      }
      return template?.fields.text(.instanceLabel).map(Notation.shown)
        ?? (template?.fields ?? fields)?.heading
    case .row(let id):
      fields = document?.structure.row(id)?.fields ?? fields
      let template = fields?.text(.template).flatMap { document?.row(RowID(unchecked: $0)) }
      let definition = template?.fields ?? fields
      return (definition?.text(.instanceLabel) ?? definition?.text(.title)).map(Notation.shown)
    }
  }

  /// The changes, without the parts of an instance that comes, goes or moves as a whole.
  private func withoutParts(_ changeset: Changeset) throws -> [Change] {
    let moves: [FieldName?] = [nil, .order, .section]
    let whole = Set(
      changeset.changes.compactMap { moves.contains($0.field) ? $0.record.text : nil })
    let rehoused = Set(changeset.changes.lazy.filter { $0.field == .section }.map(\.record))
    return try changeset.changes.filter { change in
      if change.field == .order, rehoused.contains(change.record) { return false }
      if try isToSameRevision(change) { return false }
      guard moves.contains(change.field), whole.count > 1, !change.isOfTemplateGone else {
        return true
      }
      let levels = change.record.text.split(separator: "/", omittingEmptySubsequences: false)
      return !(1..<max(levels.count, 1)).contains { length in
        whole.contains(levels.prefix(length).joined(separator: "/"))
      }
    }
  }

  private static func has(_ record: RecordID, _ document: StoredDocument) -> Bool {
    switch record {
    case .document: true
    case .section(let id): document.index[id] != nil
    case .row(let id): document.index[id] != nil
    }
  }
}

/// The numbers of the revisions that a document has used, by what its field says: read once a change says it.
private final class RevisionNumbers {
  private let read: () throws -> [Value?: Int]
  private(set) lazy var known = Result { try read() }

  init(_ read: @escaping () throws -> [Value?: Int]) { self.read = read }
}

extension Change {
  // An instance that goes with the template that it stands at is named, since its answers go, too.
  fileprivate var isOfTemplateGone: Bool {
    guard field == nil, after == nil, let record = before?.asRecord,
      let template = record[.template]
    else { return false }
    return template == record[.parent] || template == record[.parentRow]
  }
}

extension Fields {
  fileprivate var heading: String? {
    (self[.header]?.asRecord?.text(.text) ?? text(.title)).map(Notation.shown)
  }
}
