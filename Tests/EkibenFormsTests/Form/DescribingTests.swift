import EkibenDocuments
import EkibenForms
import EkibenOperators
import Testing

private enum Part: String { case person, pets }
private enum Row: String { case name, adult, dog }

private struct Pet: Equatable {
  var tag: Int
  var name: String
}

/// Ways to write one form.
@Suite(.timeLimit(.minutes(20))) struct `A form that is described` {
  private static let name = TextInput(Field<String>("name"), title: "Name").required()
  private static let adult = Toggle(Field<Bool>("adult"), title: "Is an adult")
  private static let dog = Toggle(Field<Bool>("dog"), title: "Has a dog")

  private static let byBuilder = Form("guest", title: "Guest") {
    Section("person", header: "You") {
      name
      adult
    }
    Section("pets", footer: "All of them") { dog }
  }

  private static let others: [(String, Form)] = [
    (
      "operators",
      Form("guest", title: "Guest") {
        Section("person", header: "You") |---+ name |---+ adult
          |-+ Section("pets", footer: "All of them")
          |---+ dog
      }
    ),
    (
      "operators on lists",
      Form("guest", title: "Guest") {
        [] |-+ Section("person", header: "You") |---* [name, adult]
          |-? .some(Section("pets", footer: "All of them") |---? .some(dog))
          |-? nil
      }
    ),
    (
      "functions",
      form(
        "guest", title: "Guest", section("person", header: "You", name, adult),
        section("pets", footer: "All of them", dog))
    ),
    (
      "copies",
      Form("guest", title: "Guest") {
        Section("person", header: "You").adding(name, dog).adding(adult).removing(row: "dog")
        Section("pets", header: "No").footer(Description("footer", "All of them"))
          .removing(.header).adding(dog)
      }
    ),
    (
      "cases",
      Form("guest", title: "Guest") {
        Section(Part.person, header: "You") {
          TextInput(Field<String>(Row.name), title: "Name").required()
          Toggle(Field(Row.adult), title: "Is an adult")
        }
        Section(Part.pets, footer: "All of them") { Toggle(Field(Row.dog), title: "Has a dog") }
      }
    ),
  ]

  // T-B13: the same section values, whichever way they are made.
  @Test(arguments: others.indices)
  func `is the same however it is written`(at index: Int) throws {
    let (way, form) = Self.others[index]
    #expect(try form.document() == Self.byBuilder.document(), "\(way)")
  }

  // Bento wrote what it was asked to take away.
  @Test func `has no header any more once that is removed`() {
    let section = Section("s", header: "Words") { Self.name }
    #expect(section.has(.header) && !section.has(.footer))
    #expect(section.component(of: .header, as: Description.self)?.record.text(.text) == "Words")
    #expect(!section.removing(.header).has(.header))
    #expect(section.removing(.header).component(of: .header, as: Description.self) == nil)
    let decorated = section.footer(Self.dog.on(willDisplay: {}))
    #expect(decorated.component(of: .footer, as: Toggle.self)?.id == "dog")
    #expect(decorated.component(of: .footer, as: TextInput.self) == nil)
    let name = decorated.component(ofRow: "name", as: TextInput.self)
    #expect(name?.record.isTrue(.required) == true)
    #expect(decorated.component(ofRow: "dog", as: Toggle.self) == nil)
  }

  // Nothing is worked out for what does not stand in the form.
  @Test(arguments: [true, false]) func `works out only what it shows`(isShown: Bool) {
    var made = 0
    func row() -> Toggle {
      made += 1
      return Self.dog
    }
    let rows = [] |---? .iff(isShown) { row() } |---? .iff(isShown, row())
    #expect(rows.count == (isShown ? 2 : 0) && made == rows.count)
    let words: String? = isShown ? "Dog" : nil
    let titled = [] |---? .some(words) { Toggle(Field<Bool>("dog"), title: $0) }
    #expect(titled.map { $0.record.text(.title) } == (isShown ? ["Dog"] : []))
  }

  // The id is the element's, wherever it stands.
  @Test func `takes its rows from models, named by a property of theirs`() throws {
    let pets = [Pet(tag: 7, name: "Rex"), Pet(tag: 3, name: "Mia")]
    func section(_ pets: [Pet]) throws -> Section {
      try Section("pets", each: pets, id: \.tag, header: "Pets") { id, pet in
        Toggle(Field(id), title: pet.name)
      }
    }
    let rows = try section(pets).components
    #expect(rows.map(\.id) == ["7", "3"] && rows.map { $0.record.text(.title) } == ["Rex", "Mia"])
    #expect(try section(pets.reversed()).components.map(\.id) == ["3", "7"])
    #expect(throws: InvalidName.self) {
      try Section("names", each: ["a", ""], id: \.self) { id, _ in Description(id, "") }
    }
    let twice = try section(pets + pets)
    #expect(throws: DuplicateIDs.self) { try Form("f") { twice }.document() }
  }
}
