import EkibenDocuments
import EkibenForms

/// Values of ours as the `value…` members of FHIR.
enum WrittenValue {
  /// A value that answers a row, or says something of it, as a member; nil where FHIR has no such value.
  ///
  /// A type is given where it is not that of the value. The coding of an answer says what its option is called.
  static func member(
    of value: Value, for row: AnsweredRow, type: String? = nil, prefix: String = "value",
    isAnswer: Bool = false
  ) -> JSON.Member? {
    if type == nil, row.isChoice, let picked = Choice.Picked(documentValue: value) {
      return member(of: picked, for: row, prefix, isAnswer)
    }
    guard let (own, json) = plain(value, row) else { return nil }
    return JSON.Member(name: prefix + (type ?? own), value: json)
  }

  private static func plain(_ value: Value, _ row: AnsweredRow) -> (String, JSON)? {
    if let (type, plain) = row.plain(value) { return (type, JSON(plain)) }
    return Quantity.Amount(documentValue: value).map { ("Quantity", json(of: $0, row)) }
  }

  private static func json(of amount: Quantity.Amount, _ row: AnsweredRow) -> JSON {
    .object(row.members(of: amount).map { ($0, JSON($1)) })
  }

  private static func member(
    of picked: Choice.Picked, for row: AnsweredRow, _ prefix: String, _ isAnswer: Bool
  ) -> JSON.Member {
    let (code, system): (String, String?)
    switch picked {
    case .other(let text): return JSON.Member(name: prefix + "String", value: .string(text))
    case .option(let found, let own): (code, system) = (found, own)
    }
    let option = row.option(code, of: system)
    // An option that is a text, a number, a date or a reference is answered with one.
    var kept: JSON?
    if let source = option?.verbatim(.source), let members = MemberList(verbatim: source)?.members,
      let value = members.first(where: { $0.name.hasPrefix("value") })
    {
      guard value.name == "valueCoding" else {
        return JSON.Member(name: prefix + value.name.dropFirst(5), value: value.value)
      }
      kept = value.value
    }
    // What stands in for the code of an option that has none says which one it is here, and nowhere else.
    let isNamed = kept == nil || kept?["code"] != nil
    let label = isAnswer || !isNamed ? option?.text(.label) : nil
    let coding = JSON.object(present: [
      ("system", (system ?? option?.text(.system)).map(JSON.string)), ("version", kept?["version"]),
      ("code", isNamed ? .string(code) : nil), ("display", label.map(JSON.string)),
    ])
    return JSON.Member(name: prefix + "Coding", value: coding)
  }

  static func limit(_ value: Value, for row: AnsweredRow) -> JSON.Member? {
    guard let text = value.asText else { return member(of: value, for: row) }
    if text.hasPrefix("today") { return relative(text) }
    if row.isQuantity, let amount = Quantity.Amount(text) {
      return JSON.Member(name: "valueQuantity", value: json(of: amount, row))
    }
    return DateText(text).flatMap { member(of: .date($0), for: row) }
  }

  // `today-18y` as a formula beside the date that is not there.
  private static func relative(_ text: String) -> JSON.Member? {
    let rest = text.dropFirst(5)
    let units: [Character: String] = ["y": "years", "m": "months", "w": "weeks", "d": "days"]
    var formula = "today()"
    if let sign = rest.first {
      guard let unit = rest.last.flatMap({ units[$0] }) else { return nil }
      formula += " \(sign) \(rest.dropFirst().dropLast()) \(unit)"
    }
    let expression: JSON = ["language": "text/fhirpath", "expression": .string(formula)]
    let url = MemberList.core + "cqf-expression"
    return JSON.Member(
      name: "_valueDate",
      value: ["extension": [["url": .string(url), "valueExpression": expression]]])
  }
}

/// Options of ours as FHIR has them.
enum WrittenOption {
  /// An element of `answerOption`: as it was read, where it says what the option says.
  static func json(of option: Fields) -> JSON {
    if let source = option.verbatim(.source), let members = MemberList(verbatim: source) {
      let read = QuestionnaireOptions([JSONCursor(written: members.json)])?.options.first?.asRecord
      // While what it is offered stands elsewhere.
      let said = option.setting(.source, nil).setting(.offered, nil)
      if read?.setting(.source, nil) == said { return members.json }
    }
    var element = MemberList()
    let coding = coding(option)
    element[coding.name] = coding.value
    for (field, name) in details {
      let value = option[field].flatMap { WrittenValue.member(of: $0, for: AnsweredRow()) }
      if let value { element.setExtensions(name, [value]) }
    }
    if let image = option.text(.image) {
      let attachment = JSON.Member(name: "valueAttachment", value: ["url": .string(image)])
      element.setExtensions("sdc-questionnaire-itemAnswerMedia", [attachment], base: MemberList.sdc)
    }
    return element.json
  }

  private static let details: [(FieldName, String)] = [
    (.prefix, "questionnaire-optionPrefix"), (.score, "ordinalValue"),
    (.exclusive, "questionnaire-optionExclusive"), (.help, "questionnaire-optionHelp"),
  ]

  static func coding(_ option: Fields) -> JSON.Member {
    func text(_ field: FieldName) -> JSON? { option.text(field).map(JSON.string) }
    let coding = JSON.object(present: [
      ("system", text(.system)), ("code", text(.code)), ("display", text(.label)),
    ])
    return JSON.Member(name: "valueCoding", value: coding)
  }
}
