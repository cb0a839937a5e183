import EkibenDocuments
import EkibenForms

/// The expressions in FHIRPath that an item of a Questionnaire, or itself, carries in extensions.
///
/// They are fields of its record (rule I39); what is written in another language stays where it is.
struct CarriedExpressions {
  private let cursor: JSONCursor
  private let extensions: QuestionnaireExtensions

  init(_ cursor: JSONCursor) {
    self.cursor = cursor
    extensions = QuestionnaireExtensions(cursor)
  }

  /// Reads the fields that all records may have.
  func read(into fields: inout Fields) {
    var variables: [Value] = []
    var names = QuestionnaireExpressions.ofLanguage
    for name in QuestionnaireExpressions.launchContext(of: cursor.node)
    where names.insert(name).inserted { variables.append(.record(["name": .text(name)])) }
    for element in extensions.all("variable") {
      guard let name = element.node["valueExpression"]?["name"]?.string, names.insert(name).inserted
      else { continue }
      // What is no FHIRPath, such as a query, a host hands over.
      var variable: Fields = ["name": .text(name)]
      variable[.fhirPath] = Self.fhirPath(element).map { .text($0) }
      variables.append(.record(variable))
    }
    if !variables.isEmpty { fields[.variables] = .list(variables) }
    fields[.calculated] = value(Self.calculated)
    fields[.initialExpression] = value(Self.initial)
    fields[.textExpression] = textExpression
    let checks = constraints
    if !checks.isEmpty { fields[.checks] = .list(checks.map { .record($0.record) }) }
  }

  /// Whether an expression is read that stands in a member of an item, and there in extensions of these names.
  static func reads(_ places: [String]) -> Bool {
    if places.first == "_text" { return places.dropFirst() == ["cqf-expression"] }
    guard places.count > 1, places[0] == "extension" else { return false }
    return (places.count == 2 ? expressions : limits).contains(places[1])
  }

  private static let expressions: Set = [
    "variable", calculated, initial, enableWhen, toggle, "questionnaire-constraint",
    "targetConstraint",
  ]
  // Their expressions stand beside the value that is not there.
  private static let limits: Set = [
    "minValue", "maxValue", "sdc-questionnaire-minQuantity", "sdc-questionnaire-maxQuantity",
  ]

  static let calculated = "sdc-questionnaire-calculatedExpression"
  static let initial = "sdc-questionnaire-initialExpression"
  static let enableWhen = "sdc-questionnaire-enableWhenExpression"
  static let toggle = "sdc-questionnaire-answerOptionsToggleExpression"

  // What stands beside the text says it.
  private var textExpression: Value? {
    cursor.member("_text")?.extensionElement(Self.text).flatMap(Self.fhirPath)
      .map { .record([.fhirPath: .text($0)]) }
  }

  static let text = "http://hl7.org/fhir/StructureDefinition/cqf-expression"

  private func value(_ name: String) -> Value? {
    extensions.all(name).first.flatMap(Self.fhirPath).map { .record([.fhirPath: .text($0)]) }
  }

  /// The condition under which the item is enabled; of one in another language the JSON, which is no condition
  /// that is understood.
  var condition: Value? {
    guard let element = extensions.all(Self.enableWhen).first,
      let expression = element.member("valueExpression")
    else { return nil }
    return Self.fhirPath(element).map { .record(Formula.fhirPath($0).record) }
      ?? .verbatim(expression.text)
  }

  /// The text of an extension whose value is an expression in FHIRPath.
  static func fhirPath(_ element: JSONCursor) -> String? {
    guard let expression = element.node["valueExpression"],
      expression["language"]?.string == "text/fhirpath"
    else { return nil }
    return expression["expression"]?.string
  }

  // What has to hold of the answers: `constraint` says it as a text, and `targetConstraint` as an expression.
  private var constraints: [Check] {
    let elements = extensions.all("questionnaire-constraint") + extensions.all("targetConstraint")
    return elements.enumerated().compactMap { number, element in
      func text(_ url: String) -> String? {
        element.extensionElement(url)?.node.object?.first { $0.name.hasPrefix("value") }?
          .value.string
      }
      guard let expression = element.extensionElement("expression"),
        let path = expression.node["valueString"]?.string ?? Self.fhirPath(expression)
      else { return nil }
      return Check(
        text("key") ?? "constraint-\(number + 1)", .holds(.fhirPath(path)),
        message: text("human"), severity: text("severity") == "warning" ? .warning : .error)
    }
  }

  /// Limits that an expression says, as checks on the answer: of an item whose limit is no constant.
  func limitChecks(_ row: RowID) -> [Check] {
    [("min", ">=", "least"), ("max", "<=", "greatest")].compactMap { name, sign, id in
      guard let element = extensions.limitElement(name),
        QuestionnaireExtensions.limit(element) == nil, let path = Self.expression(besides: element)
      else { return nil }
      // A comment at its end would take the parenthesis along.
      let end = path.contains("//") ? "\n)" : ")"
      return Check(id, .holds(.fhirPath("answer.value \(sign) (\(path)\(end)")), at: row)
    }
  }

