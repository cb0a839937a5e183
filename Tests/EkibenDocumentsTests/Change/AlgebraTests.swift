import EkibenDocuments
import Foundation
import Testing

/// What is in the two records of a small document; nil is no record.
private struct State: Hashable {
  var a: Fields?
  var b: Fields?

  func document() throws -> Document {
    var rows: [Document.Row] = []
    for (id, fields) in [("a", a), ("b", b)] as [(RowID, Fields?)] {
      if let fields { rows.append(Document.Row(id: id, order: key(id), fields: fields)) }
    }
    let section = Document.Section(id: "s", order: OrderKey(bytes: [128]), fields: [:], rows: rows)
    return try Document(fields: [:], stored: [section])
  }

  /// The changes to another state, by the obvious way.
  func changes(to other: State) -> Changeset {
    Changeset(changes("a", a, other.a) + changes("b", b, other.b))
  }

  private func changes(_ id: RowID, _ old: Fields?, _ new: Fields?) -> [Change] {
    switch (old, new) {
    case (nil, nil): []
    case (let old?, let new?):
      ([.title, .value] as [FieldName]).filter { old[$0] != new[$0] }
        .map { Change(.row(id), $0, before: old[$0], after: new[$0]) }
    case (let old, let new):
      [Change(.row(id), nil, before: record(id, old), after: record(id, new))]
    }
  }

  private func record(_ id: RowID, _ fields: Fields?) -> Value? {
    fields.map { .record(Document.Row(id: id, order: key(id), fields: $0).record(in: "s")) }
  }

  private func key(_ id: RowID) -> OrderKey { OrderKey(bytes: id == "a" ? [1] : [2]) }
}

/// Two fields, each absent or one of two values.
private let records: [Fields?] =
  [nil]
  + ([nil, "1", "2"] as [Value?]).flatMap { title in
    ([nil, "1", "2"] as [Value?]).map { value -> Fields? in
      Fields().setting(.title, title).setting(.value, value)
    }
  }

private func states(_ others: [Fields?]) -> [State] {
  records.flatMap { a in others.map { State(a: a, b: $0) } }
}

/// All triples of the whole scope take minutes in debug: `EKIBEN_EXHAUSTIVE=1` asks for them.
private let isExhaustive = ProcessInfo.processInfo.environment["EKIBEN_EXHAUSTIVE"] == "1"

/// The laws of changesets on every one over two records, two fields and three values.
@Suite(.timeLimit(.minutes(20))) struct AlgebraTests {
  private static let all = states(records)
  /// The other record is there or not: enough to be in the way.
  private static let few = states([nil, [.value: "1"]])

  @Test func `every changeset leads there and back, cancels and is refused elsewhere`() throws {
    #expect(Self.all.count == 100)
    let documents = try Self.all.map { try $0.document() }
    for (old, before) in zip(Self.all, documents) {
      for (new, after) in zip(Self.all, documents) {
        let changes = old.changes(to: new)
        let back = changes.inverted
        // No #expect for each: it costs more than what it looks at.
        let holds =
          try before.applying(changes).isIdentical(to: after)
          && after.applying(back).isIdentical(to: before)
          && back.inverted == changes && Changeset.squash([changes]) == changes
          && changes.squashed(with: back).isEmpty && back.squashed(with: changes).isEmpty
          && changes.isEmpty == (old == new) && refuses(after, changes)
        if !holds { Issue.record("\(old) \(new)") }
      }
    }
  }

  // Where it does not start, it is refused by its first change.
  private func refuses(_ document: Document, _ changes: Changeset) -> Bool {
    do throws(StaleChange) { _ = try document.applying(changes) } catch {
      return error.change == changes.changes.first && error.found == error.change.after
    }
    return changes.isEmpty
  }

  @Test func `changesets that follow each other join into the obvious one`() {
    let states = isExhaustive ? Self.all : Self.few
    for first in states {
      for second in states {
        let one = first.changes(to: second)
        for third in states {
          let both = one.squashed(with: second.changes(to: third))
          if both != first.changes(to: third) { Issue.record("\(first) \(second) \(third)") }
        }
      }
    }
  }

  @Test func `squashing is associative`() {
    let states = isExhaustive ? Self.few : records.map { State(a: $0) }
    for first in states {
      for second in states {
        let one = first.changes(to: second)
        for third in states {
          let two = second.changes(to: third)
          let left = one.squashed(with: two)
          for fourth in states {
            let three = third.changes(to: fourth)
            let right = two.squashed(with: three)
            if left.squashed(with: three) != one.squashed(with: right) {
              Issue.record("\(first) \(second) \(third) \(fourth)")
            }
          }
        }
      }
    }
  }

  @Test func `two changesets of one document apply in any order, or in none`() throws {
    let documents = Dictionary(
      uniqueKeysWithValues: try Self.all.map { ($0, try $0.document()) })
    let states = isExhaustive ? Self.all : Self.few
    for base in isExhaustive ? Self.all : [State(a: [.title: "1"], b: [.value: "1"])] {
      let start = try #require(documents[base])
      for left in states {
        let one = base.changes(to: left)
        for right in states {
          let two = base.changes(to: right)
          let there = applied(two, to: try #require(documents[left]))
          let back = applied(one, to: try #require(documents[right]))
          let isRight =
            if let there, let back {
              try there.isIdentical(to: back)
                && there.isIdentical(to: start.applying(one.squashed(with: two)))
            } else { there == nil && back == nil }
          if !isRight { Issue.record("\(base) \(left) \(right)") }
        }
      }
    }
  }

  private func applied(_ changes: Changeset, to document: Document) -> Document? {
    do throws(StaleChange) { return try document.applying(changes) } catch { return nil }
  }
}
