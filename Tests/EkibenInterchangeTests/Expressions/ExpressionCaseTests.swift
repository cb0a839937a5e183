import EkibenDocuments
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

  // Rule E11.
  @Test func `read no more than what the analysis says`() throws {
    let bytes = try fileBytes(at: ExpressionCases.folder.appending(path: "cases.response.json"))
    let response = try JSON(parsing: bytes)
    var outline = ResponseItems()
    outline.add(response, inside: [])
    let linkIDs = Set(outline.inside.keys)
    var (exact, changed) = (0, 0)
    for one in try OwnCase.all() where one.expected != "error" && one.focus.isEmpty {
      let names: Set<String> = ["resource", "rootResource", "context"]
      let compiled = try CompiledExpression(fhirPath: one.expression, variables: names)
      let reads = VariableScope(linkIDs: linkIDs).reads(of: compiled, at: nil)
      if !reads.isAll { exact += 1 }
      for linkID in linkIDs.sorted() where !reads.isAll {
        let around = try #require(outline.inside[linkID])
        // Groups have no answers, and with a question's answer what is under it gets another place.
        let isAround = reads.answers.contains { outline.inside[$0]?.contains(linkID) ?? false }
        if isAround || !outline.questions.contains(linkID) { continue }
        if reads.answers.contains(linkID) || !reads.subtrees.isDisjoint(with: around) { continue }
        for text in [nil, "changed"] {
          let other = response.answering(linkID.text, text)
          changed += 1
          let fault = one.fault(on: other.elements)
          #expect(fault == nil, "\(one.expression) reads \(linkID): \(reads)")
        }
      }
    }
    #expect(exact > 150 && changed > 4_000, "\(exact), \(changed)")
  }

  @Test(
    arguments: [
      ("%resource.repeat(item).where(linkId = 'beds').answer.value > 3", ["beds"], []),
      (
        "%resource.item.where(linkId='about').item.where(linkId='beds' or linkId='area').answer.value",
        ["beds", "area"], []
      ),
      ("%resource.descendants().where('beds' = linkId).answer.first().value", ["beds"], []),
      (
        "%resource.repeat(item).where(linkId in ('beds' | 'area')).answer.value", ["beds", "area"],
        []
      ),
      (
        "%resource.repeat(item).where(linkId.startsWith('bed-') and answer.exists()).answer.value",
        ["bed-name", "bed-rows", "bed-score", "bed-why"], []
      ),
      ("%resource.item.where(linkId = 'bed').exists()", [], ["bed"]),
      ("%context.item.where(linkId='bed-rows').answer.value * 2", ["bed-rows"], []),
      (
        "item.where(linkId='bed').where(item.where(linkId='bed-rows').answer.value > 3).item.where(linkId='bed-name').answer.value",
        ["bed-rows", "bed-name"], []
      ),
      (
        "iif(%resource.item.where(linkId='beds').answer.exists(), 1, %resource.status)", ["beds"],
        []
      ),
      ("1 + 1", [], []),
      ("%resource.repeat(item).where(linkId='nobody').answer.value", ["nobody"], []),
      ("item.where(linkId='bed').count()", [], ["bed"]),
    ] as [(String, Set<TextKey>, Set<TextKey>)])
  func `are known by what they read`(
    text: String, answers: Set<TextKey>, subtrees: Set<TextKey>
  ) throws {
    let linkIDs: Set<TextKey> = [
      "about", "beds", "area", "bed", "bed-name", "bed-rows", "bed-score", "bed-why",
    ]
    let compiled = try CompiledExpression(fhirPath: text, variables: ["resource", "context"])
    let reads = VariableScope(linkIDs: linkIDs).reads(of: compiled, at: nil)
    #expect((reads.answers, reads.subtrees) == (answers, subtrees))
    #expect(!reads.isAll)
  }

  @Test(arguments: [
    "%resource.repeat(item).answer.value", "item[0].linkId", "%resource.descendants().count()",
    "(1 | 2).aggregate($total.item.count())", "%resource.item.first().answer", "%resource",
    "%resource.repeat(item).where((linkId = 'a' and %resource.repeat(item)"
      + ".where(linkId = 'b').answer.exists()) or linkId = 'c').answer.value",
  ])
  func `that may read anything say so`(text: String) throws {
    let compiled = try CompiledExpression(fhirPath: text, variables: ["resource"])
    #expect(VariableScope(linkIDs: ["a"]).reads(of: compiled, at: nil).isAll)
  }
}

/// The items of a response: what each is in, itself included.
private struct ResponseItems {
  private(set) var inside: [TextKey: Set<TextKey>] = [:]
  private(set) var questions: Set<TextKey> = []

  mutating func add(_ json: JSON, inside around: Set<TextKey>) {
    for item in json["item"]?.array ?? [] {
      let linkID = TextKey(item["linkId"]?.string ?? "")
      let inner = around.union([linkID])
      inside[linkID] = inner
      if item["answer"] != nil { questions.insert(linkID) }
      add(item, inside: inner)
      for answer in item["answer"]?.array ?? [] { add(answer, inside: inner) }
    }
  }
}

extension JSON {
  /// The same with another text, or none, as the answer of all items of a link id.
  fileprivate func answering(_ linkID: String, _ text: String?) -> JSON {
    switch content {
    case .array(let parts): return .array(parts.map { $0.answering(linkID, text) })
    case .object(let members):
      guard self["linkId"]?.string == linkID else {
        return .object(members.map { ($0.name, $0.value.answering(linkID, text)) })
      }
      // What is under a question stays where it is.
      let inner = (self["answer"]?.array ?? []).flatMap { $0["item"]?.array ?? [] }
      let items = JSON.array(
        ((self["item"]?.array ?? []) + inner).map { $0.answering(linkID, text) })
      let answer: [(String, JSON)] =
        text.map { [("valueString", .string($0)), ("item", items)] } ?? []
      let rest: (String, JSON) = text == nil ? ("item", items) : ("answer", [.object(answer)])
      return .object([("linkId", .string(linkID)), rest])
    default: return self
    }
  }
}