  // `_valueDate` and its like hold an extension with the expression.
  static func expression(besides element: JSONCursor) -> String? {
    for member in element.node.object ?? [] where member.name.hasPrefix("_value") {
      for inner in element.member(member.name)?.elements("extension") ?? [] {
        if let path = fhirPath(inner) { return path }
      }
    }
    return nil
  }

  /// Options with the expressions that say while what they are offered.
  func toggling(_ options: [Value]) -> [Value] {
    var conditions: [String?: [(system: String?, formula: Formula)]] = [:]
    for element in extensions.all(Self.toggle) {
      let expression = element.extensionElement("expression")
      guard let path = expression.flatMap(Self.fhirPath) else { continue }
      let named = element.elements("extension")?.filter { $0.node["url"]?.string == "option" }
      for coding in QuestionnaireOptions(named)?.options ?? [] {
        guard let coding = coding.asRecord else { continue }
        conditions[coding.text(.code), default: []].append((coding.text(.system), .fhirPath(path)))
      }
    }
    if conditions.isEmpty { return options }
    return options.map { option in
      guard let record = option.asRecord else { return option }
      let found = (conditions[record.text(.code)] ?? []).filter { system, _ in
        system == nil || system == record.text(.system)
      }.map(\.formula)
      if found.isEmpty { return option }
      let formula = found.count == 1 ? found[0] : Formula.all(found)
      return .record(record.setting(.offered, .record(formula.record)))
    }
  }
}

// The way back: extensions for fields that an item does not say yet.
extension MemberList {
  mutating func setExpression(_ name: String, _ value: Value?, base: String = Self.sdc) {
    let path = value?.asRecord?.text(.fhirPath)
    setExtensions(name, path.map { [Self.expression($0)] } ?? [], base: base)
  }

  mutating func setTextExpression(_ value: Value?) {
    var beside = MemberList(self["_text"]?.object ?? [])
    beside.setExpression("cqf-expression", value, base: Self.core)
    self["_text"] = beside.members.isEmpty ? nil : beside.json
  }

  // What a host hands over stays as it is said, since only its name is known.
  mutating func setVariables(_ value: Value?) {
    let records = (value?.asList ?? []).compactMap(\.asRecord)
    let handedOver = Set(records.filter { $0[.fhirPath] == nil }.compactMap { $0.text("name") })
    let written = (self["extension"]?.array ?? []).compactMap { element -> JSON.Member? in
      guard element["url"]?.string == Self.core + "variable",
        let expression = element["valueExpression"], let name = expression["name"]?.string,
        handedOver.contains(name), expression["language"]?.string != "text/fhirpath"
      else { return nil }
      return JSON.Member(name: "valueExpression", value: expression)
    }
    let variables = records.compactMap { record -> JSON.Member? in
      guard let name = record.text("name"), let path = record.text(.fhirPath) else { return nil }
      return Self.expression(path, name)
    }
    setExtensions("variable", written + variables)
  }

  /// Says which launch context a form needs, where it does not say so yet: of what has a type that is known.
  mutating func addLaunchContext(_ value: Value?) {
    let said = Set(QuestionnaireExpressions.launchContext(of: json))
    let names = (value?.asList ?? []).compactMap { variable -> String? in
      guard let record = variable.asRecord, record[.fhirPath] == nil else { return nil }
      return record.text("name")
    }
    let added = names.compactMap { name -> JSON? in
      guard !said.contains(name), let type = Self.launchContextTypes[name] else { return nil }
      return Self.launchContext(name, type)
    }
    if added.isEmpty { return }
    self["extension"] = .array((self["extension"]?.array ?? []) + added)
  }

  // The names that Structured Data Capture has for it, each with the first of the types that it may have.
  private static let launchContextTypes = [
    "patient": "Patient", "encounter": "Encounter", "location": "Location", "user": "Practitioner",
    "study": "ResearchStudy",
  ]

  private static func launchContext(_ name: String, _ type: String) -> JSON {
    let system: JSON = "http://hl7.org/fhir/uv/sdc/CodeSystem/launchContext"
    return [
      "url": .string(sdc + "sdc-questionnaire-launchContext"),
      "extension": [
        ["url": "name", "valueCoding": ["system": system, "code": .string(name)]],
        ["url": "type", "valueCode": .string(type)],
      ],
    ]
  }

  private static func expression(_ path: String, _ name: String? = nil) -> JSON.Member {
    let expression = JSON.object(present: [
      ("name", name.map(JSON.string)), ("language", "text/fhirpath"), ("expression", .string(path)),
    ])
    return JSON.Member(name: "valueExpression", value: expression)
  }
}
