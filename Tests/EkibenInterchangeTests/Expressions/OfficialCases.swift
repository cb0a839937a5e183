import EkibenDocuments
import EkibenExpressions
import EkibenInterchange
import Foundation
import TestSupport
import Testing

/// Cases for expressions, which are not part of this project: `EKIBEN_EXPRESSIONS` names their folder.
enum ExpressionCases {
  static let folder =
    ProcessInfo.processInfo.environment["EKIBEN_EXPRESSIONS"].map { URL(filePath: $0) }
    ?? projectRoot.deletingLastPathComponent().appending(path: "shared/expressions")

  static let isThere = FileManager.default.fileExists(
    atPath: folder.appending(path: "fhirpath-r4.jsonl").path)

  /// Half past nine in the evening of a day in March, an hour ahead of UTC.
  static let environment = ExpressionEnvironment(milliseconds: 1_772_397_000_000, offset: 60)

  static func resource(_ name: String) throws -> ElementTree {
    try JSON(parsing: fileBytes(at: folder.appending(path: name))).elements
  }
}

/// A case of the official suite.
struct OfficialCase {
  enum Verdict: String {
    case agrees, differs, refused, accepted
  }

  let id: String
  let expression: String
  let tier: String
  let isInvalid: Bool
  let isSyntax: Bool
  let isPredicate: Bool
  let input: String?
  let expected: [(type: String, text: String)]

  init(_ json: JSON) {
    id = "\(json["group"]?.string ?? "")/\(json["name"]?.string ?? "")"
    expression = json["expression"]?.string ?? ""
    tier = json["tier"]?.string ?? ""
    isInvalid = json["invalid"] != nil
    isSyntax = json["invalid"]?.string == "syntax"
    isPredicate = json["predicate"]?.bool ?? false
    input = json["input"]?.string
    expected = (json["expected"]?.array ?? []).map {
      ($0.array?[0].string ?? "", $0.array?[1].string ?? "")
    }
  }

  /// Those whose input is there.
  static func all() throws -> [OfficialCase] {
    let bytes = try fileBytes(at: ExpressionCases.folder.appending(path: "fhirpath-r4.jsonl"))
    return try bytes.split(separator: 0x0A).compactMap { line in
      let json = try JSON(parsing: Array(line))
      return json["input_missing"] == nil ? OfficialCase(json) : nil
    }
  }

  func verdict(on resource: ElementTree?) -> (Verdict, String) {
    do throws(ExpressionError) {
      let focus = ExpressionItems(resource?.root)
      let names = ["resource", "rootResource", "context"]
      let compiled = try CompiledExpression(fhirPath: expression, variables: Set(names))
      var environment = ExpressionCases.environment
      for name in names { environment.variables[name] = focus }
      let items = try compiled.value(of: focus, in: environment)
      let shown = items.list.map(Self.shown).joined(separator: ", ")
      if isInvalid { return (.accepted, shown) }
      return (agrees(items) ? .agrees : .differs, shown)
    } catch {
      return (isInvalid ? .agrees : .refused, "\(error)")
    }
  }

  private func agrees(_ items: ExpressionItems) -> Bool {
    if isPredicate {
      return expected.first?.text == (items.isEmpty ? "false" : "true")
    }
    let found = items.list.map(Self.shown)
    return found.count == expected.count
      && zip(found, expected).allSatisfy { found, expected in
        let text = expected.text.hasPrefix("@") ? String(expected.text.dropFirst()) : expected.text
        return found == text || Self.areNumbers(found, text)
      }
  }

  private static func areNumbers(_ left: String, _ right: String) -> Bool {
    guard let left = DecimalNumber(left), let right = DecimalNumber(right) else { return false }
    return left.isEqual(to: right)
  }

  static func shown(_ item: ExpressionItem) -> String {
    switch item {
    case .boolean(let bool): "\(bool)"
    case .integer(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .text(let text): text
    case .date(let date): "\(date)"
    case .amount(let amount): "\(amount)"
    case .element(let element): element.value.map(shown) ?? "an element"
    }
  }
}
