import EkibenDocuments
import EkibenExpressions

extension AnsweredRow {
  /// Adds the answers of a value to an item, as FHIR types them.
  ///
  /// - Returns: The first of them; nil where there is none.
  func add(_ values: [Value], to item: Int, _ builder: inout ElementTreeBuilder) -> Int? {
    var first: Int?
    for value in values {
      let answer = builder.add("answer", to: item)
      first = first ?? answer
      add(value, to: answer, &builder)
    }
    return first
  }

  /// Adds what an answer says.
  func add(_ value: Value, to answer: Int, _ builder: inout ElementTreeBuilder) {
    if isChoice, let picked = Choice.Picked(documentValue: value) {
      return add(picked, to: answer, &builder)
    }
    switch value {
    case .bool(let bool): builder.add("valueBoolean", to: answer, .bool(bool))
    case .integer(let number): builder.add("valueInteger", to: answer, .number("\(number)"))
    case .decimal(let number): builder.add("valueDecimal", to: answer, .number(number.digits))
    case .text(let text):
      builder.add(type == "url" ? "valueUri" : "valueString", to: answer, .text(text))
    case .date(let date):
      builder.add("value\(memberType(of: date))", to: answer, .text(date.text))
    case .record:
      guard let amount = Quantity.Amount(documentValue: value) else { return }
      let quantity = builder.add("valueQuantity", to: answer)
      builder.add("value", to: quantity, .number(amount.number.digits))
      for (name, text) in texts(of: amount) { builder.add(name, to: quantity, .text(text)) }
    case .null, .bytes, .list, .verbatim: break
    }
  }

  /// What a quantity says beside its number, as FHIR names it; with the system of the unit, where the form has one.
  package func texts(of amount: Quantity.Amount) -> [(name: String, text: String)] {
    let comparator = amount.comparator.map { [("comparator", $0)] } ?? []
    guard let unit = amount.unit else { return comparator }
    let option = fields[.units]?.asList?.lazy.compactMap(\.asRecord)
      .first { $0.text(.code) == unit }
    guard let system = option?.text(.system) else { return comparator + [("unit", unit)] }
    let label = option?.text(.label) ?? unit
    return comparator + [("unit", label), ("system", system), ("code", unit)]
  }

  private func add(_ picked: Choice.Picked, to answer: Int, _ builder: inout ElementTreeBuilder) {
    guard case .option(let code, let system) = picked else {
      if case .other(let text) = picked { builder.add("valueString", to: answer, .text(text)) }
      return
    }
    let option = fields[.options]?.asList?.lazy.compactMap(\.asRecord).first {
      $0.text(.code) == code && (system == nil || $0.text(.system) == system)
    }
    let weight = option?[.score]?.asNumber
    if let (name, value) = option?.plainValue {
      builder.setWeight(weight, of: builder.add(name, to: answer, value))
      return
    }
    let coding = builder.add("valueCoding", to: answer)
    builder.setWeight(weight, of: coding)
    for (name, text) in [
      ("system", system ?? option?.text(.system)), ("code", code),
      ("display", option?.text(.label)),
    ] {
      if let text { builder.add(name, to: coding, .text(text)) }
    }
  }
}

extension Fields {
  /// What an option is answered with that is a text, a number or a date, and no coding: its source says so.
  fileprivate var plainValue: (name: String, value: ElementTreeBuilder.Scalar)? {
    // JSON of an option is a value in our notation, too; what is none is a coding.
    guard let source = verbatim(.source),
      case .success(.record(let members)??) = Result(catching: { () throws(NotationError) in
        try Notation.parse(value: source)
      }),
      let member = members.first(where: { $0.name.rawValue.hasPrefix("value") })
    else { return nil }
    let scalar: ElementTreeBuilder.Scalar? =
      switch member.value {
      case .text(let text): .text(text)
      case .integer(let number): .number("\(number)")
      case .decimal(let number): .number(number.digits)
      case .bool(let bool): .bool(bool)
      default: nil
      }
    return scalar.map { (member.name.rawValue, $0) }
  }
}
