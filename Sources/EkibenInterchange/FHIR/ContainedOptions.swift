import EkibenDocuments

/// The options of value sets that stand in the Questionnaire itself, by `#id` and by URL.
struct ContainedOptions {
  private var sets: [String: [Value]] = [:]

  init(_ root: JSONCursor) {
    for resource in root.elements("contained") ?? []
    where resource.node["resourceType"]?.string == "ValueSet" {
      let options = Self.options(of: resource)
      guard !options.isEmpty else { continue }
      for name in [resource.node["id"]?.string.map { "#" + $0 }, resource.node["url"]?.string] {
        if let name { sets[name] = options }
      }
    }
  }

  /// The options of a value set; nil where the file lists none.
  subscript(name: String) -> [Value]? { sets[name] }

  // What an expansion lists counts; else the concepts that are listed one by one, if nothing is taken
  // from elsewhere or left out.
  private static func options(of resource: JSONCursor) -> [Value] {
    if let contains = resource.member("expansion")?.elements("contains"), !contains.isEmpty {
      return contains.flatMap { concepts(of: $0, system: nil) }
    }
    guard let compose = resource.member("compose"), compose.node["exclude"] == nil else {
      return []
    }
    let parts = compose.elements("include") ?? []
    guard parts.allSatisfy({ $0.node["concept"]?.array != nil }) else { return [] }
    return parts.flatMap { part in
      (part.elements("concept") ?? []).flatMap {
        concepts(of: $0, system: part.node["system"]?.string)
      }
    }
  }

  private static func concepts(of cursor: JSONCursor, system: String?) -> [Value] {
    let inner = (cursor.elements("contains") ?? []).flatMap { concepts(of: $0, system: system) }
    guard let code = cursor.node["code"]?.string, cursor.node["abstract"]?.bool != true else {
      return inner
    }
    var option: Fields = [.code: .text(code)]
    option[.label] = cursor.node["display"]?.string.map(Value.text)
    option[.system] = (cursor.node["system"]?.string ?? system).map(Value.text)
    return [.record(option)] + inner
  }
}
