import EkibenDocuments

/// Finds what of a response has to be kept beside the answers that were taken from it.
struct ResponseKeeper {
  /// What items and answers stand for, by where they begin in the file.
  let records: [Int: RecordID]
  /// Where the answers begin whose values were taken.
  let taken: Set<Int>
  private let written: ResponseWriter.Noted
  private var items: [RecordID: MemberList] = [:]

  init(_ records: [Int: RecordID], taken: Set<Int>, _ written: ResponseWriter.Noted) {
    (self.records, self.taken, self.written) = (records, taken, written)
  }

  /// Whether items of a response say the text of what they answer; where there are none, they would.
  static func hasTexts(_ response: JSON) -> Bool {
    var (waiting, isNone) = ([response], true)
    while let next = waiting.popLast() {
      let inner = (next["item"]?.array ?? []) + (next["answer"]?.array ?? [])
      if inner.contains(where: { $0["text"] != nil }) { return true }
      isNone = isNone && inner.isEmpty
      waiting += inner
    }
    return isNone
  }

  mutating func kept(of response: JSON, hasTexts: Bool) -> KeptResponse {
    let members = keeping(response.object ?? [], in: nil)
    return KeptResponse(
      digest: KeptResponse.digest(of: response), hasTexts: hasTexts, members: members, items: items)
  }

  private mutating func keeping(_ members: [JSON.Member], in record: RecordID?) -> MemberList {
    MemberList(
      members.map { member in
        var member = member
        if member.name == "item" { member.value = list(member.value, in: record) }
        if member.name == "answer", case .row(let row)? = record {
          member.value = answers(member.value, of: .row(row))
        }
        return member
      })
  }

  private mutating func list(_ json: JSON, in record: RecordID?) -> JSON {
    guard let elements = json.array else { return ["as": json] }
    let entries = elements.map { entry($0) }
    let names = (written.order[record] ?? []).map { JSON.string(KeptResponse.name($0)) }
    return !entries.isEmpty && entries == names ? true : .array(entries)
  }

  private mutating func entry(_ item: JSON) -> JSON {
    guard let record = records[item.range.lowerBound], let members = item.object else {
      return [item]
    }
    if written.items[record] != item { items[record] = keeping(members, in: record) }
    return .string(KeptResponse.name(record))
  }

  private mutating func answers(_ json: JSON, of row: RecordID) -> JSON {
    guard let elements = json.array else { return ["as": json] }
    let others = elements.filter { !taken.contains($0.range.lowerBound) }
    var next = 0
    return .array(
      elements.map { answer in
        let start = answer.range.lowerBound
        if let instance = records[start] { return self.answer(answer, of: instance) }
        let own = keepingItems(answer, in: row)
        guard taken.contains(start), let all = written.answers[row], next < all.count else {
          return [own]
        }
        let whole = all[next]
        next += 1
        // Of one that was given twice it is said which of both was taken.
        let isAlone = !others.contains { $0.hasSameValue(as: whole) }
        return whole == answer && isAlone ? .null : [Self.value(of: whole), own]
      })
  }

  private mutating func answer(_ answer: JSON, of instance: RecordID) -> JSON {
    let name = JSON.string(KeptResponse.name(instance))
    let whole = written.items[instance]
    if whole == answer { return name }
    return [name, whole.map { Self.value(of: $0) } ?? .null, keepingItems(answer, in: instance)]
  }

  private mutating func keepingItems(_ answer: JSON, in record: RecordID) -> JSON {
    guard let members = answer.object else { return answer }
    return JSON(
      content: .object(
        members.map { member in
          guard member.name == "item" else { return member }
          return JSON.Member(name: "item", value: list(member.value, in: record))
        }))
  }

  // Without what is under it; null where nothing is left.
  private static func value(of answer: JSON) -> JSON {
    let members = (answer.object ?? []).filter(\.isValue)
    return members.isEmpty ? .null : JSON(content: .object(members))
  }
}

extension JSON.Member {
  /// Whether it holds a value, or what is said about one.
  var isValue: Bool { name.drop { $0 == "_" }.hasPrefix("value") }
}
