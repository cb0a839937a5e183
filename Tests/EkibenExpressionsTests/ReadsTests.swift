import EkibenDocuments
import EkibenExpressions
import Testing

// Rule E11.
@Suite(.timeLimit(.minutes(20)))
struct `What an expression reads` {
  private static let linkIDs: Set<TextKey> = ["a", "b", "g", "x-1", "x-2"]
  private static let (a, b) = ("item.where(linkId = 'a')", "item.where(linkId = 'b')")
  private static let g = "item.where(linkId = 'g')"

  private func shown(_ items: ExpressionReads.Items) -> String {
    (items.answers.sorted().map(\.text) + items.subtrees.sorted().map { "all in \($0)" })
      .joined(separator: ", ")
  }

  private func shown(_ reads: ExpressionReads) -> String {
    if reads.isAll { return reads.status ? "everything, and the status" : "everything" }
    let inside = reads.inside.sorted { $0.key < $1.key }.map { "\($0.key): \(shown($0.value))" }
    return ([reads.status ? "the status" : "", shown(reads.anywhere)] + inside).filter {
      !$0.isEmpty
    }.joined(separator: "; ")
  }

  private func compiled(_ text: String) throws -> CompiledExpression {
    try CompiledExpression(
      fhirPath: text, variables: ["resource", "context", "v", "w", "patient", "questionnaire"])
  }

  @Test(
    arguments: [
      ("1", ""), ("{}", ""), ("$index", ""), ("status", "the status"),
      ("%resource.questionnaire", "the status"),
      ("%resource.where(status = 'x').\(a).answer.value", "the status; a"),
      ("%patient.item.answer", ""), ("%questionnaire.item", ""), ("linkId", ""),
      ("answer.value", ""),
      ("%resource", "everything"), ("$this", "everything"),
      ("item", "everything"), ("item.answer.value", "everything"), ("item.first()", "everything"),
      ("descendants()", "everything, and the status"), ("children().answer", "everything"),
      ("repeat(children())", "everything, and the status"), ("id", "everything"),
      ("item.where(answer.value = 3).answer.value", "everything"),
      ("item.where(true).linkId", "everything"),
      ("\(a).answer.value", "a"), ("QuestionnaireResponse.\(a).answer.value", "a"),
      ("%context.\(a).answer.value", "a"), ("\(a).answer.exists()", "a"),
      ("\(a).answer", "a"), ("\(a)", "all in a"), ("\(a).linkId", "all in a"),
      ("\(a).item.answer.value", "all in a"), ("\(a).answer.item", "all in a"),
      ("\(a).\(b).answer.value", "b"), ("\(a).answer.\(b).answer.value", "b"),
      ("\(a).descendants()", "all in a"), ("\(a).repeat(item).answer.value", "all in a"),
      ("\(a).children().\(b).answer.value", "b"),
      ("item.where(linkId.startsWith('x-')).answer.value", "x-1, x-2"),
      ("item.where(linkId.substring(0, 1) = 'x').answer.value", "x-1, x-2"),
      ("item.where(linkId.upper() = 'A').answer.value", "a"),
      ("item.where(linkId.matches('[ab]')).answer.value", "a, b"),
      ("item.where(linkId in ('a' | 'b')).answer.value", "a, b"),
      ("item.where('a' = linkId).answer.value", "a"),
      ("item.where(linkId = 'a' or linkId = 'b').answer.value", "a, b"),
      ("item.where(linkId = 'a' or answer.exists()).answer.value", "everything"),
      ("item.where(linkId = 'a' and answer.value > 3).answer.value", "a"),
      ("item.where(linkId = 'a' and \(b).answer.exists()).answer.value", "a, b"),
      ("item.where(linkId = 'a' and linkId = 'b').answer.value", ""),
      ("item.where(linkId != 'a').answer.value", "b, g, x-1, x-2"),
      ("item.where((linkId = 'a').not()).answer.value", "b, g, x-1, x-2"),
      ("item.where(linkId + 1 = 'a').answer.value", "a, b, g, x-1, x-2"),
      ("\(a).where(linkId = 'b').answer.value", ""), ("\(a).answer.where(value > 1).value", "a"),
      ("repeat(item).where(linkId = 'a').answer.value", "a"),
      ("repeat(item | answer).where(linkId = 'a').answer.value", "a"),
      ("descendants().where(linkId = 'a').answer.value", "a"),
      ("\(a).answer.first().value", "a"), ("\(a).answer[0].value", "a"),
      ("\(a)[0].answer.value", "a, all in a"), ("\(a).answer.value.ofType(integer)", "a"),
      ("\(a).answer.value is integer", "a"), ("-\(a).answer.value", "a"),
      ("\(a).answer.value + \(b).answer.value", "a, b"),
      ("\(a).answer.value | \(b).answer.value", "a, b"),
      ("(\(a) | \(b)).answer.value", "a, b"), ("\(a).combine(\(b)).answer.value", "a, b"),
      ("\(a).union(\(b)).answer.value", "a, b"), ("\(a).intersect(\(b))", "all in a, all in b"),
      ("iif(\(a).answer.exists(), \(b).answer.value, 1)", "a, b"),
      ("iif(true, \(a), \(b)).answer.value", "a, b"),
      ("\(a).answer.value.select($this + %resource.\(b).answer.value)", "a, b"),
      ("1.select(%resource.\(b).answer.value)", "b"), ("(1 | 2)[\(a).answer.value]", "a"),
      ("(1 | 2).skip(%resource.\(a).answer.value)", "a"), ("\(a).answer.trace('x').value", "a"),
      ("1.exists(%resource.\(a).answer.value = 1)", "a"), ("\(a).answer.all(value > 1)", "a"),
      ("'a'.startsWith(%resource.\(b).answer.value)", "b"),
      ("1.aggregate($total + %resource.\(b).answer.value, 0)", "everything"),
      // What goes by which elements there are: by their count, their places, or one for each.
      ("\(g).select(1)", "all in g"), ("\(g).select($index + 1).last()", "all in g"),
      ("\(g).select(iif(\(a).answer.exists(), 0, 1)).sum()", "a, all in g"),
      ("\(g).select(\(a).answer.value & 'x')", "a, all in g"),
      ("\(g).select(\(a).answer[$index].value)", "a, all in g"),
      ("\(g).select(\(a).answer.value)", "a"), ("\(g).select(\(a) | \(b)).answer.value", "a, b"),
      ("\(g).select(-\(a).answer.value * \(b).answer.value + 1).sum()", "a, b"),
      ("\(g).select(1 + 1)", "all in g"), ("%resource.select(\(a).answer.count())", "a"),
      ("\(g).where($index = 1).\(a).answer.value", "a, all in g"),
      ("item.where($index = 1 and linkId = 'g').\(a).answer.value", "everything"),
      ("\(g).where(iif($index = 0, true, false)).\(a).answer.value", "a, all in g"),
      ("\(g).where(-$index + 1 > 0).\(a).answer.value", "a, all in g"),
      ("\(g).where(\(a)[$index].answer.exists()).\(b).answer.value", "a, b, all in a, all in g"),
      ("\(g).where(\(a).exists($index = 0)).\(b).answer.value", "b, all in a"),
      ("\(a).iif(true, 1, 2)", "all in a"), ("iif(true, 1, 2)", ""),
      ("item.where(linkId.empty()).answer.value", "everything"),
      ("item.where(linkId.exists().not()).count()", "everything"),
      ("descendants().where(linkId !~ 'a').value", "everything, and the status"),
      ("item.where(linkId = 'a' or linkId.empty()).answer.value", "everything"),
      ("item.where(linkId = 'a' and linkId !~ 'b').answer.value", "a, all in a"),
      ("1.aggregate($this, \(b).answer.value)", "b"),
      ("\(a).answer.aggregate($this).\(b).answer.value", "a, b"),
      ("\(a).answer.intersect(\(a).answer).\(b).answer.value", "a, b"),
      ("\(a).answer = \(b).answer", "all in a, all in b"),
    ] as [(String, String)])
  func `of the response is known from its paths`(text: String, expected: String) throws {
    let reads = VariableScope(linkIDs: Self.linkIDs).reads(of: try compiled(text), at: nil)
    #expect(shown(reads) == expected)
  }

