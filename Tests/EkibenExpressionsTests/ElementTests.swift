import EkibenDocuments
import Testing

@testable import EkibenExpressions

/// A response of a group with two questions, a choice, a weight, dates and a patient.
private let response: ElementTree = {
  var tree = ElementTreeBuilder(type: "QuestionnaireResponse")
  func item(_ linkID: String, in parent: Int) -> Int {
    let item = tree.add("item", to: parent)
    tree.add("linkId", to: item, .text(linkID))
    return item
  }
  func answer(_ linkID: String, in parent: Int) -> Int {
    tree.add("answer", to: item(linkID, in: parent))
  }
  let group = item("g", in: 0)
  tree.add("valueInteger", to: answer("age", in: group), .number("36"))
  tree.add("valuePositiveInt", to: answer("count", in: group), .number("2"))
  let quantity = tree.add("valueQuantity", to: answer("size", in: 0))
  tree.add("value", to: quantity, .number("1.80"))
  tree.add("unit", to: quantity, .text("metre"))
  tree.add("code", to: quantity, .text("m"))
  let bare = tree.add("valueQuantity", to: answer("bare", in: 0))
  tree.add("value", to: bare, .number("7"))
  for (linkID, url) in [("rake", "itemWeight"), ("hoe", "ordinalValue"), ("axe", "other")] {
    let coding = tree.add("valueCoding", to: answer(linkID, in: 0))
    tree.add("code", to: coding, .text(linkID))
    let found = tree.add("extension", to: coding)
    tree.add("url", to: found, .text("http://hl7.org/fhir/StructureDefinition/\(url)"))
    tree.add("valueDecimal", to: found, .number("2"))
  }
  let spade = tree.add("valueCoding", to: answer("spade", in: 0))
  tree.setWeight(DecimalNumber(5), of: spade)
  tree.add("valueDate", to: answer("seen", in: 0), .text("2026-01-31"))
  tree.add("valueDateTime", to: answer("at", in: 0), .text("2026-01-31T10:00"))
  tree.add("valueString", to: answer("word", in: 0), .text("2026-01-31"))
  tree.add("authored", to: 0, .text("2026-01-31"))
  let patient = tree.add("contained", to: 0, type: "Patient")
  tree.add("birthDate", to: patient, .text("2000-02-01"))
  tree.add("note", to: patient, .text("2000-02-01"))
  tree.add("active", to: patient, .bool(true))
  tree.add("rank", to: patient, .number("1"))
  tree.add("height", to: patient, .number("1.5"))
  return tree.tree
}()

// Rules E7 and E9.
@Suite(.timeLimit(.minutes(20)))
struct `Elements of a tree` {
  private static func answer(_ linkID: String) -> String {
    "repeat(item).where(linkId = '\(linkID)').answer.value"
  }

  @Test(
    arguments: [
      (answer("age") + " is integer", "true"), (answer("age") + " is FHIR.integer", "true"),
      (answer("age") + " is System.Integer", "false"), (answer("age") + " is decimal", "false"),
      (answer("count") + " is integer", "true"), (answer("count") + ".ofType(integer)", ""),
      (answer("count") + " as integer", ""), (answer("count") + ".ofType(positiveInt) + 1", "3"),
      (
        answer("age") + ".type().namespace + '.' + " + answer("age") + ".type().name",
        "'FHIR.integer'"
      ),
      (answer("size") + " is Quantity", "true"), (answer("size") + " > 179 'cm'", "true"),
      (answer("size") + " < 181 'cm'", "true"), (answer("size") + ".unit = 'metre'", "true"),
      (answer("size") + " + 20 'cm'", "2.00 'm'"), (answer("bare") + " = 7", "true"),
      (answer("bare") + " * 2", "14 '1'"), (answer("rake") + ".weight()", "2"),
      (answer("hoe") + ".weight()", "2"), (answer("axe") + ".weight()", ""),
      (answer("spade") + ".weight()", "5"), ("item.answer.weight()", "2, 2, 5"),
      (
        answer("axe") + ".extension('http://hl7.org/fhir/StructureDefinition/other').value + 1", "3"
      ),
      (answer("axe") + ".extension('other').exists()", "false"),
      (answer("seen") + " = @2026-01-31", "true"), (answer("seen") + " is date", "true"),
      (answer("at") + " is dateTime", "true"), (answer("at") + " > @2026-01-30T10:00", "true"),
      ("authored is dateTime", "true"), ("authored is date", "false"),
      (answer("word") + " = @2026-01-31", "false"), (answer("word") + " is string", "true"),
      ("contained.birthDate = @2000-02-01", "true"), ("contained.note = @2000-02-01", "true"),
      ("@2000-02-01 = contained.note", "true"), ("contained.note < @2000-02-02", "true"),
      ("contained.note is string", "true"), ("contained.note is Quantity", "false"),
      ("contained.active is boolean", "true"), ("contained.active.not()", "false"),
      ("contained.rank is integer", "true"), ("contained.height is decimal", "true"),
      ("contained is Patient", "true"), ("contained is Observation", "false"),
      ("QuestionnaireResponse.item.count()", "10"), ("Patient.item", ""),
      ("item.first().children().count()", "3"), ("item[0].item.descendants().count()", "6"),
      ("item[0].hasValue()", "false"), ("item[0].linkId.hasValue()", "true"),
      ("item[0].toString()", ""), ("item[0].convertsToString()", "false"),
      ("item[0] = item[0]", "true"), ("item[0] = item[1]", "false"),
      (answer("rake") + " = " + answer("rake"), "true"),
      (answer("rake") + " = " + answer("hoe"), "false"),
      (answer("rake") + " ~ " + answer("hoe"), "false"),
      ("(item | item).count()", "10"), ("item.combine(item).count()", "20"),
    ] as [(String, String)])
  func `have the value that they say`(text: String, expected: String) throws {
    #expect(try value(text, of: .one(response.root)).joined(separator: ", ") == expected)
  }

