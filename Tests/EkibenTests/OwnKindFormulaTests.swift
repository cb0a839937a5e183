import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

/// A kind of question of an app's own: a whole number.
private struct Grade: InputComponent {
  static let component = "Grade"

  struct View: ViewModel {
    var grade: String?
    var look: RowLook { RowLook(content: .words(grade ?? "")) }
  }

  let id: RowID
  var record: Fields

  init(_ id: RowID) { (self.id, record) = (id, [.component: .text(Self.component)]) }

  init?(id: RowID, record: Fields) { (self.id, self.record) = (id, record) }

  var inputTraits: InputTraits { InputTraits(expects: "a grade", shape: .integer) }

  func read(_ text: String, in context: InputContext) throws(InputProblem) -> Int {
    guard let grade = Int(text) else {
      throw .unreadable(takes: inputTraits.expects, text: text)
    }
    return grade
  }

  func render(in view: inout View) { view.grade = shownAnswer() }
}

extension ComponentRegistry {
  fileprivate static var graded: ComponentRegistry {
    var registry = ComponentRegistry.standard
    registry.register(Grade.self)
    return registry
  }
}

// Rules F1 and E13.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Formulas over an app's own kind of question` {
  private func form() -> Form {
    Form("exam") {
      Section("s") {
        Grade("grade")
        TextInput(.age, title: "Next")
          .calculated("%resource.repeat(item).where(linkId = 'grade').answer.value + 1")
        Grade("best").calculated("%resource.repeat(item).where(linkId = 'grade').answer.value")
      }
    }
  }

  @Test
  func `read its answers and give them, though a query over documents asked for rules before`()
    throws
  {
    try withTemporaryStore(registry: .graded) { store in
      _ = try store.open("exam", from: form())
      let again = try Store(store.path, registry: .graded)
      let query = DocumentQuery(["age"])
      #expect(query.answers(of: try again.document("exam")) == [[]])
      let session = try again.open("exam")
      try session.set([("grade", .integer(4))])
      #expect(session[.age] == 5)
      #expect(session.document.row("best")?.fields[.value] == .integer(4))
      #expect(query.answers(of: try again.document("exam")) == [[.integer(5)]])
      try again.close()
    }
  }
}
