import EkibenDocuments
import EkibenInterchange
import Foundation
import TestSupport
import Testing

@testable import EkibenExpressions

/// What the article on expressions shows is what they do.
@Suite(.timeLimit(.minutes(20)))
struct `The article on expressions` {
  private static let text: String = {
    let path = "Sources/Ekiben/Ekiben.docc/Expressions.md"
    do {
      return String(decoding: try fileBytes(at: projectRoot.appending(path: path)), as: UTF8.self)
    } catch {
      return "\(error)"
    }
  }()

  private static let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
    String($0)
  }

  /// The rows of a table, each as its cells.
  private static func rows(under heading: String) -> [[String]] {
    let start = lines.firstIndex(of: heading) ?? lines.endIndex
    let part = lines[start...].dropFirst().prefix { !$0.hasPrefix("## ") }
    return part.filter { $0.hasPrefix("| ") }.dropFirst().map { line in
      line.replacingOccurrences(of: "\\|", with: "\u{1}").split(separator: "|").map {
        $0.replacingOccurrences(of: "\u{1}", with: "|").trimmingCharacters(in: .whitespaces)
      }
    }
  }

  private static func code(_ cell: String) -> String {
    String(cell.drop { $0 != "`" }.dropFirst().prefix { $0 != "`" })
  }

  private static func value(_ text: String) throws -> String {
    let start = try #require(lines.firstIndex(of: "```json"))
    let json = lines[start...].dropFirst().prefix { $0 != "```" }.joined(separator: "\n")
    let root = ExpressionItems.one(try JSON(parsing: Array(json.utf8)).elements.root)
    let environment = ExpressionEnvironment(
      variables: ["resource": root, "context": root], milliseconds: 1_772_280_000_000)
    let expression = try CompiledExpression(fhirPath: text, variables: ["resource", "context"])
    let items = try expression.value(of: root, in: environment).list.map { item in
      if case .text(let text) = item.plain { "'\(text)'" } else { item.written ?? "an element" }
    }
    return items.isEmpty ? "{}" : items.joined(separator: ", ")
  }

  @Test func `has an example of every operator and function, each with its value`() throws {
    let rows = Self.rows(under: "## Operators and functions")
    for row in rows {
      #expect(try Self.value(Self.code(row[1])) == Self.code(row[2]), "\(row)")
    }
    let words = rows.flatMap { row in row[0].split(separator: " ").map { String($0) } }
    let named = Set(words.map { $0.replacingOccurrences(of: "`", with: "") })
    for function in ExpressionFunction.allCases { #expect(named.contains(function.rawValue)) }
    for operation in ExpressionOperator.allCases { #expect(named.contains(operation.rawValue)) }
  }

  @Test func `shows what people get wrong with what they get`() throws {
    for row in Self.rows(under: "## What people get wrong") {
      let (written, meant) = (Self.code(row[0]), Self.code(row[2]))
      if row[1].hasPrefix("`error`") {
        let error = #expect(throws: ExpressionError.self) { try Self.value(written) }
        #expect(row[1].contains(try #require(error).description))
      } else {
        #expect(try Self.value(written) == Self.code(row[1]), "\(row)")
      }
      let right = try Self.value(meant)
      #expect(right != "{}" && right != "an element", "\(row)")
    }
  }
}
