import Ekiben
import EkibenDocuments
import EkibenTesting
import RandomWork

/// A document's journal as its store has it, and as somebody may rewrite it.
struct KeptJournal {
  let name: DocumentName
  let uid: [UInt8]
  var entries: [Entry]
  let sources: [EntrySource]

  /// What an id has to cover, for telling whether anything was changed.
  struct Content: Equatable {
    let uid: [UInt8]
    let entries: [Entry]
  }

  var content: Content { Content(uid: uid, entries: entries) }

  init(_ store: Store, _ name: DocumentName) throws(StoreError) {
    let document = try store.document(name)
    self.name = name
    uid = document.uid
    entries = try store.entries(of: document, 1...Int.max)
    sources = try store.identityFacts(of: document).sources
  }
}

extension KeptJournal {
  /// The journal with its numbers, heads, origins and former values worked out anew, so that it holds
  /// together; entries that cannot stand where they are go.
  func coherent(over form: Document) throws -> KeptJournal {
    var builder = JournalBuilder(form)
    for entry in entries { try builder.take(entry) }
    var copy = self
    copy.entries = builder.journal.entries
    return copy
  }
}

/// Puts a journal together from entries that were written for another one.
private struct JournalBuilder {
  var journal = Journal()
  private var document: Document
  private var origins = Origins()
  /// The new numbers of entries by their old ones.
  private var numbers: [Int: Int] = [:]

  init(_ form: Document) { document = form }

  mutating func take(_ old: Entry) throws {
    let number = journal.entries.count + 1
    guard (number == 1) == (old.kind == .create) else { return }
    let changes = old.kind.isNode ? fitting(old.changes) : Changeset()
    if old.kind.isNode, old.kind != .create, changes.isEmpty { return }
    let head = old.kind.isNode ? number : numbers[old.head] ?? 0
    for step in [numbers[old.step] ?? number, number] {
      let entry = Entry(
        number: number, kind: old.kind, parent: number == 1 ? nil : journal.head, head: head,
        step: old.kind.isNode ? step : number, author: old.author, time: old.time,
        reason: old.reason, changes: changes, origins: origins.before(changes), mark: old.mark,
        reverted: old.reverted.flatMap { numbers[$0] })
      guard old.kind != .revert || entry.reverted != nil else { return }
      do { try journal.append(entry) } catch { continue }
      try document.apply(journal.history.changes(of: entry, journal.known))
      origins.apply(origins.changes(by: entry, in: journal.history, journal.known))
      numbers[old.number] = number
      return
    }
  }

  private func value(of target: Change.Target) -> Value? {
    let record: Fields? =
      switch target.record {
      case .document: document.fields
      case .section(let id): document.sections.first { $0.id == id }?.record
      case .row(let id):
        document.sections.lazy.compactMap { section in
          section.rows.first { $0.id == id }?.record(in: section.id)
        }.first
      }
    return target.field.map { record?[$0] } ?? record.map(Value.record)
  }

  /// What is left of some changes where other values stand than those that they were made for.
  private func fitting(_ changes: Changeset) -> Changeset {
    var fitting = Changeset()
    for change in changes.changes {
      let before = value(of: change.target)
      guard change.field != nil ? change.after != before : before == change.before else { continue }
      let other = Change(change.record, change.field, before: before, after: change.after)
      let more = Changeset(fitting.changes + [other])
      do {
        _ = try document.applying(more)
        fitting = more
      } catch {}  // a row that is not there, or a place that is taken
    }
    return fitting
  }
}

/// Somebody who rewrites the history of a store.
struct Rewriting {
  private(set) var journals: [KeptJournal]
  var random: SeededGenerator

  init(_ journals: [KeptJournal], random: SeededGenerator) {
    self.journals = journals
    self.random = random
  }

  /// Changes something, and says what.
  mutating func tamper() -> String {
    let at = random.number(in: 0...journals.count - 1)
    let count = journals[at].entries.count
    guard count > 2 else { return "nothing" }
    let place = random.number(in: 1...count - 1)
    switch random.number(in: 0...9) {
    case 0:
      journals[at].entries.remove(at: place)
      return "an entry dropped"
    case 1:
      journals[at].entries.removeSubrange(place...)
      return "a journal cut off"
    case 2:
      journals[at].entries.swapAt(place, random.number(in: 1...count - 1))
      return "entries swapped"
    case 3:
      insert(place, at)
      return "an entry put in"
    case 4:
      let other = (at + 1) % journals.count
      let entry = journals[at].entries.remove(at: place)
      let target = random.number(in: 1...journals[other].entries.count)
      journals[other].entries.insert(entry, at: target)
      return "an entry moved to another document"
    case 5:
      journals.remove(at: at)
      return "a document taken out"
    case 6:
      let other = (at + 1) % journals.count
      (journals[at].entries, journals[other].entries) =
        (journals[other].entries, journals[at].entries)
      return "journals exchanged"
    default: return edit(random.once(in: 12) ? 0 : place, at)
    }
  }

