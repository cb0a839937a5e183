import EkibenDocuments
import EkibenForms

/// What the extensions of an item say, by the last part of their URLs; they themselves are kept as they are.
struct QuestionnaireExtensions {
  private let elements: [JSONCursor]

  init(_ cursor: JSONCursor?) { elements = cursor?.elements("extension") ?? [] }

  /// The extensions of a name, in order.
  func all(_ name: String) -> [JSONCursor] {
    elements.filter { element in
      guard let url = element.node["url"]?.string else { return false }
      return ByteText.equal(String(url.split(separator: "/").last ?? ""), name)
    }
  }

  /// The value of the first extension of a name, as a value of ours.
  func value(_ name: String) -> Value? { all(name).first.flatMap { QuestionnaireValue.read($0) } }

  func text(_ name: String) -> Value? { value(name).flatMap { $0.asText == nil ? nil : $0 } }

  func count(_ name: String) -> Value? {
    value(name).flatMap { ($0.asInteger ?? -1) < 0 ? nil : $0 }
  }

  /// The codes of extensions whose value is a concept.
  func codes(_ name: String) -> [String] {
    all(name).flatMap { element in
      (element.member("valueCodeableConcept")?.elements("coding") ?? [])
        .compactMap { $0.node["code"]?.string }
    }
  }

  /// The extension that says the least or the greatest value.
  func limitElement(_ name: String) -> JSONCursor? {
    [name + "Value", "sdc-questionnaire-\(name)Quantity"].lazy.compactMap { all($0).first }.first
  }

  /// A least or greatest value: a number, a quantity or a date as text, or one relative to today; nil of
  /// anything else.
  static func limit(_ element: JSONCursor) -> Value? {
    switch QuestionnaireValue.read(element) {
    case .date(let date)?: return .text(date.text)
    case .record(let fields)?:
      return Quantity.Amount(documentValue: .record(fields)).map { .text($0.text) }
    case let value?: return value
    case nil: return relative(element)
    }
  }

  // `today() - 18 years` as a formula beside the date that is not there.
  private static func relative(_ element: JSONCursor) -> Value? {
    for name in ["_valueDate", "_valueDateTime"] {
      for inner in element.member(name)?.elements("extension") ?? [] {
        guard let formula = inner.node["valueExpression"]?["expression"]?.string else { continue }
        let bare = String(formula.filter { !" '".contains($0) })
        guard bare.hasPrefix("today()") else { continue }
        let rest = bare.dropFirst(7)
        if rest.isEmpty { return "today" }
        let number = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        let unit = rest.dropFirst(1 + number.count)
        let units = ["year", "month", "week", "day"]
        guard rest.first == "+" || rest.first == "-", !number.isEmpty,
          let known = units.first(where: { unit == $0 || unit == $0 + "s" }), let sign = rest.first
        else { continue }
        return .text("today\(sign)\(number)\(known.prefix(1))")
      }
    }
    return nil
  }

  /// The texts in other languages beside a member, by language.
  static func translations(of name: String, in cursor: JSONCursor) -> [(String, String)] {
    QuestionnaireExtensions(cursor.member("_" + name)).all("translation").compactMap { element in
      func part(_ url: String) -> String? {
        element.extensionElement(url)?.node.object?.lazy.compactMap { member in
          member.name.hasPrefix("value") ? member.value.string : nil
        }.first
      }
      guard let language = part("lang"), let content = part("content") else { return nil }
      return (language, content)
    }
  }
}

extension Fields {
  /// Takes over what a member is called in other languages.
  mutating func translate(_ field: FieldName, of member: String, in cursor: JSONCursor) {
    for (language, text) in QuestionnaireExtensions.translations(of: member, in: cursor) {
      guard let name = FieldName(orNil: language) else { continue }
      var translations = self[.translations]?.asRecord ?? Fields()
      var texts = translations[name]?.asRecord ?? Fields()
      texts[field] = .text(PlainText.reduced(text))
      translations[name] = .record(texts)
      self[.translations] = .record(translations)
    }
  }
}

enum QuestionnaireValue {
  /// The one value of an element that has a `value…` member, as a value of ours; nil where it has none, or one
  /// of a type that is no answer; a resource is one where it is an option.
  static func read(
    _ element: JSONCursor, in member: String = "value", isOption: Bool = false
  ) -> Value? {
    guard let name = element.node.object?.first(where: { $0.name.hasPrefix(member) })?.name,
      let cursor = element.member(name)
    else { return nil }
    switch name.dropFirst(member.count) {
    case "Coding": return coding(cursor)
    case "Quantity": return quantity(cursor)
    case "Reference" where isOption: return .text(QuestionnaireOptions.code(of: cursor.node))
    case "Decimal": return cursor.node.number.flatMap { DecimalNumber($0) }.map(Value.decimal)
    case "Date", "DateTime", "Instant", "Time":
      return cursor.node.string.flatMap { DateText($0) }.map(Value.date)
    default:
      let value = FieldShape.readAny(cursor)
      if case .verbatim = value { return nil }
      return value == .null ? nil : value
    }
  }

  private static func coding(_ cursor: JSONCursor) -> Value? {
    guard let code = cursor.node["code"]?.string ?? cursor.node["display"]?.string else {
      return nil
    }
    return Choice.Picked.option(code: code, system: cursor.node["system"]?.string).documentValue
  }

  private static func quantity(_ cursor: JSONCursor) -> Value? {
    guard let number = cursor.node["value"]?.number.flatMap({ DecimalNumber($0) }) else {
      return nil
    }
    let unit = cursor.node["code"]?.string ?? cursor.node["unit"]?.string
    let comparator = cursor.node["comparator"]?.string
    return Quantity.Amount(
      number, unit, comparator: Quantity.Amount.comparators.first { $0 == comparator }
    ).documentValue
  }
}
