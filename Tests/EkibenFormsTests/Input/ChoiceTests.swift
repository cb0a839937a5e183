import EkibenDocuments
import EkibenExpressions
@testable import EkibenForms
import Testing

private let sized: [Choice.Option] = [
  .init("s", label: "Small"), .init("m", label: "Medium"), .init("l", label: "Large"),
]

// Rules F7, F26 and F54.
@Suite(.timeLimit(.minutes(20))) struct `A choice` {
  private func choice(_ fields: Fields) throws -> Choice {
    try #require(Choice(id: "r", record: fields.setting(.component, "Choice")))
  }

  private func view(_ choice: Choice) -> Choice.View {
    var view = Choice.View()
    choice.render(in: &view)
    return view
  }

  // What can be chosen is told in a hint while that is short, and listed below when it is not.
  @Test(
    arguments: [
      (0, nil, false, nil, 0), (0, "codes", false, "a code of codes", 0),
      (1, nil, false, "A", 0), (3, nil, false, "A / B / C", 0),
      (3, nil, true, "several of A / B / C", 0), (4, nil, false, "one of 4", 4),
      (4, nil, true, "several of 4", 4),
    ] as [(Int, String?, Bool, String?, Int)])
  func `hints at what can be chosen`(
    count: Int, set: String?, several: Bool, hint: String?, listed: Int
  ) throws {
    let options = ["A", "B", "C", "D"].prefix(count).map { Choice.Option($0) }
    var fields: Fields = [.options: .list(options.map { .record($0.record) })]
    fields[.valueSet] = set.map(Value.text)
    fields[.multiple] = several ? true : nil
    let look = view(try choice(fields)).look
    #expect(look.content == .noAnswer(hint: hint))
    #expect(look.options == Array(["A", "B", "C", "D"].prefix(listed)) && look.moreOptions == 0)
    let hinted = view(try choice(fields.setting(.placeholder, "Pick"))).look
    #expect(hinted.content == .noAnswer(hint: "Pick") && hinted.options.count == count)
  }

  // Rule F53.
  @Test func `lists the first options of its set, and says how many more there are`() throws {
    let codes = ["a", "b", "c", "d"]
    let listed = Value.list(codes.map { .record([.code: .text($0)]) })
    let fields: Fields = [.valueSet: "codes", .listed: listed, .moreOptions: 40]
    let shown = view(try choice(fields))
    #expect(shown.options.map(\.code) == codes && shown.valueSet == "codes")
    #expect(shown.moreOptions == 40 && shown.look.content == .noAnswer(hint: "one of 44"))
    #expect(shown.look.moreOptions == 40 && shown.look.options == codes)
    let own = fields.setting(.options, .list([.record([.code: "own"])]))
    #expect(view(try choice(own)).options.map(\.code) == ["own"])
    // The number may come from a file.
    for (more, hint) in [(Int64.max, "one of 2147483651"), (.min, "one of 4")] {
      let look = view(try choice(fields.setting(.moreOptions, .integer(more)))).look
      #expect(look.content == .noAnswer(hint: hint))
    }
  }

  @Test func `shows what is chosen, by place and in words`() throws {
    let input = Choice(several: Field("r"), title: "Sizes", options: sized)
      .setting(.value, to: ["l", "s", "x"]).presentation(Presentation(control: "boxes"))
    let shown = view(input)
    #expect(shown.chosen == [0, 2] && shown.text == "Large, Small, x" && shown.placeholder == nil)
    #expect(shown.takesSeveral && !shown.takesOther && shown.presentation.control == "boxes")
    #expect(shown.label.title == "Sizes" && shown.options == sized && shown.moreOptions == 0)
    #expect(view(input.setting(.value, to: "m")).chosen == [1])
    #expect(view(input.setting(.value, to: nil)).chosen == [])
  }

  // An option that is not offered is kept by whoever has it, and taken by nobody else.
  @Test(
    arguments: [
      (nil, ["ok"]), ("former", ["ok", "former"]), ("elsewhere", ["ok", "elsewhere"]),
      (["former", "elsewhere"], ["ok", "former", "elsewhere"]),
    ] as [(Value?, [String])])
  func `takes what it offers and what it has`(value: Value?, taken: [String]) throws {
    var fields: Fields = [
      .options: .list([
        .record([.code: "ok", .parent: "here"]),
        .record([.code: "former", .parent: "here", .former: true]),
        .record([.code: "elsewhere", .parent: "there"]), .record([.code: "alone"]),
      ]),
      .optionsUnder: ["here"],
    ]
    fields[.value] = value
    fields[.multiple] = value?.asList == nil ? nil : true
    let input = try choice(fields)
    #expect(input.inputTraits.options?.map(\.code) == ["ok"])
    #expect(view(input).options.map(\.code) == ["ok"])
    for code in ["ok", "former", "elsewhere", "alone"] {
      let given: Value = value?.asList == nil ? .text(code) : .list([.text(code)])
      let text = value?.asList == nil ? code : "[\"\(code)\"]"
      if taken.contains(code) {
        #expect(try input.value(reading: text) == given && input.accept(given) == given)
      } else {
        #expect(throws: InputError.self) { try input.value(reading: text) }
        #expect(throws: InputError.self) { try input.accept(given) }
      }
    }
    let codes = value?.asList?.compactMap(\.asText) ?? [value?.asText].compactMap(\.self)
    #expect(input.issues().map(\.rule) == codes.map { ValidationIssue.Rule.notOffered(option: $0) })
  }

  @Test(
    arguments: [
      (["none"], []), (["a"], []), (["a", "b"], []),
      (["a", "none"], [.exclusive(option: "None of these")]),
      (
        ["none", "a", "b", "b2"],
        [.maxCount(limit: 3, actual: 4), .exclusive(option: "None of these")]
      ),
    ] as [(Value, [ValidationIssue.Rule])])
  func `says that what stands alone does not`(value: Value, rules: [ValidationIssue.Rule]) throws {
    let options: [Choice.Option] = [
      .init("a"), .init("b"), .init("b2"), .init("none", label: "None of these", isExclusive: true),
    ]
    let input = Choice(several: Field("r"), options: options).setting(.maxCount, to: 3)
      .setting(.value, to: value)
    #expect(input.issues().map(\.rule) == rules)
  }

  // A code beats a label, and a code with its system says which of two is meant.
  @Test(
    arguments: [
      ("1", "1"), ("2", "2"), ("One", "3"), ("t|x", .record([.code: "x", .system: "t"])),
      ("s|x", .record([.code: "x", .system: "s"])), ("own", .record([.other: "own"])),
      ("S|x", .record([.other: "S|x"])), ("|1", .record([.other: "|1"])),
    ] as [(String, Value)])
  func `reads a code before a label, and a text of one's own last`(
    text: String, value: Value
  ) throws {
    let options: [Choice.Option] = [
      .init("1", label: "2"), .init("2", label: "3"), .init("3", label: "One"),
      .init("x", label: "X", system: "s"), .init("x", label: "X", system: "t"),
    ]
    let input = Choice(withOther: Field("r"), options: options)
    #expect(try input.value(reading: text) == value)
    #expect(throws: InputError.self) { try input.value(reading: "x") }
    #expect(throws: InputError.self) { try input.value(reading: "X") }
  }

  // Options are looked up for a list, and looked through for a single answer.
  @Test(
    arguments: [
      [:], [.other: true], [.value: ["former"]], [.optionsUnder: ["here"]],
      [.optionsUnder: ["here"], .value: ["elsewhere", "former"]],
    ] as [Fields])
  func `means in a list what it means alone`(fields: Fields) throws {
    let options: [Fields] = [
      [.code: "1", .label: "2"], [.code: "2", .label: "3"], [.code: "3", .label: "One"],
      [.code: "x", .label: "X", .system: "s"], [.code: "x", .label: "X", .system: "t"],
      [.code: "s|x", .label: "P"], [.code: "y", .system: "s"], [.code: "y", .label: "y"],
      [.code: "former", .former: true], [.code: "elsewhere", .parent: "there"], [.code: "last"],
    ]
    let records = options.map { Value.record($0.setting(.parent, $0[.parent] ?? "here")) }
    let input = try choice(fields.setting(.options, .list(records)).setting(.multiple, true))
    func read(_ texts: [String]) -> Result<Value, InputError> {
      let text = Notation.text(of: .list(texts.map(Value.text)))
      do throws(InputError) { return .success(try input.value(reading: text)) } catch {
        return .failure(error)
      }
    }
    func accept(_ values: [Value]) -> Result<Value, InputError> {
      do throws(InputError) { return .success(try input.accept(.list(values))) } catch {
        return .failure(error)
      }
    }
    func words(_ values: [Value]) -> String { input.displayText(of: .list(values), in: .standard) }
    let texts = [
      "1", "2", "3", "One", "x", "X", "s|x", "t|x", "P", "y", "s|y", "former", "elsewhere",
    ]
    for text in texts + ["own", ""] {
      let alone = read([text]).map { Value.list(["last"] + ($0.asList ?? [])) }
      #expect(read(["last", text]) == alone, "\(text)")
      for value in [
        .text(text), .record([.code: .text(text), .system: "s"]), .record([.other: .text(text)]),
      ] as [Value] {
        let alone = accept([value]).map { Value.list(["last"] + ($0.asList ?? [])) }
        #expect(accept(["last", value]) == alone, "\(value)")
        #expect(words(["last", value]) == "last, " + words([value]), "\(value)")
      }
    }
  }

  @Test func `of 10,000 options takes as many answers in seconds`() throws {
    let codes = (0..<10_000).map { "c\($0)" }
    let input = Choice(several: Field("r"), options: codes.map { Choice.Option($0) })
    let answer = Value.list(codes.map(Value.text))
    let answered = input.setting(.value, to: answer)
    var (accepted, text) = (nil as Value?, "")
    var (issues, chosen) = ([] as [ValidationIssue], 0)
    let time = try ContinuousClock().measure {
      accepted = try input.accept(answer)
      text = input.displayText(of: answer, in: .standard)
      (issues, chosen) = (answered.issues(), view(answered).chosen.count)
    }
    #expect(accepted == answer && text == codes.joined(separator: ", "))
    #expect(issues == [] && chosen == codes.count)
    // Reading all options for each answer took minutes.
    #expect(time < .seconds(20), "\(time)")
  }

  @Test func `takes a text of one's own only if it asks for one`() throws {
    let other: Value = .record([.other: "own"])
    for fields in [[.options: []], [.valueSet: "nobody knows it"]] as [Fields] {
      #expect(throws: InputError.self) { try choice(fields).accept(other) }
      #expect(try choice(fields.setting(.other, true)).accept(other) == other)
    }
    // One that names an option is that option.
    let input = Choice(withOther: Field("r"), options: sized)
    #expect(try input.accept(.record([.other: "Small"])) == "s")
    #expect(Choice(withOther: Field("r"), options: sized).record.isTrue(.other))
    let several = Choice(severalWithOther: Field("r"), options: sized)
    #expect(several.inputTraits.takesSeveral && several.inputTraits.takesOther)
    #expect(try several.value(reading: #"["s","own"]"#) == ["s", other])
  }

  @Test func `keeps its form's own options apart from those of a set and of another row`() {
    let input = Choice(Field<String>("r"), title: "C", options: sized)
    let fromSet = input.options(from: "codes")
    let record: Fields = [.component: "Choice", .title: "C", .valueSet: "codes"]
    #expect(fromSet.record == record)
    #expect(fromSet.inputTraits.valueSet == "codes" && input.inputTraits.valueSet == nil)
    #expect(input.options(of: Field<String>("country")).record.text(.optionsOf) == "country")
  }

  @Test(
    arguments: [
      (["a"], "none", ["none"]), (["none"], "a", ["a"]), (["a", "b"], "a", ["b"]),
      (["a"], "b", ["a", "b"]), (nil, "none", ["none"]), (["none"], "none", []),
      (["x"], "a", ["x", "a"]),
      // What was answered while one could be chosen.
      ("a", "b", ["a", "b"]), ("a", "a", []), ("none", "a", ["a"]), ("x", "b", ["x", "b"]),
    ] as [(Value?, String, Value)])
  func `of several is picked one after the other`(
    value: Value?, pick: String, picked: Value
  ) throws {
    let options: [Choice.Option] = [
      .init("a"), .init("b"), .init("none", isExclusive: true),
    ]
    let input = Choice(several: Field("r"), options: options).setting(.value, to: value)
    #expect(try input.value(picking: pick) == picked)
  }

  // An enumeration is a list of its cases.
  private enum Size: String, FieldValue, CaseIterable { case small, large }

  // Rule C9: nobody knows the options, so that the answer alone says of which system its code is.
  @Test(arguments: [[:], [.valueSet: "nobody knows it"]] as [Fields])
  func `keeps the system of a code that is there and is given again`(fields: Fields) throws {
    let (there, other): (Value, Value) = (
      .record([.code: "a", .system: "s"]), .record([.code: "a", .system: "t"])
    )
    let one = try choice(fields.setting(.value, there))
    for (text, value) in [("a", there), ("b", "b"), ("A", "A")] as [(String, Value)] {
      #expect(try one.value(reading: text) == value)
      #expect(try one.value(picking: text) == value)
      #expect(try one.accept(.text(text)) == value)
    }
    #expect(try one.accept(other) == other)
    let several = try choice(
      fields.setting(.value, .list([.record([.other: "a"]), there])).setting(.multiple, true))
    #expect(try several.value(reading: #"["b", "a"]"#) == .list(["b", there]))
    #expect(try several.accept(.list(["a", other])) == .list([there, other]))
    #expect(try several.value(picking: "a") == .list([.record([.other: "a"])]))
    // What is there can be given again as it is.
    for answer: Value in [.list(["a", there]), .list([there, "a"])] {
      let both = try choice(fields.setting(.value, answer).setting(.multiple, true))
      #expect(try both.accept(answer) == answer)
    }
  }

  @Test func `of an enumeration offers its cases`() {
    #expect(
      Choice(Field<Size>("r")).options.map { [$0.code, $0.label] } == [
        ["small", "small"], ["large", "large"],
      ])
    let labelled = Choice(Field<Size>("r"), title: "Size") { $0.rawValue.uppercased() }
    #expect(labelled.options.map(\.label) == ["SMALL", "LARGE"])
    #expect(labelled.record.text(.title) == "Size")
  }

  // Rule F53: what an answer names is shown with the label that its set has.
  @Test func `is drawn with the options of its set that the answer names`() {
    let context = InputContext(options: { set, text in
      set == "codes" ? sized.filter { text.isEmpty || $0.code == text } : nil
    })
    func chosen(_ fields: Fields) -> Value? { fields.shown { context }[.chosen] }
    let small: Value = .record([.code: "s", .label: "Small"])
    let large: Value = .record([.code: "l", .label: "Large"])
    #expect(chosen([.valueSet: "codes", .value: "s"]) == .list([small]))
    #expect(chosen([.valueSet: "codes", .value: ["l", "x", "s"]]) == .list([large, small]))
    #expect(chosen([.valueSet: "codes", .value: "x"]) == .list([]))
    #expect(chosen([.valueSet: "codes"]) == nil && chosen([.value: "s"]) == nil)
    #expect(chosen([.valueSet: "other", .value: "s"]) == nil)
    #expect(chosen([.options: .list([small]), .valueSet: "codes", .value: "s"]) == nil)
    // What was drawn before is drawn anew.
    let stale: Value = .record([.code: "l", .label: "Great"])
    let old: Fields = [.valueSet: "codes", .value: "l", .chosen: .list([stale])]
    #expect(chosen(old) == .list([large]))
    let drawn: Fields = [.valueSet: "codes", .value: "l", .chosen: .list([large])]
    #expect(Choice(id: "r", record: drawn)?.shownAnswer() == "Large")
  }
}
