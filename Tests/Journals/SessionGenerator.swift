package import Ekiben
import EkibenDocuments
import EkibenForms
package import EkibenTesting

/// Does random things to a session: answers, structure, undo, redo, branches and marks, the same ones
/// for the same seed.
///
/// What is not possible in a moment, such as a redo at a leaf, is tried and makes no entry.
package struct SessionGenerator: Sendable {
  /// Where the randomness comes from.
  package var random: SeededGenerator
  /// Of how many things that are done one changes the structure; it costs O(n log n) each time.
  package var structureEvery = 40
  /// How far back a checkout goes at most, in entries.
  package var reach = 30

  private var made = 0

  /// Makes a generator.
  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Does things until the journal has a number of entries.
  ///
  /// - Throws: What the session throws, except that something is not possible in the moment.
  /// - Complexity: O(1) for each answer; O(n log n) for each change of structure.
  package mutating func work(on session: some DocumentEditing, until count: Int)
    throws(SessionError)
  {
    while session.document.count < count {
      do throws(SessionError) { try operate(session) } catch {
        guard case .store(.history) = error else { throw error }
      }
    }
  }

  private mutating func operate(_ session: some DocumentEditing) throws(SessionError) {
    let count = session.document.count
    if random.once(in: structureEvery) {
      if let goal = restructured(session.document.content) { try session.perform(.apply(goal)) }
      return
    }
    switch random.number(in: 0...11) {
    case 0: try session.undo(steps: random.number(in: 1...3))
    case 1: try session.redo(steps: random.number(in: 1...2))
    case 2: try session.perform(.checkout(random.number(in: max(1, count - reach)...count)))
    case 3 where random.once(in: 10): try mark("mark-\(count)", session)
    default: try answer(session)
    }
  }

  private func mark(_ name: String, _ session: some DocumentEditing) throws(SessionError) {
    let mark: MarkName
    do { mark = try MarkName(name) } catch { return }
    try session.perform(.mark(mark, moving: true))
  }

  private mutating func answer(_ session: some DocumentEditing) throws(SessionError) {
    let content = session.document.content
    let section = content.sections[random.number(in: 0...content.sections.count - 1)]
    if section.rows.isEmpty { return }
    let row = section.rows[random.number(in: 0...section.rows.count - 1)]
    guard RowInput().traits(of: row)?.kind == "plain", !row.fields.isTrue(.readOnly) else {
      return
    }
    made += 1
    try session.set([(row.id, random.once(in: 10) ? nil : .text("text \(made)"))])
  }

  /// The document with a row gone, a new one, one in another section, or sections in another order.
  private mutating func restructured(_ content: Document) -> Document? {
    var sections = Array(content.sections)
    let at = random.number(in: 0...sections.count - 1)
    var rows = Array(sections[at].rows)
    made += 1
    switch random.number(in: 0...4) {
    case 0 where rows.count > 1: rows.remove(at: random.number(in: 0...rows.count - 1))
    case 1:
      let new = TextInput(Field<String>(RowID(unchecked: "new-\(made)")), title: "New \(made)")
      rows.insert(
        Document.Row(id: new.id, fields: new.record), at: random.number(in: 0...rows.count))
    case 2 where rows.count > 1 && sections.count > 1:
      let row = rows.remove(at: random.number(in: 0...rows.count - 1))
      let other = (at + 1) % sections.count
      sections[other].rows.append(row)
    case 3: rows.shuffle(using: &random)
    default: break
    }
    sections[at].rows = .init(rows)
    if random.once(in: 4) { sections.swapAt(at, random.number(in: 0...sections.count - 1)) }
    do { return try Document(fields: content.fields, sections: sections) } catch { return nil }
  }
}