  // In JSON the order of members says nothing, and that of a list does.
  @Test(
    arguments: [
      ("left = right", "true"), ("left ~ right", "true"), ("left != right", "false"),
      ("left in right", "true"), ("(left | right).count()", "1"), ("left.subsetOf(right)", "true"),
      ("left = other", "false"), ("left ~ other", "false"), ("(left | other).count()", "2"),
      ("left = fewer", "false"),
    ])
  func `are equal in whatever order their names stand`(text: String, expected: String) throws {
    var tree = ElementTreeBuilder(type: nil)
    func add(_ name: String, _ members: [(String, String)]) {
      let coding = tree.add(name, to: 0, type: "Coding")
      for (name, value) in members { tree.add(name, to: coding, .text(value)) }
    }
    add("left", [("system", "s"), ("code", "M"), ("x", "1"), ("x", "2")])
    add("right", [("x", "1"), ("code", "M"), ("x", "2"), ("system", "s")])
    add("other", [("x", "2"), ("code", "M"), ("x", "1"), ("system", "s")])
    add("fewer", [("code", "M"), ("system", "s"), ("x", "1")])
    #expect(try value(text, of: .one(tree.tree.root)) == [expected])
  }

  @Test(
    arguments: [
      ("item[0] + 1", "1:9: + cannot be done with an element"),
      (answer("rake") + " + 1", "1:50: + cannot be done with a Coding"),
      ("contained.note + 1", "1:16: + cannot be done with a text"),
      ("contained < 1", "1:11: < cannot be done with a Patient"),
    ] as [(String, String)])
  func `that do not fit are told by their type`(text: String, message: String) {
    let error = #expect(throws: ExpressionError.self) { try value(text, of: .one(response.root)) }
    #expect(error?.description == message)
  }

  @Test(
    arguments: [
      ("valueInteger", "value", "integer"), ("valueInteger64", "value", "integer64"),
      ("valueCodeableConcept", "value", "CodeableConcept"), ("valueUri", "value", "uri"),
      ("valueBase64Binary", "value", "base64Binary"), ("deceasedBoolean", "deceased", "boolean"),
      ("multipleBirthInteger", "multipleBirth", "integer"), ("valueAge", "value", "Age"),
      ("Patient", nil, nil), ("value", nil, nil), ("valueFoo", nil, nil), ("Quantity", nil, nil),
    ] as [(String, String?, String?)])
  func `have the types that stand behind their names`(
    name: String, stem: String?, type: String?
  ) {
    let found = ElementTypes.typed(name)
    #expect(found?.stem == stem)
    #expect(found?.type == type)
  }

  @Test(
    arguments: [
      ("code", "string", true), ("markdown", "string", true), ("id", "string", true),
      ("url", "uri", true), ("canonical", "uri", true), ("uuid", "uri", true), ("oid", "uri", true),
      ("positiveInt", "integer", true), ("unsignedInt", "integer", true), ("Age", "Quantity", true),
      ("Money", "Quantity", true), ("Duration", "Quantity", true), ("string", "string", true),
      ("string", "code", false), ("uri", "string", false), ("integer", "decimal", false),
      ("Quantity", "Age", false),
    ] as [(String, String, Bool)])
  func `are of a type, or of one that it is a special kind of`(
    type: String, other: String, isSo: Bool
  ) {
    #expect(ElementTypes.type(type, is: other) == isSo)
  }
}
