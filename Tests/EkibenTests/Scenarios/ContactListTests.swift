import Ekiben
import EkibenForms
import EkibenTesting
import Testing

private let firstNames = [
  "Ada", "Alan", "Barbara", "Claude", "Donald", "Edsger", "Frances", "Grace", "Hedy", "Ivan",
  "Jean", "Ken", "Linus", "Margaret", "Niklaus", "Ole", "Radia", "Sophie", "Tony", "Vint",
]
private let beginnings = [
  "Ad", "Bar", "Cal", "Dun", "El", "Fair", "Green", "Har", "Ing", "Kim",
  "Lang", "Mar", "New", "Old", "Pem", "Rad", "Stan", "Thorn", "Wal", "York",
]
private let endings = [
  "bury", "by", "cott", "dale", "den", "field", "ford", "gate", "ham", "hill", "holm", "hurst",
  "land", "leigh", "ley", "low", "man", "mere", "ridge", "sey", "stead", "ton", "ward", "well",
  "wick",
]

/// Ten thousand names in the order of the alphabet, family names first.
private let names = beginnings.flatMap { beginning in
  endings.flatMap { ending in firstNames.map { "\(beginning)\(ending) \($0)" } }
}

/// Two lists of contacts: a row for each, which can be swiped away and taken to another place.
private let contacts = {
  let rows = names.enumerated().map { number, name in
    Description(RowID(unchecked: "c\(number)"), name).deletable().movable()
  }
  return Form("contacts", title: "Contacts") {
    Section("near", header: "Near") { rows.prefix(1).map { $0 as any Component } }
    Section("all", header: "Contacts") { rows.dropFirst().map { $0 as any Component } }
  }
}()

/// The contacts that have a word which begins with what is typed, in a table of their own.
///
/// What a person asks of them is asked of the list itself, so that a session does it.
@MainActor private final class ContactSearch {
  static let field = Field<String>("search")
  let table = HeadlessTable()
  private let renderer: Renderer
  private let session: Session
  private var words = ""

  init(_ session: Session, in list: HeadlessTable) throws {
    self.session = session
    renderer = Renderer(table)
    table.viewport = TableViewport(height: 6, rowHeight: .fixed(1))
    table.callbacks.onRequest = { [weak self] request in
      guard list.callbacks.onRequest?(request) == true else { return false }
      do { try self?.renderer.refresh() } catch { Issue.record(error) }
      return true
    }
    table.callbacks.onEvent = { [weak self] event in
      self?.words = event.value?.asText ?? ""
      try self?.renderer.refresh()
    }
    try renderer.bind { [weak self] in
      Section("search") { self?.input ?? TextInput(Self.field) }
      Section("found") {
        for row in self?.found ?? [] {
          Description(row.id, row.fields.text(.text) ?? "").deletable()
        }
      }
      .footer(Description("count", "\(self?.found.count ?? 0) found"))
    }
  }

  private var input: any Component {
    TextInput(Self.field, title: "Search").setting(.value, to: words.isEmpty ? nil : .text(words))
  }

  private var found: [Document.Row] {
    let wanted = words.lowercased()
    return session.document.content.sections.flatMap(\.rows).filter { row in
      (row.fields.text(.text) ?? "").split(separator: " ")
        .contains { $0.lowercased().hasPrefix(wanted) }
    }
  }
}

/// A list of ten thousand contacts in a store, as a person sees it and changes it.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A list of ten thousand contacts` {
  private func withContacts(_ body: (Session, HeadlessTable) throws -> Void) throws {
    try withTemporaryStore { store in
      let session = try store.open("mine", from: contacts, in: .fixed(author: "Ada"))
      let list = HeadlessTable()
      list.viewport = TableViewport(height: 4, rowHeight: .fixed(1))
      session.attach(list)
      try body(session, list)
      // What is in the file is what was on the screen.
      let stored = try Store(store.path, access: .readOnly)
      #expect(try stored.document("mine").content == session.document.content)
      try stored.close()
    }
  }

  @Test func `loses a contact by a swipe, and has it back where it was by undo`() throws {
    try withContacts { session, list in
      list.scroll(to: 5_003)
      let before = """
        ↑ 5001 rows
          Langbury Alan
          Langbury Barbara
          Langbury Claude
          Langbury Donald
        ↓ 4995 rows
        """
      #expect(list.snapshot() == before)
      let entries = session.document.count
      try list.swipe("c5002", at: .trailing)
      #expect(
        list.snapshot() == """
          ↑ 5001 rows
            Langbury Alan
            Langbury Claude
            Langbury Donald
            Langbury Edsger
          ↓ 4994 rows
          """)
      #expect(session.document.count == entries + 1)
      try session.undo()
      #expect(list.snapshot() == before)
      try session.redo()
      #expect(list.snapshot().contains("Barbara") == false)
    }
  }

  @Test func `takes a contact to another place, and to another list`() throws {
    try withContacts { session, list in
      list.setEditing(true)
      let before = """
        Near
        ⊖≡Adbury Ada

        Contacts
        ⊖≡Adbury Alan
        ↓ 9998 rows
        """
      #expect(list.snapshot() == before)
      try list.drag("c1", to: "c0")
      let moved = """
        Near
        ⊖≡Adbury Alan
        ⊖≡Adbury Ada

        Contacts
        ↓ 9998 rows
        """
      #expect(list.snapshot() == moved)
      try list.drag("c1", to: "c0")
      #expect(list.snapshot().hasPrefix("Near\n⊖≡Adbury Ada\n⊖≡Adbury Alan\n"))
      try session.undo(steps: 2)
      #expect(list.snapshot() == before)
      try session.redo()
      #expect(list.snapshot() == moved)
    }
  }

  @Test func `is searched while somebody types, and a contact found can be swiped away`() throws {
    try withContacts { session, list in
      let search = try ContactSearch(session, in: list)
      let all = search.table.snapshot()
      #expect(all.hasSuffix("↓ 9995 rows") && all.contains("Adbury Ada"))
      for words in ["g", "gr"] { try search.table.type(words, into: "search") }
      #expect(
        search.table.snapshot() == """
           ›Search   gr

            Adbury Grace
            Adby Grace
            Adcott Grace
            Addale Grace
            Adden Grace
          ↓ 970 rows
          """)
      try search.table.type("greenw", into: "search")
      search.table.scroll(to: 999)
      #expect(search.table.snapshot().hasSuffix("~ 60 found"))
      try search.table.swipe("c3499", at: .trailing)
      #expect(search.table.snapshot().hasSuffix("~ 59 found"))
      #expect(session.document.content.row("c3499") == nil)
      try session.undo()
      #expect(session.document.content.row("c3499")?.fields[.text] == "Greenwick Vint")
    }
  }
}
