import EkibenInterchange
import EkibenTesting

/// A response in which one answer is another: a text, a number or a truth that stands alone in its item.
struct OneAnswerChanged {
  private var random: SeededGenerator
  private var left = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func changed(_ response: JSON) -> JSON {
    left = random.number(in: 1...20)
    while left > 0 {
      let before = left
      let changed = change(response)
      if left == 0 { return changed }
      if left == before { return response }
    }
    return response
  }

  private mutating func change(_ json: JSON) -> JSON {
    var json = json
    guard let members = json.object else { return json }
    json.content = .object(
      members.map { member in
        guard member.name == "item" || member.name == "answer", let elements = member.value.array
        else { return member }
        var changed = elements.map { change($0) }
        if member.name == "answer", elements.count == 1 { changed = changed.map { value(in: $0) } }
        return JSON.Member(name: member.name, value: .array(changed))
      })
    return json
  }

  private mutating func value(in answer: JSON) -> JSON {
    guard let members = answer.object,
      let place = members.firstIndex(where: { $0.name.hasPrefix("value") })
    else { return answer }
    let other: JSON? =
      switch members[place].value.content {
      case .bool(let value): .bool(!value)
      case .number where members[place].name == "valueInteger": 7_777
      case .string where members[place].name == "valueString": "something new"
      default: nil
      }
    guard let other else { return answer }
    left -= 1
    if left != 0 { return answer }
    var changed = members
    changed[place].value = other
    return JSON(content: .object(changed))
  }
}
