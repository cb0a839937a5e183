import TestSupport
import Testing

@testable import EkibenTool

/// Values of expressions, word for word; a blank in a word is written ␣.
@Suite(.timeLimit(.minutes(20))) struct `Expressions on documents` {
  private static let item = "repeat(item).where(linkId␣=␣"

  private static func story(_ ids: [String]) -> [String] {
    let (ada, bob) = (ids[0], ids[1])
    return [
      "# A form whose parts repeat.",
      "import h.ekiben household.json", "new h.ekiben household --as home",
      "set h.ekiben home address Elm␣Street␣4,␣Linz \(ada)/name Ada \(ada)/age 36",
      "add h.ekiben home members", "set h.ekiben home \(bob)/name Bob \(bob)/age 3",
      "# Paths, sums, and what is answered nowhere.",
      "eval h.ekiben home \(item)'age').answer.value.sum()",
      "eval h.ekiben home \(item)'age').answer.where(value␣>␣17).count()␣>=␣1",
      "eval h.ekiben home %resource.descendants().where(linkId␣=␣'name').answer.value.join(',␣')",
      "eval h.ekiben home \(item)'note').answer.value",
      "eval h.ekiben home iif(\(item)'members').count()␣>␣2,␣'many',␣'few')",
      "eval h.ekiben home today().toString()␣&␣'␣in␣'␣&␣\(item)'address').answer.value",
      "# As the rule of a row, as it stood, and what it rests on.",
      "eval h.ekiben home %context.answer.value␣*␣2 --row \(bob)/age",
      "eval h.ekiben home %qitem.text --row \(bob)/age",
      "eval h.ekiben home \(item)'age').answer.value --at 2",
      "eval h.ekiben home \(item)'age').answer.value --reads",
      "eval h.ekiben home item.where(linkId␣=␣'members').count() --reads",
      "eval h.ekiben home \(item)'age').answer.value --json",
      "eval h.ekiben home item.first() --json",
      "# What people get wrong.",
      "eval h.ekiben home \(item)'age').answer.value␣+␣1",
      "eval h.ekiben home \(item)'agee').answer.value␣!=␣3",
      "eval h.ekiben home \(item)'age').answer.value␣==␣3",
      "eval h.ekiben home %age␣>␣3", "eval h.ekiben home rooms.largest()",
      "eval h.ekiben home now() --row nobody", "eval h.ekiben home",
      "# The expressions that a form brings, and its variables.",
      "import f.ekiben scores.json", "form f.ekiben scores",
      "form f.ekiben scores --expressions", "form f.ekiben scores --json",
      "new f.ekiben scores --as ada", "eval f.ekiben ada %score",
      "set f.ekiben ada falls yes dizzy yes", "eval f.ekiben ada %score",
      "eval f.ekiben ada %score␣>␣1 --row help --reads",
      "eval f.ekiben ada %visits.entry", "eval f.ekiben ada %scores", "form f.ekiben nothing",
      "# Kinds of answers.",
      "import kinds.ekiben kinds.json", "new kinds.ekiben kinds --as ada",
      "set kinds.ekiben ada born 1980-02-01 colour r pets [\"dog\",\"cat\"] dose 5.0␣mg",
      "set kinds.ekiben ada work sailor␣\"at␣sea\" weight 71.50",
      "eval kinds.ekiben ada repeat(item).answer.value",
      "eval kinds.ekiben ada repeat(item).answer.value --json",
      "eval kinds.ekiben ada \(item)'dose').answer.value␣>␣0.004␣'g'",
      "eval kinds.ekiben ada \(item)'born').answer.value␣+␣18␣years␣<=␣today()",
      "eval kinds.ekiben ada \(item)'colour').answer.value.code␣=␣'r'",
    ]
  }

  // Rules E10, E11 and I38.
  @Test func `are printed with what they read`() throws {
    let found = try transcript(of: Self.story(Self.ids))
    expectGolden(found, named: "eval.txt")
  }

  private static let ids = ["members/yrcbcb3cyd", "members/zs6y9yyg8h"]
}
