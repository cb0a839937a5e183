import EkibenDocuments
import EkibenExpressions
import EkibenInterchange
import Foundation
import TestSupport

/// A case of a table on an invented response.
struct OwnCase {
  let focus: String
  let expression: String
  /// Items as JSON, or `error`.
  let expected: String

  /// Those that ask for a value.
  static func all() throws -> [OwnCase] {
    let bytes = try fileBytes(at: ExpressionCases.folder.appending(path: "cases.tsv"))
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().compactMap {
      let columns = $0.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
      if columns[3] == "(implementation-defined)" { return nil }
      return OwnCase(focus: columns[1], expression: columns[2], expected: columns[3])
    }
  }

  /// What comes of it: nil if that is what is expected.
  func fault(on response: ElementTree) -> String? {
    do throws(ExpressionError) {
      let root = ExpressionItems.one(response.root)
      let context = focus.isEmpty ? root : try Self.item(focus, in: root)
      var environment = ExpressionCases.environment
      environment.variables = ["resource": root, "rootResource": root, "context": context]
      let names = Set(environment.variables.keys)
      let compiled = try CompiledExpression(fhirPath: expression, variables: names)
      let items = try compiled.value(of: context, in: environment)
      return agrees(items) ? nil : items.list.map(OfficialCase.shown).joined(separator: ", ")
    } catch {
      return expected == "error" ? nil : "\(error)"
    }
  }

  // `bed[1]` is the second item with that link id.
  private static func item(
    _ focus: String, in root: ExpressionItems
  ) throws(ExpressionError) -> ExpressionItems {
    let parts = focus.split(whereSeparator: { "[]".contains($0) })
    let place = parts.count > 1 ? "[\(parts[1])]" : ""
    let path = try CompiledExpression(
      fhirPath: "repeat(item | answer).where(linkId = '\(parts[0])')\(place)")
    return try path.value(of: root, in: ExpressionCases.environment)
  }

  private func agrees(_ items: ExpressionItems) -> Bool {
    do throws(JSONError) {
      let wanted = try JSON(parsing: Array(expected.utf8)).array ?? []
      let found = items.list
      return wanted.count == found.count
        && zip(wanted, found).allSatisfy { wanted, item in
          let shown = OfficialCase.shown(item)
          if let digits = wanted.number {
            let number = DecimalNumber(shown)
            return digits == shown
              || number.map { DecimalNumber(digits)?.isEqual(to: $0) == true } ?? false
          }
          return wanted.string.map { $0 == shown } ?? wanted.bool.map { "\($0)" == shown } ?? false
        }
    } catch {
      return false
    }
  }
}
