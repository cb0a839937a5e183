import EkibenExpressions
import EkibenInterchange
import Foundation
import TestSupport
import Testing

/// Shown on cases of others and on a table of our own.
@Suite(
  .enabled(
    if: ExpressionCases.isThere,
    "no cases found: set EKIBEN_EXPRESSIONS to the folder that holds them"),
  .timeLimit(.minutes(20)))
struct `Cases of FHIRPath` {
  /// Which official cases come out otherwise, and why: a line `name<tab>reason` each.
  private static func exceptions() throws -> [String: String] {
    let path = "Tests/EkibenInterchangeTests/Fixtures/fhirpath-exceptions.tsv"
    let text = String(decoding: try fileBytes(at: projectRoot.appending(path: path)), as: UTF8.self)
    let lines = text.split(separator: "\n").map { $0.split(separator: "\t").map { String($0) } }
    return Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0[1]) })
  }

  // Rule E9.
  @Test func `of the official suite agree, but for those in a table with their reasons`() throws {
    var resources: [String: ElementTree] = [:]
    var counts: [String: (all: Int, agree: Int)] = [:]
    var differing: [String: String] = [:]
    for one in try OfficialCase.all() where one.tier != "outside" {
      if let input = one.input, resources[input] == nil {
        resources[input] = try ExpressionCases.resource("resources/\(input)")
      }
      let (verdict, found) = one.verdict(on: one.input.flatMap { resources[$0] })
      counts[one.tier, default: (0, 0)].all += 1
      counts[one.tier, default: (0, 0)].agree += verdict == .agrees ? 1 : 0
      if verdict != .agrees { differing[one.id] = "\(verdict): \(found) of \(one.expression)" }
      if one.isSyntax { #expect(verdict == .agrees, "\(one.expression)") }
    }
    let exceptions = try Self.exceptions()
    for (id, what) in differing where exceptions[id] == nil { Issue.record("\(id) \(what)") }
    for id in exceptions.keys where differing[id] == nil { Issue.record("\(id) agrees now") }
    let core = try #require(counts["core"])
    #expect(core.all == 535)
    #expect(core.agree * 100 >= core.all * 98, "\(core.agree) of \(core.all)")
    let extended = try #require(counts["extended"])
    #expect(extended.agree >= 275, "\(extended.agree) of \(extended.all)")
  }

  // Rule E6.
  @Test func `of our own all agree`() throws {
    let response = try ExpressionCases.resource("cases.response.json")
    let cases = try OwnCase.all()
    #expect(cases.count == 265)
    for one in cases {
      if let fault = one.fault(on: response) {
        Issue.record("\(one.focus) \(one.expression): \(one.expected), not \(fault)")
      }
    }
  }
}
