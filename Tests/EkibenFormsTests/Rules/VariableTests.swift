import EkibenDocuments
import EkibenExpressions
import EkibenTesting
import Testing

@testable import EkibenForms

// Rule E20.
@Suite(.timeLimit(.minutes(20))) struct `A variable of a form` {
  /// A form of questions, one formula for each that asks for a variable, and what an edit of one of them asks.
  private struct Asked {
    private var document: Document
    private let index: Document.Index
    private var rules: RuleState

    init(_ form: Form) throws {
      document = try form.document()
      index = Document.Index(document)
      rules = RuleState(document, index)
    }

    var evaluationsAtFirst: Int { rules.variableEvaluations }

    mutating func evaluations(setting row: RowID, to value: Value?) throws -> (
      rules: Int, variables: Int
    ) {
      let before = (rules.evaluations, rules.variableEvaluations)
      let place = try #require(index[row])
      let old = document[place].fields[.value]
      document.set(value, at: place)
      let (found, _) = rules.calculate(
        Changeset([Change(.row(row), .value, before: old, after: value)]),
        to: DocumentStructure(document, index), .affected,
        Calculation(given: [row], marked: { _ in true }, mayBeCalculated: { _ in true }))
      for answer in found.changed {
        document.set(answer.after, at: try #require(index[answer.row]))
      }
      return (rules.evaluations - before.0, rules.variableEvaluations - before.1)
    }

    func isActive(_ row: RowID) -> Bool {
      rules.isActive(.row(row), in: DocumentStructure(document, index))
    }

    subscript(row: RowID) -> Value? { index[row].flatMap { document[$0].fields[.value] } }
  }

  private static func path(_ row: String) -> String {
    "%resource.descendants().where(linkId = '\(row)').answer.value"
  }

  private static func form(readers: Int, _ formula: (Int) -> String) -> Form {
    Form("f") {
      Section("s") {
        TextInput(Field<Int>("a"), title: "A")
        TextInput(Field<Int>("b"), title: "B")
        for number in 1...readers {
          TextInput(Field<Int>(RowID(unchecked: "r\(number)")), title: "R")
            .calculated(formula(number))
        }
      }
    }
    .variable("a", path("a"))
    .variable("sum", "%a + iif(%b.exists(), %b, 0)".replacingB(path("b")))
  }

  @Test func `is worked out once an edit, however many formulas read it`() throws {
    var asked = try Asked(Self.form(readers: 30) { "%sum * \($0)" })
    let first = try asked.evaluations(setting: "a", to: 2)
    #expect(first == (30, 2))
    #expect(asked["r30"] == 60)
    // Nothing that was worked out for one edit is there for the next.
    let second = try asked.evaluations(setting: "b", to: 1)
    #expect(second == (30, 2))
    #expect(asked["r30"] == 90)
  }

  @Test func `is worked out once more where a formula changes what it reads`() throws {
    let form = Form("f") {
      Section("s") {
        TextInput(Field<Int>("a"), title: "A")
        TextInput(Field<Int>("first"), title: "First").calculated("%a * 2")
        TextInput(Field<Int>("second"), title: "Second").calculated("%twice + 1")
        TextInput(Field<Int>("third"), title: "Third").calculated("%twice + %second + %a")
      }
    }
    .variable("a", Self.path("a"))
    .variable("twice", Self.path("first"))
    .variable("second", Self.path("second"))
    var asked = try Asked(form)
    #expect(try asked.evaluations(setting: "a", to: 5) == (3, 3))
    #expect(asked["third"] == 26)
  }

  @Test func `may be the end of a long chain`() throws {
    var form = Form("f") {
      Section("s") {
        TextInput(Field<Int>("a"), title: "A")
        TextInput(Field<Int>("b"), title: "B").calculated("%v1000")
      }
    }
    .variable("v0", Self.path("a"))
    for number in 1...1000 { form = form.variable("v\(number)", "%v\(number - 1) + 1") }
    var asked = try Asked(form)
    #expect(try asked.evaluations(setting: "a", to: 7) == (1, 1001))
    #expect(asked["b"] == 1007)
  }

  @Test func `that gives a part of the response is what each reader reads of it`() throws {
    let form = Form("f") {
      Section("s") {
        TextInput(Field<Int>("a"), title: "A")
        TextInput(Field<Int>("b"), title: "B")
        TextInput(Field<Int>("x"), title: "X")
          .calculated("%items.where(linkId = 'a').answer.value + 1")
        TextInput(Field<Int>("y"), title: "Y")
          .calculated("%items.where(linkId = 'b').answer.value + 1")
      }
    }
    .variable("items", "%resource.item.where(linkId = 's').item")
    var asked = try Asked(form)
    // Each reads one row by it, and only that row asks it.
    #expect(try asked.evaluations(setting: "a", to: 1).rules == 1)
    #expect(try asked.evaluations(setting: "b", to: 2).rules == 1)
    #expect(asked["x"] == 2)
    #expect(asked["y"] == 3)
  }

  @Test func `is another for those in a circle, which see hidden answers of each other`() throws {
    let form = Form("f") {
      Section("s") {
        TextInput(Field<String>("b"), title: "B").visible(
          when: .fhirPath("\(Self.path("a")) = 'y'"))
        TextInput(Field<String>("a"), title: "A").visible(when: .fhirPath("%v = 'x'"))
        TextInput(Field<String>("c"), title: "C").visible(when: .fhirPath("%v = 'x'"))
        TextInput(Field<String>("d"), title: "D").visible(
          when: .fhirPath("\(Self.path("b")) = 'x'"))
      }
    }
    .variable("v", Self.path("b"))
    var asked = try Asked(form)
    for (row, value) in [("a", "y"), ("b", "x"), ("c", "c"), ("d", "d"), ("a", "n")] {
      _ = try asked.evaluations(setting: RowID(unchecked: row), to: .text(value))
      #expect(asked.isActive("c") == asked.isActive("d"), "\(row) \(value)")
    }
    #expect(!asked.isActive("c"))
  }

  @Test func `is forgotten where what it reads is hidden in the same edit`() throws {
    let form = Form("f") {
      Section("s") {
        Toggle(Field<Bool>("on"), title: "On")
        TextInput(Field<Int>("a"), title: "A")
          .visible(when: .fhirPath(Self.path("on")))
        TextInput(Field<Int>("x"), title: "X").calculated("%count")
        TextInput(Field<Int>("y"), title: "Y").calculated("%count + %x")
      }
    }
    .variable("count", Self.path("a") + ".count()")
    .variable("x", Self.path("x"))
    var asked = try Asked(form)
    _ = try asked.evaluations(setting: "on", to: true)
    _ = try asked.evaluations(setting: "a", to: 7)
    #expect(asked["y"] == 2)
    _ = try asked.evaluations(setting: "on", to: false)
    #expect(asked["x"] == 0)
    #expect(asked["y"] == 0)
  }

  // Rule E20: a part of the response is built once, unless an instance sees what no other does.
  @Test func `shares what it reads until that changes`() throws {
    let form = Form("f") { Section("s") { TextInput(Field<Int>("a")) } }
    let structure = try DocumentStructure(form.document(), Document.Index(form.document()))
    let values = VariableValues()
    var built = 0
    func see(_ rows: [ReadRow], status: Bool = false) -> Int {
      let part = VariableValues.Part(rows: rows, hasStatus: status)
      _ = values.response(of: part) {
        built += 1
        return ResponseElements(of: [], in: structure, .standard, withStatus: status) { _ in true }
      }
      return built
    }
    let (a, b) = (ReadRow("a"), ReadRow("b"))
    #expect(
      [see([a]), see([a]), see([a, b]), see([a], status: true), see([a])] == [1, 1, 2, 3, 3])
    values.forget(reading: "b")
    #expect([see([a]), see([a, b])] == [3, 4])
    values.forget(reading: "a")
    #expect([see([a]), see([a])] == [5, 5])
    values.forget()
    #expect(see([a]) == 6)
    #expect([see([ReadRow("a", .nearest)]), see([ReadRow("a", .nearest)])] == [7, 8])
    #expect([see([ReadRow("a", inside: .section("s"))]), see([a])] == [9, 9])
  }
}

extension String {
  fileprivate func replacingB(_ path: String) -> String {
    split(separator: "%b", omittingEmptySubsequences: false).joined(separator: path)
  }
}
