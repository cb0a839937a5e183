import EkibenTesting
import Testing

@testable import EkibenDocuments

/// A document whose sections stand in each other, repeat and follow templates, all at random.
private struct NestedDocuments {
  var random: SeededGenerator

  mutating func document() throws -> Document {
    var rows = (0..<12).map { RowID(unchecked: "r\($0)") }
    var names = (0..<6).map { SectionID(unchecked: "s\($0)") }
    let sections = (0..<random.number(in: 1...6)).map { _ in
      let name = names.remove(at: random.number(in: 0...(names.count - 1)))
      let own = (0..<random.number(in: 0...2)).map { _ in
        let row = rows.remove(at: random.number(in: 0...(rows.count - 1)))
        return Document.Row(id: row, fields: random.once(in: 6) ? [.repeats: true] : [:])
      }
      return Document.Section(id: name, fields: sectionFields(), rows: own)
    }
    return try Document(sections: sections)
  }

  private mutating func sectionFields() -> Fields {
    var fields: Fields = [.title: .integer(Int64(random.number(in: 1...2)))]
    if random.once(in: 2) { fields[.parent] = .text("s\(random.number(in: 0...5))") }
    if random.once(in: 3) { fields[.template] = .text("s\(random.number(in: 0...5))") }
    if random.once(in: 5) { fields[.repeats] = true }
    return fields
  }
}

extension Document.Index {
  /// Whether both say the same of a document.
  fileprivate func says(the other: Document.Index, of document: Document) -> Bool {
    document.sections.allSatisfy { section in
      self[section.id] == other[section.id]
        && section.rows.allSatisfy { self[$0.id] == other[$0.id] }
    } && parts == other.parts && copies == other.copies && rowCount == other.rowCount
      && (mayRepeat || !other.mayRepeat)
  }
}

@Suite(.timeLimit(.minutes(20))) struct `An index of a document` {
  // Rule F40.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `follows every change, and changes of content leave it as it is`(seed: UInt64) throws {
    var make = NestedDocuments(random: SeededGenerator(seed: seed))
    var document = try make.document()
    var index = Document.Index(document)
    for _ in 0..<10 {
      let changes = Changeset(from: document, to: try make.document())
      if changes.isContentOnly {
        try document.apply(changes, at: index)
      } else {
        let (result, update) = try document.restructured(by: changes, at: index)
        index.update(update, to: result)
        document = result
      }
      #expect(index.says(the: Document.Index(document), of: document), "\(changes)")
    }
  }

  // Rule F40.
  @Test(arguments: [FieldName.parent, .template, .repeats])
  func `is another one where a section stands, follows or repeats otherwise`(field: FieldName)
    throws
  {
    let value: Value = field == .repeats ? true : "a"
    let plain = try Document(sections: [
      .init(id: "a", rows: []), .init(id: "b", fields: [.parent: "a"], rows: [.init(id: "r")]),
    ])
    var fields = plain.sections[1].fields
    fields[field] = field == .parent ? nil : value
    let other = try Document(sections: [
      .init(id: "a", rows: []), .init(id: "b", fields: fields, rows: [.init(id: "r")]),
    ])
    for (old, new) in [(plain, other), (other, plain)] {
      let changes = Changeset(from: old, to: new)
      #expect(changes.changes.count == 1 && !changes.isContentOnly)
      var index = Document.Index(old)
      let (result, update) = try old.restructured(by: changes, at: index)
      index.update(update, to: result)
      #expect(index.says(the: Document.Index(result), of: result))
      // What comes alone does not repeat, and is not taken to.
      #expect(index.mayRepeat == [.repeats, .template].contains(field))
    }
  }

  // Rule F40.
  @Test func `says that nothing repeats as long as nothing does`() throws {
    var document = try Document(sketch: "a: x y | b: z")
    var index = Document.Index(document)
    for sketch in ["a: x | b: z y", "a: x | c: z y", "a: x v w | b: | c: z y"] {
      let changes = Changeset(from: document, to: try Document(sketch: sketch))
      let (result, update) = try document.restructured(by: changes, at: index)
      index.update(update, to: result)
      document = result
      #expect(!index.mayRepeat)
    }
    let more = Change(
      .row("new"), nil, before: nil,
      after: .record([.section: "a", .order: .bytes([1]), .repeats: true]))
    let (result, update) = try document.restructured(by: Changeset([more]), at: index)
    index.update(update, to: result)
    #expect(index.mayRepeat)
  }

  /// Beside setting each where its index says that it stands.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `answers are set behind the last one where their rows stand there`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sections = (0..<random.number(in: 1...4)).map { section in
      Document.Section(
        id: SectionID(unchecked: "s\(section)"),
        rows: (0..<random.number(in: 0...50)).map {
          Document.Row(id: RowID(unchecked: "\(section)-\($0)"))
        })
    }
    let document = try Document(sections: sections)
    let index = Document.Index(document)
    let gap = random.number(in: 1...5)
    let rows = sections.flatMap { $0.rows.map(\.id) }.filter { _ in random.once(in: gap) }
    var (found, expected) = (document, document)
    var (last, behind) = (Document.Place?.none, 0)
    for (number, row) in rows.enumerated() {
      let place = try #require(index[row])
      let value = Value.integer(Int64(number))
      expected.set(value, at: place)
      var (taken, untaken) = (Value?.some(value), Value?.some(true))
      if let at = last, found.set(&taken, of: row, behind: at) {
        #expect(taken == nil)
        #expect(place == Document.Place(section: at.section, row: at.row + 1))
        behind += 1
      } else {
        found.set(value, at: place)
      }
      last = place
      let isNobodySet = found.set(&untaken, of: "nobody", behind: place)
      #expect(!isNobodySet && untaken == true)
    }
    #expect(found.isIdentical(to: expected))
    #expect(document.sections.allSatisfy { $0.rows.allSatisfy { $0.fields.isEmpty } })
    if gap == 1 { #expect(behind >= rows.count * 3 / 4 - sections.count) }
  }
}
