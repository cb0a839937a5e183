import EkibenDocuments
import EkibenExpressions
@testable import EkibenForms
import Testing

private let age = Formula.Reference("age")

// Rule F38.
@Suite(.timeLimit(.minutes(20))) struct `The words of a rule` {
  private static let isAdult = Formula.compares(age, .atLeast, .value(18))
  private static let isKnown = Formula.exists(age, true)

  @Test(
    arguments: [
      (.compares(age, .equal, .value(18)), "“T age” is 18 of age"),
      (.compares(age, .unequal, .value(18)), "“T age” is not 18 of age"),
      (.compares(age, .less, .value(18)), "“T age” is less than 18 of age"),
      (.compares(age, .atMost, .value(18)), "“T age” is at most 18 of age"),
      (.compares(age, .greater, .value(18)), "“T age” is greater than 18 of age"),
      (isAdult, "“T age” is at least 18 of age"),
      (.compares(age, .atLeast, .row("limit")), "“T age” is at least “T limit”"),
      (.compares(.init("age", .any), .less, .row("b")), "any “T age” is less than “T b”"),
      (.exists(.init("age", .every), true), "every “T age” is answered"),
      (isKnown, "“T age” is answered"), (.exists(age, false), "“T age” is not answered"),
      (.contains(age, "x"), "“T age” contains x of age"),
      (.anyOf(age, [1, 2]), "“T age” is one of 1 of age, 2 of age"),
      (.count(age, .atLeast, 2), "the number of answers to “T age” is at least 2"),
      (.all([]), "always"), (.any([]), "never"), (.all([isKnown]), "“T age” is answered"),
      (.all([isKnown, isAdult]), "“T age” is answered and “T age” is at least 18 of age"),
      (.any([isKnown, isAdult]), "“T age” is answered or “T age” is at least 18 of age"),
      (
        .all([.any([isKnown, isAdult]), isKnown]),
        "(“T age” is answered or “T age” is at least 18 of age) and “T age” is answered"
      ),
      (
        .any([.all([isKnown, isAdult]), .not(isKnown)]),
        "(“T age” is answered and “T age” is at least 18 of age) or not (“T age” is answered)"
      ),
      (.fhirPath("1 = 1"), "1 = 1 is true"),
    ] as [(Formula, String)])
  func `are those of its formula, with titles and answers`(formula: Formula, words: String) {
    let all = FormulaWords(
      title: { "T \($0)" }, text: { value, row in "\(ValueText.bare(value)) of \(row)" })
    #expect(all.words(for: formula) == words)
  }

  private static func error(_ text: String) -> ExpressionError {
    do throws(ExpressionError) {
      _ = try CompiledExpression(fhirPath: text, variables: ["host"]).value(
        of: .none, in: ExpressionEnvironment(milliseconds: 0))
      preconditionFailure("\(text) has a value")
    } catch {
      return error
    }
  }

  @Test(
    arguments: [
      (.several(2), "it gives 2 answers, and one is taken", false),
      (.unit("m"), "it gives a quantity in m, which none of the units is converted from", false),
      (
        .kind("a text", takes: "a whole number"), "it gives a text, and a whole number is taken",
        false
      ),
      (
        .unsettled([.row("a"), .section("s")]), "a → s decide about each other without an end",
        false
      ),
      (.expression(error("%nobody")), "1:1: nothing defines %nobody", false),
      (.expression(error("1 + 'a'")), "1:3: + cannot be done with a text", false),
      (.expression(error("%host")), "1:1: needs %host, which nobody has handed over", true),
    ] as [(RuleFailure, String, Bool)])
  func `say why it could not be asked`(failure: RuleFailure, words: String, needsHost: Bool) {
    #expect(failure.description == words)
    #expect(failure.needsHost == needsHost)
  }
}
