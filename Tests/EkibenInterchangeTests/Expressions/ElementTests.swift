import EkibenExpressions
import EkibenInterchange
import Testing

private let response = """
  {"resourceType": "QuestionnaireResponse", "authored": "2026-03-01T09:00:00Z", "item": [
    {"linkId": "bed", "item": [{"linkId": "rows", "answer": [{"valueInteger": 3}]}]},
    {"linkId": "bed", "item": [{"linkId": "rows", "answer": [{"valueInteger": 3}]}]},
    {"linkId": "more", "answer": [
      {"valueQuantity": {"value": 2.50, "unit": "m"}, "item": [{"linkId": "inside"}]},
      {"valueDate": "2024-03", "_valueDate": {"extension": [{"url": "u", "valueCode": "about"}]}},
      {"valueCoding": {"code": "a", "display": "A"}}, {"valueDecimal": 4}, {"valueTime": "10:00:00"}]}],
   "contained": [{"resourceType": "Patient", "birthDate": "2000-02-01", "deceasedBoolean": false,
     "telecom": [{"period": {"start": "2020"}, "rank": 1}], "_gender": {"extension": [{"url": "g"}]}}]}
  """

private func value(_ text: String, in resource: String = response) throws -> [String] {
  let tree = try JSON(parsing: Array(resource.utf8)).elements
  let environment = ExpressionEnvironment(milliseconds: 0)
  return try CompiledExpression(fhirPath: text).value(of: .one(tree.root), in: environment)
    .list.map(OfficialCase.shown)
}

private let patient = """
  {"resourceType": "Patient", "id": "p", "given": ["A", null, null, "D"], "_given": [null,
     {"extension": [{"url": "why", "valueCode": "masked"}]}, null,
     {"extension": [{"url": "why", "valueCode": "old"}]}], "lists": [[1, [2]], 3],
   "none": null, "birthDate": "2000-02-01", "_birthDate": {"id": "b", "extension": [{"url": "t"}]},
   "contact": [{"resourceType": "Person", "name": "C"}], "_gender": null}
  """

@Suite(.timeLimit(.minutes(20)))
struct `Elements of a resource` {
  // What is said beside a list is said of the value that has the same place in it.
  @Test(arguments: [
    ("given.count()", ["3"]), ("given.extension('why').value", ["masked", "old"]),
    ("given[0].extension.exists()", ["false"]), ("given[1].hasValue()", ["false"]),
    ("given.where($this = 'D').extension.value", ["old"]), ("lists.count()", ["3"]),
    ("lists", ["1", "2", "3"]), ("none.exists()", ["false"]), ("gender.exists()", ["false"]),
    ("birthDate.id", ["b"]), ("birthDate.extension.url", ["t"]), ("resourceType", []),
    ("contact.resourceType", []), ("contact is Person", ["true"]), ("Patient.id", ["p"]),
    ("children().count()", ["9"]),
  ])
  func `have what is said beside them`(text: String, expected: [String]) throws {
    #expect(try value(text, in: patient) == expected)
  }

  @Test func `have thousands of members with something beside each`() throws {
    let members = (0..<40_000).map { #""m\#($0)":1,"_m\#($0)":{"id":"b\#($0)"}"# }
    let resource = #"{"_more":{"id":"b"},"# + members.joined(separator: ",") + "}"
    var found: [String] = []
    let time = try ContinuousClock().measure {
      found = try value("m39999.id | m0.id | more.id", in: resource)
    }
    #expect(found == ["b39999", "b0", "b"])
    // Going through all members for each took minutes.
    #expect(time < .seconds(20), "\(time)")
  }

  // Rule E7.
  @Test(arguments: [
    ("repeat(item).count()", ["5"]), ("repeat(item | answer).linkId.count()", ["6"]),
    ("repeat(item).answer.value.ofType(integer).sum()", ["6"]),
    ("descendants().linkId", ["bed", "rows", "bed", "rows", "more", "inside"]),
    ("repeat(item).linkId", ["bed", "rows", "bed", "rows", "more"]),
    ("(item[0] | item[1]).count()", ["2"]), ("item[0] = item[1]", ["true"]),
    ("item.where(linkId = 'bed').distinct().count()", ["2"]),
    ("(item | item).count()", ["3"]), ("item[0].subsetOf(item)", ["true"]),
    ("item.item.answer.value.distinct()", ["3"]),
    ("item.where(linkId in ('more' | 'bed')).linkId", ["bed", "bed", "more"]),
    ("item.where(linkId in ('bed' | 'bed')).count()", ["2"]),
  ])
  func `are walked in the order of the document, each once`(text: String, expected: [String]) throws
  {
    #expect(try value(text) == expected)
  }

  // Rule E9.
  @Test(arguments: [
    ("item.answer.valueQuantity.value", ["2.50"]), ("item.answer.value.unit", ["m"]),
    ("item.answer.value.ofType(Quantity) > 200 'cm'", ["true"]),
    ("item.answer.value.ofType(Quantity) is System.Quantity", ["false"]),
    ("item.answer.value.ofType(date) = @2024-03", ["true"]),
    ("item.answer.value.ofType(date).extension('u').value", ["about"]),
    ("item.answer.value.ofType(decimal) is decimal", ["true"]), ("item.answer.valueDecimal", ["4"]),
    ("item.answer.value.ofType(Coding).code", ["a"]),
    ("item.answer.value.ofType(time) > @T09", ["true"]),
    ("contained.birthDate < @2000-03-01", ["true"]), ("contained.deceased.not()", ["true"]),
    ("contained.ofType(Patient).telecom.period.start.toString()", ["2020"]),
    ("contained.gender.exists()", ["true"]), ("contained.gender.hasValue()", ["false"]),
    ("contained.telecom.rank + 1", ["2"]), ("contained is Patient", ["true"]),
    ("QuestionnaireResponse.authored > @2026-02-28T10:00:00Z", ["true"]),
    ("Patient.birthDate", []), ("contained.type().name", ["Patient"]),
    ("item.answer.value.ofType(integer).type().namespace", []),
  ])
  func `have the types that their names say`(text: String, expected: [String]) throws {
    #expect(try value(text) == expected)
  }
}
