import Ekiben
import EkibenTesting
import Testing

@testable import EkibenSQLite

extension Field<Bool> { fileprivate static let owns = Field("owns") }
extension Field<String> {
  fileprivate static let pet = Field("pet")
  fileprivate static let never = Field("never")
  fileprivate static let far = Field("far")
}

/// A form with conditions in a chain, on a section, in a repeat and over it.
private let conditional = Form("conditional") {
  Section("s") {
    Toggle(.consent, title: "I agree")
    TextInput(.name, title: "Name").visible(when: .consent == true)
    TextInput(.phone, title: "Phone").visible(when: .name == "Ada")
    TextInput(.never, title: "Never").hidden()
  }
  Repeat("pets", label: "Pet") {
    Toggle(.owns, title: "Owns one")
    TextInput(.pet, title: "Called").visible(when: .owns == true)
  }
  Section("more") { TextInput(.far, title: "Far") }.visible(when: .phone == "1")
}

/// What plain SQL says of the answers of a document: 1 where they count.
func activityInFile(_ path: String, of document: String = "visit") throws -> [String: Int64?] {
  let connection = try Connection(path: path, access: .readWrite, busyTimeout: 1000)
  try connection.set(.views, to: true)
  let statement = try connection.prepare(
    "SELECT row, active FROM answers WHERE document = '\(document)'")
  var found: [String: Int64?] = [:]
  while try statement.step() {
    found[try statement.text(0)] = statement.isNull(1) ? .some(nil) : try statement.int64(1)
  }
  return found
}

/// What it has to say: what is drawn counts, and what the form asks never to draw.
private func expected(_ content: Document) -> [String: Int64?] {
  let drawn = Set(content.drawn.sections.flatMap(\.rows).map(\.id))
  return Dictionary(
    uniqueKeysWithValues: content.sections.flatMap(\.rows).filter { $0.fields[.value] != nil }
      .map { ($0.id.rawValue, drawn.contains($0.id) || $0.id == Field.never.row ? 1 : 0) })
}

/// Edits of two stores on one file, one after the other.
@MainActor private struct RandomAnswers {
  var random: SeededGenerator
  let sessions: [Session]

  mutating func step() throws {
    let session = random.pick(sessions)
    try session.refresh()
    switch random.number(in: 1...20) {
    case 1...9: try answer(in: session)
    case 10...11: try session.add(to: "pets")
    case 12:
      if let pet = session.instances(of: "pets").first { try session.remove(pet) }
    case 13...15 where session.canUndo: try session.undo()
    case 16...17 where session.canRedo: try session.redo()
    case 18:
      let history = session.document.history
      try session.perform(.checkout(random.pick((1...history.count).filter { history.isNode($0) })))
    case 19: try redefine(session)
    default: break
    }
  }

  private mutating func answer(in session: Session) throws {
    let isSet = !random.once(in: 4)
    let pets = session.instances(of: "pets")
    switch random.number(in: 1...6) {
    case 1: try session.set(.consent, to: isSet ? random.once(in: 2) : nil)
    case 2: try session.set(.name, to: isSet ? random.pick(["Ada", "Eve"]) : nil)
    case 3: try session.set(.phone, to: isSet ? random.pick(["1", "2"]) : nil)
    case 4: try session.set(.far, to: isSet ? "far" : nil)
    case 5: try session.set(.never, to: isSet ? "never" : nil)
    default:
      guard !pets.isEmpty else { return }
      let pet = random.pick(pets)
      try session.set(.pet, in: pet, to: isSet ? "Rex" : nil)
      try session.set(.owns, in: pet, to: random.once(in: 2))
    }
  }

  // The rule of one section changes, or goes.
  private mutating func redefine(_ session: Session) throws {
    let content = session.document.content
    var sections = Array(content.sections)
    guard let at = sections.firstIndex(where: { $0.id == "more" }) else { return }
    let formula: Formula = .name == "Eve"
    sections[at].fields[.visible] = random.once(in: 2) ? nil : .record(formula.record)
    try session.perform(.apply(try Document(fields: content.fields, sections: sections)))
  }
}

