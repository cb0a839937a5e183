import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenOperators
import EkibenTesting
import Testing

// What the articles show of Ekiben stands here word for word, so that it is compiled, and what it does is seen.

private enum SignUp {
  static let name = Field<String>("name")
  static let terms = Field<Bool>("terms")
}

/// The sign-up of "Coming from Bento".
@MainActor private func signUp(isSending: Bool, send: @escaping @MainActor () -> Void) -> Form {
  // From Bento.
  Form("sign-up", title: "Sign up") {
    Section("person", header: "You")
      |---+ TextInput(SignUp.name, title: "Name").required()
      |---+ Toggle(SignUp.terms, title: "I agree to the terms")
    Section("send")
      |---? .iff(isSending) { ActivityIndicator("sending", "Sending") }
      |---+ Button("go", "Sign up", didTap: send).loading(isSending)
  }
}

private struct Contact: Sendable {
  var key: String
  var name: String
  var isFavourite: Bool
}

/// The contacts of "Coming from FunctionalTableData".
@MainActor private func contacts(
  _ people: [Contact], remove: @escaping @MainActor (String) -> Void
) throws -> Form {
  // From FunctionalTableData.
  let section = try Section("people", each: people, id: \.key, header: "People") { id, person in
    DetailedDescription(id, [person.name], detail: person.isFavourite ? "★" : nil)
      .swipeActions(trailing: [RowAction("Delete", isDestructive: true) { remove(person.key) }])
      .selectable()
  }
  return Form("contacts") { section }
}

@MainActor private final class Shop {
  var people = ["Ada"]
  var orders = ["Tea", "Bread"]
}

/// The sections of "Coming from Braid".
@MainActor private func bind(_ shop: Shop, to renderer: Renderer) throws {
  // From Braid.
  try renderer.bind {
    Section("people", header: "People") {
      for name in shop.people { Description(RowID(unchecked: name), name) }
    }
    Section("orders", header: shop.orders.isEmpty ? nil : "Orders") {
      for name in shop.orders { Description(RowID(unchecked: name), name) }
    }
  }
}

/// The articles for those who come from another library.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `What the articles show` {
  @Test func `signs up, and says that it is sending`() throws {
    var sent = 0
    let shown = HeadlessTable(try signUp(isSending: false) { sent += 1 }.content())
    try shown.tap("go")
    #expect(sent == 1)
    shown.reload(try signUp(isSending: true) { sent += 1 }.content())
    #expect(throws: InputError.self) { try shown.tap("go") }
    #expect(
      shown.snapshot()
        == """
        You
          Name *   –
          [–] I agree to the terms

        Sending …
        [ Sign up … ]
        """.replacing("\nSending", with: "\n  Sending").replacing("\n[ Sign", with: "\n  [ Sign"))
  }

  @Test func `lists contacts that a swipe deletes`() throws {
    var people = [
      Contact(key: "ada", name: "Ada", isFavourite: true),
      Contact(key: "bob", name: "Bob", isFavourite: false),
    ]
    let shown = HeadlessTable(try contacts(people) { _ in }.content())
    let renderer = Renderer(shown)
    func show() throws {
      try renderer.render(
        contacts(people) { key in people.removeAll { ByteText.equal($0.key, key) } })
    }
    try show()
    #expect(shown.snapshot() == "People\n  Ada (★)\n  Bob")
    try shown.swipe("ada", at: .trailing)
    try show()
    #expect(shown.snapshot() == "People\n  Bob")
  }

  @Test func `refreshes sections by name`() throws {
    let (shop, shown) = (Shop(), HeadlessTable())
    let renderer = Renderer(shown)
    try bind(shop, to: renderer)
    #expect(shown.snapshot() == "People\n  Ada\n\nOrders\n  Tea\n  Bread")
    (shop.people, shop.orders) = (["Bob", "Ada"], ["Bread"])
    try renderer.refresh()
    #expect(shown.snapshot() == "People\n  Bob\n  Ada\n\nOrders\n  Bread")
  }
}
