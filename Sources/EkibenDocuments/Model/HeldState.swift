/// What a document holds beyond its form, target by target; over any revision of the form it makes
/// a document.
package struct HeldState: Sendable {
  /// The values by target: of a field, or of a whole record that was made or taken away (field
  /// nil).
  package private(set) var values: [Change.Target: Value?] = [:]

  package init() {}

  /// Takes from a document what entries wrote in it.
  ///
  /// - Complexity: O(answers and overrides).
  package init(_ document: DocumentStructure, _ origins: Origins) {
    for target in origins.targets { setValue(document.value(of: target), of: target) }
  }

  /// Sets what a target holds, whoever wrote it; nil is absent.
  package mutating func setValue(_ value: Value?, of target: Change.Target) {
    values.updateValue(value, forKey: target)
  }

  /// Applies a change of the next node.
  package mutating func write(_ change: Change) {
    if change.field == nil {
      for target in values.keys where target.record == change.record { values[target] = nil }
      for field in change.after?.asRecord ?? [:] {
        setValue(field.value, of: Change.Target(change.record, field.name))
      }
    }
    setValue(change.after, of: change.target)
  }

  /// Applies what an entry writes in the document that this was taken from, or what each of the nodes does that it
  /// travels over: together they may come to nothing and still leave what was written.
  ///
  /// The origins are those that it leaves, a target once: where that is the form, nothing is held.
  package mutating func take(
    _ parts: [Changeset], _ origins: [(target: Change.Target, origin: Origins.Origin)],
    in document: DocumentStructure
  ) {
    var written: [RecordID: [FieldName?: Value?]] = [:]
    for change in parts.lazy.flatMap(\.changes) {
      if change.field == nil {
        written[change.record] = [nil: change.after]
      } else {
        written[change.record, default: [:]].updateValue(change.after, forKey: change.field)
      }
    }
    for (target, origin) in origins {
      let record = written[target.record] ?? [:]
      if origin.entry == 0 {
        values[target] = nil
      } else if let value = record[target.field] {
        setValue(value, of: target)
      } else if let whole = record[nil], let name = target.field {
        setValue(whole?.asRecord?[name], of: target)
      } else {
        setValue(document.value(of: target), of: target)
      }
    }
  }

  /// The held values as overrides, record by record.
  package var overrides: [RecordID: Document.Override] {
    var found: [RecordID: Document.Override] = [:]
    for (target, value) in values {
      if let field = target.field {
        found[target.record, default: .init()].fields.updateValue(value, forKey: field)
      } else {
        found[target.record, default: .init()].isMade = value != nil
      }
    }
    return found
  }

  /// Puts the held values over a revision of the form.
  ///
  /// - Returns: nil where a row would stand in no section.
  /// - Complexity: O(answers) where nothing but answers is held, else O(n log n).
  package func document(over form: DocumentStructure) -> DocumentStructure? {
    if values.keys.allSatisfy(\.isAnswer) {
      var content = form.content
      for (target, value) in values {
        guard case .row(let row) = target.record, let place = form.index[row] else { continue }
        content.set(value, at: place)
      }
      return DocumentStructure(content, form.index)
    }
    return form.content.overridden(by: overrides).map {
      DocumentStructure($0, Document.Index($0))
    }
  }
}

extension Origins {
  /// Whether the document went to another revision of its form, and nothing has taken that back as if it had
  /// never been.
  package var haveMoved: Bool { self[.formRevision].entry > 0 }

  /// The first change that finds another value than it expects, or nil.
  ///
  /// Between several nodes the form may be another, so that what the first of them found in it need not be
  /// what the document has now; what was written is.
  ///
  /// - Complexity: O(changes).
  package func staleChange(in parts: [Changeset], of document: DocumentStructure) -> StaleChange? {
    let isSingle = parts.count == 1
    let all = isSingle ? parts[0] : History.joined(parts)
    for change in all.changes where change.field != nil {
      if !isSingle, self[change.target].entry == 0 { continue }
      let found = document.value(of: change.target)
      // Older entries have the number there that the revision had in the store that wrote them.
      if change.field == .retired, found != nil, change.before != nil { continue }
      if found != change.before { return StaleChange(change: change, found: found) }
    }
    return nil
  }
}

extension DocumentStructure {
  /// What a field, or with nil for its name a whole record, holds.
  ///
  /// - Complexity: O(fields).
  package func value(of target: Change.Target) -> Value? {
    guard let name = target.field else { return fields(of: target.record).map(Value.record) }
    switch target.record {
    case .document: return content.fields[name]
    case .section(let id):
      guard let section = section(id) else { return nil }
      return name == .order ? .bytes(section.order.bytes) : section.fields[name]
    case .row(let id):
      guard let place = index[id] else { return nil }
      switch name {
      case .order: return .bytes(content[place].order.bytes)
      case .section: return .text(content.sections[place.section].id.rawValue)
      default: return content[place].fields[name]
      }
    }
  }

  /// A record with its place among its fields.
  package func fields(of record: RecordID) -> Fields? {
    switch record {
    case .document: content.fields
    case .section(let id): section(id)?.record
    case .row(let id): index[id].map { content[$0].record(in: content.sections[$0.section].id) }
    }
  }

  /// Whether changes of a document that has been on several revisions have to be made over its form, and not
  /// in its content: it goes to another revision, or what is retired comes or goes with them.
  ///
  /// - Complexity: O(changes).
  package func rebases(by parts: [Changeset], haveMoved: Bool) -> Bool {
    if parts.contains(where: { $0.formRevision != nil }) { return true }
    guard haveMoved else { return false }
    if parts.contains(where: { !$0.isContentOnly }) { return true }
    return parts.lazy.flatMap(\.changes).contains { change in
      if change.field == .retired { return true }
      return switch change.record {
      case .document: false
      case .section(let id): section(id).map { $0.fields[.retired] != nil } ?? true
      case .row(let id): row(id).map { $0.fields[.retired] != nil } ?? true
      }
    }
  }
}