  private mutating func insert(_ place: Int, _ at: Int) {
    let old = journals[at].entries[place]
    let row = random.pick(RandomWork.rows)
    let value = Value.text("forged \(random.number(in: 0...9))")
    journals[at].entries.insert(
      Entry(
        number: -1, kind: .edit, parent: nil, head: -1, author: old.author, time: old.time,
        changes: Changeset([Change(.row(row), .value, before: nil, after: value)])), at: place)
  }

  /// Changes one thing that an entry says.
  private mutating func edit(_ place: Int, _ at: Int) -> String {
    let old = journals[at].entries[place]
    let what = random.pick(["author", "time", "reason", "value", "step", "head", "kind", "mark"])
    var changes = old.changes.changes
    if what == "value", let first = changes.first, first.field != nil {
      changes[0] = Change(
        first.record, first.field, before: first.before, after: .text("forged"))
    }
    let kinds: [Entry.Kind] =
      old.kind.isNode ? [.edit, .apply, .import] : [.checkout, .undo, .redo]
    let isMovable = old.kind.isNode && old.kind != .create && old.kind != .revert
    let kind = what == "kind" && isMovable ? random.pick(kinds) : old.kind
    journals[at].entries[place] = Entry(
      number: old.number, kind: kind, parent: old.parent,
      head: what == "head" && !old.kind.isNode ? random.number(in: 1...old.number) : old.head,
      step: what == "step" ? max(1, old.step - 1) : old.step,
      author: what == "author" ? old.author + "!" : old.author,
      time: what == "time" ? old.time + 1 : old.time,
      reason: what == "reason" ? (old.reason == nil ? "" : nil) : old.reason,
      changes: Changeset(changes), origins: old.origins,
      mark: what == "mark" ? old.mark.map { $0 + "x" } : old.mark, reverted: old.reverted)
    return "another \(what)"
  }
}

/// Somebody who changes the tables of a store.
enum SQLTampering {
  /// Takes the checksums from what histories are read from.
  static let withoutChecksums = ["author", "document", "row", "entry", "chunk", "block"].map {
    "UPDATE \($0) SET checksum = NULL"
  }

  /// What is done, and the statements that do it.
  static func pick(_ random: inout SeededGenerator) -> (what: String, sql: [String]) {
    let nth = random.number(in: 0...30)
    let byte = random.number(in: 1...40)
    let bits = String(1 << random.number(in: 0...7), radix: 16)
    let mask = bits.count == 1 ? "0" + bits : bits
    let entry = """
      (SELECT key FROM entry ORDER BY key LIMIT 1 OFFSET \(nth) % (SELECT count(*) FROM entry))
      """
    switch random.number(in: 0...9) {
    case 0: return ("SQL: time", ["UPDATE entry SET time = time + 1 WHERE key = \(entry)"])
    case 1:
      return (
        "SQL: author",
        ["UPDATE entry SET author = (SELECT max(key) FROM author) WHERE key = \(entry)"]
      )
    case 2: return ("SQL: kind", ["UPDATE entry SET kind = kind + 1 WHERE key = \(entry)"])
    case 3:
      return ("SQL: last entry", ["DELETE FROM entry WHERE key = (SELECT max(key) FROM entry)"])
    case 4:
      return (
        "SQL: line", ["UPDATE entry SET line = \(blob("line", byte, mask)) WHERE key = \(entry)"]
      )
    case 5: return ("SQL: chunk", ["UPDATE chunk SET lines = \(blob("lines", byte, mask))"])
    case 6: return ("SQL: block", ["UPDATE block SET touches = \(blob("touches", byte, mask))"])
    case 7: return ("SQL: uid", ["UPDATE document SET uid = \(blob("uid", byte % 16 + 1, mask))"])
    case 8:
      return ("SQL: name of an author", ["UPDATE author SET name = name || '!' WHERE key = 1"])
    default: return ("SQL: form", ["UPDATE row SET position = position || x'01'"])
    }
  }

  /// The bytes of a column with some bits of one byte set, or all of them zero where they are.
  private static func blob(_ column: String, _ byte: Int, _ mask: String) -> String {
    """
    CAST(substr(\(column), 1, \(byte) - 1)
      || CASE WHEN substr(\(column), \(byte), 1) = x'\(mask)' THEN x'00' ELSE x'\(mask)' END
      || substr(\(column), \(byte) + 1) AS BLOB)
    """
  }
}
