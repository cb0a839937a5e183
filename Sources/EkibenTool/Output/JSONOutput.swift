import Ekiben
import EkibenDocuments
import EkibenInterchange

/// How Ekiben's things look as JSON.
enum JSONOutput {
  /// A value; absent and null are both `null`, a source text is what it says if it is JSON.
  static func value(_ value: Value?) -> JSON {
    switch value {
    case nil, .null?: .null
    case .bool(let bool)?: .bool(bool)
    case .integer(let integer)?: .number(digits: "\(integer)") ?? .null
    case .decimal(let decimal)?: .number(digits: decimal.digits) ?? .null
    case .text(let text)?: .string(text)
    case .date(let date)?: .string(date.text)
    case .bytes?: .string(Notation.text(of: value))
    case .list(let values)?: .array(values.map { self.value($0) })
    case .record(let fields)?: .object(fields.map { ($0.name.rawValue, self.value($0.value)) })
    case .verbatim(let source)?: JSON(text: source) ?? .string(source)
    }
  }

  /// An option or a unit: what there is of it.
  static func option(_ option: Choice.Option) -> JSON {
    .object(option.record.map { ($0.name.rawValue, value($0.value)) })
  }

  /// Changes, each as `record`, `field`, `before`, `after`; those that formulas gave say so.
  static func changes(_ changeset: Changeset, calculated: Set<Change.Target> = []) -> JSON {
    .array(changeset.changes.map { change($0, isCalculated: calculated.contains($0.target)) })
  }

  private static func change(_ change: Change, isCalculated: Bool) -> JSON {
    .object(
      [
        ("record", .string(Notation.text(of: change.record))),
        ("field", .string(change.field?.rawValue)), ("before", value(change.before)),
        ("after", value(change.after)),
      ] + (isCalculated ? [("calculated", JSON.bool(true))] : []))
  }

  /// An entry as `log` prints it, with its id where that is wanted.
  static func entry(
    _ entry: Entry, in reading: DocumentReading, id: EntryID? = nil,
    naming document: DocumentName? = nil
  ) throws -> JSON {
    let path = reading.document.history.travelled(by: entry)
    let changes = try reading.changes(of: entry)
    let calculated = try reading.calculated(by: [entry])
    let name = id.map { [("id", JSON.string($0.description))] } ?? []
    let named = document.map { [("document", JSON.string($0.rawValue))] } ?? []
    return .object(
      named + [("entry", .integer(entry.number))] + name + [
        ("kind", .string(entry.kind.name)),
        ("parent", .integer(entry.parent)), ("head", .integer(entry.head)),
        (
          "of",
          .array(
            (path.undone + path.redone + [entry.reverted].compactMap(\.self))
              .map { .integer($0) })
        ),
        ("author", .string(entry.author)), ("time", .string(Timestamp.text(entry.time))),
        ("reason", .string(entry.reason)), ("step", .integer(entry.step)),
        ("mark", .string(entry.mark)), ("changes", self.changes(changes, calculated: calculated)),
      ] + unchecked(entry))
  }

  /// That an entry was written although not all could be checked, where it was.
  static func unchecked(_ entry: Entry?) -> [(String, JSON)] {
    entry?.isUnchecked ?? false ? [("unchecked", .bool(true))] : []
  }

  /// What a changing command reports.
  static func edit(_ entry: Entry?, of document: StoredDocument) -> JSON {
    .object([
      ("entry", .integer(entry?.number)), ("head", .integer(document.head)),
      ("changes", changes(entry?.changes ?? Changeset(), calculated: entry?.calculated ?? [])),
    ])
  }

  /// An issue as `row`, `rule`, `severity`, `message`.
  static func issue(_ issue: ValidationIssue) -> JSON { .object(members(of: issue)) }

  static func members(of issue: ValidationIssue) -> [(String, JSON)] {
    [
      ("row", .string(issue.row.rawValue)), ("rule", .string(issue.ruleName)),
      ("severity", .string(issue.severity.rawValue)), ("message", .string(issue.message)),
    ]
  }
}

extension Entry {
  /// The answers that formulas gave, of those that a node changes.
  var calculated: Set<Change.Target> {
    Set(
      changes.changes.enumerated().lazy
        .filter { self.flags(at: $0.offset).contains(.calculated) }.map(\.element.target))
  }
}

extension Console {
  /// Writes one JSON value on one line.
  func write(_ json: JSON) { write(json.encoded(escapingTerminal: true)) }
}

extension Call {
  /// Writes a result: one JSON value for scripts, or lines for people; only that is made which is written.
  func write(
    json: @autoclosure () throws -> JSON, lines: @autoclosure () throws -> [String]
  ) rethrows {
    if isJSON { return console.write(try json()) }
    for line in try lines() { console.write(line) }
  }
}
