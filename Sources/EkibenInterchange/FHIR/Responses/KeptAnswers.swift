import EkibenDocuments

/// The answers of one item as they were kept, put together with those that the document has now.
struct KeptAnswers {
  // What was taken, and is written differently from how it came.
  private var taken: [(written: JSON, answer: JSON)] = []
  private var others: [(place: Int, answer: JSON)] = []
  private var instances: [TextKey: (written: JSON, answer: JSON)] = [:]
  private var count = 0

  init(_ list: KeptResponse.List) {
    for (place, entry) in list.entries.enumerated() {
      if let other = KeptResponse.List.other(in: entry) {
        others.append((place, other))
        continue
      }
      count += 1
      guard let parts = entry.array else { continue }
      if parts.count == 2 { taken.append((parts[0], parts[1])) }
      if parts.count == 3, let name = parts[0].string {
        instances[TextKey(name)] = (parts[1], parts[2])
      }
    }
  }

  /// The answers now: each as it was kept, if it was; of a single one what changed is its value.
  ///
  /// An answer that was not taken stays; where none was, until there is one. One that is given since stands
  /// where it is now.
  func answers(_ members: [JSON.Member]) -> [JSON] {
    var (answers, taken, others) = ([JSON](), taken, others)
    for member in members {
      let written = JSON(content: .object([member]))
      if let same = taken.firstIndex(where: { $0.written == written }) {
        answers.append(taken.remove(at: same).answer)
      } else if let same = others.firstIndex(where: { $0.answer.hasSameValue(as: written) }) {
        answers.append(others.remove(at: same).answer.replacing(value: member))
      } else if members.count == 1, count == 1, let only = taken.first {
        answers.append(only.answer.replacing(value: member))
      } else {
        answers.append(written)
      }
    }
    for (place, answer) in others where members.isEmpty || count > 0 || !answer.hasValue {
      answers.insert(answer, at: min(place, answers.count))
    }
    return answers
  }

  /// The answer of an instance as it was kept; nil where it was not, or is answered no more.
  func answer(of record: RecordID, _ member: JSON.Member?) -> JSON? {
    guard let (written, answer) = instances[TextKey(KeptResponse.name(record))] else { return nil }
    guard let member else { return written == .null ? answer : nil }
    return written == JSON(content: .object([member])) ? answer : answer.replacing(value: member)
  }
}

extension JSON {
  /// Whether a member of an answer holds a value.
  var hasValue: Bool { object?.contains { $0.name.hasPrefix("value") } ?? false }

  /// Whether another answer has the same value: a coding by its code, and by its system where both have one.
  func hasSameValue(as other: JSON) -> Bool {
    guard let own = object?.first(where: { $0.name.hasPrefix("value") }),
      let value = other[own.name]
    else { return false }
    guard own.name == "valueCoding", let code = own.value["code"] else { return own.value == value }
    let (system, another) = (own.value["system"], value["system"])
    return code == value["code"] && (system == nil || another == nil || system == another)
  }

  /// An answer with another value in the place of the one that is there.
  fileprivate func replacing(value: Member) -> JSON {
    JSON(content: .object(MemberList.replacing(value, in: object ?? [])))
  }
}
