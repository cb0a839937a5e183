import EkibenDocuments
import EkibenExpressions
import EkibenTesting
import SlowExpressions

/// A response without the items that an expression does not read, as rules see it: an item is there while something
/// is answered in it that is read, and with what is under a question the question.
struct ReadResponse {
  /// The link ids that random responses have.
  static let linkIDs: Set<TextKey> = ["a", "b", "c", "g", "r", "g-1", "g-2"]

  /// What is read; nil reads all.
  let reads: ExpressionReads?

  func part(of response: SlowJSON) -> SlowJSON {
    guard case .object(let members) = response else { return response }
    return .object(
      members.compactMap { name, value -> (String, SlowJSON)? in
        switch name {
        case "item": items(value, isWhole: false).map { (name, $0) }
        case "status": reads?.status ?? true ? (name, value) : nil
        default: (name, value)
        }
      })
  }

  private func items(_ json: SlowJSON, isWhole: Bool) -> SlowJSON? {
    guard case .array(let items) = json else { return nil }
    let kept = items.compactMap { item($0, isWhole: isWhole) }
    return kept.isEmpty ? nil : .array(kept)
  }

  private func item(_ json: SlowJSON, isWhole: Bool) -> SlowJSON? {
    guard case .object(let members) = json else { return nil }
    var linkID: TextKey = ""
    for case ("linkId", .string(let text)) in members { linkID = TextKey(text) }
    let isWhole = isWhole || reads?.isAll ?? true || reads?.subtrees.contains(linkID) ?? true
    let isRead = isWhole || reads?.answers.contains(linkID) ?? true
    let kept = members.compactMap { name, value -> (String, SlowJSON)? in
      switch name {
      case "item": items(value, isWhole: isWhole).map { (name, $0) }
      case "answer": answers(value, isWhole: isWhole, isRead: isRead).map { (name, $0) }
      default: (name, value)
      }
    }
    return kept.contains { $0.0 == "item" || $0.0 == "answer" } ? .object(kept) : nil
  }

  private func answers(_ json: SlowJSON, isWhole: Bool, isRead: Bool) -> SlowJSON? {
    guard case .array(let answers) = json else { return nil }
    var isRead = isRead
    let kept = answers.map { answer -> SlowJSON in
      guard case .object(let members) = answer else { return answer }
      let kept = members.compactMap { name, value -> (String, SlowJSON)? in
        name == "item" ? items(value, isWhole: isWhole).map { (name, $0) } : (name, value)
      }
      isRead = isRead || kept.contains { $0.0 == "item" }
      return .object(kept)
    }
    return isRead ? .array(kept) : nil
  }

  /// A random path to items, with a filter, a projection and an end.
  static func path(_ random: inout SeededGenerator) -> String {
    [starts, filters, projections, ends].map { $0.randomElement(using: &random) ?? "" }.joined()
  }

  private static let starts = [
    "item", "%resource.repeat(item)", "repeat(item | answer)", "descendants()", "item.answer.item",
    "children()", "item", "%resource.item",
  ]
  private static let filters = [
    "", ".where(linkId = 'g')", ".where(linkId != 'a')", ".where(linkId.empty())",
    ".where(linkId.exists().not())", ".where(linkId !~ 'a')", ".where($index = 1)",
    ".where($index > 0 and linkId = 'g')",
    ".where(linkId = 'r').where(iif($index = 0, false, true))",
    ".where(linkId = 'g')[1]", ".where(linkId in ('g' | 'r')).tail()",
    ".where(linkId.startsWith('g') or linkId.empty())", ".where(linkId = 'a').answer",
    ".where((linkId = 'a').not())", ".where(linkId = 'g').where(item.where(linkId = 'a').empty())",
  ]
  private static let projections = [
    "", ".item.where(linkId = 'a').answer.value", ".select(1)", ".select($index)",
    ".select(iif(item.where(linkId = 'a').answer.exists(), 0, 1))", ".select(item.count())",
    ".select(item.where(linkId = 'a').answer.value)", ".answer.value", ".item", ".value",
    ".select(item.where(linkId = 'a').answer.value * 2)", ".select(item | answer)", ".children()",
    ".select(item.where(linkId = 'a').answer.value & 'x')", ".iif(exists(), 1, 2)",
    ".select(item.where(linkId = 'a').answer[$index].value)", ".intersect(%resource.item)",
    ".aggregate(item.where(linkId = 'b') | $this)",
  ]
  private static let ends = [
    "", ".count()", ".first()", ".last()", ".empty()", ".aggregate($this, 0)", ".all($index > 0)",
    ".item.where(linkId = 'b').answer.value", ".where($index = 1)", ".distinct().count()",
    ".skip(1)",
  ]
}
