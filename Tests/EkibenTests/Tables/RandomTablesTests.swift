import Ekiben
import EkibenDocuments
import EkibenInterchange
import EkibenTesting
import Testing

/// The tables of a document of `nestedRepeats`, found by the ids of what is drawn alone.
private struct NaiveTables {
  static let headers = [
    "": [
      "document", "status", "revision", "created", "modified", "name", "note.count", "a.count",
      "bye",
    ],
    "note": ["document", "instance", "position", "note"],
    "a": ["document", "instance", "position", "x", "q.count", "y", "b.count", "last"],
    "q": ["document", "a", "instance", "position", "q"],
    "b": ["document", "a", "instance", "position", "z", "c.count"],
    "c": ["document", "a", "b", "instance", "position", "w"],
  ]

  /// Lines by table; of each line what stands in each column.
  var lines: [String: [[String]]] = [:]

  init(_ document: StoredDocument) {
    let content = document.content
    let drawn = content.drawn(showsHidden: false)
    func instances(_ content: Document) -> [String] {
      content.sections.flatMap { [$0.id.rawValue] + $0.rows.map(\.id.rawValue) }
        .filter(Self.isInstance)
    }
    // By what they are beside each other in: the kind and what is around.
    let siblings = Dictionary(grouping: instances(content), by: Self.anchor)
    let shown = instances(drawn)
    let counts = Dictionary(grouping: shown, by: Self.anchor).mapValues(\.count)
    var answers: [String: String] = [:]
    for row in drawn.sections.flatMap(\.rows) {
      answers[row.id.rawValue] = row.fields[.value]?.asText
    }
    for id in [""] + shown {
      let table = Self.kind(of: id)
      let around = Self.around(id).reversed().filter { $0 != id }
      let position = (siblings[Self.anchor(id)] ?? []).firstIndex(of: id) ?? -9
      let keys =
        id.isEmpty
        ? ["doc", "draft", "1", "created", "modified"] : ["doc"] + around + [id, "\(position + 1)"]
      let inside = id.isEmpty ? "" : "\(id)/"
      let columns = (Self.headers[table] ?? []).dropFirst(keys.count).map { column -> String in
        if column.hasSuffix(".count") { return "\(counts[inside + column.dropLast(6)] ?? 0)" }
        return answers[column == table ? id : inside + column] ?? ""
      }
      lines[table, default: []].append(keys + columns)
    }
  }

