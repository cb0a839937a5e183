import Ekiben
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A calculated quantity` {
  @Test(
    arguments: [([], "5"), (["mg"], "5 mg"), (["mg", "g"], nil)] as [([String], String?)])
  func `has the unit of its row, and is none where it could be one of several`(
    units: [String], text: String?
  ) throws {
    let dose = Field<Quantity.Amount>("dose")
    let form = Form("doses") {
      Section("s") {
        TextInput(Field<Int>("n"), title: "N")
        Quantity(dose, title: "Dose", units: units.map { Choice.Option($0) })
          .calculated("%resource.descendants().where(linkId = 'n').answer.value")
      }
    }
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: form, in: .fixed())
      try editor.set([("n", 5)])
      #expect(editor[dose]?.text == text)
    }
  }
}
