package import EkibenDocuments
package import EkibenExpressions

/// A row as one that takes an answer, in the words of FHIR.
package struct AnsweredRow {
  package let fields: Fields
  private let traits: InputTraits?
  private let options: RowOptions

  package init(_ fields: Fields, _ registry: ComponentRegistry) {
    self.fields = fields
    traits = registry.component(RowID(unchecked: "row"), fields).input?.inputTraits
    options = RowOptions(fields)
  }

  /// One that takes nothing.
  package init() { (fields, traits, options) = (Fields(), nil, RowOptions(Fields())) }

  /// Whether options are chosen in it.
  package var isChoice: Bool { [.coded, .list(of: .coded)].contains(traits?.shape) }

  /// Whether it takes a number and a unit.
  package var isQuantity: Bool { if case .record? = traits?.shape { true } else { false } }

  /// Whether it takes dates with a time.
  package var isDateTime: Bool { traits?.shape == .date && fields.text(.kind) == "dateTime" }

  /// The type of item that comes nearest.
  package var type: String {
    let kind = fields.text(.kind) ?? ""
    switch traits?.shape {
    case nil: return "display"
    case .bool?: return "boolean"
    case .integer?: return "integer"
    case .decimal?: return "decimal"
    case .date?: return ["dateTime", "time"].contains(kind) ? kind : "date"
    case .record?: return "quantity"
    case .coded?, .list?: return traits?.takesOther == true ? "open-choice" : "choice"
    case .text?, .any?: return kind == "multiline" ? "text" : kind == "url" ? "url" : "string"
    }
  }

  /// The type of a date as the member of an answer says it.
  func memberType(of date: DateText) -> String {
    if isDateTime || date.kind == .dateTime { return "DateTime" }
    return date.kind == .time ? "Time" : "Date"
  }

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
    if let (type, plain) = plain(value) {
      builder.add("value\(type)", to: answer, plain)
    } else if let amount = Quantity.Amount(documentValue: value) {
      let quantity = builder.add("valueQuantity", to: answer)
      for (name, text) in members(of: amount) { builder.add(name, to: quantity, text) }
    }
  }

  /// A value that has no members, with its type in FHIR; nil of any other.
  package func plain(_ value: Value) -> (type: String, value: ElementTreeBuilder.Scalar)? {
    switch value {
    case .bool(let bool): ("Boolean", .bool(bool))
    case .integer(let number): ("Integer", .number("\(number)"))
    case .decimal(let number): ("Decimal", .number(number.digits))
    case .text(let text): (type == "url" ? "Uri" : "String", .text(text))
    case .date(let date): (memberType(of: date), .text(date.text))
    case .record, .null, .bytes, .list, .verbatim: nil
    }
  }

  /// The members of a quantity, with the system of the unit, where the form says one.
  package func members(of amount: Quantity.Amount) -> [(String, ElementTreeBuilder.Scalar)] {
    var members = [("value", ElementTreeBuilder.Scalar.number(amount.number.digits))]
    if let comparator = amount.comparator { members.append(("comparator", .text(comparator))) }
    guard let unit = amount.unit else { return members }
    let option = fields[.units]?.asList?.lazy.compactMap(\.asRecord)
      .first { $0.text(.code) == unit }
    let system = option?.text(.system)
    members.append(("unit", .text(system == nil ? unit : option?.text(.label) ?? unit)))
    if let system { members += [("system", .text(system)), ("code", .text(unit))] }
    return members
  }

  /// The first of its options that has a code, and is of a code system where one is named.
  ///
  /// - Complexity: O(options), also for many of them together.
  package func option(_ code: String, of system: String?) -> Fields? {
    options.first(code, of: system)
  }

  private func add(_ picked: Choice.Picked, to answer: Int, _ builder: inout ElementTreeBuilder) {
    if case .other(let text) = picked { builder.add("valueString", to: answer, .text(text)) }
    guard case .option(let code, let system) = picked else { return }
    let option = option(code, of: system)
    let weight = option?[.score]?.asNumber
    if let (name, value) = option.flatMap(plainValue) {
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

  /// What an option is answered with that is a text, a number or a date, and no coding: its source says so.
  private func plainValue(of option: Fields) -> (name: String, value: ElementTreeBuilder.Scalar)? {
    // JSON of an option is a value in our notation, too, once it stands in one line; what is none is a coding.
    guard let source = option.verbatim(.source)?.utf8.map({ $0 < 0x20 ? 0x20 : $0 }),
      case .success(.record(let members)??) = Result(catching: { () throws(NotationError) in
        try Notation.parse(value: String(decoding: source, as: UTF8.self))
      }),
      let member = members.first(where: { $0.name.rawValue.hasPrefix("value") })
    else { return nil }
    return plain(member.value).map { (member.name.rawValue, $0.value) }
  }
}

/// The options of a row, which are looked through, and once many are asked for, looked up.
private final class RowOptions {
  private let all: [Value]
  private var asked = 0
  private lazy var byCode = Dictionary(grouping: all.compactMap(\.asRecord)) { $0.text(.code) }

  init(_ fields: Fields) { all = fields[.options]?.asList ?? [] }

  func first(_ code: String, of system: String?) -> Fields? {
    asked += 1
    func isOfSystem(_ option: Fields) -> Bool { system == nil || option.text(.system) == system }
    if asked > 8 { return byCode[code]?.first(where: isOfSystem) }
    return all.lazy.compactMap(\.asRecord).first { $0.text(.code) == code && isOfSystem($0) }
  }
}
