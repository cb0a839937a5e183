import EkibenDocuments
import EkibenExpressions
import EkibenForms
import EkibenInterchange
import EkibenTesting
import Foundation
import TestSupport
import Testing

/// A tree as lines, to compare it with another.
private func lines(of item: ExpressionItem, _ depth: Int = 0) throws -> [String] {
  guard case .element(let element) = item else { return [] }
  let indent = String(repeating: " ", count: depth)
  let value = element.value.map { " = \(OfficialCase.shown($0))" } ?? ""
  let inner = try CompiledExpression(fhirPath: "children()").value(
    of: .one(item), in: ExpressionEnvironment(milliseconds: 0))
  return ["\(indent)\(element.name) \(element.type ?? "-")\(value)"]
    + (try inner.list.flatMap { try lines(of: $0, depth + 1) })
}

/// The document as it would leave, read again: the slow reference.
private func exported(_ document: Document, where isActive: (RecordID) -> Bool) throws -> JSON {
  let answers = DocumentAnswers(of: document, at: Document.Index(document), where: isActive)
  return try ResponseDocument(document, answers, status: .draft, authored: "2024-03-05T10:00:00Z")
    .written(registry: .standard).json
}

@Suite(.timeLimit(.minutes(20)))
struct `The response that expressions see` {
  /// `EKIBEN_ELEMENTS=1...20000` for a long run.
  private static let seeds: ClosedRange<UInt64> = {
    let text = ProcessInfo.processInfo.environment["EKIBEN_ELEMENTS"] ?? ""
    let numbers = text.split(separator: ".").compactMap { UInt64($0) }
    return numbers.count == 2 ? numbers[0]...numbers[1] : 1...200
  }()

  // Rule E10.
  @Test func `is the one that leaves, whatever is answered and hidden`() throws {
    var (items, hidden) = (0, 0)
    for seed in Self.seeds {
      var (form, response) = (RandomQuestionnaire(seed: seed), RandomResponse(seed: seed))
      let asked = form.json()
      let file = try FormFile.read(Array(asked.encoded().utf8), named: "file")
      let text = Array(response.json(to: asked).encoded().utf8)
      var document = try ResponseReader(
        ImportFile(text).root, of: file.form.document(), registry: .standard,
        seed: Array("0123456789abcdef".utf8)
      ).document
      document.setField(.fhirResponse, to: nil)
      var random = SeededGenerator(seed: seed)
      let structure = DocumentStructure(document, Document.Index(document))
      // An empty text is no answer; what leaves keeps it.
      for row in document.sections.flatMap(\.rows) where row.fields[.value] == "" {
        document.set(nil, at: try #require(structure.index[row.id]))
      }
      // With an instance all in it would be hidden.
      let rows = document.sections.flatMap(\.rows).filter { !structure.isInstance($0) }
      let inactive = Set(rows.filter { _ in random.number(in: 1...100) <= 10 }.map(\.id))
      hidden += inactive.count
      let elements = ResponseElements(
        of: document, at: Document.Index(document), .standard
      ) { !inactive.contains($0) }
      var json = try exported(document) { record in
        if case .row(let row) = record { !inactive.contains(row) } else { true }
      }
      if case .object(let members) = json.content {
        json = .object(
          members.filter { !["authored"].contains($0.name) }.map { ($0.name, $0.value) })
      }
      let (found, expected) = (
        try lines(of: elements.tree.root), try lines(of: json.elements.root)
      )
      items += found.count
      let place = zip(found, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? found.count
      let parts = [found, expected].map { $0.dropFirst(max(0, place - 3)).prefix(8) }
      let isSame = found == expected
      try #require(
        isSame, "seed \(seed), line \(place): \(parts[0]) \(parts[1]) \(asked.encoded())")
    }
    #expect(items > Self.seeds.count * 8 && hidden > 0, "\(items), \(hidden)")
  }

  @Test func `has the items of an instance in the order of the form`() throws {
    func row(_ id: RowID, _ value: Value? = nil, of template: RowID? = nil) -> Document.Row {
      var fields: Fields = [.component: "TextInput"]
      fields[.value] = value
      fields[.template] = template.map { .text($0.rawValue) }
      return Document.Row(id: id, fields: fields)
    }
    let document = try Document(sections: [
      .init(id: "kids", fields: [.repeats: true], rows: [row("age"), row("name")]),
      .init(
        id: "kids/1", fields: [.parent: "kids", .template: "kids"],
        rows: [row("kids/1/name", "Ada", of: "name"), row("kids/1/age", "3", of: "age")]),
    ])
    let elements = ResponseElements(
      of: document, at: Document.Index(document), .standard
    ) { _ in true }
    let found = try CompiledExpression(fhirPath: "item.item.linkId").value(
      of: .one(elements.tree.root), in: ExpressionEnvironment(milliseconds: 0))
    #expect(found.list.map(OfficialCase.shown) == ["age", "name"])
  }

  @Test func `has the option of the answer's own system`() throws {
    func option(_ system: String, _ label: String, _ score: Int64) -> Value {
      .record([.code: "1", .system: .text(system), .label: .text(label), .score: .integer(score)])
    }
    let row = Document.Row(
      id: "pain",
      fields: [
        .component: "Choice", .options: .list([option("a", "Low", 3), option("b", "High", 7)]),
        .value: .record([.code: "1", .system: "b"]),
      ])
    let document = try Document(sections: [.init(id: "s", rows: [row])])
    let elements = ResponseElements(
      of: document, at: Document.Index(document), .standard
    ) { _ in true }
    let answer = "descendants().where(linkId = 'pain').answer.value"
    for (path, expected) in [(".display", "High"), (".weight()", "7")] {
      let found = try value(answer + path, .one(elements.tree.root))
      #expect(found.list.map(OfficialCase.shown) == [expected])
    }
  }

  @Test func `is searched by link id as it is walked`() throws {
    var found = 0
    for seed in Self.seeds {
      var (form, response) = (RandomQuestionnaire(seed: seed), RandomResponse(seed: seed))
      let root = ExpressionItems.one(response.json(to: form.json()).elements.root)
      for path in [
        "item", "repeat(item)", "descendants()", "repeat(item | answer)", "item.item",
        "item.answer.descendants()", "repeat(answer | item).item", "item[1].repeat(item)",
      ] {
        for linkID in ["'q0'", "'q3'", "('q5' | 'q1')", "'nobody'"] {
          let operation = linkID.hasPrefix("(") ? "in" : "="
          let filter = "\(path).where(linkId \(operation) \(linkID)"
          let (search, walk) = (
            try value("\(filter))", root), try value("\(filter) and true)", root)
          )
          #expect(search == walk, "seed \(seed): \(filter))")
          found += search.count
        }
      }
    }
    #expect(found > Self.seeds.count * 5, "\(found)")
  }

  private func value(_ text: String, _ root: ExpressionItems) throws -> ExpressionItems {
    try CompiledExpression(fhirPath: text).value(
      of: root, in: ExpressionEnvironment(milliseconds: 0))
  }
}