  /// An id without the key at its end: what stands beside each other has the same.
  static func anchor(_ id: String) -> String {
    id.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// Whether an id is that of an instance: only kinds and keys by turns.
  static func isInstance(_ id: String) -> Bool {
    let parts = id.split(separator: "/")
    return !parts.isEmpty && parts.count % 2 == 0
      && parts.enumerated().allSatisfy { $0 % 2 == 1 || ["note", "a", "q", "b", "c"].contains($1) }
  }

  static func kind(of id: String) -> String {
    id.split(separator: "/").dropLast().last.map(String.init) ?? ""
  }

  /// An instance and those around it, from the inside.
  static func around(_ id: String) -> [String] {
    let parts = id.split(separator: "/")
    return stride(from: parts.count, to: 0, by: -2).map { parts.prefix($0).joined(separator: "/") }
  }
}

/// Reads comma-separated values one scalar after the other.
private func slowlyRead(_ text: String) -> [[String]] {
  var (records, record, value, isQuoted) = ([[String]](), [String](), "", false)
  let scalars = Array(text.unicodeScalars)
  var at = 0
  func next(_ offset: Int) -> Unicode.Scalar? {
    at + offset < scalars.count ? scalars[at + offset] : nil
  }
  while at < scalars.count {
    if isQuoted, scalars[at] == "\"", next(1) == "\"" {
      value.unicodeScalars.append("\"")
      at += 1
    } else if scalars[at] == "\"" {
      isQuoted.toggle()
    } else if !isQuoted, scalars[at] == "," {
      record.append(value)
      value = ""
    } else if !isQuoted, scalars[at] == "\r", next(1) == "\n" {
      records.append(record + [value])
      (record, value) = ([], "")
      at += 1
    } else {
      value.unicodeScalars.append(scalars[at])
    }
    at += 1
  }
  return records
}

// Rules I22, I24 and I25.
@MainActor @Suite(.timeLimit(.minutes(20))) struct RandomTablesTests {
  static let texts = [
    "1", "4", "5", "7", "", "a,b", "\"", "\r\n", "=1+1", "é", "e\u{301}", "👩‍👩‍👧", ";\\", " x ", "'",
    "0",
  ]

  private func step(_ session: Session, _ random: inout SeededGenerator) throws {
    let document = session.document
    let structure = document.structure
    let sections = Array(document.content.sections).filter {
      structure.template(around: $0) == nil
    }
    let rows = document.content.sections.flatMap(\.rows).filter {
      structure.template(around: $0) == nil && $0.fields[.component] != nil
        || $0.fields[.template] != nil && structure.template(around: $0) == nil
    }
    switch random.number(in: 1...10) {
    case 1...2:
      let places = sections.filter { structure.repeats($0) }.map { RecordID.section($0.id) }
      let all = document.content.sections.flatMap(\.rows).filter { structure.repeats($0) }
      let questions = all.filter { row in
        document.index[row.id].map {
          structure.template(around: document.content.sections[$0.section]) == nil
            && !(document.content.sections[$0.section].fields.isTrue(.repeats))
        } ?? false
      }
      guard let place = (places + questions.map { .row($0.id) }).shuffled(using: &random).first
      else { return }
      switch place {
      case .section(let id): _ = try session.add(to: id)
      case .row(let id): _ = try session.add(to: Field<String>(id))
      case .document: break
      }
    case 3:
      let instances = sections.filter { structure.isInstance($0) }
      if instances.isEmpty { return }
      try session.remove(Instance(random.pick(instances).id))
    case 4: try session.undo()
    default:
      if rows.isEmpty { return }
      let row = random.pick(rows)
      try session.set([(row.id, .text(random.pick(Self.texts)))])
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `what is exported is what the ids and the drawn table say`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try withTemporaryStore { store in
      let session = try store.open(
        "doc", from: nestedRepeats, in: .fixed(author: "Ada", seed: seed))
      let tables = ExportTables(try store.revisions(of: "nested"))
      let facts = ExportTables.Facts(
        document: "doc", status: .draft, revision: 1, created: "created", modified: "modified")
      for number in 1...80 {
        do { try step(session, &random) } catch is SessionError {}
        guard number % 5 == 0 else { continue }
        let document = session.document
        let (rules, structure) = (document.rules(), document.structure)
        let answers = DocumentAnswers(of: document.content, at: document.index) {
          rules.isActive($0, in: structure)
        }
        let found = tables.lines(of: answers, facts)
        #expect(found.answersWithoutColumn == 0)
        if number % 20 == 0 { try expectResponse(of: document, store) }
        let naive = NaiveTables(document)
        for (place, table) in tables.tables.enumerated() {
          let cells =
            [table.header.map { CSVWriter.Cell.text($0) }]
            + found.lines.filter { $0.table == place }.map(\.cells)
          let text = cells.map { CSVWriter(isRaw: true).line($0) }.joined()
          let expected = [NaiveTables.headers[table.name] ?? []] + (naive.lines[table.name] ?? [])
          let isEqual =
            slowlyRead(text).map { $0.map { Array($0.utf8) } }
            == expected.map { $0.map { Array($0.utf8) } }
          #expect(isEqual, "\(table.name):\n\(text)\n\(expected)")
        }
      }
    }
  }

  // Rules I32 and I33: what leaves as a response and begins another document leaves it as it came.
  private func expectResponse(of document: StoredDocument, _ store: Store) throws {
    func response(_ content: Document) throws -> JSON {
      let answers = DocumentAnswers(of: content, at: Document.Index(content)) { _ in true }
      return try ResponseDocument(content, answers, status: .draft, authored: "now")
        .written(registry: .standard).json
    }
    let json = try response(document.content)
    let reader = try ResponseReader(
      ImportFile(Array(json.encoded().utf8)).root, of: store.form("nested").content,
      registry: .standard, seed: Array("seed".utf8))
    var content = reader.document
    content.setField(.fhirResponse, to: nil)
    #expect(reader.warnings == [])
    #expect(try response(content) == json, "\(json.encoded(pretty: true))")
    #expect(answerTexts(content) == answerTexts(document.content))
  }

  // Of all rows in order; empty instances leave no trace, nor do empty texts.
  private func answerTexts(_ content: Document) -> [String] {
    let structure = DocumentStructure(content, Document.Index(content))
    return content.sections.flatMap(\.rows).filter { structure.template(around: $0) == nil }
      .compactMap { $0.fields[.value]?.asText }.filter { !$0.isEmpty }
  }

  // Rule I29.
  @Test func `documents come by name, each as it stands, and no others`() throws {
    try withTemporaryStore { store in
      for (seed, name) in (["b", "a", "c"] as [DocumentName]).enumerated() {
        _ = try store.open(
          name, from: nestedRepeats, in: .fixed(author: "Ada", seed: UInt64(seed)))
      }
      _ = try store.open("b-other", from: clinicForm(), in: .fixed(author: "Ada", seed: 9))
      var names: [DocumentName] = []
      let isOneState = try store.eachDocument(of: "nested") { document, created, modified in
        names.append(document.name)
        #expect(created <= modified)
        return document.name != "b"
      }
      #expect(isOneState && names == ["a", "b"])
      #expect(throws: StoreError.self) {
        try store.eachDocument(of: "nowhere") { _, _, _ in true }
      }
    }
  }

  // Rule I29.
  @Test func `documents of several forms come form by form, each form's by name`() throws {
    try withTemporaryStore { store in
      let names: [(form: DocumentName, document: DocumentName)] = [
        ("first", "b"), ("first", "d"), ("second", "a"), ("second", "c"),
      ]
      for (seed, name) in names.enumerated() {
        let form = Form(name.form) { Section("s") { TextInput(Field<String>("name")) } }
        _ = try store.open(
          name.document, from: form, in: .fixed(author: "Ada", seed: UInt64(seed)))
      }
      var found: [DocumentName] = []
      let isOneState = try store.eachDocument(of: ["first", "second"]) { document, _, _ in
        found.append(document.name)
        return true
      }
      #expect(isOneState && found == names.map(\.document))
    }
  }

  // Rules I29 and P6.
  @Test(arguments: [true, false])
  func `whoever writes meanwhile is in no document of the same moment`(isOpen: Bool) throws {
    try withTemporaryStore { store in
      for (seed, name) in (["a", "b", "c"] as [DocumentName]).enumerated() {
        _ = try store.open(
          name, from: nestedRepeats, in: .fixed(author: "Ada", seed: UInt64(seed)))
      }
      // A file that nobody has open for writing is read without locks.
      if !isOpen { try store.close() }
      let reader = try Store(store.path, access: .readOnly)
      var (names, answers): ([DocumentName], [Value?]) = ([], [])
      let isOneState = try reader.eachDocument(of: "nested") { document, _, _ in
        names.append(document.name)
        answers.append(document.row("name")?.fields[.value])
        do { try answer(["a", "b", "c"], store.path, "Bob \(names.count)") } catch {
          Issue.record(error)
        }
        return true
      }
      #expect(isOneState == isOpen)
      #expect(names == ["a", "b", "c"])
      #expect(answers == [nil, isOpen ? nil : "Bob 1", isOpen ? nil : "Bob 1"])
      try reader.close()
    }
  }

  // Rules I29 and P6.
  @Test(arguments: [true, false])
  func `whoever writes meanwhile is in no document of another form either`(isOpen: Bool) throws {
    try withTemporaryStore { store in
      let forms: [DocumentName] = ["first", "second", "third"]
      for (seed, name) in forms.enumerated() {
        let form = Form(name) { Section("s") { TextInput(Field<String>("name")) } }
        _ = try store.open(name, from: form, in: .fixed(author: "Ada", seed: UInt64(seed)))
      }
      if !isOpen { try store.close() }
      let reader = try Store(store.path, access: .readOnly)
      var answers: [Value?] = []
      // Nobody writes while the last form is read.
      let isOneState = try reader.eachDocument(of: forms) { document, _, _ in
        answers.append(document.row("name")?.fields[.value])
        do { if answers.count == 1 { try answer(forms, store.path, "Bob") } } catch {
          Issue.record(error)
        }
        return true
      }
      #expect(isOneState == isOpen)
      #expect(answers == [nil, isOpen ? nil : "Bob", isOpen ? nil : "Bob"])
      var names: [DocumentName] = []
      let isAgainOneState = try reader.eachDocument(of: forms) { document, _, _ in
        names.append(document.name)
        return names.count < 2
      }
      #expect(isAgainOneState && names == ["first", "second"])
      #expect(throws: StoreError.unknownForm("nowhere")) {
        try reader.eachDocument(of: ["first", "nowhere"]) { _, _, _ in
          Issue.record("a document is handed on before a form that there is not")
          return true
        }
      }
      try reader.close()
    }
  }

  private func answer(_ documents: [DocumentName], _ path: String, _ name: String) throws {
    let store = try Store(path)
    for document in documents {
      let metadata = EditMetadata(author: "Bob", time: 1)
      try store.perform(.answers([(row: "name", value: .text(name))]), on: document, by: metadata)
    }
    try store.close()
  }
}
