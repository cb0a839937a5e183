import Ekiben
import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

private let name = Field<String>("name")
private let price = Field<Int>("price")
private let number = Field<Int>("number")

/// Children, each with the moment at which somebody named it, and what is bought, each with what it costs.
private let list = Form("list", title: "List") {
  Repeat("child", label: "Child") {
    TextInput(name, title: "Name")
    DateInput(Field<DateText>("moment"), title: "Moment", kind: .dateTime)
      .calculated("iif(%context.exists() or %called.exists(), now(), {})")
  }
  .variable("called", "%context.item.where(linkId = 'name').answer.value")
  Repeat("thing", label: "Thing") {
    TextInput(price, title: "Price")
    TextInput(number, title: "Number")
    TextInput(Field<Int>("cost"), title: "Cost").calculated("%each * %many")
  }
  .variable("each", "%context.item.where(linkId = 'price').answer.value")
  .variable("many", "%context.descendants().where(linkId = 'number').answer.value")
  Section("end") {
    TextInput(Field<Int>("total"), title: "Total")
      .calculated("%resource.descendants().where(linkId = 'cost').answer.value.sum()")
  }
}

// Rules E10, E11, E13 and F48.
@Suite(.timeLimit(.minutes(20))) struct `A formula in what repeats` {
  @Test func `is asked of an edit of its own instance, and of no other`() throws {
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: list, in: .fixed(step: 60_000))
      let children = [try editor.add(to: "child"), try editor.add(to: "child")]
      try editor.set(name, in: children[0], to: "Ada")
      let moments = children.map { $0.row("moment") }
      let first = try #require(editor[moments[0]])
      let entry = try #require(try editor.set(name, in: children[1], to: "Bob"))
      #expect(entry.changes.changes.count == 2)
      #expect(editor[moments[0]] == first)
      let second = try #require(editor[moments[1]])
      #expect(second != first)
      #expect(try store.verify().findings == [])
    }
  }

  @Test func `reads what stands in its instance, and says so`() throws {
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: list, in: .fixed())
      let things = [try editor.add(to: "thing"), try editor.add(to: "thing")]
      for (at, thing) in things.enumerated() {
        try editor.set(price, in: thing, to: 10 + at)
        try editor.set(number, in: thing, to: 2)
      }
      #expect(editor["total"] == 42)
      for thing in things {
        let (cost, own) = (thing.row("cost"), [thing.row("price"), thing.row("number")])
        let read = editor.rules.rowsRead(byCalculationOf: cost, in: editor.document.structure)
        #expect(read == own)
        let found = try store.expression(
          "%each", on: editor.document, for: cost, in: editor.environment)
        #expect(found.reads == [own[0]])
      }
      // What is around them all reads all.
      let all = editor.rules.rowsRead(byCalculationOf: "total", in: editor.document.structure)
      #expect(all?.count == 2)
    }
  }

  @Test func `leaves what a person took from it alone in a duplicate, too`() throws {
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: list, in: .fixed())
      let things = [try editor.add(to: "thing"), try editor.add(to: "thing")]
      for thing in things {
        try editor.set(price, in: thing, to: 10)
        try editor.set(number, in: thing, to: 2)
      }
      try editor.set([(things[0].row("cost"), nil)])
      #expect(editor["total"] == 20)
      let copy = try store.duplicate(
        editor.document, as: "copy", uid: Array(repeating: 7, count: 16),
        by: editor.environment.metadata())
      #expect(copy.content == editor.document.content)
      let later = try store.editor("copy", in: .fixed())
      for thing in things { try later.set(price, in: thing, to: 11) }
      #expect(later.document.row(things[0].row("cost"))?.fields[.value] == nil)
      #expect(later.document.row(things[1].row("cost"))?.fields[.value] == 22)
      #expect(later["total"] == 22)
      try later.undo(steps: 3)
      try later.redo(steps: 3)
      #expect(later["total"] == 22)
      #expect(try store.verify().findings == [])
    }
  }

  @Test func `asks as much of an edit however many instances there are`() throws {
    func asked(of instances: Int) throws -> Int {
      try withTemporaryStore { store in
        let editor = try store.editor("v", from: list, in: .fixed())
        let things = try (0..<instances).map { _ in try editor.add(to: "thing") }
        for thing in things { try editor.set(number, in: thing, to: 1) }
        let before = editor.rules.evaluations
        try editor.set(price, in: things[instances / 2], to: 5)
        return editor.rules.evaluations - before
      }
    }
    #expect(try asked(of: 3) == asked(of: 12))
  }

  @Test func `counts instances and knows their places, whatever is answered in them`() throws {
    let note = Field<String>("note")
    let things = "%resource.item.where(linkId = 'thing')"
    let priced = "item.where(linkId = 'price').answer"
    let form = Form("things") {
      Repeat("thing", label: "Thing") {
        TextInput(price, title: "Price")
        TextInput(note, title: "Note")
      }
      Section("end") {
        TextInput(Field<Int>("missing"), title: "Missing")
          .calculated("\(things).select(iif(\(priced).exists(), 0, 1)).sum()")
        TextInput(Field<Int>("last"), title: "Last")
          .calculated("\(things).select($index + 1).last()")
        TextInput(Field<Int>("second"), title: "Price of the second")
          .calculated("\(things).where($index = 1).\(priced).value")
      }
    }
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: form, in: .fixed())
      let things = [try editor.add(to: "thing"), try editor.add(to: "thing")]
      try editor.set(note, in: things[0], to: "x")
      try editor.set(price, in: things[1], to: 5)
      let answers = (["missing", "last", "second"] as [RowID]).map { editor[$0] }
      #expect(answers == [1, 2, 5])
      #expect(try store.verify().findings == [])
    }
  }

  @Test func `gives the first instance its answer`() throws {
    let form = Form("hello") {
      Repeat("group", label: "Group") {
        TextInput(Field<String>("word"), title: "Word").calculated("'Hello'")
      }
    }
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: form, in: .fixed())
      let group = try editor.add(to: "group")
      #expect(editor[group.row("word")] == "Hello")
      #expect(try store.verify().findings == [])
    }
  }

  @Test func `begins with what answers before it give, by a variable, too`() throws {
    let form = Form("things") {
      Repeat("thing", label: "Thing") {
        TextInput(Field<String>("early"), title: "Early").initially("%word & '?'")
        TextInput(Field<String>("word"), title: "Word").initially("'A'")
        TextInput(Field<String>("late"), title: "Late").initially("%word & '!'")
      }
    }
    .variable("word", "%resource.descendants().where(linkId = 'word').answer.value")
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: form, in: .fixed())
      let thing = try editor.add(to: "thing")
      let answers = (["early", "word", "late"] as [RowID]).map { editor[thing.row($0)] }
      #expect(answers == ["?", "A", "A!"])
    }
  }

  @Test func `gives its answer to the instances of a question, and none to the question`() throws {
    let (called, greeting) = (Field<String>("called"), Field<String>("greeting"))
    let form = Form("calls") {
      Section("s") {
        TextInput(called, title: "Called").repeated().initially("'Mina'")
        TextInput(greeting, title: "Greeting").repeated().calculated("'Hello'")
      }
    }
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: form, in: .fixed())
      #expect(editor["called"] == nil && editor["greeting"] == nil)
      #expect(try store.entries(of: editor.document, 1...1)[0].changes.changes.isEmpty)
      let call = try editor.add(to: called)
      let greet = try editor.add(to: greeting)
      #expect(editor[call] == "Mina" && editor[greet] == "Hello")
      #expect(editor["called"] == nil && editor["greeting"] == nil)
      #expect(try store.verify().findings == [])
    }
  }

  @Test func `leaves what somebody gave where an entry before that is taken back`() throws {
    let form = Form("chain") {
      Section("s") {
        TextInput(Field<Int>("a"), title: "A")
        TextInput(Field<Int>("b"), title: "B").calculated("%a * 2")
        TextInput(Field<Int>("c"), title: "C").calculated("%b + 1")
      }
    }
    .variable("a", "descendants().where(linkId = 'a').answer.value")
    .variable("b", "descendants().where(linkId = 'b').answer.value")
    for isOwnStep in [false, true] {
      try withTemporaryStore { store in
        let ada = try store.editor("v", from: form, in: .fixed(author: "Ada"))
        try ada.set([("a", 1)])
        let grace = try store.editor("v", in: .fixed(author: "Grace"))
        try grace.set([("c", 50)])
        try ada.refresh()
        if isOwnStep { try ada.perform(.undoOwnStep) } else { try ada.perform(.revert(2)) }
        #expect(ada["a"] == nil && ada["b"] == nil && ada["c"] == 50)
        #expect(!ada.document.origins[Change.Target(.row("c"), .value)].isCalculated)
        #expect(try store.verify().findings == [])
      }
    }
  }

  // Rules E20 and H25: many instances see one part of the response.
  @Test func `gives each of many instances its share of all, also in a duplicate`() throws {
    let form = Form("shares") {
      Repeat("part", label: "Part") {
        TextInput(Field<Int>("amount"), title: "Amount")
        TextInput(Field<DecimalNumber>("share"), title: "Share").calculated(
          "(%own / %all * 100).round(1)")
      }
      .variable("own", "%context.item.where(linkId = 'amount').answer.value")
    }
    .variable("all", "%resource.descendants().where(linkId = 'amount').answer.value.sum()")
    let count = 400
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: form, in: .fixed())
      var parts: [Instance] = []
      for _ in 0..<count { parts.append(try editor.add(to: "part")) }
      try editor.set(parts.map { ($0.row("amount"), 10) })
      #expect(parts.allSatisfy { editor[$0.row("share")] == .decimal(DecimalNumber("0.3")!) })
      let copy = try editor.duplicate(as: "w")
      let marked = parts.count {
        copy.origins[Change.Target(.row($0.row("share")), .value)].isCalculated
      }
      #expect(marked == count)
      #expect(try store.verify().findings == [])
    }
  }
}
