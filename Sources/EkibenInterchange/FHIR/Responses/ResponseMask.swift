import EkibenDocuments
import EkibenForms

/// Puts masks in the place of what a response says of secrets, in whatever shape (rule H19).
///
/// Of an answer it stays that there is one, its id, and what stands in it; of its item also what is asked.
/// Everything else, such as an extension, could say the secret as well.
struct ResponseMask {
  // By linkId, which what is no secret may have as well.
  private var secrets: Set<TextKey> = []
  private var others: Set<TextKey> = []

  fileprivate static let mask = JSON.Member(
    name: "valueString", value: .string(Value.masked.asText ?? ""))

  init(_ document: Document) {
    if !document.sections.contains(where: { $0.rows.contains { $0.fields.isSecret } }) { return }
    let tree = WrittenTree(document.sections.compactMap(\.ofForm))
    for record in tree.order {
      let fields = tree.fields(of: record)
      guard let linkID = fields.linkID(of: record) else { continue }
      if fields.isSecret {
        secrets.insert(TextKey(linkID))
      } else {
        others.insert(TextKey(linkID))
      }
    }
  }

  var hasSecrets: Bool { !secrets.isEmpty }

  /// A response that comes in; of an item that nobody took its linkId says whether it is of a secret.
  ///
  /// - Complexity: O(n), as for one that leaves.
  func masked(_ response: JSON, isSecret: (_ item: JSON) -> Bool?) -> JSON {
    guard hasSecrets else { return response }
    return response.masked { item, linkID in isSecret(item) ?? secrets.contains(linkID) }
  }

  /// A response that leaves: what an older program kept, or kept before its row became a secret, may say it.
  func masked(_ response: JSON) -> JSON {
    let secrets = secrets.subtracting(others)
    return secrets.isEmpty ? response : response.masked { _, linkID in secrets.contains(linkID) }
  }
}

extension JSON {
  // Ranges stay, as items and answers are known by them.
  fileprivate func masked(where isSecret: (JSON, TextKey) -> Bool) -> JSON {
    let content: Content
    switch self.content {
    case .array(let elements): content = .array(elements.map { $0.masked(where: isSecret) })
    case .object(let members):
      let isOfSecret = self["linkId"]?.string.map { isSecret(self, TextKey($0)) } ?? false
      content = .object(
        members.compactMap { member in
          switch member.name {
          case "linkId", "id", "text", "definition": member
          case "answer" where isOfSecret:
            Member(name: member.name, value: member.value.maskedAnswers(where: isSecret))
          case _ where isOfSecret && member.name != "item": nil
          default: Member(name: member.name, value: member.value.masked(where: isSecret))
          }
        })
    default: return self
    }
    return JSON(content: content, range: range)
  }

  private func maskedAnswers(where isSecret: (JSON, TextKey) -> Bool) -> JSON {
    if let array {
      let masked = array.map { $0.maskedAnswers(where: isSecret) }
      return JSON(content: .array(masked), range: range)
    }
    guard let object else { return JSON(content: .object([ResponseMask.mask]), range: range) }
    let value = object.firstIndex { $0.name.hasPrefix("value") }
    let members = object.enumerated().compactMap { place, member -> Member? in
      if place == value { return ResponseMask.mask }
      return ["id", "item"].contains(member.name)
        ? Member(name: member.name, value: member.value.masked(where: isSecret)) : nil
    }
    return JSON(content: .object(members), range: range)
  }
}
