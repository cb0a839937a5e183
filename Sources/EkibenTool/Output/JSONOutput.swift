import Ekiben
import EkibenDocuments
import EkibenInterchange

/// How histories, issues and items of expressions look as JSON.
enum JSONOutput {
  /// Changes, each as `record`, `field`, `before`, `after`; those that formulas gave say so.
  static func changes(_ changeset: Changeset, calculated: Set<Change.Target> = []) -> JSON {
    .array(
      changeset.changes.map { change in
        let isCalculated = calculated.contains(change.target)
        return .object([
          "record": Notation.text(of: change.record), "field": change.field,
          "before": change.before, "after": change.after,
          "calculated": OptionalMember(isCalculated ? true : nil),
        ])
      })
  }

  /// An entry as `log` prints it, with its id where that is wanted.
  static func entry(
    _ entry: Entry, in reading: DocumentReading, id: EntryID? = nil,
    naming document: DocumentName? = nil
  ) throws -> JSON {
    let path = reading.document.history.travelled(by: entry)
    let changes = try reading.changes(of: entry)
    let calculated = try reading.calculated(by: [entry])
    return .object([
      "document": OptionalMember(document), "entry": entry.number, "id": OptionalMember(id),
      "kind": entry.kind.name, "parent": entry.parent, "head": entry.head,
      "of": path.undone + path.redone + [entry.reverted].compactMap(\.self), "author": entry.author,
      "time": Timestamp.text(entry.time), "reason": entry.reason, "step": entry.step,
      "mark": entry.mark, "changes": self.changes(changes, calculated: calculated),
      "unchecked": unchecked(entry),
    ])
  }

  /// That an entry was written although not all could be checked, where it was.
  static func unchecked(_ entry: Entry?) -> OptionalMember {
    OptionalMember(entry?.isUnchecked ?? false ? true : nil)
  }

  /// What a changing command reports.
  static func edit(_ entry: Entry?, of document: StoredDocument) -> JSON {
    .object([
      "entry": entry?.number, "head": document.head,
      "changes": changes(entry?.changes ?? Changeset(), calculated: entry?.calculated ?? []),
    ])
  }

  /// An item: numbers with their digits, dates and quantities as texts, elements as FHIR has them.
  static func item(_ item: ExpressionItem) throws -> JSON {
    switch item {
    case .boolean(let bool): return .bool(bool)
    case .integer(let number): return .number(digits: "\(number)") ?? .null
    case .decimal(let number): return .number(digits: number.digits) ?? .null
    case .text(let text): return .string(text)
    case .date(let date): return .string(date.description)
    case .amount(let amount): return .string(amount.description)
    case .element(let element):
      if let value = element.value { return try self.item(value) }
      return try object(of: element)
    }
  }

  // What has one name more than once is a list.
  private static func object(of element: ExpressionElement) throws -> JSON {
    var names: [String] = []
    var values: [String: [JSON]] = [:]
    for child in element.elements {
      if values[child.name] == nil { names.append(child.name) }
      values[child.name, default: []].append(try item(.element(child)))
    }
    let isList: Set<String> = ["item", "answer"]
    return .object(
      names.map { name in
        let found = values[name] ?? []
        return (name, found.count == 1 && !isList.contains(name) ? found[0] : .array(found))
      })
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

extension Console { func write(_ json: JSON) { write(json.encoded(escapingTerminal: true)) } }

extension Call {
  /// Writes a result: one JSON value for scripts, or lines for people; only that is made which is written.
  func write(
    json: @autoclosure () throws -> JSON, lines: @autoclosure () throws -> [FittedLine]
  ) rethrows {
    if isJSON { return console.write(try json()) }
    for line in try lines() { console.write(line: line) }
  }

  func write(
    json: @autoclosure () throws -> JSON, lines: @autoclosure () throws -> [String]
  ) rethrows {
    try write(json: try json(), lines: try lines().map { FittedLine($0) })
  }
}
