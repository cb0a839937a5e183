import EkibenDocuments
import EkibenForms
import Testing

extension Field<String> {
  fileprivate static let country = Field("country")
  fileprivate static let city = Field("city")
}

@Suite(.timeLimit(.minutes(20))) struct `A row whose options depend on an answer` {
  // Rules F43 and F54.
  @Test func `is drawn anew with that, and stays where the answer is the same`() throws {
    var document = try Form("travel") {
      Section("s") {
        Choice(.country, title: "Country", options: [.init("AT"), .init("AU")])
        Choice(.city, title: "City", options: []).options(from: "cities").options(of: .country)
        TextInput(Field<String>("other"), title: "Other")
      }
    }.document()
    let index = Document.Index(document)
    let rules = RuleState(document, index)
    var drawn = DrawnDocument(document, index, rules)
    for (row, answer, redrawn) in [
      ("country", "AT", ["country", "city"]), ("country", "AU", ["country", "city"]),
      ("other", "x", ["other"]), ("country", nil, ["country", "city"]),
    ] as [(RowID, Value?, Set<RowID>)] {
      let change = Change(
        .row(row), .value, before: document.row(row)?.fields[.value], after: answer)
      try document.apply(Changeset([change]), at: index)
      let found = drawn.update(by: Changeset([change]), to: document, at: index, rules, [])
      let fresh = DrawnDocument(document, index, rules)
      #expect(drawn.document.isIdentical(to: fresh.document), "\(change)")
      #expect(Set(found.changes.changes.compactMap(\.record.row)) == redrawn)
    }
  }
}

extension RecordID {
  fileprivate var row: RowID? {
    if case .row(let id) = self { id } else { nil }
  }
}
