import EkibenDocuments
import EkibenTesting
import Testing

/// Whether each of four supplements is there, and which of two things it shows.
struct SupplementChoice: Sendable, CustomTestStringConvertible {
  static let names: [FieldName] = [.header, .footer, "note 2", "sidebar"]

  /// By name 0 for none, or the number of what it shows.
  let shown: [Int]

  /// Every choice of a number of things, none among them.
  static func all(of things: Int) -> [SupplementChoice] {
    names.reduce([[]]) { choices, _ in
      choices.flatMap { choice in (0..<things).map { choice + [$0] } }
    }.map(SupplementChoice.init)
  }

  /// Every choice to go to: of what is not there yet, which thing comes makes no difference.
  var others: [SupplementChoice] {
    Self.all(of: 3).filter { other in
      zip(shown, other.shown).allSatisfy { before, after in before > 0 || after < 2 }
    }
  }

  var fields: Fields {
    var fields: Fields = [.title: "shown by no table"]
    for (name, number) in zip(Self.names, shown) where number > 0 {
      fields[name] = .record([.component: "Description", .text: .text("text \(number)")])
    }
    return fields
  }

  var testDescription: String { shown.map(String.init).joined() }
}

/// What else happens while the supplements of the section `s` change.
enum ConcurrentChange: CaseIterable {
  case unmoved, moved, updatedNeighbours

  static let old = "s: a b | t: c d | u: e"

  var new: String {
    switch self {
    case .unmoved: Self.old
    case .moved: "t: c d | u: e | s: a b"
    case .updatedNeighbours: "s: a+ b | t+: c! n d | u: e"
    }
  }

  var place: Int { self == .moved ? 2 : 0 }
}

@Suite(.timeLimit(.minutes(20))) struct SupplementTests {
  private func document(_ sketch: String, _ choice: SupplementChoice) throws -> Document {
    let sections = try Document(sketch: sketch).sections.map { section in
      section.id == "s"
        ? .init(id: section.id, fields: choice.fields, rows: section.rows) : section
    }
    return try Document(sections: sections)
  }

  // Rule T17: all nil and some, in a plan that is valid, legal and minimal (T-X1, T-X8).
  @Test(arguments: SupplementChoice.all(of: 2))
  func `each supplement that comes, goes or changes is one operation`(
    old choice: SupplementChoice
  ) throws {
    let old = try document(ConcurrentChange.old, choice)
    for other in choice.others {
      for change in ConcurrentChange.allCases {
        let new = try document(change.new, other)
        try expectPlan(from: old, to: new)
        let changed = zip(SupplementChoice.names, zip(choice.shown, other.shown))
          .filter { $0.1.0 != $0.1.1 }.map(\.0)
        let done = TablePlan(from: old, to: new).stages.flatMap(\.operations.supplements)
          .filter { $0.section == change.place }
        try #require(done.map(\.name) == changed, "\(choice.shown) → \(other.shown)")
      }
    }
  }

  @Test(arguments: SupplementChoice.all(of: 2))
  func `the changes of supplements obey every law`(old choice: SupplementChoice) throws {
    let old = try document(ConcurrentChange.old, choice)
    for other in SupplementChoice.all(of: 2) {
      let new = try document(ConcurrentChange.moved.new, other)
      try expectLaws(from: old, to: new)
      let fields = Changeset(from: old, to: new).changes.compactMap(\.field)
      let changed = zip(SupplementChoice.names, zip(choice.shown, other.shown))
        .filter { $0.1.0 != $0.1.1 }.map(\.0)
      try #require(fields.sorted() == (changed + [.order]).sorted())
    }
  }

  @Test(
    arguments: [
      (.header, nil, .header), (.header, "text", .header), (.footer, nil, .footer),
      (.level, 1, .header), (.level, .record([.component: "Image"]), .header),
      ("sidebar", .record([.component: "Image"]), "sidebar"),
      ("sidebar", nil, nil), ("sidebar", "text", nil), ("sidebar", .record([.text: "x"]), nil),
      ("sidebar", .record([.component: 1]), nil), (.title, "text", nil), (.parent, "s", nil),
    ] as [(FieldName, Value?, FieldName?)])
  func `a supplement is a header, a footer, or holds a component`(
    field: FieldName, value: Value?, name: FieldName?
  ) {
    #expect(TableOperations.Supplement.name(showing: field, value) == name)
  }

  /// What a field holds before and after, and whether a table shows the difference.
  @Test(
    arguments: [
      (nil, "text", false), ("text", "other", false), (nil, .record([.component: "Image"]), true),
      ("text", .record([.component: "Image"]), true),
      (.record([.component: "Image"]), "text", true),
      (.record([.component: "Image"]), .record([.component: "Video"]), true),
      (.record([.component: "Image"]), .record([.component: "Image"]), false),
    ] as [(Value?, Value?, Bool)])
  func `a field that becomes a supplement or ceases to be one is an operation`(
    before: Value?, after: Value?, isShown: Bool
  ) throws {
    let documents = try [before, after].map { value in
      var fields: Fields = [:]
      fields["sidebar"] = value
      return try Document(sections: [.init(id: "s", fields: fields, rows: [.init(id: "a")])])
    }
    try expectPlan(from: documents[0], to: documents[1])
    try expectLaws(from: documents[0], to: documents[1])
    let changes = Changeset(from: documents[0], to: documents[1])
    let short = TablePlan(
      contentOnly: changes, to: documents[1], at: Document.Index(documents[1]))
    for plan in [TablePlan(from: documents[0], to: documents[1]), short] {
      let names = plan.stages.flatMap(\.operations.supplements).map(\.name)
      #expect(names == (isShown ? ["sidebar"] : []))
    }
  }
}
