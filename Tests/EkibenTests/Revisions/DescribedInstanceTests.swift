import Ekiben
import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

/// Rules D19, F44 and F69: what becomes of instances where a document is made equal to a description.
@MainActor @Suite(.timeLimit(.minutes(20)))
struct `Instances of what is described`:
  InstanceSamples
{
  // Rules F44 and F69.
  @Test func `get and lose what an applied description gives and takes of theirs`() throws {
    try withTemporaryStore { store in
      _ = try store.publish(
        "f",
        Document(sections: [
          section("m", repeats: true, row("a"), row("q", repeats: true), row("u", under: "q"))
        ]), by: Self.by)
      _ = try store.create("d", from: "f", uid: Array(1...16), by: Self.by)
      let session = try store.open("d", in: .fixed())
      let instance = try session.add(to: "m")
      let question = try session.add(to: Field<String>("q"), in: instance)
      try session.set(Field<String>("a"), in: instance, to: "gone")
      try session.set(question, to: "kept")
      let before = session.document.content
      try session.perform(
        .apply(
          Document(sections: [
            section("m", repeats: true, row("b"), row("q", repeats: true), row("v", under: "q"))
          ])))
      #expect(
        session.document.content.outline == [
          "m", "- b", "- q", "- v", "m of m", "- b of b", "- q of q", "- kept", "- v of v",
        ])
      #expect(try store.document("d").content.isIdentical(to: session.document.content))
      try session.undo()
      #expect(session.document.content.isIdentical(to: before))
      try session.perform(.apply(Document(sections: [section("m", repeats: true, row("a"))])))
      #expect(session.document.content.outline == ["m", "- a", "m of m", "- gone"])
      #expect(try store.verify().findings == [])
    }
  }

  // Rule F44: an id of a description that an instance has is that of a record of its own.
  @Test func `give way to a described row of the same id`() throws {
    try withTemporaryStore { store in
      _ = try store.publish(
        "f", Document(sections: [section("s", row("q", repeats: true))]), by: Self.by)
      _ = try store.create("d", from: "f", uid: Array(1...16), by: Self.by)
      let session = try store.open("d", in: .fixed())
      let instance = try session.add(to: Field<String>("q"))
      try session.perform(
        .apply(
          Document(sections: [
            section("s", row("q", repeats: true), row("a"), row(instance.row.rawValue))
          ])))
      let rows = session.document.content.sections.flatMap { $0.rows.map(\.id) }
      #expect(rows == ["q", "a", instance.row])
      #expect(try store.document("d").content.isIdentical(to: session.document.content))
      #expect(try store.verify().findings == [])
    }
  }

  // Rules D19 and F44.
  @Test func `of what is gone are in no description, and stay with every one`() throws {
    func inside(_ parent: String) -> Document.Section {
      var inside = section("n", row("c"))
      inside.fields[.parent] = .text(parent)
      return inside
    }
    let first = [
      section("s", row("q", repeats: true), row("p", repeats: true)),
      section("g", repeats: true, row("a")), inside("g"), section("h", repeats: true, row("b")),
    ]
    let second = [
      section("s", row("p", repeats: true)), section("h", repeats: true, row("b")),
      section("g2", repeats: true, row("a")), inside("g2"),
    ]
    try withTemporaryStore { store in
      _ = try store.publish("f", Document(sections: first), by: Self.by)
      _ = try store.create("d", from: "f", uid: Array(1...16), by: Self.by)
      let session = try store.open("d", in: .fixed())
      for (place, row) in [("g", "a"), ("g", "c"), ("h", "b")] as [(SectionID, RowID)] {
        let instance = try session.add(to: place)
        try session.set(Field<String>(instance.row(row)), to: "in \(place)")
      }
      for row in ["q", "p"] as [RowID] {
        let instance = try session.add(to: Field<String>(row))
        try session.set(Field<String>(instance.row), to: "\(row)")
      }
      _ = try store.publish("f", Document(sections: second), by: Self.by)
      try session.perform(.migrate())
      let content = session.document.content
      let described = content.withoutRetired
      #expect(
        described.outline == [
          "s", "- p", "- p", "h", "- b", "h of h", "- in h", "g2", "- a", "n", "- c",
        ])
      for description in [described, try Document(sections: second)] {
        #expect(try session.perform(.apply(description)) == nil)
      }
      #expect(session.document.content.isIdentical(to: content))
      _ = try store.create("e", from: "f", uid: Array(2...17), by: Self.by)
      let other = try store.open("e", in: .fixed())
      try other.perform(.apply(described))
      #expect(other.document.content.outline == described.outline)
      #expect(try store.verify().findings == [])
    }
  }
}
