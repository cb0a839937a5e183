import Ekiben
import EkibenDocuments
import EkibenTesting
import Foundation
import Testing

extension Field<Int> {
  static let age = Field("age")
}
extension Field<DecimalNumber> {
  static let weight = Field("weight")
}

/// A form with one row of each sort.
func clinicForm() -> Form {
  Form("clinic", title: "Clinic") {
    Section("person", header: "About you") {
      TextInput(.name, title: "Name").required()
      TextInput(.age, title: "Age")
      TextInput(.weight, title: "Weight")
      Toggle(.consent, title: "I agree")
      TextInput(Field<String>("sealed"), title: "Sealed").readOnly()
    }
    Section("study") {
      Description("privacy", "Your answers stay here.")
      Choice(
        Field<String>("colour"), title: "Colour",
        options: [.init("r", label: "Red"), .init("g", label: "Green")])
      TextInput(.phone, title: "Phone", kind: .phone)
    }
  }
}

/// A session on a new document of the clinic form, with a table that shows it.
@MainActor func withSession<Result>(
  _ body: (Session, HeadlessTable) throws -> Result
) throws -> Result {
  try withTemporaryStore { store in
    let session = try store.open("visit", from: clinicForm(), in: .fixed(author: "Ada"))
    let table = HeadlessTable()
    session.attach(table)
    return try body(session, table)
  }
}

@MainActor extension Session {
  /// The same document in another session of another store object, as another process has it.
  func elsewhere(_ author: String = "Bob") throws -> Session {
    try Store(store.path).open(document.name, in: .fixed(author: author))
  }
}

/// What a document is, for telling whether anything changed.
struct Facts: Equatable {
  let content: Document
  let origins: Origins
  let history: History

  init(_ document: StoredDocument) {
    content = document.content
    origins = document.origins
    history = document.history
  }

  /// What the file says.
  @MainActor init(stored session: Session) throws {
    let store = try Store(session.store.path, access: .readOnly)
    self.init(try store.document(session.document.name))
    try store.close()
  }
}

/// Expects that a host shows what a fresh one would.
@MainActor func expectFresh(
  _ table: HeadlessTable, _ session: Session, sourceLocation: SourceLocation = #_sourceLocation
) {
  let fresh = HeadlessTable(session.document.content.drawn(session.formState, session.components))
  #expect(table.displays == fresh.displays, sourceLocation: sourceLocation)
}