  @Test(
    arguments: [
      ("\(a).answer.value", "g: a"), ("%context.\(a).answer.value", "g: a"),
      ("item", "g: all in g"),
      ("descendants().answer", "g: all in g"), ("%resource.\(b).answer.value", "b"),
      ("\(a).answer.value + %resource.\(b).answer.value", "b; g: a"),
      ("repeat(item).where(linkId = 'a').answer.value", "g: a"), ("answer.value", "g: g"),
      ("\(a)", "g: all in a"), ("$this", "g: all in g"),
    ] as [(String, String)])
  func `of the item that carries it is in no other instance`(
    text: String, expected: String
  ) throws {
    let reads = VariableScope(linkIDs: Self.linkIDs).reads(of: try compiled(text), at: "g")
    #expect(shown(reads) == expected)
  }

  @Test(
    arguments: [
      ("%v + 1", "a", true), ("%v", "a", true), ("%w.answer.value", "a, b", true),
      ("%w", "a, all in b", false), ("%v + %resource.\(b).answer.value", "a, b", true),
      ("\(b)", "all in b", false), ("%patient.name", "", true),
    ] as [(String, String, Bool)])
  func `by variables is read too`(text: String, expected: String, isWhole: Bool) throws {
    let variables = [
      DefinedVariable("v", try compiled("\(Self.a).answer.value"), context: nil),
      DefinedVariable("w", try compiled("iif(%v > 1, \(Self.b), {})"), context: nil),
    ]
    let reads = VariableScope(linkIDs: Self.linkIDs, variables)
      .reads(of: try compiled(text), at: nil)
    #expect(shown(reads) == expected)
    #expect(reads.isWhole == isWhole)
  }

  @Test func `by the nearest variable of a name is read, and nothing by what a host hands over`()
    throws
  {
    var scope = VariableScope(linkIDs: Self.linkIDs)
    scope.define(DefinedVariable("v", try compiled("\(Self.a).answer.value"), context: nil))
    let own = scope.define(
      DefinedVariable("v", try compiled("%v + \(Self.b).answer.value"), context: "g"))
    #expect(shown(own) == "a; g: b")
    let reads = scope.reads(of: try compiled("%v"), at: nil)
    #expect(shown(reads) == "a; g: b")
    #expect(reads.answers == ["a", "b"] && reads.subtrees == [])
    scope.define(handedOver: "v")
    #expect(shown(scope.reads(of: try compiled("%v"), at: nil)) == "")
  }
}