// Rule F14.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Answers in the file` {
  @Test(arguments: 1...6) func `say whether they count, after every edit and travel`(
    seed: UInt64
  ) throws {
    try withTemporaryStore { store in
      let first = try store.open("visit", from: conditional, in: .fixed(author: "Ada", seed: seed))
      let second = try Store(store.path).open("visit", in: .fixed(author: "Bob", seed: seed + 99))
      var edits = RandomAnswers(random: SeededGenerator(seed: seed), sessions: [first, second])
      var hidden = 0
      for step in 1...150 {
        try edits.step()
        try first.refresh()
        let wanted = expected(first.document.content)
        hidden += wanted.values.count { $0 == 0 }
        try #require(try activityInFile(store.path) == wanted, "seed \(seed), step \(step)")
      }
      #expect(hidden > 20)
      #expect(try store.verify().findings == [])
      try second.store.close()
    }
  }

  private func withHidden(_ body: (Store, Session) throws -> Void) throws {
    try withTemporaryStore { store in
      let session = try store.open("visit", from: conditional, in: .fixed(author: "Ada"))
      try session.set([("consent", true), ("name", "Ada"), ("phone", "1"), ("far", "f")])
      try session.set(.consent, to: false)
      try body(store, session)
    }
  }

  // Of what others wrote all is taken over or nothing, so that the next edit knows what the file says.
  @Test func `say so, too, when reading what others wrote has failed once`() throws {
    try withHidden { store, session in
      let theirs = try Store(store.path).open("visit", in: .fixed(author: "Bob"))
      try theirs.set(.consent, to: true)
      try theirs.store.close()
      let connection = try Connection(path: store.path, access: .readWrite, busyTimeout: 1000)
      try connection.execute("UPDATE answer SET checksum = checksum + 1 WHERE value = 'f'")
      let known = session.document.count
      #expect(throws: SessionError.self) { try session.refresh() }
      #expect(session.document.count == known)
      try connection.execute("UPDATE answer SET checksum = checksum - 1 WHERE value = 'f'")
      try session.refresh()
      try session.set(.consent, to: false)
      #expect(try activityInFile(store.path) == ["consent": 1, "name": 0, "phone": 0, "far": 0])
      #expect(try store.verify().findings == [])
    }
  }

  // Rule P24: each entry of others arrives once, also where reading fails between two of them.
  @Test func `of others show as far as they were read where reading fails`() throws {
    try withHidden { store, session in
      let table = HeadlessTable()
      session.attach(table)
      let theirs = try Store(store.path).open("visit", in: .fixed(author: "Bob"))
      try theirs.set(.consent, to: true)
      try theirs.set(.name, to: "Eve")
      try theirs.store.close()
      let connection = try Connection(path: store.path, access: .readWrite, busyTimeout: 1000)
      let last = "WHERE key = (SELECT max(key) FROM entry)"
      try connection.execute("UPDATE entry SET checksum = checksum + 1 \(last)")
      let known = session.document.count
      #expect(throws: SessionError.self) { try session.refresh() }
      #expect(session.document.count == known + 1)
      let isShown = {
        let drawn = session.document.content.drawn.sections.flatMap(\.rows).map(\.id)
        return table.sections.flatMap(\.cells).map(\.id) == drawn
      }
      #expect(isShown())
      try connection.execute("UPDATE entry SET checksum = checksum - 1 \(last)")
      #expect(try session.refresh() && isShown())
    }
  }

  @Test func `are there where they do not count, and count again with their rows`() throws {
    try withHidden { store, session in
      #expect(try activityInFile(store.path) == ["consent": 1, "name": 0, "phone": 0, "far": 0])
      try session.set(.phone, to: "2")
      #expect(try activityInFile(store.path)["phone"] == 0)
      try session.set(.consent, to: true)
      #expect(try activityInFile(store.path) == ["consent": 1, "name": 1, "phone": 1, "far": 0])
    }
  }

  @Test func `say so in a duplicate, and where a history came from elsewhere`() throws {
    try withHidden { store, session in
      let copy = try session.duplicate(as: DocumentName("copy"))
      #expect(try activityInFile(store.path, of: "copy") == activityInFile(store.path))
      #expect(copy.status == .draft)
      var bytes: [UInt8] = []
      try store.exportHistory(of: session.document) { bytes += try $0.encoded() }
      try withTemporaryStore { other in
        _ = try other.importHistory(bytes)
        #expect(try activityInFile(other.path) == activityInFile(store.path))
        #expect(try other.verify().findings == [])
      }
    }
  }

  @Test func `say so where another program has set an answer without a session`() throws {
    try withHidden { store, session in
      try store.set(.consent, to: true, in: "visit")
      #expect(try activityInFile(store.path)["name"] == 1)
      try session.refresh()
      try session.set(.consent, to: false)
      #expect(try activityInFile(store.path)["name"] == 0)
    }
  }

  // What they change has a place in the document before it, of which the rules are that the reader knows.
  @Test func `say so where others take an answer back, and bring a row back before it`() throws {
    let form = Form("f") {
      Section("s") {
        Toggle(.consent, title: "I agree")
        TextInput(Field<String>("note"), title: "Note").visible(when: .consent == true).repeated()
        TextInput(.far, title: "Far")
      }
    }
    try withTemporaryStore { store in
      let session = try store.open("visit", from: form, in: .fixed(author: "Ada"))
      let note = try session.add(to: Field<String>("note")).row
      try session.set([(note, "n"), ("consent", true)])
      try session.perform(.remove(.row(note)))
      let theirs = try Store(store.path).open("visit", in: .fixed(author: "Bob"))
      try theirs.set(.far, to: "far")
      try theirs.perform(.undo(steps: 2))
      try session.refresh()
      #expect(session.document.content == theirs.document.content)
      try session.set(.consent, to: false)
      #expect(try activityInFile(store.path) == ["consent": 1, note.rawValue: 0])
      #expect(try store.verify().findings == [])
      try theirs.store.close()
    }
  }

  @Test func `are told from what rules say when a store is verified`() throws {
    try withHidden { store, _ in
      try store.close()
      try tamper(store.path, "UPDATE answer SET inactive = 1 - inactive, checksum = NULL")
      let other = try Store(store.path)
      let findings = try other.verify().findings
      #expect(
        findings.sorted() == [
          "visit: the answer consent is said not to count, and no rule hides it",
          "visit: the answer far is said to count, and a rule hides it",
          "visit: the answer name is said to count, and a rule hides it",
          "visit: the answer phone is said to count, and a rule hides it",
        ])
      try other.close()
    }
  }

  // Rule P8.
  @Test func `of an older format say so once the store was opened for writing`() throws {
    try withHidden { store, session in
      let before = try activityInFile(store.path)
      try store.close()
      try tamper(
        store.path,
        """
        UPDATE answer SET inactive = NULL, checksum = NULL;
        DELETE FROM setting WHERE name = 'activity'
        """)
      #expect(try activityInFile(store.path).values.allSatisfy { $0 == nil })
      let reader = try Store(store.path, access: .readOnly)
      #expect(try reader.verify().findings == [])
      try reader.close()
      let other = try Store(store.path)
      #expect(try activityInFile(store.path) == before)
      #expect(try other.verify().findings == [])
      try other.close()
    }
  }

  private func tamper(_ path: String, _ sql: String) throws {
    let connection = try Connection(path: path, access: .readWrite, busyTimeout: 1000)
    try connection.execute(sql)
    try connection.closeCheckpointing()
  }
}
